import { PRESET_NAMES, PRESETS } from '../../../simulator/control/presets.js';
import { Desk, type Answer } from '../../support/desk.js';

interface MarketBody {
  readonly data: unknown;
  readonly page?: {
    readonly limit: number;
    readonly nextCursor: string | null;
    readonly hasMore: boolean;
    readonly total?: number;
  };
  readonly asOf: string;
  readonly source: string;
  readonly odd?: readonly string[];
}

interface ProblemBody {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

/** Each route, its endpoint and section, and a part of what it must show. */
const ROUTES: readonly (readonly [string, string, number, unknown])[] = [
  ['/sectors', 'sectors', 1, [{ sector: 'Agriculture', companyCount: 3 }]],
  [
    '/sectors/oil%20and%20GAS/companies?limit=6',
    'sectors/companies',
    2,
    Array.from({ length: 6 }, () => ({ sector: 'Oil and Gas' })),
  ],
  [
    '/companies?limit=1',
    'companies/metadata',
    3,
    [{ symbol: 'SD11PLC', nasdPrice: '12.5', secRegistered: true }],
  ],
  ['/companies/%20sd11plc', 'company/metadata', 4, { symbol: 'SD11PLC', marketCap: '45000000000' }],
  [
    '/companies/sd11plc/data',
    'company/data',
    18,
    { symbol: 'SD11PLC', sharesInIssue: '3600000000' },
  ],
  ['/data', 'companies/data', 17, [{ symbol: 'SD11PLC', bestBidVolume: '0', lastMatched: '12.5' }]],
  [
    '/order-book/sd11plc%20',
    'market-depth/order-book',
    12,
    { status: 'Ok', orderBook: { asks: [], bids: [] } },
  ],
  [
    '/quotes/sd11plc',
    'security/quote',
    13,
    { symbol: 'SD11PLC', marketCapitalization: '45000000000' },
  ],
  ['/snapshot', 'market-snapshot/daily', 15, { metrics: { securitiesIndex: { current: '1250' } } }],
  [
    '/snapshot/summary?from=2026-01-05&to=2026-01-09',
    'market-snapshot/summary',
    14,
    { range: { from: '2026-01-05', to: '2026-01-09' }, summary: { tradingDays: 5 } },
  ],
  ['/vwap?from=2026-01-05&to=2026-01-05&limit=1', 'vwap', 16, [{ date: '2026-01-05' }]],
  [
    '/corporate-actions?type=dividend&limit=1',
    'corporate-actions',
    19,
    [{ type: 'dividend', ratio: null }],
  ],
  [
    '/disclosures?security=sd11plc&limit=1',
    'corporate-disclosures',
    20,
    [{ securityCode: 'SD11PLC' }],
  ],
];

const callsOf = (desk: Desk, endpoint: string): number =>
  desk.exchange.exchange.control.calls().filter((call) => call.endpoint === endpoint).length;

/** Calls made for a caller, without the reconciler's own. */
const readersCalls = (desk: Desk): number =>
  desk.exchange.exchange.control.calls().filter((call) => call.operator !== null).length;

/** A list shows more than the test names. */
const showing = (part: unknown): unknown =>
  Array.isArray(part)
    ? expect.arrayContaining(part.map((row: object) => expect.objectContaining(row) as unknown))
    : part;

describe.each(PRESET_NAMES)('The market, of an exchange that is %s', (preset) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open('sqlite', { simulator: { parameters: PRESETS[preset] } });
  });
  afterAll(() => desk.close());

  it.each(ROUTES)('shows %s', async (path, endpoint, _, part) => {
    const before = desk.clock.now();
    const calls = callsOf(desk, endpoint);
    const { status, body, headers } = await desk.call<MarketBody>('GET', `/v1/market${path}`);
    expect([status, body]).toMatchObject([200, { data: showing(part), source: 'live' }]);
    expect(body).not.toHaveProperty('odd');
    expect(body.asOf).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(body.asOf)).toBeGreaterThanOrEqual(before - 1_000);
    expect(Date.parse(body.asOf)).toBeLessThanOrEqual(desk.clock.now() + 1_000);
    expect(headers.get('age')).toMatch(/^\d$/);
    expect(headers.get('cache-control')).toMatch(/^private, max-age=[1-9]\d*$/);
    expect(callsOf(desk, endpoint)).toBe(calls + 1);
  });
});

describe('The market', () => {
  let desk: Desk;
  const get = <T = MarketBody>(path: string): Promise<Answer<T>> =>
    desk.call<T>('GET', `/v1/market${path}`);
  beforeAll(async () => {
    const keys = { sk_test_a: ['all'], sk_test_b: ['all'], sk_test_c: ['all'] };
    desk = await Desk.open('sqlite', {
      simulator: { keys, parameters: { untradedPrices: 'null' } },
      env: { EXCHANGE_API_KEYS: Object.keys(keys).join(',') },
    });
  });
  afterAll(() => desk.close());

  it.each<[string, string, number | undefined]>([
    ['/companies?limit=10', 'symbol', 42],
    ['/sectors/Financial%20Services/companies?limit=3', 'symbol', 8],
    ['/corporate-actions?type=bonus&limit=5', 'documentUrl', undefined],
    ['/vwap?from=2026-01-05&to=2026-01-05&limit=10', 'symbol', undefined],
  ])('is paged: %s', async (path, name, total) => {
    const found: unknown[] = [];
    let cursor: string | null = '';
    let told = -1;
    for (let pages = 0; cursor !== null && pages < 10; pages += 1) {
      const { status, body }: Answer<MarketBody> = await get(
        cursor === '' ? path : `${path}&cursor=${cursor}`,
      );
      expect(status).toBe(200);
      const rows = body.data as readonly Record<string, unknown>[];
      found.push(...rows.map((row) => row[name]));
      expect(body.page?.hasMore).toBe(body.page?.nextCursor !== null);
      cursor = body.page?.nextCursor ?? null;
      told = body.page?.total ?? -1;
    }
    expect(cursor).toBeNull();
    expect(found).toHaveLength(total ?? told);
    expect(new Set(found).size).toBe(found.length);
  });

  it.each([
    ['/sectors', 9],
    ['/data', 42],
  ])('is one page of all its rows: %s', async (path, rows) => {
    const { body } = await get(path);
    expect(body.data).toHaveLength(rows);
    expect(body.page).toEqual({ limit: rows, nextCursor: null, hasMore: false, total: rows });
  });

  it('has pages of 50, and of 20 for what the exchange publishes', async () => {
    for (const path of ['/companies', '/vwap?from=2026-01-05&to=2026-01-05']) {
      expect((await get(path)).body.page).toMatchObject({ limit: 50 });
    }
    for (const path of ['/corporate-actions', '/disclosures']) {
      const { body } = await get(path);
      expect([body.page?.limit, (body.data as unknown[]).length]).toEqual([20, 20]);
    }
  });

  it('names the documented numbers that the exchange leaves empty', async () => {
    const { body } = await get('/data');
    expect(body.odd).toEqual(expect.arrayContaining(['currentPrice', 'lastMatched']));
    expect(body.data).toEqual(
      expect.arrayContaining([expect.objectContaining({ currentPrice: null })]),
    );
  });

  it('sends the exchange the name of the caller', async () => {
    const { body } = await desk.call('POST', '/v1/api-keys', {
      body: { name: 'ada', scopes: ['market:read'] },
    });
    const key = String(body['secret']);
    expect((await desk.call('GET', '/v1/market/quotes/SDZARFOOD', { key })).status).toBe(200);
    const call = desk.exchange.exchange.control.calls().at(-1);
    expect([call?.endpoint, call?.operator]).toEqual(['security/quote', 'ada']);
  });

  it.each<[string, string]>([
    ['/sectors?x=1', 'x'],
    ['/data?limit=5', 'limit'],
    ['/quotes/SD11PLC?at=now', 'at'],
    ['/quotes/%20', 'symbol'],
    ['/quotes/A%00B', 'symbol'],
    ['/quotes/A%E2%80%AEB', 'symbol'],
    [`/quotes/${'A'.repeat(41)}`, 'symbol'],
    [`/companies/${'A'.repeat(41)}/data`, 'symbol'],
    ['/order-book/%0A', 'symbol'],
    [`/sectors/${'s'.repeat(101)}/companies`, 'sector'],
    ['/companies?limit=0', 'limit'],
    ['/companies?limit=201', 'limit'],
    ['/companies?limit=ten', 'limit'],
    ['/companies?limit=1&limit=2', 'limit'],
    ['/companies?limit=-1', 'limit'],
    ['/companies?page=2', 'page'],
    ['/companies?cursor=abc', 'cursor'],
    ['/companies?cursor=', 'cursor'],
    [`/companies?status=${'x'.repeat(41)}`, 'status'],
    ['/corporate-actions?limit=101', 'limit'],
    ['/disclosures?limit=101', 'limit'],
    [`/disclosures?cursor=${Buffer.from('2x101').toString('base64url')}`, 'cursor'],
    ['/corporate-actions?type=video', 'type'],
    ['/corporate-actions?type=Dividend', 'type'],
    ['/disclosures?type=dividend', 'type'],
    ['/disclosures?security=%07', 'security'],
    ['/snapshot/summary', 'from'],
    ['/snapshot/summary?from=2026-01-05', 'to'],
    ['/snapshot/summary?from=2026-02-29&to=2026-03-01', 'from'],
    ['/snapshot/summary?from=2026-1-5&to=2026-03-01', 'from'],
    ['/snapshot/summary?from=20260105&to=2026-03-01', 'from'],
    ['/snapshot/summary?from=2026-01-05&to=2026-13-01', 'to'],
    ['/snapshot/summary?from=2026-01-05&to=2026-01-04', 'to'],
    ['/snapshot/summary?from=2025-01-01&to=2026-01-02', 'to'],
    ['/snapshot/summary?from=2026-01-05&to=2026-01-05T00:00:00Z', 'to'],
    ['/snapshot/summary?fromDate=2026-01-05&to=2026-01-05', 'fromDate'],
    ['/vwap?from=2026-01-05&to=2026-01-04', 'to'],
    ['/vwap?from=2026-01-05&to=x', 'to'],
    ['/vwap?from=2026-01-05&to=2026-01-05&limit=201', 'limit'],
  ])('refuses %s, names %s, and asks nothing', async (path, field) => {
    const calls = readersCalls(desk);
    const { status, body, headers } = await get<ProblemBody>(path);
    expect([status, body.code]).toEqual([400, 'validation-failed']);
    expect(body.errors.map((error) => error.field)).toContain(field);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(readersCalls(desk)).toBe(calls);
  });

  it('allows a summary of 366 days, both ends included, and a vwap of more', async () => {
    expect((await get('/snapshot/summary?from=2025-01-01&to=2026-01-01')).status).toBe(200);
    expect((await get('/vwap?from=2025-01-01&to=2026-01-05&limit=1')).status).toBe(200);
  });

  it('describes each route, with its section of the interface and its query', async () => {
    interface Parameter {
      readonly name: string;
      readonly in: string;
    }
    interface Operation {
      readonly get: {
        readonly description: string;
        readonly parameters: readonly (Parameter | { readonly $ref: string })[];
      };
    }
    const { body } = await desk.call<{
      paths: Record<string, Operation>;
      components: { parameters: Record<string, Parameter> };
    }>('GET', '/openapi.json');
    const described = Object.entries(body.paths)
      .filter(([path]) => path.startsWith('/v1/market/'))
      .map(([, { get }]) => Number(/section (\d+)/.exec(get.description)?.[1]));
    expect(described.sort((a, b) => a - b)).toEqual(
      ROUTES.map(([, , section]) => section).sort((a, b) => a - b),
    );
    const parametersOf = (path: string): readonly string[] =>
      (body.paths[path]?.get.parameters ?? [])
        .map((one) =>
          '$ref' in one ? body.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one,
        )
        .map((one) => `${one?.in} ${one?.name}`)
        .sort();
    const ofEachCall = ['header On-Behalf-Of', 'header X-Background', 'header X-Request-Id'];
    expect(parametersOf('/v1/market/vwap')).toEqual([
      ...ofEachCall,
      'query cursor',
      'query from',
      'query limit',
      'query to',
    ]);
    expect(parametersOf('/v1/market/companies/{symbol}/data')).toEqual([
      ...ofEachCall,
      'path symbol',
    ]);
    expect(parametersOf('/v1/market/disclosures')).toContain('query type');
  });
});
