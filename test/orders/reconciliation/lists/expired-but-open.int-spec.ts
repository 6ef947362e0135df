import { reportUnendedOrders } from '../../../../src/orders/reconciliation/lists/expired-but-open.js';
import { BreakRow } from '../../../../src/orders/breaks/break.entity.js';
import { OrderRow } from '../../../../src/orders/order/order.entity.js';
import { type Engine, ENGINES } from '../../../support/databases/databases.js';
import { anOrderRow } from '../rows.js';
import { TradeDesk } from '../trades/trade-desk.js';

const HOURS = { usual: { opensAt: 600, closesAt: 870 }, exceptions: new Map() };
const lagos = (time: string): number => Date.parse(`${time}:00+01:00`);
/** The order's day is a Friday: its next session opens on Monday at ten. */
const MONDAY = lagos('2026-11-23T11:00');
const TUESDAY = lagos('2026-11-24T11:00');

describe.each(ENGINES)('A day order that nothing ends, on %s', (engine: Engine) => {
  let desk: TradeDesk;

  beforeEach(async () => {
    desk = await TradeDesk.open(engine);
  });

  afterEach(() => desk.close());

  const lookedAt = (now: number, times = 3, numberless: readonly string[] = []) => {
    const asked = new Map(Array.from({ length: 103 }, (_, n) => [`ord_${n + 1}`, times]));
    const looked = { now, sessions: HOURS, asked, numberless };
    return reportUnendedOrders(desk.database, desk.store, looked);
  };
  const placed = (n: number) => {
    const names = { id: `ord_${n}`, clientOrderId: `web-${n}`, orderRef: `ref-${n}` };
    return desk.placed(anOrderRow({ ...names, orderNumber: String(700_000 + n) }));
  };
  const changed = (order: Partial<OrderRow>) =>
    desk.database.units.run((unit) => unit.update(OrderRow, { id: 'ord_1' }, order));
  const answered = (closedAt: number) =>
    desk.database.units.run((unit) =>
      unit.update(BreakRow, { orderId: 'ord_1' }, { status: 'Resolved', resolution: 'close', closedAt }),
    ); // prettier-ignore

  it('is told of when the next session has been open for an hour, once (F1)', async () => {
    await lookedAt(MONDAY - 1);
    expect(await desk.open()).toEqual([]);
    await lookedAt(MONDAY);
    await lookedAt(MONDAY + 60_000);
    expect(await desk.breaks()).toMatchObject([
      {
        type: 'OpenAfterClose',
        orderId: 'ord_1',
        detail: 'the day of this order, 2026-11-20, is over, and nothing has shown how it ended',
      },
    ]);
  });

  it('is told of again in the next session, when people have left it as it is (F1)', async () => {
    await lookedAt(MONDAY);
    await answered(MONDAY + 60_000);
    await lookedAt(MONDAY + 120_000);
    await lookedAt(lagos('2026-11-23T23:59'));
    await lookedAt(lagos('2026-11-24T00:01'));
    await lookedAt(TUESDAY - 1);
    expect(await desk.open()).toEqual([]);
    await lookedAt(TUESDAY);
    expect(await desk.open()).toHaveLength(1);
    expect(await desk.breaks()).toHaveLength(2);
  });

  it('is told of though what people have left as it is was another break of it (F1)', async () => {
    await desk.shown([{}]);
    await desk.shown([{ units: '41' }]);
    await lookedAt(MONDAY);
    expect(await desk.breaks()).toMatchObject([{ type: 'FillMismatch' }]);
    await answered(MONDAY);
    await lookedAt(MONDAY);
    expect(await desk.open()).toHaveLength(1);
    expect((await desk.breaks()).at(-1)).toMatchObject({ type: 'OpenAfterClose' });
  });

  it('is not told of again while there is no session: nobody is there (F1)', async () => {
    await lookedAt(MONDAY);
    await answered(MONDAY + 60_000);
    const exceptions = new Map([['2026-11-24', null]]);
    const sessions = { ...HOURS, exceptions };
    const asked = new Map([['ord_1', 3]]);
    const looked = { now: TUESDAY + 60_000, sessions, asked, numberless: [] };
    await reportUnendedOrders(desk.database, desk.store, looked);
    expect(await desk.open()).toEqual([]);
  });

  it('is told of only when it was asked for often enough to end, as after a night away (F1)', async () => {
    await lookedAt(MONDAY, 2);
    expect(await desk.open()).toEqual([]);
    await lookedAt(MONDAY, 3);
    expect(await desk.open()).toHaveLength(1);
  });

  it('is told of though it was not asked for, when it has lost its number', async () => {
    await changed({ orderNumber: null });
    await lookedAt(MONDAY, 0);
    expect(await desk.open()).toEqual([]);
    await lookedAt(MONDAY, 0, ['ord_1']);
    expect(await desk.open()).toHaveLength(1);
  });

  it('is not told of when it was written of just now', async () => {
    await changed({ updatedAt: MONDAY - 60_000 });
    await lookedAt(MONDAY);
    expect(await desk.open()).toEqual([]);
  });

  it.each([
    ['has ended', { status: 'Expired' as const }],
    ['was never there', { status: 'New' as const }],
    ['is of more than its day', { timeInForce: 'Good Till Cancel' }],
  ])('is none that %s (F1, F5)', async (_, order) => {
    await changed(order);
    await lookedAt(MONDAY);
    expect(await desk.open()).toEqual([]);
  });

  it('is one of a hundred at a time: what keeps a whole book from its end is one thing to see', async () => {
    for (let n = 2; n <= 103; n += 1) await placed(n);
    await lookedAt(MONDAY);
    await lookedAt(MONDAY + 60_000);
    expect(await desk.open()).toHaveLength(100);
    await answered(MONDAY + 60_000);
    await lookedAt(MONDAY + 120_000);
    expect(await desk.open()).toHaveLength(100);
    expect(await desk.breaks()).toHaveLength(101);
  });
});
