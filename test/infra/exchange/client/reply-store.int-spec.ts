import { Database } from '../../../../src/infra/database/database.js';
import { ExchangeCallRow } from '../../../../src/infra/exchange/client/exchange-call.entity.js';
import type { CallJournal } from '../../../../src/infra/exchange/client/call-journal.js';
import { ExchangeReplyRow } from '../../../../src/infra/exchange/client/exchange-reply.entity.js';
import {
  CHAIN_LENGTH_MAX,
  PRUNED_AT_ONCE,
  replyOf,
} from '../../../../src/infra/exchange/client/reply-store.js';
import { readConfig } from '../../../../src/infra/config/config.js';
import { SCHEMA } from '../../../../src/schema.js';
import { ENGINES, freshDatabase, PEPPER } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { callJournal, exchangeKeys } from '../../../support/journal.js';

const TRADES = '{"tradeDate":"2026-11-20","orderStatus":"All"}';
/** Each key may make a hundred calls a minute. */
const KEYS = Array.from({ length: 12 }, (_, place) => `sk_test_${place}`);
const HOUR_MS = 3_600_000;

const tradeRow = (n: number, matched = 100): string =>
  `{"TradeDate":"2026-11-20","SecurityId":"SD11PLC","TimeInForce":"Day Order (DO)","Broker_Code":"MRNA",` +
  `"Price":12.${n % 90},"OrderNo":${700_000 + n},"Volume":${matched},"MatchedQuantity":${matched},` +
  `"PendingQuantity":${(n * 7) % 900},"TradingMatchingId":"M${n * 37}","ClientName":"Ada Obi",` +
  `"Shareholder":"C00${n % 977}","OrderType":"BUY"}`;

const listOf = (rows: readonly string[]): string =>
  `{"success":true,"message":"Success","data":[${rows.join(',')}]}`;

const dayOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => tradeRow(n));

interface Stored {
  readonly rows: number;
  readonly bytes: number;
}

describe.each(ENGINES)('what the exchange has replied, on %s', (engine) => {
  let url: string;
  let database: Database;
  let clock: HandClock;
  let journal: CallJournal;
  let reply: { body: string; bytes?: Buffer };

  const open = async (): Promise<void> => {
    clock = new HandClock(Date.UTC(2026, 10, 20, 11));
    database = await Database.open(url, SCHEMA, clock);
    const config = readConfig({
      EXCHANGE_BASE_URL: 'http://x.example',
      EXCHANGE_API_KEYS: KEYS.join(),
      BROKER_CODE: 'MRNA',
      MARINA_KEY_PEPPER: PEPPER,
    });
    const keys = exchangeKeys({ config, database, clock });
    await keys.register();
    const send = () => Promise.resolve({ kind: 'Reply', status: 200, ...reply } as const);
    journal = callJournal({ config, database, clock }, { send }, keys);
  };

  beforeEach(async () => {
    url = await freshDatabase(engine);
    await open();
  });

  afterEach(() => database.close());

  /** Makes a call that gets this reply. */
  const ask = async (
    body: string,
    about: { orderId?: string; question?: string; bytes?: Buffer } = {},
  ): Promise<ExchangeCallRow> => {
    reply = about.bytes === undefined ? { body } : { body, bytes: about.bytes };
    const { orderId, question = TRADES } = about;
    const call = await journal.read({
      endpoint: 'daily/trades',
      lane: 'cancel',
      body: question,
      operator: null,
      ...(orderId === undefined ? {} : { orderId }),
    });
    if ('why' in call) throw new Error(call.why);
    return found(call.id);
  };

  const found = async (id: string): Promise<ExchangeCallRow> => {
    const [row] = await database.reading.find(ExchangeCallRow, 'id = ?', [id]);
    if (row === undefined) throw new Error('The call is not in the journal');
    return row;
  };

  const textOf = async (call: ExchangeCallRow): Promise<string | undefined> =>
    (await replyOf(database.reading, call))?.toString();

  const stored = async (): Promise<Stored> => {
    const [calls] = await database.reading.query<{ bytes: number }>(
      'SELECT coalesce(sum(length(reply)), 0) AS bytes FROM exchange_calls',
    );
    const [replies] = await database.reading.query<Stored>(
      'SELECT count(*) AS rows, coalesce(sum(length(content)), 0) AS bytes FROM exchange_replies',
    );
    return { rows: replies!.rows, bytes: calls!.bytes + replies!.bytes };
  };

  const rowOf = async (call: ExchangeCallRow): Promise<ExchangeReplyRow> => {
    const [row] = await database.reading.find(ExchangeReplyRow, 'digest = ?', [call.replyDigest]);
    if (row === undefined) throw new Error('The reply is not kept');
    return row;
  };

  it('is stored once, however often it is received', async () => {
    const text = listOf(dayOf(200));
    const first = await ask(text);
    const once = await stored();
    for (let n = 0; n < 30; n += 1) expect(await textOf(await ask(text))).toBe(text);
    expect(await stored()).toEqual(once);
    expect(once).toMatchObject({ rows: 1 });
    expect(once.bytes * 5).toBeLessThan(text.length);
    expect(first).toMatchObject({ reply: null, replyBytes: text.length });
  });

  it.each(['oldest first', 'newest first'])(
    'is stored as a difference when trades are added %s, and each is read to the byte',
    async (order) => {
      const rows: string[] = [];
      const asked: { readonly text: string; readonly call: ExchangeCallRow }[] = [];
      for (let n = 0; n < 2 * CHAIN_LENGTH_MAX + 10; n += 1) {
        // Some resting orders have been matched further.
        if (rows.length > 0) rows[(n * 13) % rows.length] = tradeRow(n * 13, n);
        const more = [tradeRow(10_000 + 2 * n), tradeRow(10_001 + 2 * n)];
        if (order === 'oldest first') rows.push(...more);
        else rows.unshift(...more);
        const text = listOf([...dayOf(400), ...rows]);
        asked.push({ text, call: await ask(text) });
      }
      for (const { text, call } of asked) expect(await textOf(call)).toBe(text);
      const received = asked.reduce((sum, { text }) => sum + text.length, 0);
      const { bytes } = await stored();
      expect(bytes * 50).toBeLessThan(received);
      const whole = await database.reading.find(ExchangeReplyRow, 'base IS NULL');
      expect(whole).toHaveLength(3);
    },
  );

  it('is stored in full if it is about one order, or mostly new', async () => {
    const text = listOf(dayOf(100));
    await ask(text);
    expect(await rowOf(await ask(listOf(dayOf(101)), { orderId: 'ord_1' }))).toMatchObject({
      base: null,
    });
    const others = listOf(dayOf(300).slice(150));
    expect(await rowOf(await ask(others))).toMatchObject({ base: null, depth: 0 });
    const another = await ask(listOf(dayOf(102)), { question: TRADES.replace('20', '19') });
    expect(await rowOf(another)).toMatchObject({ base: null });
  });

  it.each([
    ['a short one', '{"success":true,"data":null}'],
    ['nothing', ''],
    ['one with a NUL', 'a\0b'],
    ['a page that is no JSON', `<html>${'bad gateway '.repeat(500)}</html>`],
    ['one with characters of several bytes', listOf(['"Ọ̀yọ́ 😀"'.repeat(2_000)])],
  ])('is read to the byte: %s', async (_what, text) => {
    const call = await ask(text);
    expect(await replyOf(database.reading, call)).toEqual(Buffer.from(text));
    expect(call.replyBytes).toBe(Buffer.byteLength(text));
  });

  it('is read to the byte even if it is not UTF-8', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]);
    expect(await replyOf(database.reading, await ask(bytes.toString(), { bytes }))).toEqual(bytes);
  });

  it('is stored in full again by a process that has just started, and both can be read', async () => {
    const texts = [listOf(dayOf(100)), listOf(dayOf(101)), listOf(dayOf(102))];
    const calls = [await ask(texts[0]!), await ask(texts[1]!)];
    expect(await rowOf(calls[1]!)).toMatchObject({ depth: 1 });
    await database.close();
    await open();
    calls.push(await ask(texts[2]!));
    expect(await rowOf(calls[2]!)).toMatchObject({ depth: 0 });
    for (const [n, call] of calls.entries()) expect(await textOf(call)).toBe(texts[n]);
  });

  it('is stored in full again when its base is gone', async () => {
    await ask(listOf(dayOf(100)));
    await database.units.run((unit) => unit.execute('DELETE FROM exchange_replies'));
    await expect(ask(listOf(dayOf(101)))).rejects.toThrow('no longer in the database');
    const text = listOf(dayOf(102));
    expect(await textOf(await ask(text))).toBe(text);
  });

  it('is never based on one whose unit of work was rolled back', async () => {
    const away =
      engine === 'sqlite'
        ? [
            "CREATE TRIGGER away BEFORE UPDATE ON exchange_calls BEGIN SELECT RAISE(ABORT, 'away'); END",
          ]
        : [
            "CREATE FUNCTION away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'away'; END $$",
            'CREATE TRIGGER away BEFORE UPDATE ON exchange_calls FOR EACH ROW EXECUTE FUNCTION away()',
          ];
    const back = `DROP TRIGGER away${engine === 'sqlite' ? '' : ' ON exchange_calls'}`;
    const run = (sql: string): Promise<number> => database.units.run((unit) => unit.execute(sql));
    for (const sql of away) await run(sql);
    // Not `toThrow`: the driver's errors belong to the realm of the first file that this worker ran.
    const message: unknown = expect.stringContaining('away');
    await expect(ask(listOf(dayOf(100)))).rejects.toMatchObject({ message });
    await run(back);
    expect((await stored()).rows).toBe(0);
    expect(await rowOf(await ask(listOf(dayOf(101))))).toMatchObject({ base: null });
  });

  it('is said to be another one when its row was changed', async () => {
    const call = await ask(listOf(dayOf(100)));
    const other = await rowOf(await ask(listOf(dayOf(50)), { question: '{}' }));
    await database.units.run((unit) =>
      unit.update(ExchangeReplyRow, { digest: call.replyDigest! }, { content: other.content }),
    );
    await expect(textOf(call)).rejects.toThrow('does not match its digest');
  });

  it('is deleted with the last call that refers to it, unless evidence or another reply needs it', async () => {
    const texts = [100, 101, 102, 103].map((count) => listOf(dayOf(count)));
    const calls: ExchangeCallRow[] = [];
    for (const text of texts) calls.push(await ask(text));
    const age = async (...which: readonly ExchangeCallRow[]): Promise<void> => {
      await database.units.run(async (unit) => {
        for (const { id } of which) await unit.update(ExchangeCallRow, { id }, { startedAt: 0 });
        await unit.execute('UPDATE exchange_replies SET kept_at = 0');
      });
    };
    await age(calls[0]!, calls[3]!);
    expect(await journal.prune()).toBe(2);
    // The second is still stored as a difference from the first.
    expect((await stored()).rows).toBe(3);
    expect(await textOf(calls[2]!)).toBe(texts[2]);
    await database.units.run((unit) =>
      unit.update(ExchangeCallRow, { id: calls[1]!.id }, { isEvidence: 1 }),
    );
    await age(calls[1]!, calls[2]!);
    expect(await journal.prune()).toBe(1);
    expect((await stored()).rows).toBe(2);
    expect(await textOf(calls[1]!)).toBe(texts[1]);
    await database.units.run((unit) =>
      unit.update(ExchangeCallRow, { id: calls[1]!.id }, { isEvidence: 0 }),
    );
    expect(await journal.prune()).toBe(1);
    expect(await stored()).toEqual({ rows: 0, bytes: 0 });
  });

  it('is deleted with old calls however many there are, some at a time, and no further than it may go on', async () => {
    const { id: _, ...call } = await ask(listOf(dayOf(1)));
    const old = { ...call, startedAt: 0 };
    const count = 2 * PRUNED_AT_ONCE + 1;
    const rows = Array.from({ length: count }, (_, n) => ({ ...old, id: `old ${n}` }));
    for (let start = 0; start < count; start += 500)
      await database.units.run((unit) =>
        unit.insertAll(ExchangeCallRow, rows.slice(start, start + 500)),
      );
    let rounds = 0;
    expect(await journal.prune(() => (rounds += 1) === 1)).toBe(PRUNED_AT_ONCE);
    expect(await journal.prune()).toBe(PRUNED_AT_ONCE + 1);
  });

  it('that others may be based on is not deleted', async () => {
    const [first, second] = [await ask(listOf(dayOf(100))), listOf(dayOf(101))];
    await database.units.run((unit) =>
      unit.update(ExchangeCallRow, { id: first.id }, { startedAt: 0 }),
    );
    expect(await journal.prune()).toBe(1);
    expect(await textOf(await ask(second))).toBe(second);
    // Long after that it is not used as a base any more.
    clock.pass(2 * HOUR_MS);
    expect(await rowOf(await ask(listOf(dayOf(103))))).toMatchObject({ base: null });
  });
});
