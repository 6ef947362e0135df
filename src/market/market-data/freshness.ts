import type { MarketEndpoint, Question } from '../../infra/exchange/api/market-questions.js';

/**
 * How long an answer of the exchange is given again without asking, and how old it may be when the
 * exchange is short. Each kind changes at a pace of its own; reading the market has 36 calls of a
 * key's minute, so nothing is asked more often than it changes.
 */
export interface Freshness {
  readonly freshMs: number;
  /** As `stale`, labelled with its age. */
  readonly longestMs: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const FRESHNESS: Readonly<Record<MarketEndpoint, Freshness>> = {
  // Moves with every order: a dealer decides by it.
  'market-depth/order-book': { freshMs: SECOND, longestMs: 30 * SECOND },
  // Moves with every trade.
  'security/quote': { freshMs: 2 * SECOND, longestMs: MINUTE },
  'company/data': { freshMs: 3 * SECOND, longestMs: 2 * MINUTE },
  // Every company at once: the cheap way to watch them all.
  'companies/data': { freshMs: 3 * SECOND, longestMs: 2 * MINUTE },
  // Indices and sums of the day, for screens.
  'market-snapshot/daily': { freshMs: 30 * SECOND, longestMs: 15 * MINUTE },
  // Ranges that reach into today; those of past days are below.
  'market-snapshot/summary': { freshMs: MINUTE, longestMs: HOUR },
  vwap: { freshMs: MINUTE, longestMs: HOUR },
  // Published a few times a day, and read soon after.
  'corporate-disclosures': { freshMs: 5 * MINUTE, longestMs: DAY },
  'corporate-actions': { freshMs: 15 * MINUTE, longestMs: DAY },
  // Reference data is kept by hand; it holds a price of reference, so hours and no days.
  'company/metadata': { freshMs: HOUR, longestMs: 7 * DAY },
  'companies/metadata': { freshMs: HOUR, longestMs: 7 * DAY },
  'sectors/companies': { freshMs: 6 * HOUR, longestMs: 7 * DAY },
  sectors: { freshMs: DAY, longestMs: 7 * DAY },
};

/** Past days are corrected seldom, if ever. */
const PAST_DAYS: Freshness = { freshMs: 6 * HOUR, longestMs: 7 * DAY };

/** As of when it is asked: an answer about today does not become one about a past day at midnight. */
export function freshnessOf({ endpoint, query }: Question, today: string): Freshness {
  const last = endpoint === 'vwap' ? query['toDate'] : query['to'];
  return last !== undefined && last < today ? PAST_DAYS : FRESHNESS[endpoint];
}
