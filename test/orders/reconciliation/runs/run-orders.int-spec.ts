import { Database } from '../../../../src/infra/database/database.js';
import type { Sessions } from '../../../../src/market/trading-calendar/trading-day.js';
import type { RunContext } from '../../../../src/orders/reconciliation/runs/run-context.js';
import { PollingState } from '../../../../src/orders/reconciliation/collect/polling-state.js';
import type { RunInput } from '../../../../src/orders/reconciliation/runs/run-input.js';
import { ReconciliationRun } from '../../../../src/orders/reconciliation/runs/run.js';
import {
  loadOrdersUnderReview,
  refreshed,
} from '../../../../src/orders/reconciliation/collect/orders-under-review.js';
import { OrderRow } from '../../../../src/orders/order/order.entity.js';
import { SCHEMA } from '../../../../src/schema.js';
import { noon } from '../../../support/builders.js';
import { readyDatabase } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { anAnswer, anOrderRow } from '../rows.js';

const USUAL: Sessions = { usual: { opensAt: 600, closesAt: 870 }, exceptions: new Map() };

/** What a run does until it applies the broker's list. */
async function untilTheList(books: object): Promise<void> {
  const plan = { scope: null, sessions: USUAL, owed: [], isCutShort: () => false };
  const steps = new ReconciliationRun(books as RunContext, plan as unknown as RunInput).steps();
  expect(await steps.next()).toMatchObject({ value: { trades: [] } });
  const answers = { trades: new Map(), list: anAnswer([]), orders: [], accounts: new Map() };
  expect(await steps.next(answers)).toMatchObject({ value: { list: true } });
  await expect(steps.next(answers)).rejects.toThrow('that far');
}

describe('The orders of a pass', () => {
  const clock = new HandClock(noon(0));
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await readyDatabase('sqlite'), SCHEMA, clock);
  });

  afterEach(() => database.close());

  const write = (sql: string): Promise<number> =>
    database.units.run((unit) => unit.execute(sql, []));

  it('are read again a moment later where the pass has changed them, or they are or were in doubt', async () => {
    for (const id of ['changed', 'doubted since', 'in doubt', 'of others']) {
      const row = anOrderRow({ id, clientOrderId: id, orderRef: id });
      const certain = id === 'in doubt' ? 0 : 1;
      await database.units.run((unit) => unit.insert(OrderRow, { ...row, certain }));
    }
    const asked = { sessions: USUAL, now: noon(0), scope: null, held: new Map() };
    const before = await loadOrdersUnderReview(database.reading, asked);
    await write(
      "UPDATE orders SET misses = 1, certain = 1 - (CASE id WHEN 'doubted since' THEN 1 ELSE 0 END)",
    );
    const now = await refreshed(database.reading, before, new Set(['changed']));
    const told = now.map(({ order }) => `${order.id}: ${order.timesMissing}, ${order.certain}`);
    expect(told.sort()).toEqual([
      'changed: 1, 1', 'doubted since: 1, 0', 'in doubt: 1, 1', 'of others: 0, 1',
    ]); // prettier-ignore
  });

  it('are read after the answer and the revision of the watermark: what changes in between is found out', async () => {
    const read: string[] = [];
    const note = <T>(what: string, answer: T): Promise<T> => {
      read.push(what);
      return Promise.resolve(answer);
    };
    const books = {
      clock,
      database: { reading: { query: () => note('orders', []), find: () => note('orders', []) } },
      memory: new PollingState(),
      lists: {
        watermark: () => note('revision', 1),
        apply: () => Promise.reject(new Error('that far')),
      },
      trades: {
        wanted: () => Promise.resolve({ dates: [] }),
        book: () => Promise.resolve({ answered: [], fills: 0 }),
        compareNumbers: () => note('whose numbers', null),
      },
    };
    await untilTheList(books);
    // What the trades say of our numbers is applied before the list is asked for.
    expect(read.slice(0, 3)).toEqual(['whose numbers', 'revision', 'orders']);
    expect(read.lastIndexOf('revision')).toBe(1);
  });

  it('are told what an enquiry for an earlier order with their number has shown', async () => {
    const common = { orderNumber: '700001', brokerCode: 'MARINA' };
    const ended = { status: 'Cancelled', grade: 'Operator', closedAt: noon(0) } as const;
    const friday = anOrderRow({ id: 'friday', clientOrderId: 'f', orderRef: 'f', ...common, ...ended });
    const monday = anOrderRow({ id: 'monday', clientOrderId: 'm', orderRef: 'm', ...common, status: 'Open' });
    await database.units.run(async (unit) => {
      for (const row of [friday, monday]) await unit.insert(OrderRow, row);
    });
    const polling = new PollingState();
    polling.enquiredAt.set('monday', clock.steady());
    const applied: string[] = [];
    const nothing = (): Promise<null> => Promise.resolve(null);
    const books = {
      clock, database, polling, isDryRun: false,
      writers: { store: { changed: new Set() }, systemBreaks: {} },
      lists: {
        watermark: nothing,
        doubtUnasked: () => Promise.reject(new Error('that far')),
      },
      enquiries: {
        ownerOf: () => Promise.resolve('monday'),
        applyAnswer: ({ orderId }: { orderId: string }) => Promise.resolve(applied.push(orderId)),
      },
      trades: {
        wanted: () => Promise.resolve({ dates: [] }),
        book: () => Promise.resolve({ answered: [], fills: 0, trades: [] }),
        compareNumbers: nothing,
      },
    };
    const plan = {
      scope: null, sessions: USUAL, owed: [], isCutShort: () => true, readsShare: 54, readsHeld: () => Promise.resolve(0),
    };
    const steps = new ReconciliationRun(books as unknown as RunContext, plan).steps();
    const lists = { trades: new Map(), list: null, orders: [], accounts: new Map() };
    await steps.next();
    await steps.next(lists);
    const asked = await steps.next(lists);
    expect(asked).toMatchObject({ value: { orders: [{ orderId: 'friday' }] } });
    const question = { orderId: 'friday', orderNumber: '700001', reason: 'unconfirmed' } as const;
    const answers = { ...lists, orders: [{ question, answer: anAnswer([]) }] };
    await expect(steps.next(answers)).rejects.toThrow('that far');
    expect(applied).toEqual(['friday', 'monday']);
  }); // prettier-ignore
});
