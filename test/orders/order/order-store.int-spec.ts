import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { verifyChain } from '../../../src/infra/audit/verification/audit-verifier.js';
import { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { RECONCILER } from '../../../src/infra/audit/actor.js';
import { Database } from '../../../src/infra/database/database.js';
import { isUniqueViolation } from '../../../src/infra/database/units/unit-of-work.js';
import { Ids, Random } from '../../../src/infra/runtime/ids.js';
import type { OrderRequest } from '../../../src/orders/order/requests/order-request.js';
import type { OrderChange, Fill } from '../../../src/orders/order/order.js';
import type { Finding } from '../../../src/orders/breaks/break.js';
import { BreakRow } from '../../../src/orders/breaks/break.entity.js';
import { BreakRegister } from '../../../src/orders/breaks/break-register.js';
import { FillRow } from '../../../src/orders/order/fill.entity.js';
import {
  IdempotencyKeyRow,
  OrderNumberRow,
  OrderRow,
} from '../../../src/orders/order/order.entity.js';
import { OrderStore } from '../../../src/orders/order/order-store.js';
import { SCHEMA } from '../../../src/schema.js';
import { aNewOrder, aRequest, TODAY } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock, NOON } from '../../support/time/hand-clock.js';

function aRow(id: string, changes: Partial<OrderRow> = {}): OrderRow {
  return {
    ...aNewOrder({ id, clientOrderId: `web-${id}`, orderRef: `T-${id}` }),
    version: 1,
    certain: 1,
    pending: 'Post',
    openBreaks: 0,
    listedVersion: 0,
    onBehalfOf: null,
    fingerprint: 'f'.repeat(64),
    clientSalt: 'a'.repeat(32),
    ...changes,
  };
}

function aChange(changes: Partial<OrderChange> = {}): OrderChange {
  const facts = [{ type: 'TERMS_CHANGED', body: { note: 'a test' } }] as const;
  return {
    order: {},
    requests: [],
    fills: [],
    reversals: [],
    links: [],
    unlinks: [],
    breaksOpened: [],
    breakTypesClosed: [],
    breaksClosed: [],
    facts,
    ...changes,
  };
}

function aFill(changes: Partial<Fill> = {}): Fill {
  return {
    tradeDate: TODAY,
    matchingId: 'M1',
    orderNumber: '700001',
    side: 'BUY',
    security: 'SD11PLC',
    units: '40',
    price: '12.5',
    shownFor: TODAY,
    ...changes,
  };
}

describe.each(ENGINES)('the order store on %s', (engine: Engine) => {
  let database: Database;
  let store: OrderStore;

  beforeEach(async () => {
    const clock = new HandClock();
    const ids = new Ids(clock, new Random());
    const audit = new AuditLog(clock, new AuditTail());
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    store = new OrderStore(database, audit, new BreakRegister(clock, ids, audit), clock, ids);
  });

  afterEach(() => database.close());

  function insert(order: OrderRow, request?: OrderRequest, idempotencyKey: string | null = null) {
    const post = request ?? aRequest({ id: `req_${order.id}`, orderId: order.id });
    const fact = { type: 'ORDER_RECEIVED', body: { id: order.id } };
    return database.units.run((unit) =>
      store.insert(unit, { order, request: post, fact, idempotencyKey }, RECONCILER),
    );
  }

  function change(id: string, changes: Partial<OrderChange>) {
    return store.change(id, RECONCILER, () => aChange(changes));
  }

  const linked = async (): Promise<readonly string[]> => {
    const links = await database.reading.find(OrderNumberRow, '1 = 1', []);
    return links.map(({ orderId, tradingDate }) => `${orderId} ${tradingDate}`).sort();
  };
  const load = (id: string) => database.units.run((unit) => store.load(unit, id));
  const count = (entity: new () => object): Promise<number> =>
    database.read((manager) => manager.count(entity));

  it('returns every field of an order and its request as stored', async () => {
    const full = aRow('ord_1', {
      orderNumber: '700001',
      status: 'Amended',
      exchangeStatus: 'Partially Filled ✓',
      reason: 'it\'s "quoted"; -- and ₦',
      units: '999999999999999',
      price: '123456789.123456',
      matchedUnits: '40',
      filledUnits: '30',
      filledValue: '375.25',
      grade: 'Traded',
      provenAt: NOON + 1,
      askedAt: NOON + 2,
      lastOwnChangeAt: NOON + 3,
      timesMissing: 4,
      clientName: 'Ọláyínká O’Brien-Ńwá',
      closedAt: NOON + 5,
      version: 6,
      certain: 0,
      openBreaks: 0,
    });
    const request = aRequest({
      id: 'req_1',
      kind: 'Edit',
      state: 'Unknown',
      units: '500',
      price: '0.000001',
      claimNumber: 7,
      sends: 2,
      claimedAt: NOON + 8,
      reason: 'no reply',
      refusalPending: 1,
      unprovenNumber: '700009',
      matchKey: '["MARINA","C1"]',
    });
    await insert(full, request);
    expect(await load('ord_1')).toEqual({ order: full, requests: [request], breaks: [] });
    expect(await database.read((m) => m.findOneBy(OrderRow, { id: 'ord_1' }))).toEqual(full);
  });

  it('keeps nulls as nulls', async () => {
    const bare = aRow('ord_1', { pending: null });
    await insert(bare, aRequest({ kind: 'Cancel', matchKey: null }));
    const state = await load('ord_1');
    expect(state?.order).toEqual(bare);
    expect(state?.requests).toEqual([aRequest({ kind: 'Cancel', matchKey: null })]);
  });

  it('returns null for an unknown order', async () => {
    expect(await load('ord_none')).toBeNull();
    expect(await change('ord_none', {})).toBeNull();
  });

  it('loses no update of two concurrent writers of one order: each makes one version', async () => {
    await insert(aRow('ord_1'));
    const seen: number[] = [];
    const writers = Array.from({ length: 25 }, () =>
      store.change('ord_1', RECONCILER, ({ order }) => {
        seen.push(order.version);
        return aChange({ order: { matchedUnits: String(Number(order.matchedUnits) + 1) } });
      }),
    );
    await Promise.all(writers);
    const state = await load('ord_1');
    expect(state?.order).toMatchObject({ version: 26, matchedUnits: '25' });
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    expect(await database.read(verifyChain)).toMatchObject({ valid: true, entries: 26 });
  });

  it('writes nothing for a refusal, and returns it', async () => {
    await insert(aRow('ord_1'));
    const refusal = { refusal: 'order-not-working', detail: 'no' } as const;
    const before = await load('ord_1');
    expect(await store.change('ord_1', RECONCILER, () => refusal)).toEqual(refusal);
    expect(await load('ord_1')).toEqual(before);
    expect(await count(AuditEntryRow)).toBe(1);
  });

  it('makes neither a version nor an audit entry of a heartbeat', async () => {
    await insert(aRow('ord_1'));
    await change('ord_1', { facts: [], order: { provenAt: NOON + 9, timesMissing: 1 } });
    const state = await load('ord_1');
    expect(state?.order).toMatchObject({ version: 1, provenAt: NOON + 9, timesMissing: 1 });
    expect(await count(AuditEntryRow)).toBe(1);
  });

  it.each([
    ['the exchange has shown what became of it', { numberGrade: 'Acknowledged' }],
    ['an order that fits was found: it is inferred, not proven', { numberGrade: 'Inferred' }],
    ['the order is Cancelled', { numberGrade: 'Inferred', status: 'Cancelled' }],
  ] as const)('ends the breaks of a type because "%s"', async (outcome, order) => {
    await insert(aRow('ord_1'));
    await change('ord_1', { breaksOpened: [{ type: 'PostUnconfirmed', detail: 'no reply' }] });
    await change('ord_1', { breakTypesClosed: ['PostUnconfirmed'], order });
    const ended = await database.reading.find(BreakRow, '1 = 1', []);
    expect(ended).toMatchObject([{ status: 'AutoResolved', outcome }]);
  });

  it('rolls a whole change back if the database rejects its last part', async () => {
    await insert(aRow('ord_1'));
    await change('ord_1', { fills: [aFill()] });
    const before = await load('ord_1');
    const twice = change('ord_1', {
      order: { matchedUnits: '80' },
      links: ['700001'],
      fills: [aFill()],
    });
    await expect(twice).rejects.toBeDefined();
    expect(await load('ord_1')).toEqual(before);
    expect(await count(OrderNumberRow)).toBe(0);
    expect(await database.read(verifyChain)).toMatchObject({ valid: true, entries: 2 });
  });

  it('books an execution once; another side or day makes another execution (E1, E18)', async () => {
    await insert(aRow('ord_1'));
    await change('ord_1', { fills: [aFill()] });
    const again: unknown = await change('ord_1', { fills: [aFill({ units: '41' })] }).catch(
      (error: unknown) => error,
    );
    expect(isUniqueViolation(again)).toBe(true);
    await change('ord_1', { fills: [aFill({ side: 'SELL' }), aFill({ tradeDate: '2026-11-23' })] });
    expect(await count(FillRow)).toBe(3);
  });

  it('links an order number to only one order a day', async () => {
    await insert(aRow('ord_1'));
    await insert(aRow('ord_2', { orderRef: 'T-2', clientOrderId: 'web-2' }));
    await insert(
      aRow('ord_3', { orderRef: 'T-3', clientOrderId: 'web-3', tradingDate: '2026-11-23' }),
    );
    await change('ord_1', { links: ['700001'] });
    const rival: unknown = await change('ord_2', { links: ['700001'] }).catch(
      (error: unknown) => error,
    );
    expect(isUniqueViolation(rival)).toBe(true);
    await change('ord_3', { links: ['700001'] });
    expect(await linked()).toEqual(['ord_1 2026-11-20', 'ord_3 2026-11-23']);
  });

  it('dates a number that an edit gave to a longer-lived order by the day of the edit', async () => {
    const before = { tradingDate: '2026-11-18', timeInForce: 'Good Till Cancelled (GTC)' };
    await insert(aRow('ord_1', before));
    await change('ord_1', { links: ['700001'], order: { orderNumber: '700001' } });
    const edit = { id: 'req_2', orderId: 'ord_1', kind: 'Edit', state: 'Acknowledged' } as const;
    const requests = [aRequest({ ...edit, firstSentAt: NOON })];
    await change('ord_1', { links: ['700002'], order: { orderNumber: '700002' }, requests });
    expect(await linked()).toEqual(['ord_1 2026-11-18', `ord_1 ${TODAY}`]);
  });

  it.each([
    ['clientOrderId of one caller', { orderRef: 'T-2', clientOrderId: 'web-ord_1' }],
    ['order reference', { orderRef: 'T-ord_1', clientOrderId: 'web-2' }],
  ])('accepts the same %s only once', async (_name, changes) => {
    await insert(aRow('ord_1'));
    const twice: unknown = await insert(aRow('ord_2', changes)).catch((error: unknown) => error);
    expect(isUniqueViolation(twice)).toBe(true);
    expect(await count(OrderRow)).toBe(1);
  });

  it('accepts an idempotency key of one caller only once, and stores nothing of the second order', async () => {
    await insert(aRow('ord_1'), undefined, 'key-1');
    await insert(aRow('ord_2', { createdBy: 'key:others' }), undefined, 'key-1');
    const twice: unknown = await insert(aRow('ord_3'), undefined, 'key-1').catch((e: unknown) => e);
    expect(isUniqueViolation(twice)).toBe(true);
    expect([await count(OrderRow), await count(IdempotencyKeyRow)]).toEqual([2, 2]);
  });

  it('allows at most one request of an order in flight', async () => {
    await insert(aRow('ord_1'), aRequest({ state: 'Sent' }));
    const second = aRequest({ id: 'req_2', kind: 'Cancel', state: 'Sent' });
    const twice: unknown = await change('ord_1', { requests: [second] }).catch((e: unknown) => e);
    expect(isUniqueViolation(twice)).toBe(true);
  });

  it('inserts a new request and updates a known one', async () => {
    await insert(aRow('ord_1'), aRequest());
    const done = aRequest({ state: 'Acknowledged', claimNumber: 1 });
    const cancel = aRequest({ id: 'req_2', kind: 'Cancel' });
    await change('ord_1', { requests: [done, cancel] });
    const state = await load('ord_1');
    expect(state?.requests).toEqual([cancel]);
    expect(state?.order).toMatchObject({ pending: 'Cancel', certain: 1, version: 2 });
  });

  it('marks an order uncertain while a request has no known outcome', async () => {
    await insert(aRow('ord_1'), aRequest());
    await change('ord_1', { requests: [aRequest({ state: 'Unknown' })] });
    expect((await load('ord_1'))?.order.certain).toBe(0);
    await change('ord_1', { requests: [aRequest({ state: 'Acknowledged' })] });
    expect((await load('ord_1'))?.order).toMatchObject({ certain: 1, pending: null });
  });

  it.each([
    ['may be at the exchange twice', 'DuplicateSuspected', null],
    ['may be another one by what is shown under its number', 'IdentityMismatch', null],
    ['has more booked than its units', 'FillMismatch', 'Overfill'],
    ['is shown with more matched than its units', 'FillMismatch', 'MatchedExceedsUnits'],
    ['is shown with units that nobody has asked for', 'UnitsMismatch', 'Unexplained'],
    ['may have ended with other units', 'UnitsMismatch', 'AtTheEnd'],
  ] as const)('says that an order is not certain while it %s', async (_, type, kind) => {
    await insert(aRow('ord_1'), aRequest({ state: 'Acknowledged' }));
    const suspected = { type, key: '700002', ...(kind === null ? {} : { kind }) } as Finding;
    const mismatch = { type: 'PriceMismatch', detail: 'as a test' } as const;
    await change('ord_1', { breaksOpened: [{ ...suspected, detail: 'as a test' }, mismatch] });
    expect((await load('ord_1'))?.order).toMatchObject({ certain: 0, openBreaks: 2 });
    await database.units.run(async (unit) => {
      await unit.execute("UPDATE breaks SET status = 'Resolved', closed_at = 1 WHERE type = ?", [type]); // prettier-ignore
      await store.recount(unit, 'ord_1');
    });
    expect((await load('ord_1'))?.order).toMatchObject({ certain: 1, openBreaks: 1 });
  });
});
