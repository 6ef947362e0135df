import {
  decimalField,
  field,
  isRecord,
  parseWire,
  textField,
  type Wire,
  type WireRecord,
} from '../infra/exchange/schema/wire.js';
import type { Call } from './courier.js';

/**
 * Prices at which nobody trades with our orders: far below the market, yet inside the usual price band
 * (10 % around the last close); and, to cross our own orders, strictly between the best bid and the best
 * offer. Whole kobo.
 */
export interface ProbePrices {
  readonly security: string;
  /** Far enough below the market to rest. */
  readonly restPrice: string;
  readonly editPrice: string;
  /** Null: there is no room between bid and offer. */
  readonly crossPrice: string | null;
  /** What the prices were derived from. */
  readonly basis: string;
}

/** In kobo; null where the exchange shows nothing. */
export interface Prices {
  readonly security: string;
  readonly base: bigint;
  readonly last: bigint;
  readonly bid: bigint | null;
  readonly offer: bigint | null;
}

const PERCENT = 100n;
/** Of the base. */
const REST_AT_MOST = 95n;
const EDIT_BELOW = 1n;
const BAND_LOW = 91n;
const CROSS_AT_MOST = 105n;
const CROSS_AT_LEAST = 96n;
/** Of the best bid and of the last price. */
const BELOW_MARKET = 97n;
const CHEAP = 500n;
const COARSE = 5n;

/** The prices in a row of live company data; null when it shows none to go by. */
export function pricesOf(row: WireRecord): Prices | null {
  const security = textField(row, 'Company');
  const last = positive(row, 'CurrentPrice');
  const base = positive(row, 'ClosingPrice') ?? last;
  if (security === null || base === null) return null;
  const [bid, offer] = [positive(row, 'Bid'), positive(row, 'Offer')];
  return { security, base, last: last ?? base, bid, offer };
}

/** Narrows bid and offer by the order book. */
export function withBook(prices: Prices, call: Call): Prices {
  const { reply } = call;
  const body = reply.kind === 'Reply' && reply.status === 200 ? parseWire(reply.body) : undefined;
  const book = isRecord(body) ? field(body, 'order_book') : undefined;
  if (!isRecord(book)) return prices;
  const bids = [...levels(field(book, 'bids')), ...some(prices.bid)];
  const offers = [...levels(field(book, 'asks')), ...some(prices.offer)];
  return {
    ...prices,
    bid: bids.reduce<bigint | null>(
      (best, one) => (best === null || one > best ? one : best),
      null,
    ),
    offer: offers.reduce<bigint | null>(
      (best, one) => (best === null || one < best ? one : best),
      null,
    ),
  };
}

/** Null when no price is both far enough from the market and safely inside the band. */
export function probePricesOf(prices: Prices): ProbePrices | null {
  const { security, base, last, bid, offer } = prices;
  const step = tickOf(prices);
  const market = least([last, ...some(bid), ...some(offer)]);
  const rest = down(least([share(base, REST_AT_MOST), share(market, BELOW_MARKET)]), step);
  const edit = down(rest - most([share(base, EDIT_BELOW), step]), step);
  if (edit < share(base, BAND_LOW)) return null;
  const roof = offer === null ? share(base, CROSS_AT_MOST) : offer - step;
  const cross = down(least([roof, share(base, CROSS_AT_MOST)]), step);
  const floor = most([share(base, CROSS_AT_LEAST), bid === null ? 0n : bid + 1n]);
  return {
    security,
    restPrice: naira(rest),
    editPrice: naira(edit),
    crossPrice: cross >= floor ? naira(cross) : null,
    basis: `close ${naira(base)}, last ${naira(last)}, bid ${shown(bid)}, offer ${shown(offer)}`,
  };
}

/** The coarsest tick that no seen price contradicts: tick sizes are not documented. */
function tickOf({ base, last, bid, offer }: Prices): bigint {
  const seen = [base, last, ...some(bid), ...some(offer)];
  return base >= CHEAP && seen.every((price) => price % COARSE === 0n) ? COARSE : 1n;
}

/** The least traded first; low prices, whose ticks are relatively coarse, last. */
export function quietestFirst(rows: readonly WireRecord[]): readonly Prices[] {
  const rank = (one: Prices): number =>
    (one.base < CHEAP ? 4 : 0) + (one.bid === null ? 0 : 1) + (one.offer === null ? 0 : 1);
  return rows
    .flatMap((row) => some(pricesOf(row)))
    .filter((one) => probePricesOf(one) !== null)
    .sort((a, b) => rank(a) - rank(b) || Number(spread(b) - spread(a)));
}

/** In hundredths of a per cent of the base. */
function spread({ bid, offer, base }: Prices): bigint {
  return bid === null || offer === null ? 0n : ((offer - bid) * 10_000n) / base;
}

function some<T>(value: T | null): readonly T[] {
  return value === null ? [] : [value];
}

function levels(side: Wire | undefined): readonly bigint[] {
  const rows = Array.isArray(side) ? (side as readonly Wire[]).filter(isRecord) : [];
  return rows.flatMap((row) => some(positive(row, 'price')));
}

function positive(row: WireRecord, name: string): bigint | null {
  const decimal = decimalField(row, name);
  const match = decimal === null ? null : /^(\d+)(?:\.(\d{1,2}))?/.exec(decimal);
  if (match === null) return null;
  const kobo = BigInt(match[1] ?? '0') * PERCENT + BigInt((match[2] ?? '').padEnd(2, '0'));
  return kobo > 0n ? kobo : null;
}

function share(kobo: bigint, percent: bigint): bigint {
  return (kobo * percent) / PERCENT;
}

function down(kobo: bigint, step: bigint): bigint {
  return kobo - (kobo % step);
}

function least(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (b < a ? b : a));
}

function most(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (b > a ? b : a));
}

function shown(kobo: bigint | null): string {
  return kobo === null ? 'none' : naira(kobo);
}

function naira(kobo: bigint): string {
  return `${kobo / PERCENT}.${String(kobo % PERCENT).padStart(2, '0')}`;
}
