import type { OrderRecord, TradeRow } from '../../infra/exchange/enquiry-api.js';
import { canonical } from '../domain/decimal.js';
import type { OrderRow } from '../store/order.entity.js';

/** Whether the record could be of this order: all that a record shows of an order is the same. */
export function couldBe(order: OrderRow, row: OrderRecord): boolean {
  return (
    row.security === order.security &&
    row.side === order.side &&
    canonical(row.units) === canonical(order.units)
  );
}

/** The same of a trade, which may be of a part of the order only. */
export function tradeCouldBe(order: OrderRow, row: TradeRow): boolean {
  const sameAccount = row.accountNumber === null || row.accountNumber === order.accountNumber;
  return row.security === order.security && row.side === order.side && sameAccount;
}
