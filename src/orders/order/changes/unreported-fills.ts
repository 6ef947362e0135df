import type { BreakIdentity, BreakEnd, Finding } from '../../breaks/break.js';
import { compare, subtract } from '../../../infra/decimal.js';
import type { Order } from '../order.js';

/*
 * More is matched than booked: a record is ahead of the trades, or the trades cannot be read. No price is
 * invented for the rest. Mostly its rows follow at once; if they do not, a break with both figures opens,
 * and closes when a figure changes.
 */

/** How long the trades may take before the break opens. */
const FOLLOWS_WITHIN_MS = 10 * 60_000;
/** The same where rows show the rest, but without a matching id. */
const ID_FOLLOWS_WITHIN_MS = 10_000;

type Matched = Pick<Order, 'matchedUnits' | 'filledUnits' | 'unreportedSince'>;

/** Matched units without a price; "0" when there are none. */
export function unreportedOf({
  matchedUnits,
  filledUnits,
}: Omit<Matched, 'unreportedSince'>): string {
  return compare(matchedUnits, filledUnits) > 0 ? subtract(matchedUnits, filledUnits) : '0';
}

/** Since when more is matched than booked, after a change. */
export function unreportedSinceAfter(before: Matched, after: Matched, now: number): number | null {
  if (unreportedOf(after) === '0') return null;
  // While trades keep following, the wait starts again.
  const follows = compare(after.filledUnits, before.filledUnits) > 0;
  return follows ? now : (before.unreportedSince ?? now);
}

/** Closes the break of the earlier figures; null if they still hold. */
export function unreportedEnd(before: Matched, after: Matched): BreakEnd | null {
  if (before.unreportedSince === null || keyOf(before) === keyOf(after)) return null;
  const outcome = `now ${after.matchedUnits} are matched and ${after.filledUnits} booked`;
  return { ...unreported(before), outcome };
}

export function unreportedBreak(order: Matched, now: number): Finding | null {
  const { matchedUnits, filledUnits } = order;
  if (order.unreportedSince === null || now - order.unreportedSince < FOLLOWS_WITHIN_MS)
    return null;
  const detail = `the exchange says ${matchedUnits} are matched, and its trades have shown ${filledUnits}`;
  return { ...unreported(order), detail };
}

/** Whether rows without a matching id need a break: at first the id may still follow. */
export function isMissingIdOverdue({ unreportedSince }: Matched, now: number): boolean {
  return unreportedSince !== null && now - unreportedSince >= ID_FOLLOWS_WITHIN_MS;
}

/** What has been unreported since before this needs a break. */
export function unreportedDeadline(now: number): number {
  return now - FOLLOWS_WITHIN_MS;
}

function unreported(order: Omit<Matched, 'unreportedSince'>): BreakIdentity {
  return { type: 'FillMismatch', kind: 'UnreportedFill', key: keyOf(order) };
}

function keyOf({ matchedUnits, filledUnits }: Omit<Matched, 'unreportedSince'>): string {
  return `${matchedUnits} ${filledUnits}`;
}
