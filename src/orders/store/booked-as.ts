import type { Reading } from '../../infra/database/reads.js';
import { sameTrade, type ChangedTrade } from '../domain/changed-trade.js';
import { FillRow } from './fill.entity.js';

/** Whether the execution stands in the book as it did when it was told of. */
export async function isBookedAs(reading: Reading, trade: ChangedTrade): Promise<boolean> {
  const { tradeDate, matchingId, orderNumber, side, booked } = trade;
  const [fill] = await reading.find(
    FillRow,
    `trade_date = ? AND matching_id = ? AND order_number = ? AND side = ? AND reversed_at IS NULL`,
    [tradeDate, matchingId, orderNumber, side],
  );
  return fill !== undefined && sameTrade(fill, booked);
}
