import type { Attack } from './abuse-attacker.js';
import type { Book } from './abuse-book.js';

/** More than the service may open. */
const MANY = 1_100;
const FLOOD_CONNECTIONS = 64;
const HEAVY_CALLERS = 4;
const STREAMS = 200;
const STREAMS_A_KEY = 20;
export const STREAM_KEYS = STREAMS / STREAMS_A_KEY;
const WAITING_CALLERS = 300;
const BODY_CALLERS = 2;
const RUN_CALLERS = 30;
const CANCEL_CALLERS = 100;
const MARKET_CALLERS = 30;
/** Of many small parts, and nearly as long as a body may be. */
const LONG_BODY = `{"a":[${'[],'.repeat(10_000)}[]]}`;
/** Before an answer that takes the database longer. */
const LEAVES_AFTER_MS = 15;

type Named = Readonly<Record<string, Omit<Attack, 'url'>>>;

/** The attacks of the benchmark `abuse`, by what they are called in its table. */
export function attacksOn(book: Book, keys: readonly string[], cancelled: string): Named {
  const [one = ''] = keys;
  const idle = { connections: MANY, keys } as const;
  const flood = { kind: 'requests', connections: FLOOD_CONNECTIONS } as const;
  const nobody = { ...flood, keyless: true } as const;
  const longBodies = {
    ...nobody,
    connections: BODY_CALLERS,
    method: 'POST',
    body: LONG_BODY,
  } as const;
  const heavy = (path: string, method: 'GET' | 'POST' = 'GET'): Omit<Attack, 'url'> => ({
    kind: 'requests',
    connections: HEAVY_CALLERS,
    keys: [one],
    method,
    path,
  });
  const ofDay = `from=${book.tradingDate}&to=${book.tradingDate}`;
  return {
    [`${MANY} idle connections`]: { kind: 'idle', ...idle },
    [`${MANY} slow headers`]: { kind: 'slow headers', ...idle },
    [`${MANY} slow bodies`]: { kind: 'slow bodies', ...idle },
    'wrong keys at full speed': { ...flood, path: '/v1/orders' },
    'long bodies without a key': { ...longBodies, path: '/v1/orders' },
    'long bodies for no route': { ...longBodies, path: '/v1/nothing' },
    'long bodies to sign in': { ...longBodies, path: '/v1/session' },
    'no key at full speed': { ...nobody, path: '/v1/orders' },
    'no route at full speed': { ...nobody, path: '/v1/nothing' },
    'no method at full speed': { ...nobody, path: '/v1/orders', method: 'DELETE' },
    'open pages: ready': { ...nobody, path: '/health/ready' },
    'open pages: live': { ...nobody, path: '/health/live' },
    'open pages: problem': { ...nobody, path: '/problems/not-found' },
    'open pages: description': { ...nobody, path: '/openapi.json' },
    'open pages: console': { ...nobody, path: '/console' },
    'one key floods: small reads': { ...flood, keys: [one], path: `/v1/orders/${book.orderId}` },
    'one key floods: long lists': { ...flood, keys: [one], path: '/v1/orders?limit=200' },
    'one key floods: orders': { ...flood, keys: [one], posts: true },
    'one key floods: dry runs': {
      ...flood,
      connections: RUN_CALLERS,
      keys: [one],
      method: 'POST',
      path: '/v1/reconciliation/runs',
      body: '{"dryRun":true}',
    },
    'one key floods: cancels again': {
      ...flood,
      connections: CANCEL_CALLERS,
      keys: [one],
      method: 'POST',
      path: `/v1/orders/${cancelled}/cancel`,
      body: '{}',
    },
    'one key floods: market data': {
      ...flood,
      connections: MARKET_CALLERS,
      keys: [one],
      path: '/v1/market/companies',
    },
    [`${WAITING_CALLERS} callers that wait`]: {
      ...flood,
      connections: WAITING_CALLERS,
      keys: [one],
      posts: true,
      headers: { prefer: 'wait=30' },
    },
    [`${STREAMS} streams`]: {
      kind: 'streams',
      connections: STREAMS,
      keys: keys.slice(0, STREAM_KEYS),
    },
    'audit/events?requestId=': heavy(`/v1/audit/events?requestId=${book.requestId}&limit=200`),
    'audit/events?from=': heavy(`/v1/audit/events?from=${book.at}&limit=200`),
    'audit/events?from=&actor=': heavy(`/v1/audit/events?from=${book.at}&actor=nobody&limit=200`),
    'orders?clientOrderId=': heavy(`/v1/orders?clientOrderId=${book.clientOrderId}`),
    'orders, many filters': heavy('/v1/orders?side=BUY&hasBreaks=false&certain=false&limit=200'),
    'orders, abandoned': {
      ...heavy('/v1/orders?side=BUY&hasBreaks=false&certain=false&limit=1'),
      leavesAfterMs: LEAVES_AFTER_MS,
    },
    'exchange/calls': { ...heavy('/v1/exchange/calls?limit=50'), connections: 2 * HEAVY_CALLERS },
    'trading-days/{date}': heavy(`/v1/trading-days/${book.tradingDate}`),
    'trading-days/{date}/report': heavy(`/v1/trading-days/${book.tradingDate}/report?format=html`),
    'trading-days': heavy('/v1/trading-days?limit=200'),
    'audit/best-execution, json': heavy(`/v1/audit/best-execution?${ofDay}&limit=200`),
    'audit/best-execution, csv': heavy(
      `/v1/audit/best-execution?${ofDay}&security=${book.security}&format=csv`,
    ),
    'audit/verifications': heavy('/v1/audit/verifications', 'POST'),
    'audit/export, ndjson': heavy('/v1/audit/export?format=ndjson'),
    'audit/export, csv': heavy('/v1/audit/export?format=csv'),
    '/metrics': { ...flood, keys: [one], path: '/metrics' },
  };
}
