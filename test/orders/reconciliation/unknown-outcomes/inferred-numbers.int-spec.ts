import {
  InferredNumbers,
  TOLD_AFTER_MS,
} from '../../../../src/orders/reconciliation/unknown-outcomes/inferred-numbers.js';
import { BreakRow } from '../../../../src/orders/breaks/break.entity.js';
import { OrderNumberRow, OrderRow } from '../../../../src/orders/order/order.entity.js';
import { type Engine, ENGINES } from '../../../support/databases/databases.js';
import { HandClock, NOON } from '../../../support/time/hand-clock.js';
import { TradeDesk } from '../trades/trade-desk.js';

const TELLING = NOON + TOLD_AFTER_MS;

describe.each(ENGINES)('An inferred number, on %s', (engine: Engine) => {
  let desk: TradeDesk;

  beforeEach(async () => {
    desk = await TradeDesk.open(engine);
    await changed({ numberGrade: 'Inferred' });
  });

  afterEach(() => desk.close());

  const changed = (order: Partial<OrderRow>) =>
    desk.database.units.run((unit) => unit.update(OrderRow, { id: 'ord_1' }, order));
  const toldAt = async (now: number): Promise<readonly string[]> => {
    await new InferredNumbers(desk.database, desk.store, new HandClock(now)).report();
    return (await desk.breaks()).map(({ type }) => type);
  };

  it('is told of when nothing has proven it for twenty seconds, once', async () => {
    expect(await toldAt(TELLING - 1)).toEqual([]);
    expect(await toldAt(TELLING)).toEqual(['PostUnconfirmed']);
    expect(await toldAt(TELLING + 60_000)).toEqual(['PostUnconfirmed']);
  });

  const numbered = (orderNumber: string, linkedAt: number) =>
    desk.database.units.run((unit) =>
      unit.insert(OrderNumberRow, {
        id: `num_${orderNumber}`, orderId: 'ord_1', brokerCode: 'MRNA', tradingDate: '2026-11-20',
        orderNumber, linkedAt,
      }),
    ); // prettier-ignore
  const answered = (closedAt: number) =>
    desk.database.units.run((unit) =>
      unit.update(BreakRow, { orderId: 'ord_1' }, { status: 'Resolved', resolution: 'not-at-exchange', closedAt }),
    ); // prettier-ignore

  it('of an edit is told of as a number that may be another order’s', async () => {
    await numbered('700000', NOON - 60_000);
    expect(await toldAt(TELLING)).toEqual(['IdentityMismatch']);
  });

  it('is told of though people have decided about the number before it', async () => {
    expect(await toldAt(TELLING)).toEqual(['PostUnconfirmed']);
    await answered(TELLING + 1_000);
    expect(await toldAt(TELLING + 60_000)).toEqual(['PostUnconfirmed']);
    await numbered('700002', TELLING + 2_000);
    await changed({ orderNumber: '700002' });
    expect(await toldAt(TELLING + 120_000)).toEqual(['PostUnconfirmed', 'IdentityMismatch']);
  });

  it('that was given up and is inferred again is told of again', async () => {
    expect(await toldAt(TELLING)).toEqual(['PostUnconfirmed']);
    await answered(TELLING + 1_000);
    const again = { linkedAt: TELLING + 2_000 };
    await desk.database.units.run((unit) =>
      unit.update(OrderNumberRow, { orderId: 'ord_1' }, again),
    );
    expect(await toldAt(TELLING + 120_000)).toHaveLength(2);
  });

  it('is told of on the day on which its order ended, not later', async () => {
    await changed({ status: 'Cancelled', closedAt: NOON + 1_000 });
    const tomorrow = TELLING + 24 * 3_600_000;
    expect(await toldAt(tomorrow)).toEqual([]);
    expect(await toldAt(TELLING)).toEqual(['PostUnconfirmed']);
  });

  it('of an order of an earlier day that has ended today is told of', async () => {
    const tomorrow = NOON + 24 * 3_600_000;
    await changed({ status: 'Filled', closedAt: tomorrow });
    expect(await toldAt(tomorrow + 1_000)).toEqual(['PostUnconfirmed']);
  });

  it('of an order that works on is told of on a later day as well', async () => {
    expect(await toldAt(TELLING + 24 * 3_600_000)).toEqual(['PostUnconfirmed']);
  });

  it('that was proven is not told of', async () => {
    await changed({ numberGrade: 'Listed' });
    expect(await toldAt(TELLING)).toEqual([]);
  });
});
