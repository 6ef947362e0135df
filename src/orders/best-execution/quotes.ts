import type { Instant } from '../../infra/formats.js';
import type { Price, Units } from '../../market/formats.js';

/**
 * What the exchange showed of a security at some moment (endpoint 17), kept in the trail so that nobody can choose the
 * market that an order is compared with afterwards. A field that it left out or that cannot be read is null.
 */
export interface Quote {
  /** The best buying and selling price. */
  readonly bid: Price | null;
  readonly bidVolume: Units | null;
  readonly offer: Price | null;
  readonly offerVolume: Units | null;
  /** The last traded price. */
  readonly lastPrice: Price | null;
  readonly highestPrice: Price | null;
  readonly lowestPrice: Price | null;
  /** As the exchange calls it, which does not say of what it is the average. */
  readonly averagePrice: Price | null;
  /** Units traded so far. */
  readonly totalVolume: Units | null;
}

export interface RecordedQuote extends Quote {
  /** When the exchange was asked. */
  readonly at: Instant;
}

/** A row of the exchange's companies, in our names. */
export type QuoteRow = Omit<Quote, 'bidVolume' | 'offerVolume' | 'lastPrice'> & {
  readonly symbol: string | null;
  readonly bestBidVolume: Units | null;
  readonly volumeAsk: Units | null;
  readonly currentPrice: Price | null;
};

/** The body of an entry `QUOTES_RECORDED`. */
export interface QuotesBody {
  readonly at: string;
  /** By security. */
  readonly quotes: Readonly<Record<string, Quote>>;
}

/** Of these securities, each as its orders name it. */
export function quotesBody(
  at: string,
  rows: readonly QuoteRow[],
  securities: readonly string[],
): QuotesBody {
  const bySymbol = new Map(rows.map((row) => [row.symbol?.toUpperCase(), row] as const));
  const quotes = securities.flatMap((security) => {
    const row = bySymbol.get(security.toUpperCase());
    return row === undefined ? [] : [[security, quoteOf(row)] as const];
  });
  return { at, quotes: Object.fromEntries(quotes) };
}

/** Null: the entry has none of this security. */
export function quoteIn({ at, quotes }: QuotesBody, security: string): RecordedQuote | null {
  const quote = quotes[security];
  return quote === undefined ? null : { at, ...quote };
}

function quoteOf(row: QuoteRow): Quote {
  const { bid, offer, highestPrice, lowestPrice, averagePrice, totalVolume } = row;
  return {
    bid,
    bidVolume: row.bestBidVolume,
    offer,
    offerVolume: row.volumeAsk,
    lastPrice: row.currentPrice,
    highestPrice,
    lowestPrice,
    averagePrice,
    totalVolume,
  };
}
