import { compare } from '../../../infra/decimal.js';
import type { BreakIdentity } from '../../breaks/break.js';
import type { OrderChangeDraft } from '../changes/order-change-draft.js';
import type { Order } from '../order.js';

/**
 * What makes the matched units of an order uncertain. What is booked stays booked; a contradiction opens a
 * break, and the order is enquired until it ends.
 *   - An enquiry shows less matched than we hold (`fewerMatchedSince`).
 *   - The trades of a day differ from what is booked (`tradesDifferOn`).
 */
export function isMatchedCertain({
  fewerMatchedSince,
  tradesDifferOn,
}: Pick<Order, 'fewerMatchedSince' | 'tradesDifferOn'>): boolean {
  return fewerMatchedSince === null && tradesDifferOn === null;
}

const FELL: BreakIdentity = { type: 'FillMismatch', kind: 'MatchedFell' };

/**
 * Compares the matched units of a record that was asked for after the last booking. Records may lag behind
 * the trades: the order is uncertain at once, but a break opens only after `graceMs`.
 */
export function compareMatched(draft: OrderChangeDraft, shown: string, graceMs: number): void {
  const { matchedUnits, fewerMatchedSince, updatedAt } = draft.order;
  if (compare(shown, matchedUnits) >= 0) {
    if (fewerMatchedSince === null) return;
    const why = `the record says ${shown} matched`;
    draft.set({ fewerMatchedSince: null });
    draft.fact('DOUBT_ENDED', { why });
    draft.closeBreak({ ...FELL, outcome: why });
    return;
  }
  const detail = `the record says ${shown} matched, ${matchedUnits} were proven before`;
  if (draft.at.wall - (fewerMatchedSince ?? updatedAt) > graceMs)
    draft.openBreak({ ...FELL, detail });
  if (fewerMatchedSince !== null) return;
  draft.set({ fewerMatchedSince: draft.at.wall });
  draft.fact('ORDER_DOUBTED', { why: detail });
}

/** The records with less were another order's. */
export function endFewerMatched(draft: OrderChangeDraft, outcome: string): void {
  if (draft.order.fewerMatchedSince === null) return;
  draft.set({ fewerMatchedSince: null });
  draft.closeBreak({ ...FELL, outcome });
}

/** A record shows nothing of what is matched: whoever doubts it for longer than records lag is told all the same. */
export function tellOfFewerMatched(draft: OrderChangeDraft, graceMs: number): void {
  const { matchedUnits, fewerMatchedSince } = draft.order;
  if (fewerMatchedSince === null || draft.at.wall - fewerMatchedSince <= graceMs) return;
  if (draft.hadOpenBreak(FELL)) return;
  const detail = `a record has shown less matched than ${matchedUnits}, and none shows it since`;
  draft.openBreak({ ...FELL, detail });
}

export function noteTradesDiffer(draft: OrderChangeDraft, day: string, why: string): void {
  if (draft.order.tradesDifferOn !== null) return;
  draft.set({ tradesDifferOn: day });
  draft.fact('ORDER_DOUBTED', { why });
}

/** The trades of that day agree with what is booked again. */
export function endTradesDiffer(draft: OrderChangeDraft, outcome: string): void {
  draft.set({ tradesDifferOn: null });
  draft.fact('DOUBT_ENDED', { why: outcome });
  draft.closeBreak({ type: 'FillMismatch', kind: 'NoMatchingId', outcome });
  draft.closeBreak({ type: 'FillMismatch', kind: 'StrayTrade', outcome });
  draft.closeBreak({ type: 'FillMismatch', kind: 'PossibleCopy', outcome });
}
