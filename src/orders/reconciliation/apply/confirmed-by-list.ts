import type { Order } from '../../order/order.js';
import type { LastList } from '../collect/polling-state.js';
import { tooSoon } from '../order-records/record-rules.js';

/**
 * Whether a list confirms what an enquiry shows, that our last edit or cancel was not done: it was asked for when it must
 * have shown it, and shows the order working as it is held. An enquiry alone may show the order as it was before. Of the
 * price a list says nothing.
 */
export function confirmsNothingDone(
  lastList: LastList | null,
  { id, lastOwnChangeAt }: Pick<Order, 'id' | 'lastOwnChangeAt'>,
  graceMs: number,
): boolean {
  if (lastList === null || tooSoon(lastOwnChangeAt, lastList, { graceMs })) return false;
  return lastList.confirmed.has(id);
}
