import { inList } from '../../infra/database/in-list.js';
import type { Reading } from '../../infra/database/reads.js';
import { keyOfTrade, sameTrade, type DisputedTrade } from '../breaks/trade-difference.js';
import { FillRow } from '../order/fill.entity.js';

const BATCH = 500;

/** Those whose execution is still booked as it was when the break opened, or still not booked. */
export async function findStillBooked<Trade extends DisputedTrade>(
  reading: Reading,
  trades: readonly Trade[],
): Promise<ReadonlySet<Trade>> {
  const booked = new Map<string, FillRow>();
  for (let start = 0; start < trades.length; start += BATCH) {
    const batch = trades.slice(start, start + BATCH);
    const dates = inList([...new Set(batch.map(({ tradeDate }) => tradeDate))]);
    const ids = inList(batch.map(({ matchingId }) => matchingId));
    const fills = await reading.find(
      FillRow,
      `trade_date IN (${dates.marks}) AND matching_id IN (${ids.marks}) AND reversed_at IS NULL`,
      [...dates.values, ...ids.values],
    );
    for (const fill of fills) booked.set(keyOfTrade(fill), fill);
  }
  return new Set(
    trades.filter((trade) => {
      const fill = booked.get(keyOfTrade(trade));
      if (trade.booked === null) return fill === undefined;
      return fill !== undefined && sameTrade(fill, trade.booked);
    }),
  );
}
