import { Database } from '../../../src/infra/database/database.js';
import {
  FindBestExecution,
  FindBestExecutionHandler,
  GetBestExecution,
  GetBestExecutionHandler,
  IN_A_FILE_MOST,
} from '../../../src/orders/best-execution/find-best-execution.js';
import type { BestExecutionFilters } from '../../../src/orders/best-execution/orders-of-days.js';
import { bestExecutionTable } from '../../../src/orders/best-execution/best-execution-table.js';
import { OrderRow } from '../../../src/orders/order/order.entity.js';
import { SCHEMA } from '../../../src/schema.js';
import { aNewOrderRow } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { turnsDuring } from '../../support/time/turns.js';
import { HandClock } from '../../support/time/hand-clock.js';

const ORDERS = IN_A_FILE_MOST + 1_000;
/** One order in ten is of the first day, though it was made after one of the second. */
const FIRST_DAY = '2026-11-19';
const SECOND_DAY = '2026-11-20';
const ON_FIRST_DAY = ORDERS / 10;
const READER = { showsClients: true, hasLeft: () => false };

async function fill(database: Database, analyzed: boolean): Promise<void> {
  const row = aNewOrderRow({
    id: 'ord_',
    clientOrderId: 'web-',
    orderRef: 'T-',
    tradingDate: SECOND_DAY,
  });
  await database.units.run(async (unit) => {
    await unit.insert(OrderRow, row);
    const [columns] = await unit.query<Record<string, unknown>>('SELECT * FROM orders');
    const names = Object.keys(columns ?? {});
    const changed: Readonly<Record<string, string>> = {
      id: "'ord_' || substr(CAST(100000 + i AS text), 2)",
      client_order_id: "'web-' || i",
      order_ref: "'T-' || i",
      trading_date: `CASE WHEN i % 10 = 0 THEN '${FIRST_DAY}' ELSE trading_date END`,
      account_number: "'C-' || (i % 100)",
      security: "'SD' || (i % 4) || 'PLC'",
    };
    await unit.execute(
      `INSERT INTO orders (${names.join(', ')})
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ORDERS})
         SELECT ${names.map((name) => changed[name] ?? name).join(', ')} FROM n, orders`,
    );
    await unit.execute("DELETE FROM orders WHERE id = 'ord_'");
    if (analyzed) await unit.execute('ANALYZE');
  });
}

describe.each(ENGINES)('Best execution on %s', (engine: Engine) => {
  let database: Database;

  beforeAll(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock());
    await fill(database, engine === 'postgres');
  });

  afterAll(() => database.close());

  const file = (filters: BestExecutionFilters) =>
    new GetBestExecutionHandler(database).execute(new GetBestExecution(filters, READER));
  const page = (filters: BestExecutionFilters, limit: number, cursor: string | null = null) =>
    new FindBestExecutionHandler(database).execute(
      new FindBestExecution(filters, limit, cursor, READER),
    );
  const numbersOf = (rows: readonly { readonly orderId: string }[]) =>
    rows.map(({ orderId }) => Number(orderId.slice('ord_'.length)));

  it('of more orders than a file may have is refused before one of them is compared', async () => {
    const refused = (filters: BestExecutionFilters) =>
      expect(file(filters)).rejects.toMatchObject({ code: 'validation-failed' });
    await refused({ from: FIRST_DAY, to: SECOND_DAY });
    const asked = jest.spyOn(database.questions, 'query');
    await refused({ from: SECOND_DAY, to: SECOND_DAY });
    const statements = asked.mock.calls.map(([sql]) => sql);
    asked.mockRestore();
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((sql) => /audit_entries|fills/.test(sql))).toEqual([]);
  });

  it('gives the event loop its turn after every few orders', async () => {
    const days = { from: FIRST_DAY, to: FIRST_DAY };
    let text = '';
    const turns = await turnsDuring(async () => {
      text = await bestExecutionTable(await file(days));
    });
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + ON_FIRST_DAY);
    expect(turns).toBeGreaterThan(ON_FIRST_DAY / 20);
    expect(await turnsDuring(() => page(days, 200))).toBeGreaterThan(10);
  });

  it('gives it its turn while it looks for the few orders that are asked for', async () => {
    const rare = { from: FIRST_DAY, to: FIRST_DAY, security: 'SD1PLC' };
    expect(await turnsDuring(() => page(rare, 1))).toBeGreaterThan(2);
    expect((await page(rare, 1)).data).toEqual([]);
  });

  it.each([1, 3, 12])(
    'is no more worked on once the caller has left: after %i looks',
    async (looks) => {
      let looked = 0;
      const reader = { ...READER, hasLeft: () => (looked += 1) > looks };
      const query = new GetBestExecution({ from: FIRST_DAY, to: FIRST_DAY }, reader);
      const left = { code: 'request-timeout' };
      await expect(new GetBestExecutionHandler(database).execute(query)).rejects.toMatchObject(
        left,
      );
      expect(looked).toBe(looks + 1);
    },
  );

  it.each<readonly [string, Partial<BestExecutionFilters>, (i: number) => boolean]>([
    ['some days', {}, () => true],
    ['one day', { from: FIRST_DAY, to: FIRST_DAY }, (i) => i % 10 === 0],
    ['a security', { security: 'SD3PLC' }, (i) => i % 4 === 3],
    ['an account', { accountNumber: 'C-30' }, (i) => i % 100 === 30],
    ['both', { accountNumber: 'C-30', security: 'SD2PLC' }, (i) => i % 100 === 30 && i % 4 === 2],
  ])('has the orders of %s, page by page, each once and the oldest first', async (_, of, isOne) => {
    const filters = { from: FIRST_DAY, to: SECOND_DAY, ...of };
    const found: number[] = [];
    const days: string[] = [];
    for (let cursor: string | null = null; ;) {
      const { data, page: place } = await page(filters, 170, cursor);
      found.push(...numbersOf(data));
      days.push(...data.map(({ tradingDate }) => tradingDate));
      cursor = place.nextCursor;
      if (cursor === null) break;
    }
    const all = Array.from({ length: ORDERS }, (__, i) => i + 1).filter(isOne);
    expect(found.toSorted((a, b) => a - b)).toEqual(all);
    const isByDay = of.accountNumber === undefined && of.security === undefined;
    if (isByDay) expect(days).toEqual(days.toSorted());
    else expect(found).toEqual(all);
  });
});
