import type { Order } from '../../order/order.js';
import type { LastList } from '../collect/polling-state.js';
import { tooSoon } from '../order-records/record-rules.js';

/**
 * Whether a list confirms what an enquiry shows, that our last edit or cancel was not done: it was asked for when it must
 * have shown it, and neither leaves the order out nor shows it with other terms; of the price it says nothing. An enquiry alone may show the order as it was before.
 */
export function confirmsNothingDone(
  lastList: LastList | null,
  { id, lastOwnChangeAt }: Pick<Order, 'id' | 'lastOwnChangeAt'>,
  graceMs: number,
): boolean {
  if (lastList === null || tooSoon(lastOwnChangeAt, lastList, { graceMs })) return false;
  return !lastList.absent.has(id) && !lastList.contradicting.has(id);
}
