import type { MarketEndpoint, Question } from '../../infra/exchange/api/market-questions.js';

/**
 * How long an answer is served from the cache, and how old it may be when the exchange gives no new
 * one. Market data has only 36 calls a minute per key, so nothing is asked more often than it changes.
 */
export interface Freshness {
  readonly freshMs: number;
  /** Served as `stale`, with its age. */
  readonly longestMs: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const FRESHNESS: Readonly<Record<MarketEndpoint, Freshness>> = {
  // Changes with every order: dealers decide by it.
  'market-depth/order-book': { freshMs: SECOND, longestMs: 30 * SECOND },
  // Changes with every trade.
  'security/quote': { freshMs: 2 * SECOND, longestMs: MINUTE },
  'company/data': { freshMs: 3 * SECOND, longestMs: 2 * MINUTE },
  // All companies in one call: the cheap way to watch them.
  'companies/data': { freshMs: 3 * SECOND, longestMs: 2 * MINUTE },
  // Indices and totals of the day, for screens.
  'market-snapshot/daily': { freshMs: 30 * SECOND, longestMs: 15 * MINUTE },
  // Ranges that include today; PAST_DAYS is for the others.
  'market-snapshot/summary': { freshMs: MINUTE, longestMs: HOUR },
  vwap: { freshMs: MINUTE, longestMs: HOUR },
  // Published a few times a day, and read soon afterwards.
  'corporate-disclosures': { freshMs: 5 * MINUTE, longestMs: DAY },
  'corporate-actions': { freshMs: 15 * MINUTE, longestMs: DAY },
  // Maintained manually, but it includes a reference price: hours, not days.
  'company/metadata': { freshMs: HOUR, longestMs: 7 * DAY },
  'companies/metadata': { freshMs: HOUR, longestMs: 7 * DAY },
  'sectors/companies': { freshMs: 6 * HOUR, longestMs: 7 * DAY },
  sectors: { freshMs: DAY, longestMs: 7 * DAY },
};

/** Past days are rarely corrected. */
const PAST_DAYS: Freshness = { freshMs: 6 * HOUR, longestMs: 7 * DAY };

/** Decided when asked: an answer about today stays one after midnight. */
export function freshnessOf({ endpoint, query }: Question, today: string): Freshness {
  const last = endpoint === 'vwap' ? query['toDate'] : query['to'];
  return last !== undefined && last < today ? PAST_DAYS : FRESHNESS[endpoint];
}
