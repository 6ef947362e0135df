import { compare } from '../../infra/decimal.js';
import type { BreakIdentity } from '../breaks/break.js';
import type { OrderChange } from './order-change.js';
import type { Order } from './order.js';

/**
 * What keeps the matched units of an order from being certain. What is booked stays booked: what
 * contradicts it is told to a person, and the order is asked for until it is contradicted no more.
 *   - An enquiry shows less matched than is held (`overmatchedSince`).
 *   - The trades of a day show something that is not booked so (`tradesDifferOn`).
 */
export function isMatchedCertain({
  overmatchedSince,
  tradesDifferOn,
}: Pick<Order, 'overmatchedSince' | 'tradesDifferOn'>): boolean {
  return overmatchedSince === null && tradesDifferOn === null;
}

const FELL: BreakIdentity = { type: 'FillMismatch', kind: 'MatchedFell' };

/**
 * A record that was asked for after what is held was booked shows so much matched. Records may lag behind the
 * trades: the order is not certain at once, and a person is told of what stays so for longer than `settleMs`.
 */
export function compareMatched(draft: OrderChange, shown: string, settleMs: number): void {
  const { matchedUnits, overmatchedSince, updatedAt } = draft.order;
  if (compare(shown, matchedUnits) >= 0) {
    if (overmatchedSince === null) return;
    const why = `the record says ${shown} matched`;
    draft.set({ overmatchedSince: null });
    draft.fact('DOUBT_ENDED', { why });
    draft.closeBreak({ ...FELL, outcome: why });
    return;
  }
  const detail = `the record says ${shown} matched, ${matchedUnits} were proven before`;
  if (draft.at.wall - (overmatchedSince ?? updatedAt) > settleMs)
    draft.openBreak({ ...FELL, detail });
  if (overmatchedSince !== null) return;
  draft.set({ overmatchedSince: draft.at.wall });
  draft.fact('ORDER_DOUBTED', { why: detail });
}

/** A day's trades show of the order what is not booked so. */
export function noteTradesDiffer(draft: OrderChange, day: string, why: string): void {
  if (draft.order.tradesDifferOn !== null) return;
  draft.set({ tradesDifferOn: day });
  draft.fact('ORDER_DOUBTED', { why });
}

/** The trades of that day show nothing any more that is not booked so. */
export function endTradesDiffer(draft: OrderChange, outcome: string): void {
  draft.set({ tradesDifferOn: null });
  draft.fact('DOUBT_ENDED', { why: outcome });
  draft.closeBreak({ type: 'FillMismatch', kind: 'NoMatchingId', outcome });
  draft.closeBreak({ type: 'FillMismatch', kind: 'PossibleCopy', outcome });
}
