import { Database } from '../../../../src/infra/database/database.js';
import { AuditEntryRow, AuditHeadRow } from '../../../../src/infra/audit/audit-entry.entity.js';
import { AuditSubjectRow } from '../../../../src/infra/audit/audit-subject.entity.js';
import {
  FindHandledOrders,
  FindHandledOrdersHandler,
} from '../../../../src/orders/audit-reports/find-handled-orders.js';
import {
  FindOverrides,
  FindOverridesHandler,
} from '../../../../src/orders/audit-reports/find-overrides.js';
import {
  FindUnknownOutcomes,
  FindUnknownOutcomesHandler,
} from '../../../../src/orders/audit-reports/find-unknown-outcomes.js';
import { findEntries } from '../../../../src/orders/audit-trail/find-entries.js';
import {
  FindBestExecution,
  FindBestExecutionHandler,
} from '../../../../src/orders/best-execution/find-best-execution.js';
import { FindOrders, FindOrdersHandler } from '../../../../src/orders/order-queries/find-orders.js';
import {
  FindOrdersAsOf,
  FindOrdersAsOfHandler,
} from '../../../../src/orders/order-queries/find-orders-as-of.js';
import { OrderRow } from '../../../../src/orders/order/order.entity.js';
import { SCHEMA } from '../../../../src/schema.js';
import { aNewOrder, aNewOrderRow, TODAY } from '../../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../../support/databases/databases.js';
import { stepsOf, statementsOf } from '../../../support/databases/query-plans.js';
import { HandClock, NOON } from '../../../support/time/hand-clock.js'; // prettier-ignore

const ORDERS = 600;
const LIMIT = 20;
const LETTERS = [...'ABCDEFGHIJ'];
/** The most that a search by an account takes, however many spellings that has. */
const STATEMENTS_MAX = 150;
const VALUES_MAX = 3 * LIMIT;

/** One spelling for each number, by upper and lower case. */
function spelling(number: number): string {
  return LETTERS.map((letter, bit) =>
    (number >> bit) % 2 === 0 ? letter : letter.toLowerCase(),
  ).join('');
}

async function fill(database: Database, isAnalyzed: boolean): Promise<void> {
  await database.units.run(async (unit) => {
    for (let i = 1; i <= ORDERS; i += 1) {
      const id = `ord_${String(1_000 + i)}`;
      const made = aNewOrder({
        id,
        clientOrderId: `web-${i}`,
        orderRef: `T-${i}`,
        createdAt: NOON,
      });
      // Every second order is of one client.
      const accountNumber = i % 2 === 0 ? spelling(i) : `OTHER-${i}`;
      const { tradingDate, security } = made;
      await unit.insert(OrderRow, aNewOrderRow({ ...made, accountNumber }));
      await unit.insert(AuditEntryRow, {
        sequence: i,
        stream: id,
        streamSequence: 1,
        at: new Date(NOON).toISOString(),
        actor: 'key:dealer',
        clockOffsetMs: null,
        keyId: null,
        sourceAddress: null,
        onBehalfOf: null,
        requestId: null,
        cause: null,
        approval: null,
        type: 'ORDER_ADOPTED',
        body: '{}',
        previousHash: '',
        hash: '',
        schemaVersion: 1,
      });
      const about = { orderId: id, orderNumber: null, accountNumber, security, tradingDate };
      await unit.insert(AuditSubjectRow, { sequence: i, ...about });
    }
    await unit.update(AuditHeadRow, { id: 1 }, { sequence: ORDERS });
    if (isAnalyzed) await unit.execute('ANALYZE');
  });
}

describe.each(ENGINES)('An account with hundreds of spellings on %s', (engine: Engine) => {
  let database: Database;
  const clock = new HandClock();

  beforeAll(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    await fill(database, engine === 'postgres');
  });

  afterAll(() => database.close());

  const wanted = { accountNumber: 'ab-cd ef_gh.i/j' };
  const days = { from: TODAY, to: TODAY };
  const range = (descending: boolean) =>
    ({ after: 0, before: ORDERS + 1, descending, limit: LIMIT }) as const;
  const entries = (types?: readonly string[]) => (): Promise<readonly unknown[]> =>
    database.questions.read((manager) =>
      findEntries(manager, types === undefined ? wanted : { ...wanted, types }, range(true)),
    );
  const searches: readonly (readonly [string, () => Promise<readonly unknown[]>, number])[] = [
    ['orders', async () =>
      (await new FindOrdersHandler(database, clock).execute(new FindOrders(wanted, null, LIMIT, null))).data, LIMIT],
    ['orders of a status', async () =>
      (await new FindOrdersHandler(database, clock).execute(
        new FindOrders({ ...wanted, status: ['New'] }, null, LIMIT, null))).data, LIMIT],
    ['orders as of a time', async () =>
      (await new FindOrdersAsOfHandler(database, clock).execute(
        new FindOrdersAsOf(wanted, NOON, null, { limit: LIMIT, cursor: null }))).data, LIMIT],
    ['handled orders', async () =>
      (await new FindHandledOrdersHandler(database).execute(
        new FindHandledOrders({ ...wanted, ...days }, LIMIT, null))).data, LIMIT],
    ['best execution', async () =>
      (await new FindBestExecutionHandler(database).execute(
        new FindBestExecution({ ...wanted, ...days }, LIMIT, null, { showsClients: true, hasLeft: () => false }))).data, LIMIT],
    ['the trail', entries(), LIMIT],
    ['some types of the trail', entries(['ORDER_ADOPTED', 'BREAK_RESOLVED']), LIMIT],
    ['overrides', async () =>
      (await new FindOverridesHandler(database).execute(new FindOverrides(wanted, LIMIT, null))).data, LIMIT],
    ['unknown outcomes', async () =>
      (await new FindUnknownOutcomesHandler(database).execute(new FindUnknownOutcomes(wanted, LIMIT, null))).data, 0],
  ]; // prettier-ignore

  it.each(searches)('is searched for %s in as few statements as any', async (_, search, count) => {
    const raw = jest.spyOn(database.questions, 'query');
    let found = 0;
    const statements = await database.questions.read((manager) =>
      statementsOf(manager.dataSource, async () => {
        found = (await search()).length;
      }),
    );
    const values = [...statements.map(({ parameters }) => parameters), ...raw.mock.calls.map(([, all = []]) => all)]; // prettier-ignore
    raw.mockRestore();
    expect(found).toBe(count);
    expect(values.length).toBeLessThanOrEqual(STATEMENTS_MAX);
    expect(Math.max(...values.map((all) => all.length))).toBeLessThanOrEqual(VALUES_MAX);
  });

  it.each([false, true])('has its entries in their order, descending: %s', async (descending) => {
    const found: number[] = [];
    let [after, before] = [0, ORDERS + 1];
    for (;;) {
      const part = { ...range(descending), after, before };
      const page = await database.questions.read((manager) => findEntries(manager, wanted, part));
      if (page.length === 0) break;
      found.push(...page.map(({ sequence }) => sequence));
      if (descending) before = found.at(-1) ?? 0;
      else after = found.at(-1) ?? 0;
    }
    const all = Array.from({ length: ORDERS / 2 }, (_, index) => 2 * (index + 1));
    expect(found).toEqual(descending ? all.toReversed() : all);
  });

  it.each(['orders', 'the trail'])('reads a range of an index, in its order, for %s', async (name) => {
    const search = searches.find(([one]) => one === name)?.[1];
    const steps = await stepsOf(database, () => search?.() ?? Promise.resolve());
    const read = steps.filter(({ table }) => ['o', 'orders', 's', 'audit_subjects', ''].includes(table));
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter(({ isScan, rows }) => isScan || rows > 2 * LIMIT)).toEqual([]);
    const index = name === 'orders' ? 'orders_account_key' : 'audit_subjects_account_key';
    expect(steps.filter(({ text }) => text.includes(index)).length).toBeGreaterThan(0);
  }); // prettier-ignore
});
