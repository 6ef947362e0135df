import { pino } from 'pino';
import type { MarketDataApi } from '../../../src/infra/exchange/api/market-data-api.js';
import type { NoAnswer } from '../../../src/infra/exchange/client/no-answer.js';
import { ask, type Question } from '../../../src/infra/exchange/api/market-questions.js';
import { Problem } from '../../../src/infra/http/problems/problem.js';
import { AppLogger } from '../../../src/infra/observability/logging.js';
import { FRESHNESS } from '../../../src/market/market-data/freshness.js';
import { MarketData, type Reading } from '../../../src/market/market-data/market-data.js';
import { ReaderCalls } from '../../../src/market/market-data/reader-calls.js';
import { HandClock } from '../../support/time/hand-clock.js';

const START = Date.UTC(2026, 10, 20, 9);
const QUOTE = ask.quote('SD11PLC');
const FRESH_MS = FRESHNESS['security/quote'].freshMs;
const LONGEST_MS = FRESHNESS['security/quote'].longestMs;

type Said = Awaited<ReturnType<MarketDataApi['answer']>>;

/** An exchange whose answers and their timing a test controls. */
class Exchange {
  readonly asked: { readonly question: Question; readonly operator: string | null }[] = [];
  private readonly open: ((said: Said | Error) => void)[] = [];

  readonly api = {
    answer: (question: Question, operator: string | null): Promise<Said> => {
      this.asked.push({ question, operator });
      return new Promise((resolve, reject) => {
        this.open.push((said) => (said instanceof Error ? reject(said) : resolve(said)));
      });
    },
  } as unknown as MarketDataApi;

  /** Answers the oldest question. */
  say(said: Said | Error): void {
    const answer = this.open.shift();
    if (answer === undefined) throw new Error('Nothing was asked');
    answer(said);
  }
}

const price = (lastPrice: string, bytes = 100): Said =>
  ({
    kind: 'Answer',
    data: { lastPrice },
    odd: [],
    total: null,
    pages: null,
    askedAt: START,
    bytes,
  }) as unknown as Said;
const no = (changes: Partial<NoAnswer> = {}): NoAnswer => ({
  kind: 'NoAnswer',
  why: 'Unusable',
  detail: 'no reply',
  retryAt: null,
  ...changes,
});

const shown = ({ answer, source, ageMs }: Reading): unknown => ({
  price: (answer.data as unknown as { lastPrice: string }).lastPrice,
  source,
  ageMs,
});

describe('Reading the market', () => {
  let clock: HandClock;
  let exchange: Exchange;
  let market: MarketData;
  let log: string[];

  beforeEach(() => {
    clock = new HandClock(START);
    exchange = new Exchange();
    log = [];
    const logger = new AppLogger(pino({}, { write: (line: string) => void log.push(line) }));
    market = new MarketData(exchange.api, new ReaderCalls(clock), clock, logger);
  });

  const read = (question: Question = QUOTE): Promise<Reading> => market.read(question, 'ada');
  const problemOf = async (reading: Promise<Reading>): Promise<Problem> => {
    const thrown = await reading.then(
      () => null,
      (error: unknown) => error,
    );
    if (!(thrown instanceof Problem)) throw new Error(`no problem: ${String(thrown)}`);
    return thrown;
  };
  const known = async (question: Question = QUOTE): Promise<void> => {
    const first = read(question);
    exchange.say(price('12.5'));
    await first;
  };

  it('asks once while the answer is fresh, then again', async () => {
    const first = read();
    exchange.say(price('12.5'));
    expect(shown(await first)).toEqual({ price: '12.5', source: 'live', ageMs: 0 });
    clock.pass(FRESH_MS - 1);
    expect(shown(await read())).toEqual({ price: '12.5', source: 'cache', ageMs: FRESH_MS - 1 });
    clock.pass(1);
    const next = read();
    exchange.say(price('12.6'));
    expect(shown(await next)).toEqual({ price: '12.6', source: 'live', ageMs: 0 });
    expect(exchange.asked).toHaveLength(2);
  });

  it('counts the age from before the question was sent', async () => {
    const first = read();
    clock.pass(1_500);
    exchange.say(price('12.5'));
    expect(shown(await first)).toMatchObject({ source: 'live', ageMs: 1_500 });
  });

  it('asks on behalf of the reader', async () => {
    await known();
    expect(exchange.asked).toEqual([{ question: QUOTE, operator: 'ada' }]);
  });

  it('asks once for all concurrent readers', async () => {
    const readers = Array.from({ length: 50 }, () => read());
    const other = read(ask.quote('SDAIRWING'));
    expect(exchange.asked).toHaveLength(2);
    exchange.say(price('12.5'));
    exchange.say(price('29.8'));
    expect(
      new Set((await Promise.all(readers)).map((reading) => JSON.stringify(shown(reading)))),
    ).toEqual(new Set([JSON.stringify({ price: '12.5', source: 'live', ageMs: 0 })]));
    expect(shown(await other)).toMatchObject({ price: '29.8' });
  });

  it('gives all concurrent readers the same failure, and asks again later', async () => {
    const readers = Array.from({ length: 50 }, () => problemOf(read()));
    exchange.say(no());
    expect(new Set((await Promise.all(readers)).map(({ code }) => code))).toEqual(
      new Set(['exchange-unavailable']),
    );
    expect(exchange.asked).toHaveLength(1);
    clock.pass(2_000);
    const next = read();
    exchange.say(price('12.5'));
    expect(shown(await next)).toMatchObject({ source: 'live' });
  });

  it('serves a failure again for two seconds', async () => {
    const first = problemOf(read());
    exchange.say(no());
    await first;
    clock.pass(1_999);
    expect(await problemOf(read())).toMatchObject({
      code: 'exchange-unavailable',
      detail: 'no reply',
    });
    expect(exchange.asked).toHaveLength(1);
    const other = read(ask.quote('SDAIRWING'));
    exchange.say(price('29.8'));
    expect(shown(await other)).toMatchObject({ source: 'live' });
  });

  it('lets what an order waits for ask at once, whatever readers were told a moment ago', async () => {
    const reader = problemOf(read());
    exchange.say(no());
    await reader;
    const order: Promise<Reading> = market.read<Question['endpoint']>(
      QUOTE,
      'system:marina',
      'resolve',
    );
    exchange.say(price('12.5'));
    expect(shown(await order)).toMatchObject({ source: 'live' });
    expect(shown(await read())).toMatchObject({ source: 'cache' });
  });

  it('lets a key of a client make fifteen calls a minute; others go on', async () => {
    const byClient = (symbol: string): Promise<Reading> =>
      market.read<Question['endpoint']>(ask.quote(symbol), 'client', 'market', 'key_1');
    const knownTo = async (symbol: string): Promise<void> => {
      const reading = byClient(symbol);
      exchange.say(price('12.5'));
      await reading;
    };
    for (let n = 0; n < 15; n += 1) await knownTo(`SD${n}`);
    expect(await problemOf(byClient('SDX'))).toMatchObject({ code: 'rate-limited' });
    expect(shown(await byClient('SD3'))).toMatchObject({ source: 'cache' });
    await known(ask.quote('SDX'));
    clock.pass(60_000);
    await knownTo('SDY');
  });

  it('passes on an error of our own, and asks again at once', async () => {
    const readers = [read(), read()].map((reading) => expect(reading).rejects.toThrow('disk'));
    exchange.say(new Error('the disk is full'));
    await Promise.all(readers);
    const next = read();
    exchange.say(price('12.5'));
    expect(shown(await next)).toMatchObject({ source: 'live' });
  });

  it.each([
    ['without a reply', no()],
    ['without room in the budget', no({ why: 'NoBudget', retryAt: START + 9_000 })],
    ['by a refusal of what it answered a moment ago', no({ why: 'Refused' })],
  ])('serves the older answer as stale when it is left %s', async (_, failure) => {
    await known();
    clock.pass(FRESH_MS);
    const next = read();
    exchange.say(failure);
    expect(shown(await next)).toEqual({ price: '12.5', source: 'stale', ageMs: FRESH_MS });
    clock.pass(1_000);
    expect(shown(await read())).toEqual({
      price: '12.5',
      source: 'stale',
      ageMs: FRESH_MS + 1_000,
    });
    expect(exchange.asked).toHaveLength(2);
  });

  it('serves no answer that is older than the longest age', async () => {
    await known();
    clock.pass(LONGEST_MS - 1);
    const still = read();
    exchange.say(no());
    expect(shown(await still)).toMatchObject({ source: 'stale' });
    clock.pass(1);
    expect(await problemOf(read())).toMatchObject({ code: 'exchange-unavailable' });
  });

  it('waits two seconds for a new answer when there is an older one, and caches it when it arrives', async () => {
    await known();
    clock.pass(FRESH_MS);
    const slow = read();
    clock.pass(2_000);
    expect(shown(await slow)).toEqual({ price: '12.5', source: 'stale', ageMs: FRESH_MS + 2_000 });
    const other = read();
    exchange.say(price('12.7'));
    expect(shown(await other)).toMatchObject({ price: '12.7', source: 'live' });
    expect(exchange.asked).toHaveLength(2);
    expect(clock.waiting).toBe(0);
  });

  it('says when to retry if the rate budget is exhausted', async () => {
    const reading = problemOf(read());
    exchange.say(no({ why: 'NoBudget', detail: 'used up', retryAt: START + 8_200 }));
    expect(await reading).toMatchObject({
      code: 'budget-exhausted',
      details: { retryAfterSeconds: 9 },
    });
    clock.pass(1_000);
    expect((await problemOf(read())).details).toEqual({ retryAfterSeconds: 8 });
  });

  it.each([
    [-5_000, 1],
    [3_600_000, 60],
  ])('says one to sixty seconds, also for room in %d ms', async (ms, retryAfterSeconds) => {
    const reading = problemOf(read());
    exchange.say(no({ why: 'NoBudget', retryAt: START + ms }));
    expect((await reading).details).toEqual({ retryAfterSeconds });
  });

  it('says that the exchange is unavailable if no key may ask', async () => {
    const reading = problemOf(read());
    exchange.say(no({ why: 'NoBudget', detail: 'no exchange key has the scope' }));
    expect(await reading).toMatchObject({ code: 'exchange-unavailable' });
  });

  it('answers a refused lookup as not found for fifteen seconds', async () => {
    const reading = problemOf(read());
    exchange.say(no({ why: 'Refused', detail: 'Security NOSUCH not found' }));
    expect(await reading).toMatchObject({
      code: 'not-found-at-exchange',
      detail: 'Security NOSUCH not found',
    });
    clock.pass(14_999);
    expect(await problemOf(read())).toMatchObject({ code: 'not-found-at-exchange' });
    clock.pass(1);
    void problemOf(read());
    expect(exchange.asked).toHaveLength(2);
  });

  it.each([
    ask.sectors(),
    ask.companies(undefined, { number: 1, limit: 50 }),
    ask.snapshotOfToday(),
    ask.snapshotOfRange('2026-11-01', '2026-11-20'),
    ask.vwap('2026-11-01', '2026-11-20', { number: 1, limit: 50 }),
    ask.dataOfCompanies(),
    ask.actions(undefined, 'NOSUCH', { number: 1, limit: 20 }),
    ask.disclosures(undefined, 'NOSUCH', { number: 1, limit: 20 }),
  ])('answers a refusal of $endpoint, which is no lookup, as unavailable', async (question) => {
    const reading = problemOf(read(question));
    exchange.say(no({ why: 'Refused' }));
    expect(await reading).toMatchObject({ code: 'exchange-unavailable' });
  });

  it('does not cache an answer of more than four megabytes, logs that, and keeps all others', async () => {
    await known();
    const huge = read(ask.dataOfCompanies());
    exchange.say(price('1', 4 * 2 ** 20 + 1));
    expect(shown(await huge)).toMatchObject({ source: 'live' });
    expect(log.join()).toContain('too large to be cached');
    expect(shown(await read())).toMatchObject({ source: 'cache' });
    void read(ask.dataOfCompanies());
    expect(exchange.asked).toHaveLength(3);
  });

  it('asks separately for each page, filter and day', async () => {
    const page = { number: 1, limit: 50 };
    const questions = [
      ask.companies(undefined, page),
      ask.companies(undefined, { number: 2, limit: 50 }),
      ask.companies(undefined, { number: 1, limit: 51 }),
      ask.companies('Active', page),
      ask.companiesOfSector('Active', page),
      ask.company('A'),
      ask.dataOfCompany('A'),
    ];
    for (const question of questions) void read(question);
    expect(exchange.asked).toHaveLength(questions.length);
  });

  it('keeps an answer about today as briefly after midnight as before', async () => {
    const question = ask.snapshotOfRange('2026-11-01', '2026-11-20');
    const midnight = Date.UTC(2026, 10, 20, 23);
    clock.pass(midnight - START - 1_000);
    await known(question);
    clock.pass(FRESHNESS['market-snapshot/summary'].freshMs);
    void read(question);
    expect(exchange.asked).toHaveLength(2);
  });
});
