import { pino } from 'pino';
import { Database } from '../../../src/infra/database/database.js';
import type { MarketDataApi } from '../../../src/infra/exchange/api/market-data-api.js';
import type { Question } from '../../../src/infra/exchange/api/market-questions.js';
import { AppLogger } from '../../../src/infra/observability/logging.js';
import { SecurityDirectory } from '../../../src/market/securities/security-directory.js';
import { SecurityRow } from '../../../src/market/securities/security.entity.js';
import { SCHEMA } from '../../../src/schema.js';
import { ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';

const START = Date.UTC(2026, 10, 20, 9);
const DAY_MS = 24 * 3_600_000;
const DOUBT_MS = 600_000;

type Row = Readonly<Record<string, unknown>>;
type Said = Awaited<ReturnType<MarketDataApi['answer']>>;

const row = (symbol: string | null, changes: Row = {}): Row => ({
  symbol,
  name: `${String(symbol)} Plc`,
  isin: 'NG0000000011',
  status: 'Active',
  instrumentType: 'Equity',
  category: 'Main',
  sector: 'Services',
  nasdPrice: '12.5',
  ...changes,
});
const rows = (first: number, count: number): readonly Row[] =>
  Array.from({ length: count }, (_, place) => row(`S${first + place}`));

const page = (data: readonly Row[], pages: number | null, total: number | null): Said =>
  ({ kind: 'Answer', data, odd: [], pages, total, askedAt: START, bytes: 1 }) as unknown as Said;
const NO_REPLY: Said = { kind: 'NoAnswer', why: 'Unusable', detail: 'no reply', retryAt: null };

describe.each(ENGINES)('The security directory (%s)', (engine) => {
  let clock: HandClock;
  let database: Database;
  let pages: Said[];
  let asked: Question[];
  let log: string[];

  beforeEach(async () => {
    clock = new HandClock(START);
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    pages = [];
    asked = [];
    log = [];
  });
  afterEach(() => database.close());

  const open = (): SecurityDirectory => {
    const api = {
      answer: (question: Question) => {
        asked.push(question);
        return Promise.resolve(pages.shift() ?? NO_REPLY);
      },
    } as unknown as MarketDataApi;
    const logger = new AppLogger(pino({}, { write: (line: string) => void log.push(line) }));
    return new SecurityDirectory(database, api, clock, logger);
  };
  const stored = async (): Promise<readonly string[]> => {
    const found = await database.read((manager) => manager.find(SecurityRow));
    return found.map(({ symbol }) => symbol).sort();
  };
  /** A directory that knows S1 to S5. */
  const loaded = async (): Promise<SecurityDirectory> => {
    const directory = open();
    pages = [page(rows(1, 5), 1, 5)];
    expect(await directory.refresh()).toBe(true);
    clock.pass(DAY_MS);
    return directory;
  };

  it('accepts every symbol until it is loaded, then only listed ones', async () => {
    const directory = open();
    expect(directory.lists('S1')).toBeNull();
    pages = [page([row('s1'), row('S2')], 1, 2)];
    expect(await directory.refresh()).toBe(true);
    expect([directory.lists('S1'), directory.lists('S3'), directory.size]).toEqual([
      true,
      false,
      2,
    ]);
  });

  it('reads every page, with the largest documented page size', async () => {
    const directory = open();
    pages = [page(rows(1, 2), 3, 5), page(rows(3, 2), 3, 5), page(rows(5, 1), 3, 5)];
    expect(await directory.refresh()).toBe(true);
    expect(asked.map(({ query }) => query)).toEqual(
      ['1', '2', '3'].map((number) => ({ page: number, limit: '200' })),
    );
    expect(await stored()).toEqual(['S1', 'S2', 'S3', 'S4', 'S5']);
  });

  it('stores the documented fields of a security, and no others', async () => {
    const directory = open();
    pages = [page([row('S1', { other: { Secret: 'x' }, name: null })], 1, 1)];
    await directory.refresh();
    expect(await database.read((manager) => manager.find(SecurityRow))).toEqual([
      {
        symbol: 'S1',
        name: null,
        isin: 'NG0000000011',
        status: 'Active',
        instrumentType: 'Equity',
        sector: 'Services',
        listedAt: START,
      },
    ]);
  });

  it('is loaded once a day, also across a restart', async () => {
    const directory = open();
    pages = [page(rows(1, 5), 1, 5)];
    await directory.refresh();
    clock.pass(DAY_MS - 1);
    expect(await directory.refresh()).toBe(false);
    const next = open();
    await next.restore();
    expect(next.size).toBe(5);
    expect(await next.refresh()).toBe(false);
    expect(asked).toHaveLength(1);
    clock.pass(1);
    pages = [page(rows(1, 6), 1, 6)];
    expect(await next.refresh()).toBe(true);
    expect(await stored()).toHaveLength(6);
  });

  it('is replaced completely or not at all, and retried after half a minute', async () => {
    const directory = await loaded();
    pages = [page(rows(1, 2), 2, 4), NO_REPLY];
    expect(await directory.refresh()).toBe(false);
    expect(await stored()).toHaveLength(5);
    clock.pass(29_999);
    pages = [page(rows(1, 6), 1, 6)];
    expect(await directory.refresh()).toBe(false);
    clock.pass(1);
    expect(await directory.refresh()).toBe(true);
    expect(await stored()).toHaveLength(6);
  });

  it('is retried when the exchange cannot be reached at the first start', async () => {
    const directory = open();
    expect(await directory.refresh()).toBe(false);
    expect(directory.lists('S1')).toBeNull();
    clock.pass(30_000);
    pages = [page(rows(1, 5), 1, 5)];
    expect(await directory.refresh()).toBe(true);
  });

  it('does not trust a listing without a number of pages', async () => {
    const directory = await loaded();
    pages = [page(rows(1, 6), null, 6)];
    expect(await directory.refresh()).toBe(false);
    expect(directory.size).toBe(5);
  });

  it.each<[string, Said[]]>([
    ['whose total changes between pages', [page(rows(1, 3), 2, 6), page(rows(4, 3), 2, 7)]],
    ['that shows a security on two pages', [page(rows(1, 3), 2, 6), page(rows(3, 3), 2, 6)]],
    ['that has fewer rows than its total', [page(rows(1, 5), 1, 6)]],
    ['that has more rows than its total', [page(rows(1, 7), 1, 6)]],
    ['that names no security', [page([row(null), row('')], 1, 2)]],
    ['that is empty', [page([], 0, 0)]],
    ['that lost more than half', [page(rows(1, 2), 1, 2)]],
  ])('does not accept a listing %s, and logs that', async (_, listing) => {
    const directory = await loaded();
    pages = listing;
    expect(await directory.refresh()).toBe(false);
    expect(log.join()).toContain('not accepted');
    expect([directory.size, directory.lists('S5')]).toEqual([5, true]);
    expect(await stored()).toEqual(['S1', 'S2', 'S3', 'S4', 'S5']);
    clock.pass(DOUBT_MS - 1);
    pages = [page(rows(1, 6), 1, 6)];
    expect(await directory.refresh()).toBe(false);
    clock.pass(1);
    expect(await directory.refresh()).toBe(true);
  });

  it('accepts one that lost half', async () => {
    const directory = open();
    pages = [page(rows(1, 6), 1, 6)];
    await directory.refresh();
    clock.pass(DAY_MS);
    pages = [page(rows(1, 3), 1, 3)];
    expect(await directory.refresh()).toBe(true);
    expect(directory.size).toBe(3);
  });

  it.each([
    ['is read three times in a row', [2, 2, 2], [false, false, true]],
    ['is another each time', [2, 1, 2, 2], [false, false, false, false]],
    ['comes and goes', [2, 2, 5, 2], [false, false, true, false]],
  ])('handles a much smaller listing that %s: %j', async (_, sizes, accepted) => {
    const directory = await loaded();
    const answers: boolean[] = [];
    for (const size of sizes) {
      pages = [page(rows(1, size), 1, size)];
      answers.push(await directory.refresh());
      clock.pass(DAY_MS);
    }
    expect(answers).toEqual(accepted);
    expect((await stored()).length).toBe(accepted.at(-1) === true ? 2 : 5);
  });

  it('is loaded only once at a time', async () => {
    const directory = await loaded();
    pages = [page(rows(1, 5), 1, 5)];
    const first = directory.refresh();
    clock.pass(DAY_MS);
    expect(await directory.refresh()).toBe(false);
    expect(await first).toBe(true);
    expect(asked).toHaveLength(2);
  });
});
