import { compare, divide, multiply, subtract, type Decimal } from '../../infra/decimal.js';
import type { Money, Percent } from '../../market/formats.js';
import type { Side } from '../order/order.js';
import type { Quote } from './quotes.js';

/** Prices of averages have this many decimals, and percentages. */
const PLACES = 4;

/** What the executions of an order cost the client, against what the market showed. */
export interface ExecutionQuality {
  /**
   * A buyer pays the offer and a seller gets the bid: how much better than that the average execution was, in Naira a
   * unit. Below zero: worse.
   */
  readonly improvement: Money;
  /** Of that quote. */
  readonly improvementPercent: Percent;
}

/** Null: nothing was executed, or there is no price to compare with. */
export function qualityAgainst(
  side: Side,
  averagePrice: Decimal | null,
  quote: Pick<Quote, 'bid' | 'offer'> | null,
): ExecutionQuality | null {
  const shown = side === 'BUY' ? (quote?.offer ?? null) : (quote?.bid ?? null);
  return averagePrice === null ? null : better(side, averagePrice, shown);
}

/** The same against any price, such as the average of the day. */
export function better(
  side: Side,
  averagePrice: Decimal,
  price: Decimal | null,
): ExecutionQuality | null {
  // Before there is an order on that side, exchanges show 0 or nothing.
  if (price === null || compare(price, '0') <= 0) return null;
  const improvement =
    side === 'BUY' ? subtract(price, averagePrice) : subtract(averagePrice, price);
  return { improvement, improvementPercent: divide(multiply(improvement, '100'), price, PLACES) };
}
