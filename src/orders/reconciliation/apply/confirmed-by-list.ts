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

/** Within this time a list and an enquiry are of the same moment: lists may lag as long. */
const SAME_TIME_MS = 60_000;

/** Whether a list of the same moment as the record shows the order working, as it is held. An older one tells nothing. */
export function isListedAsHeld(
  lastList: LastList | null,
  { id }: Pick<Order, 'id'>,
  { askedAt }: { readonly askedAt: number },
): boolean {
  if (lastList === null || askedAt - lastList.askedAt > SAME_TIME_MS) return false;
  return lastList.confirmed.has(id);
}
