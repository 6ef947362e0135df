import { readConfig } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import { ExchangeCallRow } from '../../../../src/infra/exchange/client/exchange-call.entity.js';
import {
  type ExchangeKeys,
  type CallFeedback,
} from '../../../../src/infra/exchange/keys/exchange-keys.js';
import { keyId } from '../../../../src/infra/exchange/keys/key-id.js';
import type { OutcomeClass } from '../../../../src/infra/exchange/transport/outcome.js';
import type { Lane } from '../../../../src/infra/exchange/keys/rate-limiter.js';
import { SCHEMA } from '../../../../src/schema.js';
import { ENGINES, PEPPER, readyDatabase } from '../../../support/databases/databases.js';
import { exchangeKeys } from '../../../support/journal.js';
import { HandClock } from '../../../support/time/hand-clock.js';

/** A key that trades, one that reads, and one with all scopes. */
const TRADES = keyId('sk_test_trades');
const READS = keyId('sk_test_reads');
const ALL = keyId('sk_test_all');

describe.each(ENGINES)('Exchange keys on %s', (engine) => {
  const clock = new HandClock();
  let database: Database;
  let keys: ExchangeKeys;

  beforeEach(async () => {
    const config = readConfig({
      DATABASE_URL: await readyDatabase(engine),
      EXCHANGE_API_KEYS:
        'sk_test_all,sk_test_reads=daily.trades+order.enquiry+broker.order.enquiry,sk_test_trades=order.post+order.cancel',
      EXCHANGE_BASE_URL: 'http://127.0.0.1:9',
      BROKER_CODE: 'MARINA',
      MARINA_KEY_PEPPER: PEPPER,
    });
    database = await Database.open(config.databaseUrl, SCHEMA, clock);
    keys = exchangeKeys({ config, database, clock });
    await keys.register();
  });

  afterEach(() => database.close());

  let calls = 0;
  /** Holds slots of a key for a minute from `at`. */
  const hold = (key: string, lane: Lane, count: number, at: number): Promise<void> =>
    database.units.run(async (unit) => {
      for (let index = 0; index < count; index += 1) {
        await unit.insert(ExchangeCallRow, {
          id: `call_${(calls += 1)}`,
          keyId: key,
          lane,
          endpoint: 'order/post',
          orderId: null,
          requestId: null,
          claimNumber: null,
          operator: null,
          body: '{}',
          startedAt: at,
          completedAt: at,
          freeAt: at + 60_000,
          unanswered: 0,
          httpStatus: 200,
          reply: '{}',
          replyBytes: 2,
          replyDigest: null,
          isEvidence: 0,
          failure: null,
          outcome: 'Acknowledged',
        });
      }
    });

  const choose = async (scope: string, at: number, lane: Lane = 'trade') => {
    const choice = await database.units.runAlone((unit) => keys.choose(unit, lane, scope, at));
    return choice.key === null ? choice : choice.key.id;
  };

  const hear = (
    key: string,
    scope: string,
    outcome: OutcomeClass,
    at: number,
    word: Partial<CallFeedback> = {},
  ): Promise<void> =>
    database.units.runAlone((unit) =>
      keys.note(
        unit,
        {
          keyId: key,
          scope,
          startedAt: at - 10,
          outcome: { class: outcome, message: 'the words of the exchange', data: undefined },
          answersQuestion: outcome === 'Acknowledged',
          httpStatus: null,
          retryAfterMs: null,
          ...word,
        },
        at,
      ),
    );

  const facts = () =>
    database.reading.query<{ type: string; body: string }>(
      "SELECT type, body FROM audit_entries WHERE stream = 'exchange' ORDER BY sequence",
    );

  it('with few scopes are taken before those that may do everything', async () => {
    expect(await choose('order.post', 1_000)).toBe(TRADES);
    expect(await choose('daily.trades', 1_000)).toBe(READS);
    expect(await choose('order.edit', 1_000)).toBe(ALL);
  });

  it('without room hand the call to another that has both scope and room', async () => {
    await hold(TRADES, 'trade', 96, 1_000);
    expect(await choose('order.post', 1_000)).toBe(ALL);
    expect(await choose('order.cancel', 1_000, 'cancel')).toBe(TRADES);
    await hold(ALL, 'trade', 96, 1_000);
    expect(await choose('order.post', 1_000)).toEqual({
      key: null,
      for: 'Budget',
      retryAt: 61_000,
      why: 'the rate budget of this minute is used up',
    });
  });

  it('say so when none of them has the scope', async () => {
    const config = readConfig({
      EXCHANGE_BASE_URL: 'http://127.0.0.1:9',
      EXCHANGE_API_KEYS: 'sk_test_reads=daily.trades',
      BROKER_CODE: 'MARINA',
      MARINA_KEY_PEPPER: PEPPER,
    });
    keys = exchangeKeys({ config, database, clock });
    expect(await choose('order.post', 1_000)).toEqual({
      key: null,
      for: 'Access',
      retryAt: null,
      isForbidden: true,
      why: 'no exchange key has the scope order.post',
    });
  });

  it.each(['401', '402'])(
    'that are refused with %s rest, are tried by one call, and come back by themselves',
    async (status) => {
      const word = { httpStatus: Number(status) };
      await hear(TRADES, 'order.post', 'KeyRefused', 1_000, word);
      await hear(ALL, 'order.edit', 'KeyRefused', 1_000, word);
      expect(await choose('order.post', 10_999)).toMatchObject({ key: null, retryAt: 11_000 });
      expect(await choose('order.cancel', 5_000, 'cancel')).toMatchObject({ key: null });
      await hear(ALL, 'order.post', 'KeyRefused', 1_100, word);
      expect(await choose('order.post', 11_000)).toBe(TRADES);
      // The probe is in flight, so no other call uses that key.
      expect(await choose('order.cancel', 11_100, 'cancel')).toBe(ALL);
      await hear(TRADES, 'order.post', 'Acknowledged', 11_200);
      expect(await choose('order.cancel', 11_201, 'cancel')).toBe(TRADES);
    },
  );

  it.each([401, 402])(
    'that are refused with %d for one kind of call alone lose that scope, and keep the others',
    async (httpStatus) => {
      await hear(TRADES, 'order.post', 'KeyRefused', 1_000, { httpStatus });
      await hear(TRADES, 'order.post', 'KeyRefused', 11_000, { httpStatus });
      // What has met it twice leaves the next probe to another kind of call.
      await hear(ALL, 'order.edit', 'KeyRefused', 11_000, { httpStatus });
      expect(await choose('order.post', 21_000)).toBe(ALL);
      expect(await choose('order.cancel', 21_000, 'cancel')).toBe(TRADES);
      await hear(TRADES, 'order.cancel', 'Acknowledged', 21_100);
      await hear(TRADES, 'order.post', 'KeyRefused', 31_000, { httpStatus });
      expect(await choose('order.cancel', 31_001, 'cancel')).toBe(TRADES);
      await hear(ALL, 'order.cancel', 'Acknowledged', 31_000);
      expect(await choose('order.post', 31_001)).toBe(ALL);
      expect(await choose('order.post', 51_000)).toBe(ALL);
    },
  );

  it('say that none may ask only where each is refused: one without room may ask later', async () => {
    await hear(TRADES, 'order.post', 'KeyRefused', 1_000, { httpStatus: 401 });
    await hold(ALL, 'trade', 96, 1_000);
    expect(await choose('order.post', 5_000)).not.toHaveProperty('isForbidden');
    await hear(ALL, 'order.edit', 'KeyRefused', 1_000, { httpStatus: 401 });
    expect(await choose('order.post', 5_000)).toMatchObject({ key: null, isForbidden: true });
  });

  it('that were refused are tried by reading; orders go with those that work', async () => {
    await hear(READS, 'order.enquiry', 'KeyRefused', 1_000, { httpStatus: 401 });
    await hear(TRADES, 'order.post', 'KeyRefused', 1_000, { httpStatus: 401 });
    expect(await choose('order.post', 11_000)).toBe(ALL);
    expect(await choose('order.cancel', 11_000, 'cancel')).toBe(ALL);
    expect(await choose('order.enquiry', 11_000, 'resolve')).toBe(ALL);
    expect(await choose('order.enquiry', 11_000, 'reconcile')).toBe(READS);
    expect(await choose('order.enquiry', 11_001, 'reconcile')).toBe(ALL);
  });

  it('that answer something else than was asked come after those that answer', async () => {
    await hear(READS, 'daily.trades', 'Acknowledged', 1_000, { answersQuestion: false });
    expect(await choose('daily.trades', 1_001, 'reconcile')).toBe(ALL);
    await hear(READS, 'daily.trades', 'Acknowledged', 2_000);
    expect(await choose('daily.trades', 2_001, 'reconcile')).toBe(READS);
  });

  it('stay refused when only a call from before the refusal is answered', async () => {
    await hear(TRADES, 'order.post', 'KeyRefused', 1_000, { httpStatus: 402 });
    await hear(TRADES, 'order.post', 'Acknowledged', 1_001, { startedAt: 900 });
    expect(await choose('order.post', 1_002)).toBe(ALL);
  });

  it('lose one scope by a 403, and keep the others', async () => {
    await hear(TRADES, 'order.post', 'ScopeRefused', 1_000, { httpStatus: 403 });
    expect(await choose('order.post', 1_001)).toBe(ALL);
    expect(await choose('order.cancel', 1_001, 'cancel')).toBe(TRADES);
    await hear(ALL, 'order.post', 'ScopeRefused', 1_000, { httpStatus: 403 });
    expect(await choose('order.post', 2_000)).toMatchObject({ key: null, retryAt: 21_000 });
    expect(await choose('order.post', 21_000)).toBe(TRADES);
    await hear(TRADES, 'order.post', 'Acknowledged', 21_100);
    expect(await choose('order.post', 21_101)).toBe(TRADES);
  });

  describe('after a 429', () => {
    /** Of the only key that may edit; `at` is when the answer comes. */
    const rateRefused = async (at: number, word: Partial<CallFeedback> = {}) => {
      await journalRateRefusal(at);
      await hear(ALL, 'order.edit', 'RateRefused', at, { httpStatus: 429, ...word });
    };
    const journalRateRefusal = async (at: number) => {
      await hold(ALL, 'trade', 1, at);
      await database.units.run((unit) =>
        unit.execute("UPDATE exchange_calls SET outcome = 'RateRefused' WHERE id = ?", [
          `call_${calls}`,
        ]),
      );
    };
    /** Asked by a read, which then probes the key if it may. */
    const restsUntil = async (at: number) => {
      const choice = await choose('order.edit', at, 'reconcile');
      return typeof choice === 'string' ? at : choice.retryAt;
    };

    it.each([
      [null, 61_000],
      [5_000, 61_000],
      [90_000, 91_000],
      [9e9, 121_000],
    ])(
      'rest a minute where our own calls may have filled it, or longer if asked to: %s',
      async (retryAfterMs, until) => {
        await hold(ALL, 'trade', 49, 900);
        await rateRefused(1_000, { retryAfterMs });
        expect(await restsUntil(2_000)).toBe(until);
      },
    );

    it.each([
      [null, 6_000],
      [2_000, 6_000],
      [30_000, 31_000],
      [9e9, 121_000],
    ])(
      'rest five seconds where they cannot have, or longer if asked to: %s',
      async (retryAfterMs, until) => {
        await hold(ALL, 'trade', 48, 900);
        await rateRefused(1_000, { retryAfterMs });
        expect(await restsUntil(2_000)).toBe(until);
      },
    );

    it('rest twice as long for each one before it in the same minute, and never shorter after a refused probe', async () => {
      const rests: number[] = [];
      for (let at = 1_000; rests.length < 6;) {
        await rateRefused(at);
        const until = (await restsUntil(at + 1)) ?? at;
        rests.push(Math.floor((until - at) / 1_000));
        at = until + 100;
      }
      expect(rests).toEqual([5, 10, 20, 40, 40, 40]);
    });

    it('leave the call to another key', async () => {
      await hear(TRADES, 'order.post', 'RateRefused', 1_000, { httpStatus: 429 });
      expect(await choose('order.post', 1_001)).toBe(ALL);
      expect(await choose('order.post', 6_000)).toBe(ALL);
    });

    it('are tried by a read alone until a minute is over', async () => {
      await rateRefused(1_000);
      for (const lane of ['trade', 'cancel', 'resolve'] as const) {
        const choice = await choose('order.edit', 6_000, lane);
        expect(choice).toMatchObject({ key: null, for: 'Access', retryAt: 61_000 });
        expect(choice).not.toHaveProperty('isForbidden');
      }
      expect(await choose('order.edit', 6_000, 'reconcile')).toBe(ALL);
      await hear(ALL, 'order.edit', 'Acknowledged', 6_100);
      expect(await choose('order.edit', 6_101)).toBe(ALL);
    });

    it('are tried by whatever comes first after that', async () => {
      await rateRefused(1_000);
      expect(await choose('order.edit', 61_000, 'cancel')).toBe(ALL);
    });

    it('serve nobody before a restored database lets them, whatever calls of before are answered', async () => {
      await database.units.runAlone((unit) => keys.coolDown(unit, 73_000));
      await rateRefused(1_000);
      expect(await restsUntil(6_000)).toBe(73_000);
      await hear(ALL, 'order.edit', 'KeyRefused', 2_000, { httpStatus: 401, startedAt: 900 });
      expect(await restsUntil(12_000)).toBe(73_000);
    });

    it('work again by the answer to the probe, though another one was refused late', async () => {
      await rateRefused(1_000);
      expect(await restsUntil(6_000)).toBe(6_000);
      await rateRefused(7_000, { startedAt: 900 });
      await hear(ALL, 'order.edit', 'Acknowledged', 7_200, { startedAt: 6_000 });
      expect(await choose('order.edit', 7_201)).toBe(ALL);
    });

    it('rest a minute at most, and count those before an answer, too', async () => {
      for (const at of [1_000, 1_001, 1_002, 1_003]) await journalRateRefusal(at);
      await hear(ALL, 'order.edit', 'Acknowledged', 6_100);
      await rateRefused(7_000);
      expect(await restsUntil(7_001)).toBe(67_000);
    });

    it('rest five seconds again when the one before is more than a minute old', async () => {
      await rateRefused(1_000);
      expect(await restsUntil(6_000)).toBe(6_000);
      await hear(ALL, 'order.edit', 'Acknowledged', 6_100);
      await rateRefused(61_001);
      expect(await restsUntil(61_100)).toBe(66_001);
    });

    it('count calls that were on their way together as one, with the longest rest', async () => {
      await rateRefused(1_000, { retryAfterMs: 20_000 });
      await rateRefused(1_001, { startedAt: 995 });
      expect(await restsUntil(2_000)).toBe(21_000);
    });
  });

  it('tell the audit trail of a change once, and not of every refusal', async () => {
    for (const at of [1_000, 1_100, 1_200]) {
      await hear(TRADES, 'order.post', 'KeyRefused', at, { httpStatus: 402 });
      await hear(READS, 'daily.trades', 'ScopeRefused', at, { httpStatus: 403 });
    }
    for (const at of [20_000, 30_000]) {
      await hear(TRADES, 'order.post', 'Acknowledged', at);
      await hear(READS, 'daily.trades', 'Refused', at);
    }
    const entries = await facts();
    expect(entries.map((fact) => [fact.type, JSON.parse(fact.body) as object])).toEqual([
      ['EXCHANGE_KEY_REFUSED', { key: TRADES, httpStatus: '402', held: 0 }],
      ['EXCHANGE_SCOPE_REFUSED', { key: READS, scope: 'daily.trades' }],
      ['EXCHANGE_KEY_ACCEPTED_AGAIN', { key: TRADES }],
      ['EXCHANGE_SCOPE_ACCEPTED_AGAIN', { key: READS, scope: 'daily.trades' }],
    ]);
  });

  it('are neither refused nor accepted by replies that prove nothing', async () => {
    for (const outcome of ['Ambiguous', 'NotSent'] as const) {
      await hear(TRADES, 'order.post', outcome, 1_000);
      await hear(ALL, 'order.post', outcome, 1_000);
      expect(await choose('order.post', 1_001)).toBe(TRADES);
    }
    expect(await facts()).toEqual([]);
  });

  it.each([
    [500, TRADES],
    [503, null],
    [null, null],
  ])('that lost a scope have it back after a reply of status %s: %s', async (status, key) => {
    for (const id of [TRADES, ALL]) {
      await hear(id, 'order.post', 'ScopeRefused', 1_000, { httpStatus: 403 });
    }
    expect(await choose('order.post', 21_000)).toBe(TRADES);
    await hear(TRADES, 'order.post', 'Ambiguous', 21_100, { httpStatus: status });
    await hear(ALL, 'order.post', 'ScopeRefused', 21_100, { httpStatus: 403 });
    expect(await choose('order.post', 21_101)).toEqual(key ?? expect.objectContaining({ key }));
  });

  it('rest after any 403 for its scope, also when its body proves nothing of the call', async () => {
    await hear(TRADES, 'order.post', 'Ambiguous', 1_000, { httpStatus: 403 });
    expect(await choose('order.post', 1_001)).toBe(ALL);
    expect(await choose('order.cancel', 1_001, 'cancel')).toBe(TRADES);
  });
});
