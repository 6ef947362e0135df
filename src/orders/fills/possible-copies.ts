import { keyOfTrade, unbookedTrade, type UnbookedTrade } from '../breaks/trade-difference.js';
import { add, canonical, compare, subtract } from '../../infra/decimal.js';
import { identityConflict } from './executions.js';
import { noteTradesDiffer } from '../order/evidence/matched-certainty.js';
import { OrderChangeDraft } from '../order/changes/order-change-draft.js';
import type { ExecutionEvidence } from '../order/evidence/evidence.js';
import type { OrderChange, Moment, Order, OrderState } from '../order/order.js';

/**
 * The interface does not say that a trade has only one matching id. A row that equals another except for its
 * id may be a second trade, or the first one repeated. Pure.
 *   - It is booked once all rows of an answer together make what a record shows as matched, or with the pending
 *     units the order. Until then it waits, and the order is uncertain.
 *   - No row is booked that would make traded and pending units exceed the order: somebody else may have changed its
 *     units, which only people know where no record shows the order any more.
 *   - A row that does not show what it leaves may be later than all that show something, and leave nothing. Beside them it
 *     is booked once it and they together make what a record shows as matched.
 *   - A break opens if it still waits at the next answer, and at once if it cannot be a second trade. Two people may
 *     have it booked, or close the break: then it is a copy.
 */

/** What an answer shows under one order number. */
export interface RowsOfNumber {
  /** Keys of the rows that equal an earlier or a booked one. */
  readonly copies: ReadonlySet<string>;
  /** The least pending units of any row; null: none shows them. */
  readonly leastPending: string | null;
  /** Booked units of rows that do not show what they left: they may have been traded after all others. */
  readonly withoutPendingUnits: string;
}

/**
 * `rows`: all rows of the number in the answer; `fresh`: keys of those not booked yet; `excluded`: rows that people have
 * excluded, which may be repeated all the same.
 */
export function rowsOfNumber(
  rows: readonly ExecutionEvidence[],
  fresh: ReadonlySet<string>,
  excluded: readonly ExecutionEvidence[] = [],
): RowsOfNumber {
  const first = new FirstRows();
  for (const row of excluded) first.keyLike(row);
  const booked = rows.filter((row) => !fresh.has(keyOfTrade(row)));
  const copies = new Set<string>();
  let leastPending: string | null = null;
  // The one that shows what it leaves can be held against the order, so a copy is the one that does not.
  const whole = rows.filter(({ pendingUnits }) => pendingUnits !== null);
  const others = rows.filter(({ pendingUnits }) => pendingUnits === null);
  for (const row of [...booked, ...whole, ...others]) {
    const { pendingUnits } = row;
    if (pendingUnits !== null && (leastPending === null || compare(pendingUnits, leastPending) < 0))
      leastPending = pendingUnits;
    const key = keyOfTrade(row);
    const other = first.keyLike(row);
    if (other !== key && fresh.has(key)) copies.add(key);
  }
  return { copies, leastPending, withoutPendingUnits: unitsWithoutPending(booked) };
}

function unitsWithoutPending(rows: readonly ExecutionEvidence[]): string {
  const withoutPending = rows.filter(({ pendingUnits }) => pendingUnits === null);
  const once = new Map(withoutPending.map((row) => [keyOfTrade(row), row.units]));
  return [...once.values()].reduce(add, '0');
}

/** What is pending is compared only where both rows show it. */
class FirstRows {
  private readonly firsts = new Map<string, string>();
  private readonly firstsOfAny = new Map<string, string>();

  /** The key of the first row that equals this one except for its id; its own if there was none. */
  keyLike(row: ExecutionEvidence): string {
    const key = keyOfTrade(row);
    const content = contentOf(row);
    const withoutPending = contentOf({ ...row, pendingUnits: null });
    const among = content === withoutPending ? this.firstsOfAny : this.firsts;
    const other = this.firsts.get(content) ?? among.get(withoutPending) ?? key;
    if (!this.firsts.has(content)) this.firsts.set(content, key);
    if (!this.firstsOfAny.has(withoutPending)) this.firstsOfAny.set(withoutPending, key);
    return other;
  }
}

function contentOf(row: ExecutionEvidence): string {
  const { tradeDate, side, security, units, price, matchedUnits, pendingUnits, accountNumber } =
    row;
  const numbers = [units, price, matchedUnits, pendingUnits].map((one) =>
    one === null ? null : canonical(one),
  );
  return JSON.stringify([tradeDate, side, security, accountNumber, ...numbers]);
}

/** A row that is not booked yet. */
export interface Held {
  readonly row: ExecutionEvidence;
  readonly isCopy: boolean;
  /** With it, traded and pending units would exceed the order. A row that is neither this nor a copy waits for a record. */
  readonly exceedsUnits: boolean;
}

export interface Admitted {
  readonly admitted: readonly ExecutionEvidence[];
  readonly held: readonly Held[];
}

/** Decides which fresh rows to book; `unitsAtMost`: the most units that the order may have at the exchange. */
export function admit(
  { units, filledUnits, matchedUnits }: Pick<Order, 'units' | 'filledUnits' | 'matchedUnits'>,
  fresh: readonly ExecutionEvidence[],
  { copies, leastPending, withoutPendingUnits }: RowsOfNumber,
  unitsAtMost: string,
): Admitted {
  const isCopy = (row: ExecutionEvidence): boolean => copies.has(keyOfTrade(row));
  const left = leastPending ?? '0';
  const isPending = compare(left, '0') > 0;
  const traded = totalOf(fresh, filledUnits);
  const areTrades =
    compare(traded, matchedUnits) === 0 || (isPending && compare(add(traded, left), units) === 0);
  const isWithoutPending = ({ pendingUnits }: ExecutionEvidence): boolean =>
    isPending && pendingUnits === null;
  const unique = fresh.filter((one) => !isCopy(one));
  const withoutPending = unique.filter(isWithoutPending);
  const withPending = unique.filter((one) => !isWithoutPending(one));
  const admitted: ExecutionEvidence[] = [];
  const held: Held[] = [];
  let booked = filledUnits;
  let later = isPending ? withoutPendingUnits : '0';
  let areLast = false;
  for (const row of [...withPending, ...withoutPending, ...fresh.filter(isCopy)]) {
    // What is traded after the row that leaves the least takes from what that one leaves.
    if (row === withoutPending[0])
      areLast = compare(totalOf(withoutPending, booked), matchedUnits) === 0;
    const after = add(booked, row.units);
    const afterLeast = isWithoutPending(row) ? add(later, row.units) : later;
    const isTooMuch =
      compare(after, unitsAtMost) > 0 ||
      compare(add(subtract(after, afterLeast), left), unitsAtMost) > 0;
    const exceedsUnits = isTooMuch && (isPending || isCopy(row));
    const isProven = isCopy(row) ? areTrades : areLast || !isWithoutPending(row);
    if (exceedsUnits || !isProven) {
      held.push({ row, isCopy: isCopy(row), exceedsUnits });
    } else {
      admitted.push(row);
      booked = after;
      later = afterLeast;
    }
  }
  return { admitted, held };
}

function totalOf(rows: readonly ExecutionEvidence[], besides: string): string {
  return rows.reduce((sum, row) => add(sum, row.units), besides);
}

/** Makes the order uncertain and opens the breaks of the rows that are not booked. */
export function reportHeld(
  state: OrderState,
  held: readonly Held[],
  day: string,
  at: Moment,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const { units, filledUnits, tradesDifferOn } = state.order;
  const copies = held.filter(({ isCopy }) => isCopy);
  const [first] = copies;
  if (first !== undefined) {
    const { matchingId, units: traded, price } = first.row;
    const more = copies.length === 1 ? '' : `, and ${copies.length - 1} more like it`;
    const why = `the trade ${matchingId} of ${traded} at ${price} equals another except for its matching id${more}: nothing proves that it is a second trade, so it is not booked`;
    const isDue = tradesDifferOn !== null || copies.some(({ exceedsUnits }) => exceedsUnits);
    if (isDue) {
      draft.openBreak({
        type: 'FillMismatch',
        kind: 'PossibleCopy',
        detail: why,
        lasting: true,
        ...bookable(state, first.row),
      });
    }
    noteTradesDiffer(draft, day, why);
  }
  for (const { row, exceedsUnits } of held.filter(({ isCopy }) => !isCopy)) {
    const { matchingId, units: traded, price, pendingUnits } = row;
    const leaves =
      pendingUnits === null
        ? 'does not show what it leaves pending, other trades leave more'
        : `leaves ${pendingUnits} pending`;
    const detail = `the trade ${matchingId} of ${traded} at ${price} ${leaves}, ${filledUnits} are booked, and the order has ${units}: it is not booked`;
    const finding = { type: 'FillMismatch', kind: 'InvalidRow', key: matchingId, detail } as const;
    // A record or further rows may prove it yet.
    if (exceedsUnits || tradesDifferOn !== null)
      draft.openBreak({ ...finding, ...bookable(state, row) });
    noteTradesDiffer(draft, day, detail);
  }
  return draft.change();
}

/** What two people may book; nobody can book a row of another client, side or security on this order. */
function bookable(state: OrderState, row: ExecutionEvidence): { readonly trade?: UnbookedTrade } {
  return identityConflict(state, [row]) === null ? { trade: unbookedTrade(row) } : {};
}

/** Rows of an order number that stand again, equal in everything. */
export interface EqualRows {
  /** Units of those beside the first. */
  readonly units: string;
  readonly leastPending: string | null;
}

/**
 * Whether equal rows may be trades of their own under one matching id: what is booked and left makes less than the
 * order, and they explain the rest.
 */
export function mayBeSeveral(
  { units, filledUnits }: Pick<Order, 'units' | 'filledUnits'>,
  { units: extra, leastPending }: EqualRows,
): boolean {
  if (leastPending === null || compare(leastPending, '0') <= 0) return false;
  const missing = subtract(units, add(filledUnits, leastPending));
  return compare(missing, '0') > 0 && compare(missing, extra) <= 0;
}

/** The order is not certain; people are told when the next answer shows the same. */
export function reportEqual(
  state: OrderState,
  shown: EqualRows,
  day: string,
  at: Moment,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const { units, filledUnits, tradesDifferOn } = state.order;
  const detail = `equal rows with one matching id may be several trades: ${shown.leastPending ?? 'nothing'} of ${units} units are pending, and ${filledUnits} are booked`;
  if (tradesDifferOn !== null) {
    draft.openBreak({ type: 'FillMismatch', kind: 'PossibleCopy', detail });
  }
  noteTradesDiffer(draft, day, detail);
  return draft.change();
}
