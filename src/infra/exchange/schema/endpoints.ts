import type { Envelope } from './envelopes.js';
import {
  ACKNOWLEDGEMENT,
  BROKER_ORDER,
  COMPANIES_DATA,
  COMPANY_DATA,
  COMPANY_LISTING,
  COMPANY_PROFILE,
  CORPORATE_ACTION,
  DAILY_SNAPSHOT,
  DISCLOSURE,
  ORDER_BOOK,
  ORDER_ENQUIRY,
  POST_ACKNOWLEDGEMENT,
  QUOTE,
  RANGE_SNAPSHOT,
  SECTOR,
  SECTOR_COMPANY,
  SHAREHOLDER_ORDER,
  TRADE_ROW,
  VWAP_ROW,
} from './records.js';
import type { RecordSchema } from './wire-schema.js';

interface Endpoint {
  /** Number in the interface's table of endpoints. */
  readonly number: number;
  readonly method: 'GET' | 'POST';
  /** Which file of `api/` asks it: orders go out through `trading`, `enquiry` is evidence, `market` may be cached. */
  readonly api: 'trading' | 'enquiry' | 'market';
  readonly scope: string;
  readonly envelope: Envelope;
  readonly record: RecordSchema;
}

/** The twenty endpoints of the exchange (section "Endpoints"). */
// prettier-ignore
export const ENDPOINTS = {
  sectors: { number: 1, method: 'GET', api: 'market', scope: 'sectors.list', envelope: 'array', record: SECTOR },
  'sectors/companies': { number: 2, method: 'GET', api: 'market', scope: 'sector.companies', envelope: 'pageWithPagination', record: SECTOR_COMPANY },
  'companies/metadata': { number: 3, method: 'GET', api: 'market', scope: 'companies.metadata', envelope: 'pageWithPagination', record: COMPANY_LISTING },
  'company/metadata': { number: 4, method: 'GET', api: 'market', scope: 'company.metadata', envelope: 'standard', record: COMPANY_PROFILE },
  'order/post': { number: 5, method: 'POST', api: 'trading', scope: 'order.post', envelope: 'standard', record: POST_ACKNOWLEDGEMENT },
  'order/edit': { number: 6, method: 'POST', api: 'trading', scope: 'order.edit', envelope: 'standard', record: ACKNOWLEDGEMENT },
  'order/cancel': { number: 7, method: 'POST', api: 'trading', scope: 'order.cancel', envelope: 'standard', record: ACKNOWLEDGEMENT },
  'order/enquiry': { number: 8, method: 'POST', api: 'enquiry', scope: 'order.enquiry', envelope: 'standard', record: ORDER_ENQUIRY },
  'broker/order/enquiry': { number: 9, method: 'POST', api: 'enquiry', scope: 'broker.order.enquiry', envelope: 'array', record: BROKER_ORDER },
  'shareholder/enquiry': { number: 10, method: 'POST', api: 'enquiry', scope: 'shareholder.enquiry', envelope: 'array', record: SHAREHOLDER_ORDER },
  'daily/trades': { number: 11, method: 'POST', api: 'enquiry', scope: 'daily.trades', envelope: 'array', record: TRADE_ROW },
  'market-depth/order-book': { number: 12, method: 'GET', api: 'market', scope: 'market.depth.order.book', envelope: 'none', record: ORDER_BOOK },
  'security/quote': { number: 13, method: 'GET', api: 'market', scope: 'security.quote', envelope: 'standard', record: QUOTE },
  'market-snapshot/summary': { number: 14, method: 'GET', api: 'market', scope: 'market.snapshot.summary', envelope: 'standard', record: RANGE_SNAPSHOT },
  'market-snapshot/daily': { number: 15, method: 'GET', api: 'market', scope: 'market.snapshot.daily', envelope: 'standard', record: DAILY_SNAPSHOT },
  vwap: { number: 16, method: 'GET', api: 'market', scope: 'vwap', envelope: 'arrayWithMeta', record: VWAP_ROW },
  'companies/data': { number: 17, method: 'GET', api: 'market', scope: 'companies.data', envelope: 'array', record: COMPANIES_DATA },
  'company/data': { number: 18, method: 'GET', api: 'market', scope: 'company.data', envelope: 'standard', record: COMPANY_DATA },
  'corporate-actions': { number: 19, method: 'GET', api: 'market', scope: 'corporate.actions', envelope: 'pageWithTotals', record: CORPORATE_ACTION },
  'corporate-disclosures': { number: 20, method: 'GET', api: 'market', scope: 'corporate.disclosures', envelope: 'pageWithTotals', record: DISCLOSURE },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as readonly EndpointName[];

/** Whether it answers with rows: such replies may be long. */
export function isList({ envelope }: Pick<Endpoint, 'envelope'>): boolean {
  return envelope !== 'standard' && envelope !== 'none';
}

export function pathOf(name: EndpointName, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return `/v2/vendor/${name}${text === '' ? '' : `?${text}`}`;
}
