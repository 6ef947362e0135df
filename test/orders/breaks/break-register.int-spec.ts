import { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { RECONCILER } from '../../../src/infra/audit/actor.js';
import { Database } from '../../../src/infra/database/database.js';
import { Ids, Random } from '../../../src/infra/runtime/ids.js';
import type { Finding } from '../../../src/orders/breaks/break.js';
import type { OrderChange } from '../../../src/orders/order/order.js';
import { BreakRegister } from '../../../src/orders/breaks/break-register.js';
import { ApprovalRow } from '../../../src/orders/break-desk/approval.entity.js';
import { BreakRow } from '../../../src/orders/breaks/break.entity.js';
import { type OrderRow } from '../../../src/orders/order/order.entity.js';
import { OrderStore } from '../../../src/orders/order/order-store.js';
import { SCHEMA } from '../../../src/schema.js';
import { anOrder, aRequest } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';

const ORDER: OrderRow = {
  ...anOrder(),
  version: 1,
  certain: 1,
  pending: null,
  openBreaks: 0,
  listedVersion: 0,
  onBehalfOf: null,
  fingerprint: 'f'.repeat(64),
  clientSalt: 'a'.repeat(32),
};
const FINDING: Finding = { type: 'UnmappedValue', key: 'Frozen', detail: 'the word is not known' };
const NOTHING: OrderChange = {
  order: {}, requests: [], fills: [], reversals: [], links: [], unlinks: [], breaksOpened: [], breakTypesClosed: [], breaksClosed: [], facts: [],
}; // prettier-ignore

describe.each(ENGINES)('the breaks of an order on %s', (engine: Engine) => {
  let database: Database;
  let store: OrderStore;
  let register: BreakRegister;

  beforeEach(async () => {
    const clock = new HandClock();
    const ids = new Ids(clock, new Random());
    const audit = new AuditLog(clock, new AuditTail());
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    register = new BreakRegister(clock, ids, audit);
    store = new OrderStore(database, audit, register, clock, ids);
    const fact = { type: 'ORDER_RECEIVED', body: {} };
    const request = aRequest({ state: 'Acknowledged' });
    await database.units.run((unit) =>
      store.insert(unit, { order: ORDER, request, fact, idempotencyKey: null }, RECONCILER),
    );
  });

  afterEach(() => database.close());

  const find = (...breaksOpened: Finding[]) =>
    store.change(ORDER.id, RECONCILER, () => ({ ...NOTHING, breaksOpened }));
  const closeTypes = (...breakTypesClosed: Finding['type'][]) =>
    store.change(ORDER.id, RECONCILER, () => ({ ...NOTHING, breakTypesClosed }));
  const load = () => database.units.run((unit) => store.load(unit, ORDER.id));
  const breaks = () => database.read((manager) => manager.find(BreakRow, { order: { id: 'ASC' } }));
  const facts = async (): Promise<string[]> => {
    const entries = await database.read((m) =>
      m.find(AuditEntryRow, { order: { sequence: 'ASC' } }),
    );
    return entries.map((entry) => entry.type);
  };

  it('are one when the same disagreement is found again', async () => {
    await find(FINDING);
    const [first] = await breaks();
    await find(FINDING);
    const all = await breaks();
    expect(all).toHaveLength(1);
    expect(all[0]?.seenAt).toBeGreaterThanOrEqual(first?.seenAt ?? Infinity);
    expect((await load())?.order).toMatchObject({ openBreaks: 1, version: 2 });
    expect(await facts()).toEqual(['ORDER_RECEIVED', 'BREAK_OPENED']);
  });

  it('are one even when several writers find the same at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => find(FINDING)));
    expect(await breaks()).toHaveLength(1);
  });

  it('are several when the disagreements differ, and are shown with the order', async () => {
    await find(FINDING, { ...FINDING, key: 'Parked' });
    await find({ type: 'UnitsMismatch', kind: 'TakenOver', detail: '10 and 20' });
    const state = await load();
    expect(state?.order.openBreaks).toBe(3);
    expect(state?.breaks.map(({ identity }) => identity)).toEqual([
      'ord_1/UnmappedValue/Frozen',
      'ord_1/UnmappedValue/Parked',
      'ord_1/UnitsMismatch/TakenOver/',
    ]);
  });

  it('are new breaks when they come back after they were closed', async () => {
    await find(FINDING);
    await closeTypes('UnmappedValue');
    expect((await load())?.order.openBreaks).toBe(0);
    await find(FINDING);
    const all = await breaks();
    expect(all.map((row) => row.status).sort()).toEqual(['AutoResolved', 'Open']);
    expect(new Set(all.map((row) => row.identity)).size).toBe(1);
    expect(await facts()).toEqual([
      'ORDER_RECEIVED', 'BREAK_OPENED', 'BREAK_CLOSED', 'BREAK_OPENED',
    ]); // prettier-ignore
  });

  it('make the proposals about them stale when they end', async () => {
    await find(FINDING);
    const [open] = await breaks();
    const proposal = {
      id: 'apr_1', breakId: String(open?.id), orderId: ORDER.id, orderVersion: 2, payload: '{}',
      payloadHash: 'a'.repeat(64), state: 'Pending', proposedBy: 'key:ada', proposedOnBehalfOf: null, proposedAt: 1,
      expiresAt: 2, decidedBy: null, decidedAt: null, decision: null,
    } as const; // prettier-ignore
    await database.units.run((unit) => unit.insert(ApprovalRow, proposal));
    await closeTypes('UnmappedValue');
    const [approval] = await database.reading.find(ApprovalRow, "id = 'apr_1'", []);
    expect(approval).toMatchObject({ state: 'Stale', decidedBy: null });
    expect((await breaks())[0]).toMatchObject({ status: 'AutoResolved', version: 2 });
  });

  it('stay resolved while nothing about them is new', async () => {
    await find(FINDING);
    const [open] = await breaks();
    const ended = { status: 'Resolved', closedAt: 5, reasonCode: 'Explained' } as const;
    await database.units.run((unit) => unit.update(BreakRow, { id: String(open?.id) }, ended));
    await find(FINDING);
    expect(await breaks()).toHaveLength(1);
    await find({ ...FINDING, detail: 'and now it says something else' });
    expect(await breaks()).toHaveLength(2);
  });

  it('are not closed when another disagreement ends', async () => {
    await find(FINDING);
    await closeTypes('UnitsMismatch');
    expect((await load())?.breaks).toMatchObject([{ type: 'UnmappedValue' }]);
    expect((await load())?.order.version).toBe(2);
  });
});
