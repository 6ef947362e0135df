import type { AccountNumber, Security, Units } from '../../../market/formats.js';
import type { ActorName, Id, Text } from '../../../infra/formats.js';
import { differenceOf, type DisputedTrade } from '../../breaks/trade-difference.js';
import {
  isNothing,
  minus,
  NOTHING,
  plus,
  tradedOf,
  type Booked,
  type Executed,
  type Traded,
} from '../traded.js';

/**
 * Two people have accepted a trade as booked although the exchange shows it differently, or left one that it shows
 * out of the book: a copy, or another desk's. That explains the difference of its order number only if the number
 * differs by nothing else.
 */
export interface Explanation {
  readonly breakId: Id;
  readonly accountNumber: AccountNumber;
  readonly security: Security;
  /** The trade, as booked and as shown. */
  readonly trade: DisputedTrade;
  /**
   * Why.
   * @example "Explained"
   */
  readonly reasonCode: string | null;
  /** Why, in their words. */
  readonly text: Text | null;
  /** Both names. */
  readonly closedBy: ActorName | null;
}

/** Two people have accepted that an order has more matched units than booked executions. */
export interface AcceptedGap {
  readonly breakId: Id;
  readonly orderId: Id;
  /** What the exchange says is matched. */
  readonly matchedUnits: Units;
  /** What of it is booked. */
  readonly bookedUnits: Units;
  /** Why, in their words. */
  readonly text: Text | null;
  /** Both names. */
  readonly closedBy: ActorName | null;
}

/**
 * The explanations of order numbers whose difference they explain to the last unit; for a number that they do not,
 * those without the trades that were left out of the book, which the exchange may show no more.
 */
export function validExplanations(
  explanations: readonly Explanation[],
  booked: readonly Booked[],
  executed: readonly Executed[],
): readonly Explanation[] {
  const all = explaining(explanations, booked, executed);
  const explained = new Set(all.map(({ trade }) => trade.orderNumber));
  const others = explanations.filter(
    ({ trade }) => trade.booked !== null && !explained.has(trade.orderNumber),
  );
  const valid = new Set([...all, ...explaining(others, booked, executed)]);
  return explanations.filter((one) => valid.has(one));
}

function explaining(
  explanations: readonly Explanation[],
  booked: readonly Booked[],
  executed: readonly Executed[],
): readonly Explanation[] {
  const sums = new Map<string, Traded>();
  const count = (orderNumber: string, traded: Traded): void => {
    const before = sums.get(orderNumber);
    if (before !== undefined) sums.set(orderNumber, plus(before, traded));
  };
  for (const { trade } of explanations) sums.set(trade.orderNumber, NOTHING);
  for (const { trade } of explanations) count(trade.orderNumber, differenceOf(trade));
  for (const row of booked) count(row.orderNumber, tradedOf(row));
  for (const row of executed) count(row.orderNumber, minus(NOTHING, row));
  return explanations.filter(({ trade }) => isNothing(sums.get(trade.orderNumber) ?? NOTHING));
}
