/** The twenty endpoints of the exchange: method, scope and size, as the interface lists them. */
interface Endpoint {
  /** Number in the interface's table of endpoints. */
  readonly number: number;
  readonly method: 'GET' | 'POST';
  readonly scope: string;
  /** Lists may be very long: they have a larger limit, and only their beginning is kept. */
  readonly list: boolean;
}

export const ENDPOINTS = {
  sectors: { number: 1, method: 'GET', scope: 'sectors.list', list: true },
  'sectors/companies': { number: 2, method: 'GET', scope: 'sector.companies', list: true },
  'companies/metadata': { number: 3, method: 'GET', scope: 'companies.metadata', list: true },
  'company/metadata': { number: 4, method: 'GET', scope: 'company.metadata', list: false },
  'order/post': { number: 5, method: 'POST', scope: 'order.post', list: false },
  'order/edit': { number: 6, method: 'POST', scope: 'order.edit', list: false },
  'order/cancel': { number: 7, method: 'POST', scope: 'order.cancel', list: false },
  'order/enquiry': { number: 8, method: 'POST', scope: 'order.enquiry', list: false },
  'broker/order/enquiry': { number: 9, method: 'POST', scope: 'broker.order.enquiry', list: true },
  'shareholder/enquiry': { number: 10, method: 'POST', scope: 'shareholder.enquiry', list: true },
  'daily/trades': { number: 11, method: 'POST', scope: 'daily.trades', list: true },
  'market-depth/order-book': {
    number: 12,
    method: 'GET',
    scope: 'market.depth.order.book',
    list: false,
  },
  'security/quote': { number: 13, method: 'GET', scope: 'security.quote', list: false },
  'market-snapshot/summary': {
    number: 14,
    method: 'GET',
    scope: 'market.snapshot.summary',
    list: false,
  },
  'market-snapshot/daily': {
    number: 15,
    method: 'GET',
    scope: 'market.snapshot.daily',
    list: false,
  },
  vwap: { number: 16, method: 'GET', scope: 'vwap', list: true },
  'companies/data': { number: 17, method: 'GET', scope: 'companies.data', list: true },
  'company/data': { number: 18, method: 'GET', scope: 'company.data', list: false },
  'corporate-actions': { number: 19, method: 'GET', scope: 'corporate.actions', list: true },
  'corporate-disclosures': {
    number: 20,
    method: 'GET',
    scope: 'corporate.disclosures',
    list: true,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as readonly EndpointName[];

export function pathOf(name: EndpointName, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return `/v2/vendor/${name}${text === '' ? '' : `?${text}`}`;
}
