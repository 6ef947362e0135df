import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  InferredNumbers,
  TOLD_AFTER_MS,
} from '../../../../src/orders/reconciliation/unknown-outcomes/inferred-numbers.js';
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

  it('is told of when nothing has proven it for a minute, once', async () => {
    expect(await toldAt(TELLING - 1)).toEqual([]);
    expect(await toldAt(TELLING)).toEqual(['PostUnconfirmed']);
    expect(await toldAt(TELLING + 60_000)).toEqual(['PostUnconfirmed']);
  });

  it('of an edit is told of as one of the edit', async () => {
    await desk.database.units.run((unit) =>
      unit.insert(OrderNumberRow, {
        id: 'num_2', orderId: 'ord_1', brokerCode: 'MRNA', tradingDate: '2026-11-20',
        orderNumber: '700000', linkedAt: NOON - 60_000,
      }),
    ); // prettier-ignore
    expect(await toldAt(TELLING)).toEqual(['EditUnconfirmed']);
  });

  it('is told of the day it was given, also when its order has ended since', async () => {
    await changed({ status: 'Cancelled', closedAt: NOON + 1_000 });
    const tomorrow = TELLING + 24 * 3_600_000;
    expect(await toldAt(tomorrow)).toEqual([]);
    expect(await toldAt(TELLING)).toEqual(['PostUnconfirmed']);
  });

  it('of an order that works on is told of on a later day as well', async () => {
    expect(await toldAt(TELLING + 24 * 3_600_000)).toEqual(['PostUnconfirmed']);
  });

  it('that was proven is not told of', async () => {
    await changed({ numberGrade: 'Listed' });
    expect(await toldAt(TELLING)).toEqual([]);
  });
});
