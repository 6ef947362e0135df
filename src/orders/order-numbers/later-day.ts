import type { OrderChangeDraft } from '../order/changes/order-change-draft.js';
import { isOnLaterDay, type Order } from '../order/order.js';
import { isClosed } from '../order/order-status.js';
import { doubtNumberBy } from './number-proof.js';

/*
 * The exchange may start its numbers again each day. A day order that neither lists nor enquiries have shown any more, and
 * whose number is shown working on a later day, has ended, it seems, and another order may have its number, even one of the same terms.
 * Only people can tell: until they do, nothing is sent by the number, nothing is taken from what is shown under it, and no trade
 * of the later day is booked. Pure.
 */

type Lifetime = Pick<
  Order,
  'timeInForce' | 'tradingDate' | 'missingSince' | 'numberDoubt' | 'fewerShownAt' | 'status'
>;

/** Whether its number may have been given to another order on that day. */
export function mayBeGivenAgain(order: Lifetime, day: string): boolean {
  return isOnLaterDay(order, day) && !isClosed(order.status) && order.missingSince !== null;
}

/** A trade under a number that may have been given again: on the same day it cannot be told from ours. */
export function isOfNextOwner(
  order: Lifetime,
  { tradeDate }: { readonly tradeDate: string },
): boolean {
  const isDoubted = order.numberDoubt === 'LaterDay' && isOnLaterDay(order, tradeDate);
  const isSameDay = order.numberDoubt === 'NextOwner' || order.fewerShownAt !== null;
  return isDoubted || isSameDay || mayBeGivenAgain(order, tradeDate);
}

export function doubtOnLaterDay(
  draft: OrderChangeDraft,
  { orderNumber, askedAt }: { readonly orderNumber: string; readonly askedAt: number },
): void {
  const why = `${orderNumber} was shown no more after ${draft.order.tradingDate}, and is shown again on a later day: it may be another order's now`;
  doubtNumberBy(draft, 'LaterDay', askedAt, why);
  // Once people have said that the number is right, nothing doubts it again for the same gap.
  draft.endMissing();
}
