import { startOfDay } from '../../market/trading-day.js';
import { DAY_ORDER } from './day-end.js';
import { compare } from './decimal.js';
import type { RecordEvidence } from './evidence.js';
import { couldBe, type Terms } from './external.js';
import type { Moment, Order, OrderState } from './order.js';
import { quantitiesOf } from './quantities.js';
import { isOtherSide } from './search.js';

/**
 * Whether an order still has its number on a later day. An exchange may begin its numbers again ("not
 * shown" in the vendor's interface):
 *   - what was over before a day has no number on it: that is free, and may be anybody's;
 *   - a day order that is not known to have ended before a later day cannot well live on it: whether
 *     the number is still its own nobody can tell;
 *   - then a record of that day is its own only when all that it shows is the order's.
 */
export type Hold = 'surely' | 'perhaps' | 'no more';

export type Life = Pick<Order, 'timeInForce' | 'tradingDate' | 'closedAt'>;

/** What ended longer ago than any holidays take does not work again. */
const REMEMBERED_MS = 30 * 24 * 3_600_000;

export function holdOn({ timeInForce, tradingDate, closedAt }: Life, day: string): Hold {
  if (tradingDate >= day) return 'surely';
  if (closedAt !== null && closedAt < startOfDay(day)) return 'no more';
  return timeInForce === DAY_ORDER ? 'perhaps' : 'surely';
}

/** The order of an earlier day that has, or had, a number. */
export interface Earlier extends Terms {
  readonly accountNumber: string;
  /** It has ended, as far as we know. */
  readonly isOver: boolean;
}

/**
 * Whose a row under a number is, by what is known of the order of ours that was given it last:
 * `theirs` of that order, `doubt` of it or of another, `free` of another.
 */
export type Claim = 'theirs' | 'doubt' | 'free';

/** `earlier`: null for an order that was given it on the day of the row. */
export function claimOf(
  holder: { readonly holds: Hold; readonly earlier: Earlier | null } | undefined,
  row: Terms,
): Claim {
  if (holder === undefined) return 'free';
  const { holds, earlier } = holder;
  if (earlier === null) return 'theirs';
  const fits = couldBe(earlier, row);
  if (holds === 'surely') return fits ? 'theirs' : 'doubt';
  return fits || !earlier.isOver ? 'doubt' : 'free';
}

/** The same of a row of the day's trades. */
export function claimOfTrade(
  holder: { readonly holds: Hold; readonly earlier: Earlier | null } | undefined,
  row: { readonly security: string; readonly side: string; readonly accountNumber: string | null },
): Claim {
  if (holder === undefined || holder.holds === 'no more') return 'free';
  const { holds, earlier } = holder;
  if (earlier === null) return 'theirs';
  const { accountNumber } = row;
  const fits =
    row.security === earlier.security &&
    !isOtherSide(row.side, earlier.side) &&
    (accountNumber === null || accountNumber === earlier.accountNumber);
  if (holds === 'surely') return fits ? 'theirs' : 'doubt';
  return fits ? 'doubt' : 'free';
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

/** Whether a record of today, under the order's number, can be the order's. */
export function isItsRecord(
  { order, requests }: OrderState,
  record: Pick<RecordEvidence, 'security' | 'side' | 'units' | 'matchedUnits'> &
    Partial<Pick<RecordEvidence, 'pendingUnits' | 'statusWord'>>,
  at: Moment,
  settleMs: number,
): boolean {
  if (holdOn(order, at.today) === 'surely') return true;
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
