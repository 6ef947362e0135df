import type { ENDPOINTS } from '../schema/endpoints.js';
import type { Row } from '../schema/wire-schema.js';

/*
 * The questions about the market (endpoints 1 to 4 and 12 to 20) as data, in wire names. A question also
 * serves as a cache key.
 */

export type MarketEndpoint = {
  [E in keyof typeof ENDPOINTS]: (typeof ENDPOINTS)[E]['api'] extends 'market' ? E : never;
}[keyof typeof ENDPOINTS];

export interface Question<E extends MarketEndpoint = MarketEndpoint> {
  readonly endpoint: E;
  readonly query: Readonly<Record<string, string>>;
  /** The security that the answer must be about. */
  readonly symbol?: string;
  /** Only for endpoints with pages. */
  readonly page?: PageWanted;
}

export interface PageWanted {
  /** From 1. */
  readonly number: number;
  readonly limit: number;
}

type MarketRecord<E extends MarketEndpoint> = Row<(typeof ENDPOINTS)[E]['record']>;

/** The record of an endpoint in our names, or its rows if it returns a list. */
export type MarketRecords<E extends MarketEndpoint> = (typeof ENDPOINTS)[E]['envelope'] extends
  'standard' | 'none'
  ? MarketRecord<E>
  : readonly MarketRecord<E>[];

/** Filters that are undefined are not sent. */
export const ask = {
  sectors: (): Question<'sectors'> => question('sectors', {}),
  companiesOfSector: (sector: string, page: PageWanted): Question<'sectors/companies'> =>
    question('sectors/companies', { sector }, { page }),
  companies: (status: string | undefined, page: PageWanted): Question<'companies/metadata'> =>
    question('companies/metadata', { status }, { page }),
  company: (symbol: string): Question<'company/metadata'> =>
    question('company/metadata', { symbol }, { symbol }),
  orderBook: (symbol: string): Question<'market-depth/order-book'> =>
    question('market-depth/order-book', { security: symbol }, { symbol }),
  quote: (symbol: string): Question<'security/quote'> =>
    question('security/quote', { symbol }, { symbol }),
  snapshotOfRange: (from: string, to: string): Question<'market-snapshot/summary'> =>
    question('market-snapshot/summary', { from, to }),
  snapshotOfToday: (): Question<'market-snapshot/daily'> => question('market-snapshot/daily', {}),
  vwap: (from: string, to: string, page: PageWanted): Question<'vwap'> =>
    question('vwap', { fromDate: from, toDate: to }, { page }),
  dataOfCompanies: (): Question<'companies/data'> => question('companies/data', {}),
  dataOfCompany: (symbol: string): Question<'company/data'> =>
    question('company/data', { symbol }, { symbol }),
  actions: (
    type: string | undefined,
    security: string | undefined,
    page: PageWanted,
  ): Question<'corporate-actions'> => question('corporate-actions', { type, security }, { page }),
  disclosures: (
    type: string | undefined,
    security: string | undefined,
    page: PageWanted,
  ): Question<'corporate-disclosures'> =>
    question('corporate-disclosures', { type, security }, { page }),
};

function question<E extends MarketEndpoint>(
  endpoint: E,
  query: Readonly<Record<string, string | undefined>>,
  about: Pick<Question, 'symbol' | 'page'> = {},
): Question<E> {
  const { page } = about;
  const paged =
    page === undefined
      ? {}
      : { [pageName(endpoint)]: String(page.number), limit: String(page.limit) };
  const given = Object.entries({ ...query, ...paged }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { endpoint, query: Object.fromEntries(given), ...about };
}

function pageName(endpoint: MarketEndpoint): string {
  return endpoint === 'vwap' ? 'pageNumber' : 'page';
}
