import type { Config } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import type { Reading } from '../../../../src/infra/database/reads.js';
import type { SqlValue } from '../../../../src/infra/database/units/unit-of-work.js';
import type { Sessions } from '../../../../src/market/trading-calendar/trading-day.js';
import { reportUnreportedFills } from '../../../../src/orders/reconciliation/trades/report-unreported-fills.js';
import {
  anyCancelToConfirm,
  loadOrdersUnderReview,
  loadRefused,
} from '../../../../src/orders/reconciliation/collect/orders-under-review.js';
import { tradeDatesOf } from '../../../../src/orders/reconciliation/trades/trade-dates.js';
import type { OrderStore } from '../../../../src/orders/order/order-store.js';
import { SightingRegister } from '../../../../src/orders/order-numbers/sighting-register.js';
import { SCHEMA } from '../../../../src/schema.js';
import { noon } from '../../../support/builders.js';
import { readyDatabase } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

const USUAL: Sessions = { usual: { opensAt: 600, closesAt: 870 }, exceptions: new Map() };
const LOOKED = { sessions: USUAL, now: noon(0), scope: null };
/** Indexes that have orders of any age, or whatever has ever been acknowledged. */
const OF_ALL_TIMES = /orders_trading_date|orders_closed|order_requests_queue \(state=\?\)/;

describe('What a pass asks of a book of many years', () => {
  const clock = new HandClock(noon(0));
  let database: Database;

  beforeAll(async () => {
    database = await Database.open(await readyDatabase('sqlite'), SCHEMA, clock);
  });

  afterAll(() => database.close());

  /** How SQLite finds what is asked for meanwhile. */
  const waysOf = async (ask: (reading: Reading) => Promise<unknown>): Promise<string[]> => {
    const ways: string[] = [];
    const query = async <T>(sql: string, values?: readonly SqlValue[]): Promise<T[]> => {
      const plan = `EXPLAIN QUERY PLAN ${sql}`;
      const steps = await database.reading.query<{ detail: string }>(plan, values);
      ways.push(...steps.map(({ detail }) => detail));
      return database.reading.query<T>(sql, values);
    };
    await ask({ ...database.reading, query });
    return ways.filter((way) => /^(SEARCH|SCAN) (orders|o|r) /.test(way));
  };

  it.each<readonly [string, (reading: Reading) => Promise<unknown>]>([
    ['the orders to look at', (reading) => loadOrdersUnderReview(reading, LOOKED)],
    [
      'gaps that nobody was told of',
      (reading) => reportUnreportedFills({ reading } as Database, {} as OrderStore, noon(0)),
    ],
    ['a cancel to confirm', (reading) => anyCancelToConfirm(reading, noon(0))],
    ['the orders that no search has found', (reading) => loadRefused(reading, ['2026-11-20'])],
    ['the days whose trades may matter', (reading) => tradeDatesOf(reading, USUAL, noon(0))],
    [
      'what was sent more than once',
      (reading) =>
        new SightingRegister(database, { brokerCode: 'MRNA' } as Config, clock).repeatedPosts(
          reading,
        ),
    ],
  ])('is found by indexes of what still matters: %s', async (_name, ask) => {
    const ways = await waysOf(ask);
    expect(ways.length).toBeGreaterThan(0);
    expect(ways.filter((way) => way.startsWith('SCAN') || OF_ALL_TIMES.test(way))).toEqual([]);
  });
});
