import { startOfDay } from '../../market/trading-calendar/trading-day.js';
import { type Order, DAY_ORDER } from './order.js';

/**
 * Whether an order still has its number on a later day. An exchange may begin its numbers again ("not
 * shown" in the vendor's interface):
 *   - what was over before a day has no number on it: that is free, and may be anybody's;
 *   - a day order that is not known to have ended before a later day cannot well live on it: whether
 *     the number is still its own nobody can tell;
 *   - then a record of that day is its own only when all that it shows is the order's.
 */
export type NumberHold = 'surely' | 'perhaps' | 'no more';

export type NumberLife = Pick<Order, 'timeInForce' | 'tradingDate' | 'closedAt'>;

export function holdsOn(
  { timeInForce, tradingDate, closedAt }: NumberLife,
  day: string,
): NumberHold {
  if (tradingDate >= day) return 'surely';
  if (closedAt !== null && closedAt < startOfDay(day)) return 'no more';
  return timeInForce === DAY_ORDER ? 'perhaps' : 'surely';
}

/** The order of an earlier day that has, or had, a number. */
export interface EarlierOwner {
  readonly side: string;
  readonly security: string;
  readonly units: string;
  readonly accountNumber: string;
  /** It has ended, as far as we know. */
  readonly isOver: boolean;
}

/** The first day on which a number that an order is known by from now on can have been given to it. */
export function dayGiven(
  order: Pick<Order, 'orderNumber' | 'timeInForce' | 'tradingDate'>,
  /** That on which the edit was first sent which has given it. */
  sentOn: string,
): string {
  const byAnEdit = order.orderNumber !== null && order.timeInForce !== DAY_ORDER;
  return byAnEdit && order.tradingDate < sentOn ? sentOn : order.tradingDate;
}
