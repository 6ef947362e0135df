import { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditSubjectRow } from '../../../src/infra/audit/audit-subject.entity.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { verifyChain } from '../../../src/infra/audit/verification/audit-verifier.js';
import { canonicalJson, type Json } from '../../../src/infra/audit/audit-chain.js';
import { digestOf } from '../../../src/infra/audit/digest.js';
import { guardsOf } from '../../../src/infra/audit/verification/append-only-guards.js';
import { SYSTEM } from '../../../src/infra/audit/actor.js';
import { Database } from '../../../src/infra/database/database.js';
import { ExchangeCallRow } from '../../../src/infra/exchange/client/exchange-call.entity.js';
import { ExchangeReplyRow } from '../../../src/infra/exchange/client/exchange-reply.entity.js';
import { ReplyStore } from '../../../src/infra/exchange/client/reply-store.js';
import { Ids, Random } from '../../../src/infra/runtime/ids.js';
import { BreakRegister } from '../../../src/orders/breaks/break-register.js';
import { clientCommitment, newOrderFact } from '../../../src/orders/order/new-order.js';
import { OrderNumberRow, OrderRow } from '../../../src/orders/order/order.entity.js';
import { SightingRow } from '../../../src/orders/order-numbers/sighting.entity.js';
import { OrderStore } from '../../../src/orders/order/order-store.js';
import { LegalHolds, type HeldSubject } from '../../../src/orders/retention/legal-holds.js';
import {
  ClientRemoval,
  cutoffOf,
  findRemovable,
} from '../../../src/orders/retention/remove-clients.js';
import { DayCertificateRow } from '../../../src/orders/trading-days/day-close.entity.js';
import { CertifiedFacts, hashedOf } from '../../../src/orders/trading-days/proven-certificates.js';
import { loadDay } from '../../../src/orders/trading-days/report/day-facts.js';
import { SCHEMA } from '../../../src/schema.js';
import { aNewOrder, aRequest } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock, NOON } from '../../support/time/hand-clock.js';

const DAY_MS = 86_400_000;
const CUTOFF = '2019-11-20';
const OLD = '2019-11-19';
const OLD_AT = Date.parse(`${OLD}T11:00:00Z`);
const NAMED = /Ada Obi|C0012345/;

it('keeps a trading day until as many years are over', () => {
  expect(cutoffOf('2026-11-20', 7)).toBe('2019-11-20');
  expect(cutoffOf('2028-02-29', 1)).toBe('2027-03-01');
});

describe.each(ENGINES)('The removal of clients on %s', (engine: Engine) => {
  let database: Database;
  let audit: AuditLog;
  let store: OrderStore;
  let holds: LegalHolds;

  beforeEach(async () => {
    const clock = new HandClock();
    const ids = new Ids(clock, new Random());
    audit = new AuditLog(clock, new AuditTail());
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    store = new OrderStore(database, audit, new BreakRegister(clock, ids, audit), clock, ids);
    holds = new LegalHolds(database, audit, clock, ids);
  });

  afterEach(() => database.close());

  const anOrderOf = async (id: string, changes: Partial<OrderRow> = {}): Promise<OrderRow> => {
    const order: OrderRow = {
      ...aNewOrder({ id, clientOrderId: id, orderRef: `T-${id}` }),
      accountNumber: 'C0012345', clientName: 'Ada Obi', tradingDate: OLD, createdAt: OLD_AT, closedAt: OLD_AT,
      status: 'Filled', version: 1, certain: 1, pending: null, openBreaks: 0, listedVersion: 0, onBehalfOf: null,
      fingerprint: 'f'.repeat(64), clientSalt: 'a'.repeat(32), ...changes,
    }; // prettier-ignore
    const request = aRequest({ id: `req_${id}`, orderId: id, matchKey: '["C0012345"]' });
    const fact = { type: 'ORDER_RECEIVED', body: newOrderFact(order) };
    await database.units.run((unit) =>
      store.insert(unit, { order, request, fact, idempotencyKey: null }, SYSTEM),
    );
    return order;
  };
  const aCallOf = (id: string, changes: Partial<ExchangeCallRow>): Promise<void> =>
    database.units.run((unit) =>
      unit.insert(ExchangeCallRow, {
        id, keyId: 'k', lane: 'trade', endpoint: 'order/post', orderId: null, requestId: null, claimNumber: null,
        operator: null, body: '{"clientName":"Ada Obi"}', startedAt: OLD_AT, completedAt: OLD_AT, freeAt: OLD_AT,
        unanswered: 0, httpStatus: 200, reply: '{"shareholder":"C0012345"}', replyBytes: 26, replyDigest: null,
        isEvidence: 1, failure: null, outcome: 'Acknowledged', ...changes,
      }),
    ); // prettier-ignore
  const remove = () =>
    new ClientRemoval(database, audit, new ReplyStore(new HandClock())).apply(CUTOFF, SYSTEM);
  const preview = () => findRemovable(database.reading, CUTOFF);
  const clientsOf = async (): Promise<readonly string[]> => {
    const rows = await database.reading.find(OrderRow, '1 = 1 ORDER BY id');
    return rows.map((row) => `${row.id} ${row.clientName} ${row.accountNumber} ${row.clientSalt}`);
  };
  const everything = async (): Promise<string> => {
    const tables = [OrderRow, ExchangeCallRow, ExchangeReplyRow, AuditSubjectRow, AuditEntryRow];
    const rows = await database.read((manager) =>
      Promise.all(tables.map((table) => manager.find<object>(table))),
    );
    const requests = await database.reading.query('SELECT match_key FROM order_requests');
    return JSON.stringify([rows, requests]);
  };

  it('leaves no trace of them but the commitments, and a trail that verifies', async () => {
    const order = await anOrderOf('ord_old');
    await aCallOf('call_1', { orderId: order.id });
    await aCallOf('call_2', { orderId: order.id, reply: null, replyDigest: 'd1' });
    await aCallOf('call_3', { endpoint: 'broker/order/enquiry', lane: 'reconcile' });
    await aCallOf('call_4', { orderId: order.id, reply: null });
    const kept = { digest: 'd1', base: null, depth: 0, content: 'Ada Obi', keptAt: OLD_AT };
    await database.units.run((unit) => unit.insert(ExchangeReplyRow, kept));
    expect(await everything()).toMatch(NAMED);

    const found = { cutoff: CUTOFF, orders: 1, onHold: 0, open: 0 };
    expect(await preview()).toEqual(found);
    expect(await clientsOf()).toEqual([`ord_old Ada Obi C0012345 ${'a'.repeat(32)}`]);
    expect(await remove()).toEqual(found);

    expect(await clientsOf()).toEqual(['ord_old [removed] [removed] ']);
    const after = await everything();
    expect(after).not.toMatch(NAMED);
    expect(after).not.toContain('f'.repeat(64));
    expect(after).toContain(clientCommitment('a'.repeat(32), 'C0012345', 'Ada Obi'));
    const calls = await database.reading.find(ExchangeCallRow, '1 = 1 ORDER BY id');
    expect(calls.map(({ body, reply, replyDigest }) => [body, reply, replyDigest])).toEqual([
      ['[removed]', '[removed]', null],
      ['[removed]', '[removed]', null],
      ['[removed]', '[removed]', null],
      ['[removed]', null, null],
    ]);
    expect(await database.read(verifyChain)).toMatchObject({ valid: true });
    expect(await guardsOf(database)).toEqual({ missing: [], foreign: [], hiding: [] });
    const entries = await database.reading.find(AuditEntryRow, "stream = 'retention' ORDER BY sequence"); // prettier-ignore
    expect(entries.map(({ type, body }) => [type, JSON.parse(body) as unknown])).toEqual([
      ['CLIENTS_REMOVED', { cutoff: CUTOFF, orders: 1, calls: 3 }],
      ['CLIENTS_REMOVED', { cutoff: CUTOFF, orders: 0, calls: 1, samples: 0 }],
    ]);
    expect(await remove()).toEqual({ ...found, orders: 0 });
    expect(await clientsOf()).toHaveLength(1);
  });

  it('leaves no account beside a number that was seen before it was known to be of the order', async () => {
    const seen = { brokerCode: 'MARINA', tradingDate: OLD, security: 'SD11PLC', side: 'BUY', firstSeenAt: OLD_AT, units: '100', accountNumber: 'C0012345', notedEntry: null }; // prettier-ignore
    const { id } = await anOrderOf('ord_old', { brokerCode: 'MARINA' });
    await database.units.run(async (unit) => {
      const link = { brokerCode: 'MARINA', tradingDate: OLD, linkedAt: OLD_AT };
      await unit.insert(OrderNumberRow, {
        ...link,
        id: 'lnk_1',
        orderId: id,
        orderNumber: '700001',
      });
      await unit.insert(SightingRow, { ...seen, orderNumber: '700001' });
      await unit.insert(SightingRow, { ...seen, orderNumber: '700002' });
    });
    await remove();
    const sightings = await database.reading.find(SightingRow, '1 = 1 ORDER BY order_number');
    expect(sightings.map(({ accountNumber }) => accountNumber)).toEqual([null, 'C0012345']);
  });

  it('keeps what is not old enough, open, or under legal hold, until that is released', async () => {
    await anOrderOf('ord_new', { tradingDate: CUTOFF });
    await anOrderOf('ord_pending', { pending: 'Cancel' });
    await anOrderOf('ord_break', { openBreaks: 1 });
    await anOrderOf('ord_working', { closedAt: null, status: 'Open' });
    await anOrderOf('ord_closed_later', { closedAt: NOON - DAY_MS });
    await anOrderOf('ord_held', { accountNumber: 'C9' });
    await anOrderOf('ord_account', { accountNumber: 'C-77/1' });
    await anOrderOf('ord_free', { accountNumber: 'C8' });
    await aCallOf('call_list', { endpoint: 'broker/order/enquiry' });
    await aCallOf('call_held', { orderId: 'ord_held' });
    const place = async (subject: HeldSubject): Promise<string> =>
      (await holds.place(subject, 'the case C-77/1', SYSTEM))?.id ?? '';
    expect(await place({ accountNumber: null, orderId: 'ord_none' })).toBe('');
    const ofOrder = await place({ accountNumber: null, orderId: 'ord_held' });
    const ofAccount = await place({ accountNumber: 'c771', orderId: null });

    expect(await preview()).toEqual({ cutoff: CUTOFF, orders: 1, onHold: 2, open: 4 });
    expect(await remove()).toEqual({ cutoff: CUTOFF, orders: 1, onHold: 2, open: 4 });
    const removed = (await clientsOf()).filter((text) => text.includes('[removed]'));
    expect(removed).toEqual(['ord_free [removed] [removed] ']);
    const calls = await database.reading.find(ExchangeCallRow, "body = '[removed]'");
    expect(calls).toEqual([]);

    expect(await holds.release(ofOrder, 'over', SYSTEM)).toMatchObject({ releaseReason: 'over' });
    expect(await holds.release(ofOrder, 'over', SYSTEM)).toBeNull();
    expect((await holds.list(true, null, 9)).map(({ id }) => id)).toEqual([ofAccount]);
    expect((await holds.list(false, null, 9)).map(({ id }) => id)).toEqual([ofAccount, ofOrder]);
    expect(await remove()).toEqual({ cutoff: CUTOFF, orders: 1, onHold: 1, open: 4 });
    const trail = await database.reading.find(AuditEntryRow, "stream = 'legal holds' ORDER BY sequence"); // prettier-ignore
    expect(trail.map(({ type, body }) => [type, JSON.parse(body) as unknown])).toEqual([
      [
        'LEGAL_HOLD_PLACED',
        { hold: ofOrder, on: 'order', order: 'ord_held', reason: 'the case C-77/1' },
      ],
      ['LEGAL_HOLD_PLACED', { hold: ofAccount, on: 'account', reason: 'the case C-77/1' }],
      ['LEGAL_HOLD_RELEASED', { hold: ofOrder, reason: 'over' }],
    ]);
  });

  it('keeps the clients of a day that is open again, and leaves what was signed of a day as it is', async () => {
    await anOrderOf('ord_old');
    const topic = { stream: 'trading days', about: { tradingDate: OLD } };
    const note = (type: string, body = {}) =>
      database.units.run((unit) => audit.append(unit, topic, SYSTEM, [{ type, body }]));
    const load = () =>
      loadDay(database.reading, {
        brokerCode: 'MARINA', tradingDate: OLD, sessions: { usual: 'always', exceptions: new Map() }, now: NOON,
        facts: new CertifiedFacts(),
      }); // prettier-ignore
    const { report, reportHash, factsHash } = await load();
    const signedBy = ['key:ada', SYSTEM.name];
    const signed = {
      tradingDate: OLD,
      revision: 1,
      reportHash,
      previousHash: '0',
      closedAt: OLD_AT,
    };
    const certificate = hashedOf({ ...signed, signedBy });
    const hash = digestOf(certificate);
    await database.units.run((unit) =>
      unit.insert(DayCertificateRow, {
        ...signed, id: 'day_1', report: canonicalJson(report as unknown as Json), factsHash,
        signedBy: JSON.stringify(signedBy), hash,
      }),
    ); // prettier-ignore
    await note('DAY_CLOSED', { ...certificate, hash });
    await note('DAY_REOPENED');
    expect(await preview()).toMatchObject({ orders: 0, open: 1 });
    await note('DAY_HOLDS_AGAIN');
    expect(await remove()).toMatchObject({ orders: 1 });
    expect(await load()).toMatchObject({ report, reportHash, factsHash });
  });
});
