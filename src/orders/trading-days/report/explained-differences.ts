import type { AccountNumber, Security, Units } from '../../../market/formats.js';
import type { ActorName, Id, Text } from '../../../infra/formats.js';
import { differenceOf, shownAs, type DisputedTrade } from '../../breaks/trade-difference.js';
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
 * out of the book, because it is another desk's.
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
 * A trade that was left out of the book explains itself where the reading has it. Other explanations count together, if
 * they explain what remains of their order number's difference to the last unit. `unbooked`: trades of our orders in the
 * reading that are not booked, as {@link shownAs} tells them apart.
 */
export function validExplanations(
  explanations: readonly Explanation[],
  { booked, executed, unbooked }: DayTraded,
): readonly Explanation[] {
  const isLeftOut = ({ trade }: Explanation): boolean =>
    trade.booked === null && unbooked.has(shownAs(trade, trade.shown));
  const numbers = new Set(
    explanations.flatMap(({ trade }) => (trade.booked === null ? [] : trade.orderNumber)),
  );
  const sums = new Map<string, Traded>([...numbers].map((number) => [number, NOTHING]));
  const count = (orderNumber: string, traded: Traded): void => {
    const before = sums.get(orderNumber);
    if (before !== undefined) sums.set(orderNumber, plus(before, traded));
  };
  for (const row of booked) count(row.orderNumber, tradedOf(row));
  for (const row of executed) count(row.orderNumber, minus(NOTHING, row));
  for (const one of explanations) {
    const { trade } = one;
    if (trade.booked !== null || isLeftOut(one)) count(trade.orderNumber, differenceOf(trade));
  }
  const explains = (one: Explanation): boolean => {
    const rest = sums.get(one.trade.orderNumber);
    return one.trade.booked === null ? isLeftOut(one) : rest !== undefined && isNothing(rest);
  };
  return explanations.filter(explains);
}

interface DayTraded {
  readonly booked: readonly Booked[];
  readonly executed: readonly Executed[];
  readonly unbooked: ReadonlySet<string>;
}
