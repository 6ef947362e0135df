import { startOfDay } from '../../market/trading-calendar/trading-day.js';
import { type Order, isDayOrder } from './order.js';

/**
 * Whether an order still has its number on a later day. The exchange may start its numbers again (the
 * interface does not say):
 *   - an order that ended before that day no longer has its number;
 *   - a day order should have ended with its day, so that the number may be its own or another's: a
 *     record of the later day is its own only if everything it shows fits the order.
 */
export type StillOwns = 'yes' | 'perhaps' | 'no';

export type NumberLifetime = Pick<Order, 'timeInForce' | 'tradingDate' | 'closedAt' | 'grade'>;

export function stillOwns(
  { timeInForce, tradingDate, closedAt, grade }: NumberLifetime,
  day: string,
): StillOwns {
  if (tradingDate >= day) return 'yes';
  if (closedAt !== null && closedAt < startOfDay(day)) return 'no';
  if (!isDayOrder({ timeInForce })) return 'yes';
  // It ended with its day, though that was said or concluded on a later one.
  const hasEnded = closedAt !== null && (grade === 'Operator' || grade === 'Calendar');
  return hasEnded ? 'no' : 'perhaps';
}

/** An order of an earlier day that has, or had, a number. */
export interface EarlierOwner {
  readonly side: string;
  readonly security: string;
  readonly units: string;
  readonly accountNumber: string;
  /** As far as we know. */
  readonly isOver: boolean;
}

/** The first day on which the order can have been given a new number. */
export function dayGiven(
  order: Pick<Order, 'orderNumber' | 'timeInForce' | 'tradingDate'>,
  /** The day on which the edit that gave it was first sent. */
  sentOn: string,
): string {
  const byAnEdit = order.orderNumber !== null && !isDayOrder(order);
  return byAnEdit && order.tradingDate < sentOn ? sentOn : order.tradingDate;
}
