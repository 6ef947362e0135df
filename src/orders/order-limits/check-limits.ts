import { compare, divide, larger, multiply, subtract, type Decimal } from '../../infra/decimal.js';
import type { Refusal } from '../order/requests/refusal.js';

/** The pre-trade limits that the firm, a key or an account has for one order or edit. Null: none. */
export interface OrderLimits {
  /** Naira: units times limit price. */
  readonly orderValue: Decimal | null;
  readonly orderUnits: Decimal | null;
  /** Percent of the last price, in both directions. */
  readonly priceBand: Decimal | null;
}

export type LimitOwner = 'firm' | 'key' | 'account';

export interface LimitInForce {
  readonly most: Decimal;
  readonly owner: LimitOwner;
}

/** Of each limit the smallest that anybody has. */
export type LimitsInForce = Readonly<Record<keyof OrderLimits, LimitInForce | null>>;

export interface LimitedTerms {
  readonly units: Decimal;
  readonly price: Decimal;
}

export type LimitName = 'LIMIT_ORDER_VALUE' | 'LIMIT_ORDER_UNITS' | 'LIMIT_PRICE_BAND';

export interface LimitBreach {
  readonly limit: LimitName;
  readonly field: 'units' | 'price';
  readonly owner: LimitOwner;
  readonly most: Decimal;
  /** Null when it cannot be told, because no last price is known. */
  readonly actual: Decimal | null;
  readonly message: string;
}

export interface LimitRefusal extends Refusal {
  readonly terms: LimitedTerms;
  readonly lastPrice: Decimal | null;
  readonly breaches: readonly LimitBreach[];
}

/** Decimals of the distance from the last price, where it is shown; it is compared exactly. */
const PERCENT_PLACES = 6;

/** Of equal limits that of the first owner is named. */
export function smallestLimits(
  owners: readonly (readonly [LimitOwner, OrderLimits])[],
): LimitsInForce {
  const smallest = (name: keyof OrderLimits): LimitInForce | null =>
    owners.reduce<LimitInForce | null>((least, [owner, { [name]: most }]) => {
      const isSmaller = most !== null && (least === null || compare(most, least.most) < 0);
      return isSmaller ? { most, owner } : least;
    }, null);
  return {
    orderValue: smallest('orderValue'),
    orderUnits: smallest('orderUnits'),
    priceBand: smallest('priceBand'),
  };
}

/** Null if the terms are within all limits. Without a last price the band cannot be checked, which refuses too. */
export function checkPreTradeLimits(
  terms: LimitedTerms,
  limits: LimitsInForce,
  lastPrice: Decimal | null,
): LimitRefusal | null {
  const { units, price } = terms;
  const breaches: LimitBreach[] = [];
  const { orderUnits, orderValue, priceBand } = limits;
  if (orderUnits !== null && compare(units, orderUnits.most) > 0) {
    const message = `must be at most ${orderUnits.most} (${nameOf('LIMIT_ORDER_UNITS', orderUnits)})`;
    breaches.push({ limit: 'LIMIT_ORDER_UNITS', field: 'units', ...orderUnits, actual: units, message }); // prettier-ignore
  }
  const value = multiply(units, price);
  if (orderValue !== null && compare(value, orderValue.most) > 0) {
    const message = `times price is ${value} Naira, and must be at most ${orderValue.most} (${nameOf('LIMIT_ORDER_VALUE', orderValue)})`;
    breaches.push({ limit: 'LIMIT_ORDER_VALUE', field: 'units', ...orderValue, actual: value, message }); // prettier-ignore
  }
  if (priceBand !== null && lastPrice !== null) {
    const outside = outsideBand(price, priceBand, lastPrice);
    if (outside !== null) breaches.push(outside);
  }
  if (breaches.length > 0) {
    const detail = `${breaches.map(({ field, message }) => `${field} ${message}`).join('; ')}.`;
    return { refusal: 'limit-exceeded', detail, terms, lastPrice, breaches };
  }
  return priceBand === null || lastPrice !== null ? null : withoutLastPrice(terms, priceBand);
}

/**
 * Whether an edit only takes units away. Like a cancel, such an edit is never limited: it must stay possible
 * after the market has moved away from the price, or a limit was lowered.
 */
export function onlyReduces(asked: LimitedTerms, present: LimitedTerms): boolean {
  return compare(asked.units, present.units) <= 0 && compare(asked.price, present.price) === 0;
}

function nameOf(limit: LimitName, { owner }: LimitInForce): string {
  return owner === 'firm' ? limit : `${limit} of the ${owner}`;
}

function outsideBand(price: Decimal, band: LimitInForce, lastPrice: Decimal): LimitBreach | null {
  const { most } = band;
  const difference = subtract(price, lastPrice);
  const distance = multiply(larger(difference, subtract('0', difference)), '100');
  if (compare(distance, multiply(most, lastPrice)) <= 0) return null;
  const actual = divide(distance, lastPrice, PERCENT_PLACES);
  const message = `is ${actual} % away from the last price, ${lastPrice}, and must be at most ${most} % away (${nameOf('LIMIT_PRICE_BAND', band)})`;
  return { limit: 'LIMIT_PRICE_BAND', field: 'price', ...band, actual, message };
}

function withoutLastPrice(terms: LimitedTerms, band: LimitInForce): LimitRefusal {
  const message = `cannot be checked against ${nameOf('LIMIT_PRICE_BAND', band)} (${band.most} %): no last price of the security is known`;
  return {
    refusal: 'last-price-unknown',
    detail: `price ${message}.`,
    terms,
    lastPrice: null,
    breaches: [{ limit: 'LIMIT_PRICE_BAND', field: 'price', ...band, actual: null, message }],
  };
}
