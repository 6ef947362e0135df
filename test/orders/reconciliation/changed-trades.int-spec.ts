import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { RECONCILER } from '../../../src/infra/auth/actor.js';
import { Clock } from '../../../src/infra/clock.js';
import { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { Database } from '../../../src/infra/database/database.js';
import type { TradeRow } from '../../../src/infra/exchange/enquiry-api.js';
import { Ids, Random } from '../../../src/infra/ids.js';
import { AppLogger } from '../../../src/infra/logging.js';
import { Draft } from '../../../src/orders/domain/draft.js';
import { tellGaps } from '../../../src/orders/reconciliation/gaps.js';
import { ChangedTrades } from '../../../src/orders/reconciliation/changed-trades.js';
import { PassMemory } from '../../../src/orders/reconciliation/pass-memory.js';
import { once } from '../../../src/orders/reconciliation/trade-evidence.js';
import { TradeBooking } from '../../../src/orders/reconciliation/trade-booking.js';
import { BreakBook } from '../../../src/orders/store/break-book.js';
import { BreakRow } from '../../../src/orders/store/break.entity.js';
import { DayBreaks } from '../../../src/orders/store/day-breaks.js';
import { FillRow } from '../../../src/orders/store/fill.entity.js';
import { OrderStore } from '../../../src/orders/store/order-store.js';
import { OrderNumberRow, type OrderRow } from '../../../src/orders/store/order.entity.js';
import { SCHEMA } from '../../../src/schema.js';
import { read, REAL } from '../../infra/settings.js';
import { NOON, TODAY } from '../../support/builders.js';
import { type Engine, ENGINES, freshDatabase } from '../../support/databases.js';
import { HandClock } from '../../support/hand-clock.js';
import { anAnswer, anOrderRow, aTrade } from './rows.js';

class LaterClock extends Clock {
  constructor(private readonly by: number) {
    super();
  }

  override now(): number {
    return super.now() + this.by;
  }
}

describe.each(ENGINES)("a day's trades beside what is booked of them on %s", (engine: Engine) => {
  let database: Database;
  let store: OrderStore;
  let clock: HandClock;
  let memory: PassMemory;

  beforeEach(async () => {
    const logger = new AppLogger(pino({ level: 'silent' }));
    const wall = new Clock();
    const ids = new Ids(wall, new Random());
    const audit = new AuditLog(wall, new AuditTail());
    database = await Database.open(await freshDatabase(engine), SCHEMA, wall);
    const book = new BreakBook(wall, ids, audit);
    store = new OrderStore(database, audit, book, wall, ids);
    clock = new HandClock(NOON);
    memory = new PassMemory();
    booking = new TradeBooking(database, store, read(REAL), logger);
    changes = new ChangedTrades(
      database,
      store,
      new DayBreaks(database, book, audit),
      clock,
      memory,
    );
    await placed(anOrderRow({ units: '5000' }));
  }, 30_000);

  /** An order of ours that has its number. */
  const placed = async (order: OrderRow): Promise<void> => {
    const fact = { type: 'ORDER_RECEIVED', body: {} };
    const { id: orderId, brokerCode, orderNumber } = order;
    await database.units.run(async (unit) => {
      await store.insert(unit, { order, request: null, fact, idempotencyKey: null }, RECONCILER);
      await unit.insert(OrderNumberRow, {
        id: `num_${orderId}`, orderId, brokerCode, tradingDate: TODAY,
        orderNumber: String(orderNumber), linkedAt: NOON,
      }); // prettier-ignore
    });
  };

  let booking: TradeBooking;
  let changes: ChangedTrades;

  afterEach(() => database.close());

  /** One pass shows these rows, whole unless `odd` ones stand among them. */
  const shown = async (rows: readonly Partial<TradeRow>[], odd = 0): Promise<void> => {
    const answer = anAnswer(rows.map(aTrade), { odd });
    const traded = await booking.executionsOf(answer.rows, TODAY);
    const { differing, standing } = await booking.book(traded, TODAY);
    await changes.tell(differing);
    await changes.follow({ ...answer, date: TODAY }, { executions: traded.executions, standing });
  };
  /** So many passes, a quarter of a minute apart. */
  const passes = async (times: number, rows: readonly Partial<TradeRow>[]): Promise<void> => {
    for (let pass = 0; pass < times; pass += 1) {
      await shown(rows);
      clock.pass(15_000);
    }
  };
  const breaks = (): Promise<BreakRow[]> =>
    database.read((manager) => manager.find(BreakRow, { order: { id: 'ASC' } }));
  const open = async (): Promise<string[]> =>
    (await breaks()).filter(({ closedAt }) => closedAt === null).map(({ detail }) => detail);
  const fills = (): Promise<FillRow[]> =>
    database.read((manager) => manager.find(FillRow, { order: { id: 'ASC' } }));
  const GONE = `the trade M1 of ${TODAY} is shown no more; it is booked as 40 at 12.45`;
  const OTHER = { matchingId: 'M2' };

  it('tells of one that answer after answer leaves out, and ends it when it is shown again (E10)', async () => {
    await shown([{}, OTHER]);
    await passes(2, [OTHER]);
    expect(await open()).toEqual([]);
    await passes(2, [OTHER]);
    expect(await open()).toEqual([GONE]);
    await passes(3, [OTHER]);
    expect(await open()).toEqual([GONE]);
    await shown([{}, OTHER]);
    expect(await open()).toEqual([]);
    expect(await breaks()).toMatchObject([
      { status: 'AutoResolved', outcome: 'the exchange shows the trade as it is booked' },
    ]);
    expect(await fills()).toMatchObject([{ reversedAt: null }, { reversedAt: null }]);
  });

  it('does not tell of one that is left out now and then (E10)', async () => {
    await shown([{}, OTHER]);
    for (let turn = 0; turn < 4; turn += 1) {
      await passes(2, [OTHER]);
      await passes(1, [{}, OTHER]);
    }
    expect(await breaks()).toEqual([]);
  });

  it('does not count answers that may not be whole', async () => {
    await shown([{}, OTHER]);
    for (let pass = 0; pass < 6; pass += 1) {
      await shown([OTHER], 1);
      clock.pass(15_000);
    }
    expect(await breaks()).toEqual([]);
  });

  it('tells of the day, and of no trade, when most of them are left out: the answers are doubted (D3, E10)', async () => {
    const all = Array.from({ length: 30 }, (_, n) => ({ matchingId: `M${n}`, units: '1' }));
    await shown(all);
    await passes(2, all.slice(0, 3));
    expect(await breaks()).toEqual([]);
    await passes(4, all.slice(0, 3));
    expect(await breaks()).toMatchObject([
      { type: 'SourcesDisagree', orderId: null, closedAt: null },
    ]);
    await shown(all);
    expect(await open()).toEqual([]);
    await passes(4, all.slice(2));
    expect(await open()).toHaveLength(2);
  });

  it('tells of no trade of an earlier day of which nothing is shown any more', async () => {
    await shown([{}]);
    clock.pass(86_400_000);
    await passes(4, []);
    expect(await breaks()).toMatchObject([{ type: 'SourcesDisagree', orderId: null }]);
    await shown([{}]);
    expect(await open()).toEqual([]);
  });

  it('lets what people have said of one lapse when it is shown as booked, and tells of it anew (E10)', async () => {
    await shown([{}, OTHER]);
    await passes(4, [OTHER]);
    const [found] = await breaks();
    const said = { status: 'Resolved' as const, closedAt: NOON, resolution: 'close' as const };
    await database.units.run((unit) => unit.update(BreakRow, { id: String(found?.id) }, said));
    await passes(4, [OTHER]);
    expect(await breaks()).toHaveLength(1);
    await shown([{}, OTHER]);
    expect(await breaks()).toMatchObject([{ status: 'AutoResolved', resolution: 'close' }]);
    await passes(4, [OTHER]);
    expect(await open()).toEqual([GONE]);
  });

  it('of one that stands twice takes the way in which it is booked, wherever that stands (E3, F6)', async () => {
    await shown([{}]);
    const answer = [aTrade({ units: '41' }), aTrade({})];
    const traded = await booking.executionsOf(answer, TODAY);
    const { doubled } = await booking.book(traded, TODAY);
    expect(once(traded.executions, doubled)).toMatchObject([{ units: '40' }]);
  });

  it('tells of each way in which one reads, and ends the way before (E10)', async () => {
    await shown([{}]);
    await shown([{ units: '41' }]);
    expect(await open()).toEqual([
      'the trade M1 now reads 41 at 12.45; it is booked as 40 at 12.45',
    ]);
    await shown([{ price: '12.40' }]);
    expect(await open()).toEqual([
      'the trade M1 now reads 40 at 12.40; it is booked as 40 at 12.45',
    ]);
    await passes(4, [OTHER]);
    expect(await open()).toEqual([GONE]);
    await shown([{}, OTHER]);
    expect(await open()).toEqual([]);
  });

  it('tells once of one that stands twice, and does not take it for changed (E3)', async () => {
    await shown([{}, { units: '41' }]);
    await shown([{}, { units: '41' }]);
    await shown([{ units: '41' }, {}]);
    expect(await open()).toEqual(['the trade M1 stands twice, also as 41 at 12.45']);
  });

  it('keeps one that is taken back, counts it no more, and books it again when it is shown again', async () => {
    await shown([{}, OTHER]);
    await store.change('ord_1', RECONCILER, (state) => {
      const [fill] = taken;
      return reversed(state.order.filledUnits, fill);
    });
    const standing = async (matchingId: string): Promise<boolean[]> =>
      (await fills())
        .filter((fill) => fill.matchingId === matchingId)
        .map(({ reversedAt }) => reversedAt === null)
        .sort();
    expect([await standing('M1'), await standing('M2')]).toEqual([[false], [true]]);
    await passes(4, [OTHER]);
    expect(await breaks()).toEqual([]);
    await shown([{}, OTHER]);
    expect([await standing('M1'), await standing('M2')]).toEqual([[false, true], [true]]);
  });

  const taken = [
    {
      tradeDate: TODAY, matchingId: 'M1', orderNumber: '700001', side: 'BUY' as const,
      security: 'SD11PLC', units: '40', price: '12.45', shownFor: TODAY,
    },
  ] as const; // prettier-ignore
  const reversed = (filledUnits: string, fill: (typeof taken)[0]) => ({
    order: { filledUnits: String(Number(filledUnits) - 40) },
    requests: [], fills: [], reversals: [fill], links: [], unlinks: [], raise: [], settle: [],
    cured: [], facts: [{ type: 'FILL_REVERSED' as const, body: { why: 'a test' } }],
  }); // prettier-ignore

  it('ends what it told of one that is not booked any more', async () => {
    await shown([{ units: '41' }]);
    await store.change('ord_1', RECONCILER, () =>
      reversed('41', { ...taken[0], units: '41' } as never),
    );
    await shown([{}]);
    await shown([{ units: '41' }]);
    expect(await open()).toEqual([
      'the trade M1 now reads 41 at 12.45; it is booked as 40 at 12.45',
    ]);
    await store.change('ord_1', RECONCILER, () => reversed('40', taken[0]));
    await shown([{ units: '41' }]);
    expect(await open()).toEqual([]);
    expect((await breaks()).at(-1)?.outcome).toBe(
      'the trade is not booked any more as the break says',
    );
  });

  it('takes nothing back that is not booked so: nothing is half written', async () => {
    await shown([{}]);
    const wrong = { ...taken[0], orderNumber: '700009' };
    const change = store.change('ord_1', RECONCILER, () => reversed('40', wrong as never));
    await expect(change).rejects.toThrow('is not booked on ord_1');
    expect(await fills()).toMatchObject([{ reversedAt: null }]);
  });

  it.each([
    ['another account', 'CDS-2', 0],
    ['the same account', 'CDS-1', 1],
  ])('notes once that both sides are ours, of %s (E2)', async (_, accountNumber, sameAccount) => {
    const names = { clientOrderId: 'web-2', orderRef: 'ref-2', orderNumber: '700002' };
    await placed(anOrderRow({ ...names, id: 'ord_2', side: 'SELL', accountNumber }));
    await shown([{}, { orderNumber: '700002', side: 'SELL', accountNumber }]);
    await shown([{}, { orderNumber: '700002', side: 'SELL', accountNumber }]);
    const crossed = await database.read((manager) =>
      manager.findBy(AuditEntryRow, { type: 'CROSSED' }),
    );
    expect(crossed).toHaveLength(1);
    const [entry] = crossed;
    const other = entry?.stream === 'ord_1' ? 'ord_2' : 'ord_1';
    expect(JSON.parse(String(entry?.body))).toMatchObject({
      matchingId: 'M1',
      with: other,
      sameAccount,
    });
    expect(await fills()).toHaveLength(2);
  });

  it('does not take another trade with the same id for the other side (E2)', async () => {
    const names = { clientOrderId: 'web-2', orderRef: 'ref-2', orderNumber: '700002' };
    await placed(anOrderRow({ ...names, id: 'ord_2', side: 'SELL' }));
    await shown([{}, { orderNumber: '700002', side: 'SELL', units: '39' }]);
    const crossed = await database.read((m) => m.findBy(AuditEntryRow, { type: 'CROSSED' }));
    expect(crossed).toEqual([]);
    expect(await fills()).toHaveLength(2);
  });

  it('tells of what is matched and not booked only after ten minutes, until it is explained (E6)', async () => {
    const matched = (units: string) =>
      store.change('ord_1', RECONCILER, (state, moment) => {
        const draft = new Draft(state, moment);
        draft.set({ matchedUnits: units });
        draft.fact('MATCHED_UNITS_CHANGED', { from: '0', to: units });
        return draft.change();
      });
    const told = async (ageMs: number): Promise<string[]> => {
      await tellGaps(database, aged(ageMs), Date.now() + ageMs);
      return open();
    };
    await matched('100');
    expect(await told(9 * 60_000)).toEqual([]);
    const GAP = 'the exchange says 100 are matched, and its trades show 0';
    expect(await told(11 * 60_000)).toEqual([GAP]);
    expect(await told(12 * 60_000)).toEqual([GAP]);
    await shown([{}]);
    expect(await open()).toEqual([]);
    expect(await told(13 * 60_000)).toEqual([
      'the exchange says 100 are matched, and its trades show 40',
    ]);
    await shown([{}, { matchingId: 'M2', units: '60' }]);
    expect(await open()).toEqual([]);
    expect(await told(14 * 60_000)).toEqual([]);
  });

  /** The same store, so much later. */
  const aged = (ageMs: number): OrderStore => {
    const later = new LaterClock(ageMs);
    const ids = new Ids(later, new Random());
    const audit = new AuditLog(later, new AuditTail());
    return new OrderStore(database, audit, new BreakBook(later, ids, audit), later, ids);
  };

  it('does not tell again of what people have said stands, however long ago they said it', async () => {
    await shown([{}, OTHER]);
    await passes(4, [OTHER]);
    const [found] = await breaks();
    const said = { status: 'Resolved' as const, closedAt: NOON, resolution: 'close' as const };
    await database.units.run((unit) =>
      unit.update(BreakRow, { id: String(found?.id) }, { ...said, seenAt: 1 }),
    );
    await passes(4, [OTHER]);
    expect(await breaks()).toHaveLength(1);
  });
});
