import { keyOfTrade } from '../breaks/trade-difference.js';
import { add, canonical, compare } from '../../infra/decimal.js';
import { noteTradesDiffer } from '../order/matched-doubt.js';
import { OrderChange } from '../order/order-change.js';
import type { ExecutionEvidence } from '../order/evidence.js';
import type { Change, Moment, Order, OrderState } from '../order/order.js';

/**
 * Nothing in the document says that a trade stands in the rows under one matching id only. A row that reads like
 * another but for its id may be a second trade or the first once more. Pure.
 *   - It is booked once a record shows that more is matched than is booked without it, or when all that the rows
 *     show as traded and what they show as pending make up the order. Until then it waits, and the order is not
 *     certain.
 *   - No row is booked that makes more of the order than it can have: what is traded and what is left.
 *   - A person is told of what still waits at the next answer, and at once of what cannot be a second trade.
 */

/** What an answer shows of the rows of an order number. */
export interface RowsOfNumber {
  /** By their keys, those that read like a row before them, or one that is booked. */
  readonly copies: ReadonlySet<string>;
  /** The least that any of them shows as pending; null: none shows it. */
  readonly leastPending: string | null;
}

/** `rows`: all of the number in the answer; `fresh`: by their keys, those of which nothing is booked. */
export function rowsOfNumber(
  rows: readonly ExecutionEvidence[],
  fresh: ReadonlySet<string>,
): RowsOfNumber {
  const first = new Map<string, string>();
  const booked = rows.filter((row) => !fresh.has(keyOfTrade(row)));
  const copies = new Set<string>();
  let leastPending: string | null = null;
  for (const row of [...booked, ...rows]) {
    const { pendingUnits } = row;
    if (pendingUnits !== null && (leastPending === null || compare(pendingUnits, leastPending) < 0))
      leastPending = pendingUnits;
    const [key, reading] = [keyOfTrade(row), readingOf(row)];
    const other = first.get(reading);
    if (other === undefined) first.set(reading, key);
    else if (other !== key && fresh.has(key)) copies.add(key);
  }
  return { copies, leastPending };
}

function readingOf(row: ExecutionEvidence): string {
  const { tradeDate, side, security, units, price, matchedUnits, pendingUnits, accountNumber } =
    row;
  const numbers = [units, price, matchedUnits, pendingUnits].map((one) =>
    one === null ? null : canonical(one),
  );
  return JSON.stringify([tradeDate, side, security, accountNumber, ...numbers]);
}

/** A row that waits. */
export interface Held {
  readonly row: ExecutionEvidence;
  readonly isCopy: boolean;
  /** With it more would be traded and left than the order can have. */
  readonly isBeyond: boolean;
}

export interface Admitted {
  readonly admitted: readonly ExecutionEvidence[];
  readonly held: readonly Held[];
}

/** Which of the fresh rows are booked; `unitsAtMost`: what the order may have at the exchange. */
export function admit(
  { units, filledUnits, matchedUnits }: Pick<Order, 'units' | 'filledUnits' | 'matchedUnits'>,
  fresh: readonly ExecutionEvidence[],
  { copies, leastPending }: RowsOfNumber,
  unitsAtMost: string,
): Admitted {
  const isCopy = (row: ExecutionEvidence): boolean => copies.has(keyOfTrade(row));
  const left = leastPending ?? '0';
  const isPending = compare(left, '0') > 0;
  const all = fresh.reduce((sum, row) => add(sum, row.units), add(filledUnits, left));
  const proven = isPending && compare(all, units) === 0 ? units : matchedUnits;
  const admitted: ExecutionEvidence[] = [];
  const held: Held[] = [];
  let traded = filledUnits;
  // What is proven is first of all what reads like no other.
  for (const row of [...fresh.filter((one) => !isCopy(one)), ...fresh.filter(isCopy)]) {
    const after = add(traded, row.units);
    const isTooMuch = compare(add(after, left), unitsAtMost) > 0;
    const isBeyond = isTooMuch && (isPending || isCopy(row));
    if (isBeyond || (isCopy(row) && compare(after, proven) > 0)) {
      held.push({ row, isCopy: isCopy(row), isBeyond });
    } else {
      admitted.push(row);
      traded = after;
    }
  }
  return { admitted, held };
}

/** What waits for a record that proves it, or that a person has to see. */
export function tellHeld(
  state: OrderState,
  held: readonly Held[],
  day: string,
  at: Moment,
): Change {
  const draft = new OrderChange(state, at);
  const { units, filledUnits, tradesDifferOn } = state.order;
  const copies = held.filter(({ isCopy }) => isCopy);
  const [first] = copies;
  if (first !== undefined) {
    const { matchingId, units: traded, price } = first.row;
    const more = copies.length === 1 ? '' : `, and ${copies.length - 1} more like it`;
    const why = `the trade ${matchingId} of ${traded} at ${price} reads like another but for its matching id${more}: nothing shows that both were done, and it is not booked`;
    const isTold = tradesDifferOn !== null || copies.some(({ isBeyond }) => isBeyond);
    if (isTold) draft.openBreak({ type: 'FillMismatch', kind: 'PossibleCopy', detail: why });
    noteTradesDiffer(draft, day, why);
  }
  for (const { row } of held.filter(({ isCopy }) => !isCopy)) {
    const { matchingId, units: traded, price, pendingUnits } = row;
    const detail = `the trade ${matchingId} of ${traded} at ${price} leaves ${pendingUnits ?? 'nothing'} pending, ${filledUnits} are booked, and the order has ${units}: it is not booked`;
    draft.openBreak({ type: 'FillMismatch', kind: 'InvalidRow', key: matchingId, detail });
    noteTradesDiffer(draft, day, detail);
  }
  return draft.change();
}
