import { compare, multiply } from '../../../infra/decimal.js';
import type { ExternalOrder, ExternalOrderTrades } from '../../breaks/external-order.js';
import { seenBefore } from '../../order-numbers/first-seen.js';
import { isOtherSide, isSameAccount, type Order } from '../../order/order.js';

/*
 * Whether an order number can be that of one of our orders, by all that is known here of the number. Pure. People decide
 * whose a number is, but not against what the exchange has shown of it without saying so.
 */

export const FIT_FIELDS = ['side', 'security', 'units', 'price', 'account', 'firstSeen'] as const;

/** `price`: of its trades, against the limit. `firstSeen`: whether it was there before the order was sent. */
export type FitField = (typeof FIT_FIELDS)[number];

/** A number as an answer of the exchange first showed it. */
export interface SeenNumber {
  readonly tradingDate: string;
  readonly security: string;
  readonly side: string;
  readonly units: string | null;
  readonly accountNumber: string | null;
  readonly firstSeenAt: number;
  readonly notedEntry: number | null;
}

/** All that is known here of an order number that none of our orders has. */
export interface KnownNumber {
  readonly orderNumber: string;
  /** Several where the exchange has given it to several orders. */
  readonly seen: readonly SeenNumber[];
  /** As a list has shown it last; null: none has. */
  readonly shown: ExternalOrder | null;
  readonly traded: readonly ExternalOrderTrades[];
}

/** When the request that is looked for was first sent. */
export interface SentAs {
  readonly sentAt: number;
  readonly sentEntry: number | null;
  readonly isOfThisProcess: boolean;
}

export type FitOrder = Pick<Order, 'side' | 'security' | 'units' | 'price' | 'accountNumber'>;

export interface NumberTerms {
  readonly side: string;
  readonly security: string;
  readonly units: string | null;
}

export interface NumberFit {
  /** Null: nothing is known of the number. */
  readonly terms: NumberTerms | null;
  readonly fits: readonly FitField[];
  readonly differs: readonly FitField[];
}

/** `sent` null: it was never sent, or that does not matter. What is not known neither fits nor differs. */
export function fitOf(order: FitOrder, all: KnownNumber, sent: SentAs | null): NumberFit {
  const known = alikeIn(order, all);
  const terms = termsOf(known);
  const fits: FitField[] = [];
  const differs: FitField[] = [];
  const compared: Readonly<Record<FitField, boolean | null>> = {
    side: terms === null ? null : !isOtherSide(terms.side, order.side),
    security: terms === null ? null : terms.security === order.security,
    units: hasUnits(order, known, terms),
    price: isWithinLimit(order, known),
    account: isOfAccount(order, known),
    firstSeen: isNewer(known, sent),
  };
  for (const field of FIT_FIELDS) {
    if (compared[field] === true) fits.push(field);
    if (compared[field] === false) differs.push(field);
  }
  return { terms, fits, differs };
}

/** Of several orders that had the number only those of the order's side and security, if there are any. */
function alikeIn(order: FitOrder, known: KnownNumber): KnownNumber {
  const isAlike = ({ side, security }: Pick<NumberTerms, 'side' | 'security'>): boolean =>
    security === order.security && !isOtherSide(side, order.side);
  const seen = known.seen.filter(isAlike);
  const traded = known.traded.filter(isAlike);
  const shown = known.shown !== null && isAlike(known.shown) ? known.shown : null;
  const isNone = seen.length === 0 && traded.length === 0 && shown === null;
  return isNone ? known : { ...known, seen, traded, shown };
}

/** What nobody can link: an order never changes these, at the exchange or here. */
const NEVER_CHANGES: readonly FitField[] = ['side', 'security', 'account'];

export function neverChanges(differs: readonly FitField[]): readonly FitField[] {
  return differs.filter((field) => NEVER_CHANGES.includes(field));
}

/** What differs, for people. It names no client. */
export function differencesOf(
  order: FitOrder,
  { orderNumber, traded }: KnownNumber,
  { terms, differs }: NumberFit,
): readonly string[] {
  const words: Readonly<Record<FitField, string>> = {
    side: `${orderNumber} is ${terms?.side ?? ''} at the exchange, the order is ${order.side}`,
    security: `${orderNumber} is in ${terms?.security ?? ''}, the order is in ${order.security}`,
    units: `${orderNumber} has ${terms?.units ?? unitsTraded(traded)} units at the exchange, the order has ${order.units}`,
    price: `${orderNumber} traded beyond the limit of the order, ${order.price}`,
    account: `${orderNumber} is for another account`,
    firstSeen: `${orderNumber} was at the exchange before the order was sent`,
  };
  return differs.map((field) => words[field]);
}

function termsOf({ shown, seen, traded }: KnownNumber): NumberTerms | null {
  const all: readonly NumberTerms[] = [
    ...(shown === null ? [] : [shown]),
    ...seen,
    ...traded.map(({ side, security }) => ({ side, security, units: null })),
  ];
  const [first = null] = all;
  if (first === null) return null;
  const units = first.units ?? all.find((one) => one.units !== null)?.units ?? null;
  return { side: first.side, security: first.security, units };
}

function hasUnits(
  order: FitOrder,
  { traded }: KnownNumber,
  terms: NumberTerms | null,
): boolean | null {
  if (terms?.units != null) return compare(terms.units, order.units) === 0;
  if (traded.length === 0) return null;
  const compared = compare(unitsTraded(traded), order.units);
  if (compared > 0) return false;
  return compared === 0 ? true : null;
}

function unitsTraded(traded: readonly ExternalOrderTrades[]): string {
  const [first = '0', ...others] = traded.map(({ units }) => units);
  // A number trades on one day as a rule; of several the most is enough to compare.
  return others.reduce((most, units) => (compare(units, most) > 0 ? units : most), first);
}

/** Of each day's sum: whether it is worth no more, or for a SELL no less, than at the limit. */
function isWithinLimit({ side, price }: FitOrder, { traded }: KnownNumber): boolean | null {
  if (traded.length === 0) return null;
  return traded.every(({ units, value }) => {
    const compared = compare(value, multiply(units, price));
    return side === 'BUY' ? compared <= 0 : compared >= 0;
  });
}

function isOfAccount({ accountNumber }: FitOrder, { seen, traded }: KnownNumber): boolean | null {
  const accounts = [...traded, ...seen].flatMap((one) => one.accountNumber ?? []);
  if (accounts.length === 0) return null;
  return accounts.some((account) => isSameAccount(account, accountNumber));
}

function isNewer({ seen }: KnownNumber, sent: SentAs | null): boolean | null {
  if (sent === null || seen.length === 0) return null;
  const before = seen.map((one) => seenBefore(sent, one));
  if (before.includes('yes')) return false;
  return before.every((one) => one === 'no') ? true : null;
}
