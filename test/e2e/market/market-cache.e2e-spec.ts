import type { FaultOrder } from '../../../simulator/control/faults.js';
import { LISTINGS } from '../../../simulator/market/listings.js';
import { Desk, type Answer } from '../../support/desk.js';

interface Quote {
  readonly data: { readonly symbol: string };
  readonly asOf: string;
  readonly source: string;
  readonly code: string;
}

const KEYS = { sk_test_a: ['all'], sk_test_b: ['all'], sk_test_c: ['all'] };
const THREE_KEYS = {
  simulator: { keys: KEYS },
  env: { EXCHANGE_API_KEYS: Object.keys(KEYS).join(',') },
};
const FRESH_MS = 2_000;

describe('The cache of market data', () => {
  let desk: Desk;
  afterEach(() => desk.close());

  const quote = (symbol = 'SD11PLC'): Promise<Answer<Quote>> =>
    desk.call<Quote>('GET', `/v1/market/quotes/${symbol}`);
  const calls = (): number =>
    desk.exchange.exchange.control.calls().filter((call) => call.endpoint === 'security/quote')
      .length;
  const fail = (fault: Omit<FaultOrder, 'endpoint'>): void => {
    desk.exchange.exchange.control.queueFault({ endpoint: 'security/quote', times: 0, ...fault });
  };

  /** How often an answer, or a failure, has expired since. */
  const spansSince = (began: number): number =>
    1 + Math.floor((desk.clock.now() - began) / FRESH_MS);

  it('serves forty quotes to two hundred readers with forty calls while they are fresh', async () => {
    desk = await Desk.open('sqlite', THREE_KEYS);
    const symbols = LISTINGS.slice(0, 40).map((listing) => listing.symbol);
    const began = desk.clock.now();
    const readers = Array.from({ length: 200 }, (_, place) => quote(symbols[place % 40]));
    const answers = await Promise.all(readers);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.map(({ body }) => body.data.symbol)).toEqual(
      answers.map((_, place) => symbols[place % 40]),
    );
    expect(calls()).toBeGreaterThanOrEqual(40);
    expect(calls()).toBeLessThanOrEqual(40 * spansSince(began));
    expect(desk.exchange.exchange.control.worstMinute).toBeLessThanOrEqual(100);
  });

  it('answers from memory while the answer is fresh, with its age', async () => {
    desk = await Desk.open('sqlite');
    const began = desk.clock.now();
    const first = await desk.call<Quote>('GET', '/v1/market/snapshot');
    await desk.pass(1_100);
    const second = await desk.call<Quote>('GET', '/v1/market/snapshot');
    expect([first.body.source, second.body.source]).toEqual(['live', 'cache']);
    expect(second.body.asOf).toBe(first.body.asOf);
    const age = Number(second.headers.get('age'));
    expect(age).toBeGreaterThanOrEqual(1);
    expect(age).toBeLessThanOrEqual((desk.clock.now() - began) / 1_000);
    expect(second.headers.get('cache-control')).toBe('private, max-age=30');
  });

  it.each<[string, Omit<FaultOrder, 'endpoint'>]>([
    ['500', { fault: 'error500Before' }],
    ['402', { fault: '402' }],
    ['429', { fault: '429' }],
    ['a page of HTML', { fault: 'html', status: 200 }],
    ['half an answer', { fault: 'truncatedJson' }],
    ['nothing', { fault: 'lostReply' }],
  ])('gives the older answer, labelled stale, when the exchange answers %s', async (_, fault) => {
    desk = await Desk.open('sqlite');
    const live = await quote();
    expect(live.body.source).toBe('live');
    fail(fault);
    await desk.pass(FRESH_MS);
    const stale = await quote();
    expect([stale.status, stale.body.source]).toEqual([200, 'stale']);
    expect(stale.body.asOf).toBe(live.body.asOf);
    expect(Number(stale.headers.get('age'))).toBeGreaterThanOrEqual(2);
    expect(stale.headers.get('cache-control')).toBe('private, max-age=0');
    const asked = calls();
    const again = await Promise.all(Array.from({ length: 20 }, () => quote()));
    expect(again.every(({ body }) => body.source === 'stale')).toBe(true);
    expect(calls()).toBe(asked);
  });

  it('reports the exchange as unavailable when it has no older answer, and recovers', async () => {
    desk = await Desk.open('sqlite');
    fail({ fault: 'error500Before' });
    const began = desk.clock.now();
    const lost = await Promise.all(Array.from({ length: 20 }, () => quote()));
    for (const { status, body } of lost) {
      expect([status, body.code]).toEqual([502, 'exchange-unavailable']);
    }
    expect(calls()).toBeGreaterThan(0);
    expect(calls()).toBeLessThanOrEqual(spansSince(began));
    desk.exchange.exchange.control.clearFaults();
    await desk.pass(FRESH_MS);
    expect((await quote()).body.source).toBe('live');
  });

  it('leaves trading alone when its rate budget is used up, and says when to retry', async () => {
    desk = await Desk.open('sqlite');
    const answers: Answer<Quote>[] = [];
    for (const { symbol } of LISTINGS) answers.push(await quote(symbol));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    for (const { body, headers } of refused) {
      expect(body.code).toBe('budget-exhausted');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    expect((await desk.post()).body.status).not.toBe('New');
  });

  it.each([
    ['404', 404, 'not-found-at-exchange'],
    ['400', 404, 'not-found-at-exchange'],
    ['success-false', 404, 'not-found-at-exchange'],
    ['data-null', 502, 'exchange-unavailable'],
  ] as const)(
    'answers an unknown symbol, which the exchange refuses by %s, with %d, and asks once',
    async (unknownSymbolReply, expected, code) => {
      desk = await Desk.open('sqlite', { simulator: { parameters: { unknownSymbolReply } } });
      for (const path of [
        'order-book/NOSUCH',
        'companies/NOSUCH',
        'companies/NOSUCH/data',
        'quotes/NOSUCH',
      ]) {
        const { status, body } = await desk.call('GET', `/v1/market/${path}`);
        expect([path, status, body['code']]).toEqual([path, expected, code]);
        if (expected === 404) expect(body['detail']).toBe('The exchange refused what was asked.');
      }
      await quote('nosuch');
      expect(calls()).toBe(1);
    },
  );
});
