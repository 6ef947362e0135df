import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import type { Actor } from '../../../src/infra/audit/actor.js';
import { Database } from '../../../src/infra/database/database.js';
import { Ids, Random } from '../../../src/infra/runtime/ids.js';
import { canonicalJson, type Json } from '../../../src/infra/audit/audit-chain.js';
import { digestOf } from '../../../src/infra/audit/digest.js';
import { createLogger } from '../../../src/infra/observability/logging.js';
import type { TradingCalendar } from '../../../src/market/trading-calendar/trading-calendar.js';
import type { Sessions } from '../../../src/market/trading-calendar/trading-day.js';
import { keyOfTrade, unbookedTrade } from '../../../src/orders/breaks/trade-difference.js';
import { dayDoubt } from '../../../src/orders/breaks/doubtful-answer.js';
import type { Executed, Execution } from '../../../src/orders/trading-days/traded.js';
import { BreakRow } from '../../../src/orders/breaks/break.entity.js';
import {
  TradingDayStore,
  type LeftOut,
  type ReadDay,
} from '../../../src/orders/trading-days/trading-day-store.js';
import {
  DayCertificateRow,
  DayReadingRow,
  DaySignOffRow,
} from '../../../src/orders/trading-days/day-close.entity.js';
import { identityOf } from '../../../src/orders/breaks/break.js';
import { WHOLE_DESK } from '../../../src/orders/breaks/break-register.js';
import { DayAnswers } from '../../../src/orders/trading-days/day-answers.js';
import type { DayView } from '../../../src/orders/trading-days/day-view.js';
import { CertifiedFacts, hashedOf } from '../../../src/orders/trading-days/proven-certificates.js';
import { loadDay } from '../../../src/orders/trading-days/report/day-facts.js';
import { FillRow } from '../../../src/orders/order/fill.entity.js';
import { OrderNumberRow, OrderRow } from '../../../src/orders/order/order.entity.js';
import { SCHEMA } from '../../../src/schema.js';
import { read, REAL } from '../../infra/config/settings.js';
import { aBreakRow, anOrder } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';

const { tradingDate } = anOrder();
const CERTIFICATE: DayCertificateRow = {
  id: 'day_1', tradingDate, revision: 1, report: '{}', reportHash: 'a', factsHash: 'b',
  signedBy: 'key:ada, key:bola', closedAt: 1, previousHash: '0', hash: 'c',
}; // prettier-ignore
/** Ten minutes after midnight in Lagos. */
const OVER_AT = Date.parse(`${tradingDate}T23:10:00Z`);
const ALWAYS: Sessions = { usual: 'always', exceptions: new Map() };
const SIGNED: DaySignOffRow = {
  id: 'sgn_1', tradingDate, revision: 1, reportHash: 'a', signedBy: 'key:ada', signedOnBehalfOf: null, signedAt: 1, text: null,
}; // prettier-ignore

describe.each(ENGINES)('The trading-day store on %s', (engine: Engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock());
  });

  afterEach(() => database.close());

  it('never changes signatures or certificates, and chains the certificates (F6)', async () => {
    await database.units.run(async (unit) => {
      await unit.insert(DaySignOffRow, SIGNED);
      await unit.insert(DayCertificateRow, CERTIFICATE);
    });
    const refused = [
      'UPDATE day_certificates SET report = \'{"a":1}\'',
      'DELETE FROM day_certificates',
      "UPDATE day_sign_offs SET signed_by = 'key:chidi'",
      'DELETE FROM day_sign_offs',
    ];
    for (const statement of refused) {
      const run = database.units.run((unit) => unit.execute(statement, []));
      await expect(run).rejects.toHaveProperty('message');
    }
    const others = [{ previousHash: '1' }, { revision: 2 }];
    for (const other of others) {
      const fork = { ...CERTIFICATE, id: 'day_2', ...other };
      const run = database.units.run((unit) => unit.insert(DayCertificateRow, fork));
      await expect(run).rejects.toHaveProperty('message');
    }
    const twice = database.units.run((unit) =>
      unit.insert(DaySignOffRow, { ...SIGNED, id: 'sgn_2' }),
    );
    await expect(twice).rejects.toHaveProperty('message');
  });

  it('compares ours with what the exchange showed, in exact decimals', async () => {
    const order = anOrder({ status: 'Filled' });
    const { id, orderNumber, brokerCode, accountNumber, security, side } = order;
    const number = String(orderNumber);
    const executed = { orderNumber: number, accountNumber: null, security, side };
    const fill = { orderId: id, tradeDate: tradingDate, orderNumber: number, side, security };
    await database.units.run(async (unit) => {
      await unit.insert(OrderRow, {
        ...order, version: 1, certain: 1, pending: null, openBreaks: 0, listedVersion: 0,
        onBehalfOf: null,
        fingerprint: 'f'.repeat(64), clientSalt: 'a'.repeat(32),
      }); // prettier-ignore
      const link = { id: 'num_1', linkedAt: 1, brokerCode, tradingDate, orderNumber: number };
      await unit.insert(OrderNumberRow, { ...link, orderId: id });
      await unit.insert(FillRow, {
        ...fill, id: 'fil_1', matchingId: 'M1', units: '30', price: '0.1', observedAt: 1,
        shownFor: tradingDate, reversedAt: null,
      }); // prettier-ignore
      await unit.insert(DayReadingRow, {
        tradingDate,
        readAt: OVER_AT,
        callId: 'call_1',
        unread: 0,
        unshown: '[]',
        unbooked: '[]',
        said: null,
        executions: JSON.stringify([{ ...executed, executions: 2, units: '50', value: '5.2' }]),
      });
    });
    const { report, readAt } = await loaded();
    expect(readAt).toBe(OVER_AT);
    expect(report.facts).toEqual({
      lines: [
        {
          accountNumber, security, side, orders: 1,
          ours: { executions: 1, units: '30', value: '3' },
          exchange: { executions: 2, units: '50', value: '5.2' },
          difference: { executions: 1, units: '20', value: '2.2' },
        },
      ],
      totals: {
        ours: { executions: 1, units: '30', value: '3' },
        exchange: { executions: 2, units: '50', value: '5.2' },
      },
      external: [],
      orders: { Filled: 1 },
    }); // prettier-ignore
    expect(report).toMatchObject({
      unsettled: ['1 line differs'],
      service: { runs: 0, calls: 0, answered: 0 },
    });
  });

  const dayStore = () =>
    new TradingDayStore(
      database,
      new AuditLog(new HandClock(), new AuditTail()),
      { sessions: () => Promise.resolve(ALWAYS) } as unknown as TradingCalendar,
      read(REAL),
      new HandClock(),
      new Ids(new HandClock(), new Random()),
    );
  const anExecution = (one: Partial<Execution>): Execution => ({
    orderNumber: '900001', accountNumber: null, security: 'SD11PLC', side: 'BUY', units: '10',
    price: '2', ...one,
  }); // prettier-ignore
  const answered = (read: Partial<ReadDay>, overAt = 0) => {
    const answer = { executions: [], leftOut: [], unbooked: [], unread: 0, callId: 'call_1' };
    answeredAt += 1;
    return dayStore().noteReading(tradingDate, { ...answer, answeredAt, ...read }, overAt);
  };
  const noted = (...executions: readonly Partial<Execution>[]) =>
    answered({ executions: executions.map(anExecution) });
  let answeredAt = OVER_AT;
  const kept = async (): Promise<readonly string[]> => {
    const [row] = await database.reading.find(DayReadingRow, 'trading_date = ?', [tradingDate]);
    const executed = JSON.parse(String(row?.executions)) as Executed[];
    return executed.map(({ orderNumber, executions }) => `${orderNumber} ${executions}`);
  };

  it('keeps the trades of external orders that a later answer leaves out (F6)', async () => {
    await noted({}, {}, { orderNumber: '900002' });
    await noted({}, { orderNumber: '900003' });
    expect(await kept()).toEqual(['900001 2', '900002 1', '900003 1']);
    await noted();
    expect(await kept()).toEqual(['900001 2', '900002 1', '900003 1']);
    await noted({}, {}, {});
    expect(await kept()).toEqual(['900001 3', '900002 1', '900003 1']);
  });

  it('counts an external trade once, though an answer leaves out its account (F6)', async () => {
    await noted({ accountNumber: 'CDS-9' });
    await noted({});
    await noted({ accountNumber: 'CDS-9' });
    expect(await kept()).toEqual(['900001 1']);
  });

  const leftOut = (orderNumber: string, one: Partial<LeftOut> = {}): LeftOut => ({
    ...anExecution({ orderNumber }), key: orderNumber, isReportedGone: false, shownElsewhere: false, ...one,
  }); // prettier-ignore

  it('does not count a booked execution that no answer since the close has shown (E10, F6)', async () => {
    await answered({ leftOut: [leftOut('1'), leftOut('2', { shownElsewhere: true })] });
    expect(await kept()).toEqual(['2 1']);
    await answered({ leftOut: [leftOut('1')], executions: [anExecution({ orderNumber: '3' })] });
    expect(await kept()).toEqual(['2 1', '3 1']);
  });

  it('counts one that an earlier answer showed, until a break reports it (E10, F6)', async () => {
    await numberOfOurs();
    const number = String(anOrder().orderNumber);
    await noted({ orderNumber: number });
    await answered({ leftOut: [leftOut(number)] });
    expect(await kept()).toEqual([`${number} 1`]);
    await answered({ leftOut: [leftOut(number, { isReportedGone: true })] });
    expect(await kept()).toEqual([]);
  });

  it('remembers that one was never shown, also while a break reports it (E10, F6)', async () => {
    await answered({ leftOut: [leftOut('1')] });
    await answered({ leftOut: [leftOut('1', { isReportedGone: true })] });
    await answered({ leftOut: [leftOut('1')] });
    expect(await kept()).toEqual([]);
  });

  it('ignores a reading from before a close that has moved since (E10, F6)', async () => {
    await noted({});
    const overAt = answeredAt + 1;
    await answered({ leftOut: [leftOut('1')] }, overAt);
    expect(await kept()).toEqual([]);
  });

  const numberOfOurs = async (changes: Partial<OrderRow> = {}): Promise<string> => {
    const { id, orderNumber, brokerCode } = anOrder();
    const number = String(orderNumber);
    await database.units.run(async (unit) => {
      await unit.insert(OrderRow, {
        ...anOrder(), ...changes, version: 1, certain: 1, pending: null, openBreaks: 0, listedVersion: 0,
        onBehalfOf: null,
        fingerprint: 'f'.repeat(64), clientSalt: 'a'.repeat(32),
      }); // prettier-ignore
      const link = { id: 'num_1', linkedAt: 1, brokerCode, tradingDate, orderNumber: number };
      await unit.insert(OrderNumberRow, { ...link, orderId: id });
    });
    return number;
  };

  it('takes over what is shown of our orders, where breaks report what is missing (F6)', async () => {
    const number = await numberOfOurs();
    await noted({ orderNumber: number }, { orderNumber: number }, {});
    await noted({ orderNumber: number });
    expect(await kept()).toEqual([`${number} 1`, '900001 1']);
  });

  it('leaves the unreported fills of an order that lives on out of its first day (F5, F6)', async () => {
    const order = anOrder({ status: 'Open', matchedUnits: '30', timeInForce: 'Good Till Cancel' });
    await database.units.run((unit) =>
      unit.insert(OrderRow, {
        ...order, version: 1, certain: 1, pending: null, openBreaks: 0, listedVersion: 0,
        onBehalfOf: null,
        fingerprint: 'f'.repeat(64), clientSalt: 'a'.repeat(32),
      }),
    ); // prettier-ignore
    const before = await loaded();
    await database.units.run((unit) =>
      unit.insert(BreakRow, aBreakRow({
        kind: 'UnreportedFill', orderId: order.id, status: 'Resolved',
        resolution: 'close', closedAt: 5,
      })),
    ); // prettier-ignore
    const after = await loaded();
    expect(after.factsHash).toBe(before.factsHash);
    expect(after.report.unsettled).toEqual([
      'the trades of the day have not been read completely since its close',
    ]);
  });

  it('shows the break of a doubtful day in the report of that day (F6)', async () => {
    const finding = { ...dayDoubt(tradingDate), detail: 'doubted' };
    await database.units.run((unit) =>
      unit.insert(BreakRow, aBreakRow({
        id: 'brk_2', identity: identityOf(WHOLE_DESK, finding),
        openedAt: Date.parse(`${tradingDate}T12:00:00Z`) + 3 * 86_400_000,
      })),
    ); // prettier-ignore
    expect((await loaded()).report.breaks).toMatchObject([{ id: 'brk_2', orderId: null }]);
  });

  it('explains what no answer since the close has shown once two people have kept the whole day as booked (F6)', async () => {
    const orderNumber = await numberOfOurs({ status: 'Filled' });
    const { id: orderId, side, security } = anOrder();
    const fills = ['M1', 'M2', 'M3'].map((matchingId, n) => ({
      id: `fil_${n}`, orderId, tradeDate: tradingDate, matchingId, orderNumber, side, security,
      units: '30', price: '2', observedAt: n < 2 ? 1 : 6, shownFor: tradingDate, reversedAt: null,
    })); // prettier-ignore
    await database.units.run(async (unit) => {
      for (const fill of fills) await unit.insert(FillRow, fill);
    });
    const unshown = fills.map((fill) => ({
      ...leftOut(orderNumber),
      ...fill,
      key: keyOfTrade(fill),
    }));
    await answered({ leftOut: unshown });
    expect((await loaded()).report.unsettled).toEqual(['1 line differs']);
    await database.units.run((unit) =>
      unit.insert(BreakRow, aBreakRow({
        identity: identityOf(WHOLE_DESK, dayDoubt(tradingDate)), kind: 'IncompleteDay', status: 'Resolved',
        closedAt: 5, resolution: 'close', reasonCode: 'Explained', outcome: 'Their archive is empty.', closedBy: 'key:ada, key:bola',
      })),
    ); // prettier-ignore
    // They have not decided about what was booked later.
    expect((await loaded()).report.unsettled).toEqual(['1 line differs']);
    await database.units.run((unit) => unit.update(FillRow, { id: 'fil_2' }, { reversedAt: 7 }));
    const { report } = await loaded();
    expect(report.unsettled).toEqual([]);
    expect(report.facts.explanations).toMatchObject([
      { breakId: 'brk_1', closedBy: 'key:ada, key:bola', trade: { matchingId: 'M1', shown: null } },
      { breakId: 'brk_1', trade: { matchingId: 'M2' } },
    ]);
    await database.units.run((unit) =>
      unit.update(BreakRow, { id: 'brk_1' }, { status: 'AutoResolved' }),
    );
    expect((await loaded()).report.unsettled).toEqual(['1 line differs']);
  });

  it('explains a trade that is shown and that two people have left out of the book (F6)', async () => {
    const orderNumber = await numberOfOurs({ status: 'Filled' });
    const { id: orderId, side } = anOrder();
    const terms = { units: '30', price: '2' };
    const ofAnother = {
      tradeDate: tradingDate,
      matchingId: 'M2',
      orderNumber,
      side,
      shownFor: tradingDate,
    };
    const executions = [anExecution({ orderNumber, ...terms })];
    await answered({ executions, unbooked: [{ ...ofAnother, ...terms }] });
    expect((await loaded()).report.unsettled).toEqual(['1 line differs']);
    await database.units.run((unit) =>
      unit.insert(BreakRow, aBreakRow({
        type: 'FillMismatch', kind: 'InvalidRow', orderId, trade: JSON.stringify(unbookedTrade({ ...ofAnother, ...terms })),
        status: 'Resolved', closedAt: 5, resolution: 'close', reasonCode: 'Explained', closedBy: 'key:ada, key:bola',
      })),
    ); // prettier-ignore
    const { report } = await loaded();
    expect(report.unsettled).toEqual([]);
    expect(report.facts.explanations).toMatchObject([
      { trade: { matchingId: 'M2', booked: null } },
    ]);
    // As soon as the day is read without it, it explains nothing.
    await answered({});
    const later = (await loaded()).report;
    expect([later.unsettled, later.facts.explanations]).toEqual([[], undefined]);
  });

  it('has the resolved breaks of its orders, of itself, and of external orders of the day', async () => {
    const order = anOrder({ status: 'Filled' });
    const opened = Date.parse(`${tradingDate}T12:00:00Z`);
    const ended = { openedAt: opened, closedAt: opened + 30_000 };
    await database.units.run(async (unit) => {
      await unit.insert(OrderRow, {
        ...order, version: 1, certain: 1, pending: null, openBreaks: 0, listedVersion: 0,
        onBehalfOf: null,
        fingerprint: 'f'.repeat(64), clientSalt: 'a'.repeat(32),
      }); // prettier-ignore
      const rows: Partial<BreakRow>[] = [
        {
          ...ended, id: 'brk_4', orderId: order.id, status: 'Resolved', closedBy: 'ada, bola',
          outcome: 'It was cancelled on the floor.',
        },
        { ...ended, id: 'brk_3', identity: identityOf(WHOLE_DESK, dayDoubt(tradingDate)) },
        { ...ended, id: 'brk_2', orderNumber: '900001' },
        { ...ended, id: 'brk_1', orderNumber: '900002', openedAt: opened - 86_400_000 },
        { ...ended, id: 'brk_5', orderId: order.id, closedAt: null, identity: 'open' },
      ]; // prettier-ignore
      for (const row of rows) await unit.insert(BreakRow, aBreakRow(row));
    });
    const { breaks, resolvedBreaks } = (await loaded()).report;
    expect(breaks.map(({ id }) => id)).toEqual(['brk_5']);
    expect(resolvedBreaks.map(({ id }) => id)).toEqual(['brk_2', 'brk_3', 'brk_4']);
    expect(resolvedBreaks[2]).toEqual({
      id: 'brk_4', type: 'FillMismatch', severity: 'Critical', orderId: order.id, orderNumber: null,
      openedAt: `${tradingDate}T12:00:00.000Z`, closedAt: `${tradingDate}T12:00:30.000Z`,
      closedBy: 'ada, bola', outcome: 'It was cancelled on the floor.',
    }); // prettier-ignore
  });

  const loaded = () => {
    const { brokerCode } = anOrder();
    const facts = new CertifiedFacts();
    const asked = { brokerCode, tradingDate, sessions: ALWAYS, now: OVER_AT, facts };
    return loadDay(database.reading, asked);
  };

  const reopenings = async () => {
    const rows = await database.reading.find(
      AuditEntryRow,
      "type IN ('DAY_REOPENED', 'DAY_HOLDS_AGAIN') ORDER BY sequence",
    );
    return rows.map(({ type, actor, body }) => ({ type, actor, body: JSON.parse(body) as object }));
  };
  const signedBy = (name: string) => {
    const store = dayStore();
    return store.change(async (unit) => {
      const actor: Actor = { name };
      await store.sign(unit, await store.state(unit, tradingDate), null, actor);
    });
  };
  const closed = async (): Promise<object> => {
    await signedBy('key:ada');
    await signedBy('key:bola');
    const [row] = await database.reading.find(DayCertificateRow, 'revision = 1');
    return { tradingDate, revision: 1, hash: row?.hash };
  };

  it('audits once, with the next signature, that a closed day is reopened (F6)', async () => {
    const reopened = await closed();
    await numberOfOurs();
    await signedBy('key:ada');
    expect(await reopenings()).toEqual([
      { type: 'DAY_REOPENED', actor: 'key:ada', body: reopened },
    ]);
    await signedBy('key:bola');
    expect(await reopenings()).toHaveLength(1);
  });

  it('audits once, with the reading that shows it, that a closed day is reopened (F6)', async () => {
    const reopened = await closed();
    await noted({});
    expect(await reopenings()).toMatchObject([
      { type: 'DAY_REOPENED', actor: 'system:reconciler', body: reopened },
    ]);
    await noted({}, {});
    await signedBy('key:ada');
    expect(await reopenings()).toHaveLength(1);
  });

  it('audits that a reopened day holds again, and that it is reopened once more (F6)', async () => {
    const orderNumber = await numberOfOurs();
    const both = [{ orderNumber }, { orderNumber }];
    await noted(...both);
    await closed();
    const types = async () => (await reopenings()).map(({ type }) => type);
    // One answer may leave out what the previous one showed, and the next show it again.
    await noted({ orderNumber });
    await noted(...both);
    const first = await types();
    expect(first).toEqual(['DAY_REOPENED', 'DAY_HOLDS_AGAIN']);
    await noted(...both, { orderNumber });
    expect(await types()).toEqual([...first, 'DAY_REOPENED']);
  });

  const answers = (logged: string[] = []): DayAnswers =>
    new DayAnswers(
      anOrder().brokerCode,
      createLogger('error', (line) => logged.push(line)),
    );
  const view = async (of = answers()): Promise<DayView> => {
    const at = { tradingDate, sessions: ALWAYS, now: OVER_AT };
    const asked = { kind: 'view', masksClients: false, ...at } as const;
    const answer = await of.answer(database.reading, asked);
    return JSON.parse(Buffer.from(answer as Uint8Array).toString()) as DayView;
  };

  it('takes no certificate that the trail does not have, and a day can still be closed (F6)', async () => {
    const { report, reportHash, factsHash } = await loaded();
    const signed = ['key:ada', 'key:bola'];
    const forged = { tradingDate, revision: 1, reportHash, previousHash: '0', closedAt: 1 };
    const hash = digestOf(hashedOf({ ...forged, signedBy: signed }));
    await database.units.run((unit) =>
      unit.insert(DayCertificateRow, {
        ...CERTIFICATE, ...forged, factsHash, report: canonicalJson(report as unknown as Json),
        signedBy: JSON.stringify(signed), hash,
      }),
    ); // prettier-ignore
    const logged: string[] = [];
    const { status, certificate } = await view(answers(logged));
    expect([status, certificate]).toEqual(['Unsettled', null]);
    expect(logged.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(['day_1']);
    await signedBy('key:ada');
    await signedBy('key:bola');
    expect(await view()).toMatchObject({ status: 'Closed', certificate: { revision: 2 } });
  });

  it.each([
    ['other people', 'signed_by = \'["key:ada","key:chidi"]\''],
    ['another report', "report = '{}'"],
    ['other facts', "facts_hash = 'b'"],
    ['no list of people', "signed_by = '[]'"],
    ['what is no list of people', "signed_by = 'key:ada'"],
  ])('takes no certificate that has since got %s (F6)', async (_, change) => {
    await closed();
    const remembering = answers();
    expect(await view(remembering)).toMatchObject({ status: 'Closed' });
    const trigger = engine === 'postgres' ? 'no_change ON day_certificates' : 'no_update';
    await database.units.run(async (unit) => {
      await unit.execute(`DROP TRIGGER day_certificates_${trigger}`);
      await unit.execute(`UPDATE day_certificates SET ${change}`);
    });
    expect(await view(remembering)).toMatchObject({ status: 'Unsettled', certificates: [] });
  });

  it('audits nothing for a day that still is what was signed (F6)', async () => {
    await noted({});
    await closed();
    await signedBy('key:ada');
    expect(await reopenings()).toEqual([]);
  });
});
