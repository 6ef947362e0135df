import { differenceOf, type ChangedTrade } from './changed-trade.js';
import { isNothing, minus, sum, tradedOf, type Booked, type Executed } from './traded.js';

/**
 * A trade that the exchange shows otherwise than it is booked, and of which two people have said that
 * it stands. It explains the difference of its order number, when that number differs by nothing else:
 * what is explained is what two people have looked at, and no unit more.
 */
export interface Explanation {
  readonly breakId: string;
  readonly accountNumber: string;
  readonly security: string;
  readonly trade: ChangedTrade;
  readonly reasonCode: string | null;
  readonly text: string | null;
  /** Both names. */
  readonly closedBy: string | null;
}

/** Matched units of an order without executions, of which two people have said that they stay so. */
export interface AcceptedGap {
  readonly breakId: string;
  readonly orderId: string;
  readonly matchedUnits: string;
  readonly bookedUnits: string;
  readonly text: string | null;
  readonly closedBy: string | null;
}

/** The explanations that hold: those of order numbers which they explain to the last unit. */
export function holding(
  explanations: readonly Explanation[],
  booked: readonly Booked[],
  executed: readonly Executed[],
): readonly Explanation[] {
  const numbers = new Set(explanations.map(({ trade }) => trade.orderNumber));
  const held = [...numbers].filter((orderNumber) => {
    const is = (row: { readonly orderNumber: string }): boolean => row.orderNumber === orderNumber;
    const ours = booked.filter(is).map(tradedOf);
    const stated = explanations
      .filter(({ trade }) => is(trade))
      .map((one) => differenceOf(one.trade));
    const shown = executed.filter(is);
    return isNothing(minus(sum([...ours, ...stated]), sum(shown)));
  });
  return explanations.filter(({ trade }) => held.includes(trade.orderNumber));
}
