import { Database } from '../../../src/infra/database/database.js';
import { QueryTimeout } from '../../../src/infra/database/query-timeout.js';
import {
  FindOrders,
  FindOrdersHandler,
  type OrderFilters,
} from '../../../src/orders/order-queries/find-orders.js';
import { GetOrder, GetOrderHandler } from '../../../src/orders/order-queries/get-order.js';
import { ListWatermarkRow } from '../../../src/orders/order/list-watermark.entity.js';
import type { BoundAccounts } from '../../../src/infra/auth/api-keys/bound-keys.js';
import { OrderRow } from '../../../src/orders/order/order.entity.js';
import { SCHEMA } from '../../../src/schema.js';
import { aNewOrder, aNewOrderRow, TODAY } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock, NOON } from '../../support/time/hand-clock.js';
import { stepsOf } from '../../support/databases/query-plans.js';

const ORDERS = 10_000;
const LIMIT = 20;
const PLACE = '00000';
/** As many orders as one statement looks through. */
const PART = 5_000;

const FILTERS: readonly (readonly [string, OrderFilters, number, BoundAccounts?])[] = [
  ['clientOrderId', { clientOrderId: 'web-77' }, 1],
  ['createdFrom', { createdFrom: NOON + 9_990_000 }, 11],
  ['createdTo', { createdTo: NOON + 10_000 }, 9],
  ['createdFrom and createdTo', { createdFrom: NOON + 500_000, createdTo: NOON + 600_000 }, LIMIT],
  ['hasBreaks', { hasBreaks: true }, 10],
  ['pending', { pending: 'Edit' }, 10],
  ['certain', { certain: false }, 10],
  [
    'accountNumber beside status and side',
    { accountNumber: 'C-7', status: ['New'], side: 'BUY' },
    5,
  ],
  ['accountNumber beside tradingDate', { accountNumber: 'C-7', tradingDate: TODAY }, 5],
  ['no filter', {}, LIMIT],
  ['status, for a bound key', { status: ['New'] }, 5, ['C-7']],
  ['the account of a bound key', {}, 5, ['C-7']],
];

/** Every look at it takes so long. */
class SlowClock extends HandClock {
  constructor(private readonly ms: number) {
    super();
  }

  override steady(): number {
    this.pass(this.ms);
    return super.steady();
  }
}

/** The index a second: one order each. */
async function fill(database: Database, analyzed: boolean): Promise<void> {
  const first = aNewOrderRow({
    id: 'ord_',
    clientOrderId: 'web-',
    orderRef: 'T-',
    createdAt: NOON,
  });
  await database.units.run(async (unit) => {
    await unit.insert(OrderRow, first);
    const [row] = await unit.query<Record<string, unknown>>('SELECT * FROM orders');
    const columns = Object.keys(row ?? {});
    const number = `substr(CAST(1${PLACE} + i AS text), 2)`;
    const changed: Readonly<Record<string, string>> = {
      id: `'ord_' || ${number}`,
      client_order_id: "'web-' || i",
      order_ref: "'T-' || i",
      order_number: `'7' || ${number}`,
      number_grade: "'Acknowledged'",
      created_at: `created_at + i * 1000`,
      account_number: "'C-' || (i % 2000)",
      side: "CASE WHEN i % 2 = 1 THEN 'BUY' ELSE 'SELL' END",
      security: "CASE WHEN i % 2 = 1 THEN security ELSE 'SD22PLC' END",
      open_breaks: 'CASE WHEN i % 1000 = 0 THEN 1 ELSE 0 END',
      certain: 'CASE WHEN i % 1000 = 501 THEN 0 ELSE 1 END',
      pending: "CASE WHEN i % 1000 = 502 THEN 'Edit' END",
    };
    await unit.execute(
      `INSERT INTO orders (${columns.join(', ')})
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ORDERS})
         SELECT ${columns.map((name) => changed[name] ?? name).join(', ')} FROM n, orders`,
    );
    await unit.execute("DELETE FROM orders WHERE id = 'ord_'");
    // As in a service that nobody tends, SQLite has no statistics; PostgreSQL makes them by itself.
    if (analyzed) await unit.execute('ANALYZE');
  });
}

/** So many that they have more orders than are read at once. */
function accountsFrom(first: number): readonly string[] {
  return Array.from({ length: 500 }, (_, index) => `C-${first + index}`);
}

describe.each(ENGINES)('Finding orders on %s', (engine: Engine) => {
  let database: Database;
  let orders: FindOrdersHandler;

  beforeAll(async () => {
    const clock = new HandClock();
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    orders = new FindOrdersHandler(database, clock);
    await fill(database, engine === 'postgres');
  });

  afterAll(() => database.close());

  it.each(FILTERS)(
    'by %s reads a range of an index',
    async (...[, filters, count, accounts = null]) => {
      let found = 0;
      const steps = await stepsOf(database, async () => {
        found = (await orders.execute(new FindOrders(filters, accounts, LIMIT, null))).data.length;
      });
      expect(found).toBe(count);
      // Of the other tables, one has a single row here and one none.
      const ofOrders = steps.filter(
        ({ table }) => table !== 'list_watermarks' && table !== 'order_requests',
      );
      expect(ofOrders.length).toBeGreaterThan(0);
      expect(ofOrders.filter(({ isScan, rows }) => isScan || rows > 4 * LIMIT)).toEqual([]);
    },
  );

  it.each(['70012', '70999'])('by the order numbers from %s reads only those', async (start) => {
    let found: readonly (string | null)[] = [];
    const steps = await stepsOf(database, async () => {
      const filters = { orderNumberStartsWith: start };
      const { data } = await orders.execute(new FindOrders(filters, null, LIMIT, null));
      found = data.map(({ orderNumber }) => orderNumber);
    });
    expect(found).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((last) => `${start}${last}`));
    // They are sorted, newest first: the index is not in the order of their making.
    const scans = steps.filter(({ table, isScan }) => table === 'orders' && isScan);
    expect([scans, steps.some(({ text }) => text.includes('orders_order_number'))]).toEqual([
      [],
      true,
    ]);
  });

  it.each<[string, OrderFilters]>([
    ['security and side', { security: 'SD22PLC', side: 'BUY' }],
    ['tradingDate and side', { tradingDate: TODAY, side: 'NONE' }],
    ['two of status, and breaks of others', { status: ['New', 'Open'], side: 'BUY', hasBreaks: true }],
    ['side alone', { side: 'NONE' }],
    ['the beginning of all numbers, and side', { orderNumberStartsWith: '7', side: 'NONE' }],
    ['what nearly all are', { certain: true, security: 'SD22PLC', side: 'BUY' }],
    ['a time, security and side', { createdFrom: NOON, security: 'SD22PLC', side: 'BUY' }],
    ['a time, and what nearly all are', { createdTo: NOON * 2, certain: true, side: 'NONE' }],
  ])('by %s, that none meets, is done in parts', async (_, filters) => {
    let found = 1;
    const steps = await stepsOf(database, async () => {
      found = (await orders.execute(new FindOrders(filters, null, LIMIT, null))).data.length;
    });
    expect(found).toBe(0);
    // PostgreSQL may read a table as short as this one whole.
    if (engine === 'postgres') return;
    const reads = steps.filter(({ text }) => /^(SCAN|SEARCH) o /.test(text));
    expect(reads.length).toBeGreaterThanOrEqual((2 * ORDERS) / PART);
    const lastReads = reads.filter(({ text }) => !text.includes('COVERING')).slice(-2);
    // Each begins or ends at a place in the index that it reads.
    expect(lastReads.filter(({ text }) => !/\((.* AND )?(id|created_at|\(created_at,id\))[<>]/.test(text))).toEqual([]);
  }); // prettier-ignore

  it('ends a page whose parts take longer together than a read may', async () => {
    const none = new FindOrders({ side: 'NONE' }, null, LIMIT, null);
    // Two parts, each after one look at the clock.
    const at = (ms: number): FindOrdersHandler =>
      new FindOrdersHandler(database, new SlowClock(ms));
    expect((await at(4_999).execute(none)).data).toEqual([]);
    await expect(at(5_000).execute(none)).rejects.toThrow(QueryTimeout);
  });

  it.each<[string, OrderFilters, number, BoundAccounts]>([
    ['security and certain', { security: 'SD11PLC', certain: false }, 1_000, null],
    ['two of status and certain', { status: ['New', 'Open'], certain: false }, 1_000, null],
    ['a time and certain', { createdFrom: NOON, security: 'SD11PLC', certain: false }, 1_000, null],
    ['a whole time and certain', { createdFrom: NOON, createdTo: NOON * 2, certain: false }, 1_000, null],
    ['certain, for a key of many orders', { certain: false }, 2_000, accountsFrom(400)],
    ['a time and certain, for such a key', { createdFrom: NOON, certain: false }, 2_000, accountsFrom(400)],
  ])('by %s leaves out none, whatever the page', async (_, filters, step, accounts) => {
    const ids: string[] = [];
    for (let cursor: string | null = null; ;) {
      const { data, page } = await orders.execute(new FindOrders(filters, accounts, 2, cursor));
      ids.push(...data.map(({ id }) => id));
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    const count = ORDERS / step;
    const numbers = Array.from({ length: count }, (__, index) => (count - 1 - index) * step + 501);
    expect(ids).toEqual(numbers.map((number) => `ord_${String(number).padStart(PLACE.length, '0')}`));
  }); // prettier-ignore

  it('pages through those of a time without gap or repetition', async () => {
    const filters = { createdFrom: NOON + 100_000, createdTo: NOON + 150_000 };
    const ids: string[] = [];
    for (let cursor: string | null = null; ;) {
      const { data, page } = await orders.execute(new FindOrders(filters, null, LIMIT, cursor));
      ids.push(...data.map(({ id }) => id));
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    const expected = Array.from({ length: 50 }, (_, index) => `ord_00${149 - index}`);
    expect(ids).toEqual(expected);
  });

  it('are shown on a page as each of them is shown', async () => {
    const one = new GetOrderHandler(database, new HandClock());
    const shown = async (filters: OrderFilters): Promise<void> => {
      const { data } = await orders.execute(new FindOrders(filters, null, 200, null));
      expect(data.length).toBeGreaterThan(3);
      for (const order of data.slice(0, 3)) {
        expect(order).toEqual(await one.execute(new GetOrder(order.id, null)));
      }
    };
    await shown({});
    const { brokerCode } = aNewOrder();
    await database.units.run((unit) =>
      unit.insert(ListWatermarkRow, { brokerCode, askedAt: NOON, seenAt: NOON, revision: 1 }),
    );
    for (const filters of [{}, { pending: 'Edit' }, { hasBreaks: true }]) await shown(filters);
  });
});
