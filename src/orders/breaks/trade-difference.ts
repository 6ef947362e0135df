import type { MatchingId, OrderNumber, Price, Units } from '../../market/formats.js';
import type { LagosDate } from '../../infra/formats.js';
import { canonical, compare, multiply, subtract } from '../../infra/decimal.js';

/** A booked execution that the exchange now shows differently, or no longer; see `fills/trade-corrections`. */
export interface TradeDifference {
  readonly tradeDate: LagosDate;
  readonly matchingId: MatchingId;
  readonly orderNumber: OrderNumber;
  /**
   * As the exchange spells it.
   * @example "BUY"
   */
  readonly side: string;
  /** The trading day whose trades were asked for. */
  readonly shownFor: LagosDate;
  /** As it is booked. */
  readonly booked: TradeTerms;
  /** As the exchange shows it now; null: it is no longer shown. */
  readonly shown: TradeTerms | null;
}

/** An execution that is shown and not booked, because it may repeat a booked one; see `fills/possible-copies`. */
export interface UnbookedTrade extends Omit<TradeDifference, 'booked' | 'shown'> {
  /** It is not booked. */
  readonly booked: null;
  /** As the exchange shows it. */
  readonly shown: TradeTerms;
  /** Its quantities do not agree, so that it can only be kept out of the book; absent: they agree. */
  readonly isUnclear?: boolean;
}

/** The execution that a break is about. */
export type DisputedTrade = TradeDifference | UnbookedTrade;

/** Whole units, and a price in Naira. */
export interface TradeTerms {
  readonly units: Units;
  readonly price: Price;
}

const NO_TERMS: TradeTerms = { units: '0', price: '0' };

export function sameTrade(a: TradeTerms, b: TradeTerms): boolean {
  // Fast path: mostly the strings are equal.
  if (a.units === b.units && a.price === b.price) return true;
  return compare(a.units, b.units) === 0 && compare(a.price, b.price) === 0;
}

export function tradeDifference(
  fill: Omit<TradeDifference, 'booked' | 'shown'> & TradeTerms,
  shown: TradeTerms | null,
): TradeDifference {
  const { tradeDate, matchingId, orderNumber, side, shownFor, units, price } = fill;
  return {
    tradeDate, matchingId, orderNumber, side, shownFor, booked: { units, price },
    shown: shown === null ? null : { units: shown.units, price: shown.price },
  }; // prettier-ignore
}

export function unbookedTrade(
  row: Omit<UnbookedTrade, 'booked' | 'shown'> & TradeTerms,
): UnbookedTrade {
  const { tradeDate, matchingId, orderNumber, side, shownFor, units, price } = row;
  return {
    tradeDate, matchingId, orderNumber, side, shownFor, booked: null, shown: { units, price },
  }; // prettier-ignore
}

/** What is shown minus what is booked. */
export function differenceOf({ booked, shown }: DisputedTrade): {
  readonly executions: number;
  readonly units: string;
  readonly value: string;
} {
  const there = shown ?? NO_TERMS;
  const held = booked ?? NO_TERMS;
  return {
    executions: (shown === null ? 0 : 1) - (booked === null ? 0 : 1),
    units: subtract(there.units, held.units),
    value: subtract(multiply(there.units, there.price), multiply(held.units, held.price)),
  };
}

/** A trade as it is shown. */
export function shownAs(trade: KeyedTrade, { units, price }: TradeTerms): string {
  return `${keyOfTrade(trade)} ${canonical(units)} at ${canonical(price)}`;
}

/** What tells a trade from others. */
export type KeyedTrade = Pick<TradeDifference, 'tradeDate' | 'matchingId' | 'orderNumber' | 'side'>;

export function keyOfTrade(trade: KeyedTrade): string {
  return JSON.stringify([trade.tradeDate, trade.matchingId, trade.orderNumber, trade.side]);
}

/** One break for each way in which the trade is shown. */
export function keyOfDifference(trade: TradeDifference): string {
  const { shown } = trade;
  return `${keyOfTrade(trade)} ${shown === null ? 'gone' : `${shown.units} at ${shown.price}`}`;
}
