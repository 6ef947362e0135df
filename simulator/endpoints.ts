/*
 * The twenty endpoints of the interface by their path after /v2/vendor/, each with its method and
 * scope. A key with the scope `all` reaches every endpoint.
 */

export const PATH_START = '/v2/vendor/';
export const EVERY_SCOPE = 'all';

export const ENDPOINTS = {
  sectors: { method: 'GET', scope: 'sectors.list' },
  'sectors/companies': { method: 'GET', scope: 'sector.companies' },
  'companies/metadata': { method: 'GET', scope: 'companies.metadata' },
  'company/metadata': { method: 'GET', scope: 'company.metadata' },
  'order/post': { method: 'POST', scope: 'order.post' },
  'order/edit': { method: 'POST', scope: 'order.edit' },
  'order/cancel': { method: 'POST', scope: 'order.cancel' },
  'order/enquiry': { method: 'POST', scope: 'order.enquiry' },
  'broker/order/enquiry': { method: 'POST', scope: 'broker.order.enquiry' },
  'shareholder/enquiry': { method: 'POST', scope: 'shareholder.enquiry' },
  'daily/trades': { method: 'POST', scope: 'daily.trades' },
  'market-depth/order-book': { method: 'GET', scope: 'market.depth.order.book' },
  'security/quote': { method: 'GET', scope: 'security.quote' },
  'market-snapshot/summary': { method: 'GET', scope: 'market.snapshot.summary' },
  'market-snapshot/daily': { method: 'GET', scope: 'market.snapshot.daily' },
  vwap: { method: 'GET', scope: 'vwap' },
  'companies/data': { method: 'GET', scope: 'companies.data' },
  'company/data': { method: 'GET', scope: 'company.data' },
  'corporate-actions': { method: 'GET', scope: 'corporate.actions' },
  'corporate-disclosures': { method: 'GET', scope: 'corporate.disclosures' },
} as const;

export type EndpointName = keyof typeof ENDPOINTS;
export type Scope = (typeof ENDPOINTS)[EndpointName]['scope'] | typeof EVERY_SCOPE;

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as readonly EndpointName[];
export const SCOPES: readonly Scope[] = [
  EVERY_SCOPE,
  ...ENDPOINT_NAMES.map((name) => ENDPOINTS[name].scope),
];

export function isEndpointName(text: string): text is EndpointName {
  return Object.hasOwn(ENDPOINTS, text);
}

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** The endpoint of a method and a path without its query, if any. */
export function endpointAt(method: string, path: string): EndpointName | null {
  if (!path.startsWith(PATH_START)) return null;
  const name = path.slice(PATH_START.length);
  return isEndpointName(name) && ENDPOINTS[name].method === method ? name : null;
}
