import type { BreakIdentity, BreakEnd, Finding } from '../breaks/break.js';
import { compare, subtract } from '../../infra/decimal.js';
import type { Order } from './order.js';

/**
 * More is matched than executions are booked: a record runs ahead of the trades, or the trades cannot be
 * read. No price is invented for the rest. Mostly its rows follow at once; a person is told when they do
 * not, with both figures, and it ends when they are others.
 */
const FOLLOWS_WITHIN_MS = 10 * 60_000;
/** The same, where rows show the rest without a matching id. */
const ID_FOLLOWS_WITHIN_MS = 10_000;

type Matched = Pick<Order, 'matchedUnits' | 'filledUnits' | 'gapSince'>;

/** Matched units without a price; "0" when there are none. */
export function unreportedOf({ matchedUnits, filledUnits }: Omit<Matched, 'gapSince'>): string {
  return compare(matchedUnits, filledUnits) > 0 ? subtract(matchedUnits, filledUnits) : '0';
}

/** Since when there is a gap, after a change. */
export function unreportedSince(before: Matched, after: Matched, now: number): number | null {
  if (unreportedOf(after) === '0') return null;
  // While trades follow, it is not left behind.
  const follows = compare(after.filledUnits, before.filledUnits) > 0;
  return follows ? now : (before.gapSince ?? now);
}

/** What was told of the gap before is so no more; null when it still is. */
export function unreportedEnd(before: Matched, after: Matched): BreakEnd | null {
  if (before.gapSince === null || keyOf(before) === keyOf(after)) return null;
  const outcome = `now ${after.matchedUnits} are matched and ${after.filledUnits} booked`;
  return { ...unreported(before), outcome };
}

export function unreportedBreak(order: Matched, now: number): Finding | null {
  const { matchedUnits, filledUnits } = order;
  if (order.gapSince === null || now - order.gapSince < FOLLOWS_WITHIN_MS) return null;
  const detail = `the exchange says ${matchedUnits} are matched, and its trades show ${filledUnits}`;
  return { ...unreported(order), detail };
}

/** Whether rows that nobody can book are told of: their matching ids may still follow. */
export function isUnreadTold({ gapSince }: Matched, now: number): boolean {
  return gapSince !== null && now - gapSince >= ID_FOLLOWS_WITHIN_MS;
}

/** Gaps since before that are told of. */
export function unreportedBefore(now: number): number {
  return now - FOLLOWS_WITHIN_MS;
}

function unreported(order: Omit<Matched, 'gapSince'>): BreakIdentity {
  return { type: 'FillMismatch', kind: 'UnreportedFill', key: keyOf(order) };
}

function keyOf({ matchedUnits, filledUnits }: Omit<Matched, 'gapSince'>): string {
  return `${matchedUnits} ${filledUnits}`;
}
