import { startOfDay } from '../../market/trading-calendar/trading-day.js';
import { compare } from '../../infra/decimal.js';
import type { RecordEvidence } from '../order/evidence.js';
import { couldBe, type Terms } from './external-order.js';
import { type Moment, type OrderState, isOtherSide, isSameAccount } from '../order/order.js';
import { quantitiesOf } from '../order/record-quantities.js';
import { type NumberHold, type EarlierOwner, holdsOn } from '../order/number-life.js';

/** What ended longer ago than any holidays take does not work again. */
const REMEMBERED_MS = 30 * 24 * 3_600_000;

/**
 * Whose a row under a number is, by what is known of the order of ours that was given it last:
 * `theirs` of that order, `doubt` of it or of another, `free` of another.
 */
export type NumberClaim = 'theirs' | 'doubt' | 'free';

/** `earlier`: null for an order that was given it on the day of the row. */
export function claimOf(
  holder: { readonly holds: NumberHold; readonly earlier: EarlierOwner | null } | undefined,
  row: Terms,
): NumberClaim {
  if (holder === undefined) return 'free';
  const { holds, earlier } = holder;
  if (earlier === null) return 'theirs';
  const fits = couldBe(earlier, row);
  if (holds === 'surely') return fits ? 'theirs' : 'doubt';
  return fits || !earlier.isOver ? 'doubt' : 'free';
}

/** The same of a row of the day's trades. */
export function claimOfTrade(
  holder: { readonly holds: NumberHold; readonly earlier: EarlierOwner | null } | undefined,
  row: { readonly security: string; readonly side: string; readonly accountNumber: string | null },
): NumberClaim {
  if (holder === undefined || holder.holds === 'no more') return 'free';
  const { holds, earlier } = holder;
  if (earlier === null) return 'theirs';
  const { accountNumber } = row;
  const fits =
    row.security === earlier.security &&
    !isOtherSide(row.side, earlier.side) &&
    (accountNumber === null || isSameAccount(accountNumber, earlier.accountNumber));
  if (holds === 'surely') return fits ? 'theirs' : 'doubt';
  return fits ? 'doubt' : 'free';
}

/** Whether a record of today, under the order's number, can be the order's. */
export function isItsRecord(
  { order, requests }: OrderState,
  record: Pick<RecordEvidence, 'security' | 'side' | 'units' | 'matchedUnits'> &
    Partial<Pick<RecordEvidence, 'pendingUnits' | 'statusWord'>>,
  at: Moment,
  settleMs: number,
): boolean {
  if (holdsOn(order, at.today) === 'surely') return true;
  const { closedAt, matchedUnits, updatedAt, touchedAt } = order;
  const { pendingUnits = null, statusWord = '' } = record;
  const read = quantitiesOf(order, { ...record, pendingUnits, statusWord });
  const shown = {
    units: read.units ?? record.units,
    matchedUnits: read.matchedUnits ?? record.matchedUnits,
  };
  const isLess = shown.matchedUnits !== null && compare(shown.matchedUnits, matchedUnits) < 0;
  if (closedAt !== null && closedAt < startOfDay(at.today) - REMEMBERED_MS) return false;
  if (record.security !== order.security || isOtherSide(record.side, order.side)) return false;
  // Records may lag behind the trades, and behind our own edits; not for a night.
  const overBefore = closedAt !== null && closedAt < startOfDay(at.today);
  if (isLess && (overBefore || at.wall - updatedAt > settleMs)) return false;
  if (!overBefore && at.database - touchedAt <= settleMs) return true;
  const edited = requests.some(
    ({ kind, units }) => kind === 'Edit' && units !== null && compare(units, record.units) === 0,
  );
  return edited || compare(shown.units, order.units) === 0;
}
