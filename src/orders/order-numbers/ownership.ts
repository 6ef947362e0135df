import { startOfDay } from '../../market/trading-calendar/trading-day.js';
import { compare } from '../../infra/decimal.js';
import type { RecordEvidence } from '../order/evidence/evidence.js';
import { couldBe, type ListedTerms } from './order-terms.js';
import {
  type Moment,
  type OrderState,
  isDayOrder,
  isOtherSide,
  isSameAccount,
} from '../order/order.js';
import { quantitiesOf } from '../order/evidence/record-quantities.js';
import { type StillOwns, type EarlierOwner, stillOwns } from '../order/number-lifetime.js';

/** Longer than any holidays: an order closed longer ago does not work again. */
const MAY_WORK_AGAIN_MS = 30 * 24 * 3_600_000;

/**
 * Whether a row under an order number is about our order that was given the number last (`own`), about
 * another order (`foreign`), or either (`ambiguous`).
 */
export type RowOwnership = 'own' | 'ambiguous' | 'foreign';

interface Owner {
  readonly stillOwns: StillOwns;
  /** Null: given the number on the day of the row. */
  readonly earlier: EarlierOwner | null;
}

export function ownershipOf(owner: Owner | undefined, row: ListedTerms): RowOwnership {
  if (owner === undefined) return 'foreign';
  const { earlier } = owner;
  if (earlier === null) return 'own';
  const fits = couldBe(earlier, row);
  if (owner.stillOwns === 'yes') return fits ? 'own' : 'ambiguous';
  return fits || !earlier.isOver ? 'ambiguous' : 'foreign';
}

/** The same for a row of the day's trades. */
export function ownershipOfTrade(
  owner: Owner | undefined,
  row: { readonly security: string; readonly side: string; readonly accountNumber: string | null },
): RowOwnership {
  if (owner === undefined || owner.stillOwns === 'no') return 'foreign';
  const { earlier } = owner;
  if (earlier === null) return 'own';
  const { accountNumber } = row;
  const fits =
    row.security === earlier.security &&
    !isOtherSide(row.side, earlier.side) &&
    (accountNumber === null || isSameAccount(accountNumber, earlier.accountNumber));
  if (owner.stillOwns === 'yes') return fits ? 'own' : 'ambiguous';
  return fits ? 'ambiguous' : 'foreign';
}

/** Whether a record of today under the order's number can be the order's. */
export function isOwnRecord(
  { order, requests }: OrderState,
  record: Pick<RecordEvidence, 'security' | 'side' | 'units' | 'matchedUnits'> &
    Partial<Pick<RecordEvidence, 'pendingUnits' | 'statusWord'>>,
  at: Moment,
  graceMs: number,
): boolean {
  const owns = stillOwns(order, at.today);
  if (owns === 'yes') return true;
  // People have said how it ended, on a later day: what is shown under the number is another order.
  if (owns === 'no' && order.grade === 'Operator' && isDayOrder(order)) return false;
  const { closedAt, matchedUnits, updatedAt, lastOwnChangeAt } = order;
  const { pendingUnits = null, statusWord = '' } = record;
  const read = quantitiesOf(order, { ...record, pendingUnits, statusWord });
  const shown = {
    units: read.units ?? record.units,
    matchedUnits: read.matchedUnits ?? record.matchedUnits,
  };
  const isLess = shown.matchedUnits !== null && compare(shown.matchedUnits, matchedUnits) < 0;
  if (closedAt !== null && closedAt < startOfDay(at.today) - MAY_WORK_AGAIN_MS) return false;
  if (record.security !== order.security || isOtherSide(record.side, order.side)) return false;
  // Records may lag behind the trades and behind our own edits, but not overnight.
  const overBefore = closedAt !== null && closedAt < startOfDay(at.today);
  if (isLess && (overBefore || at.wall - updatedAt > graceMs)) return false;
  if (!overBefore && at.database - lastOwnChangeAt <= graceMs) return true;
  const edited = requests.some(
    ({ kind, units }) => kind === 'Edit' && units !== null && compare(units, record.units) === 0,
  );
  return edited || compare(shown.units, order.units) === 0;
}
