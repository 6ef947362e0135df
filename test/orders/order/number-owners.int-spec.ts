import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../../../src/infra/runtime/clock.js';
import { Database } from '../../../src/infra/database/database.js';
import { ownersNow, ownersOn, type NumberOwners } from '../../../src/orders/order/number-owners.js';
import { OrderNumberRow, OrderRow } from '../../../src/orders/order/order.entity.js';
import { SCHEMA } from '../../../src/schema.js';
import { noon, TODAY } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases.js';
import { anOrderRow } from '../reconciliation/rows.js';

/** Whose a number is where the exchange begins its numbers again each day. */
const WEDNESDAY = '2026-11-18';
const THURSDAY = '2026-11-19';
const DAY = 24 * 3_600;

describe.each(ENGINES)('a number that is given again, on %s', (engine: Engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new Clock());
  });

  afterEach(() => database.close());

  async function given(
    id: string,
    on: string,
    changes: Partial<OrderRow> = {},
    brokerCode = 'MRNA',
  ): Promise<void> {
    const names = { clientOrderId: id, orderRef: id };
    const order = anOrderRow({ id, ...names, brokerCode, tradingDate: on, ...changes });
    const link = { id: `num_${id}`, orderId: id, brokerCode, linkedAt: noon(0) };
    await database.units.run(async (unit) => {
      await unit.insert(OrderRow, order);
      await unit.insert(OrderNumberRow, { ...link, tradingDate: on, orderNumber: '700001' });
    });
  }
  const told = (holders: NumberOwners): string => {
    const holder = holders.get('700001');
    return holder === undefined ? 'nobody' : `${holder.orderId} ${holder.holds}`;
  };
  const on = async (day: string): Promise<string> =>
    told(await ownersOn(database.reading, 'MRNA', ['700001', '700002'], day));
  const now = async (): Promise<string> =>
    told(await ownersNow(database.reading, 'MRNA', ['700001'], TODAY));

  it('is on each day that of the order which had it then, of three', async () => {
    await given('first', WEDNESDAY, { status: 'Filled', closedAt: noon(-2 * DAY) });
    await given('second', THURSDAY, { status: 'Expired', closedAt: noon(0) });
    await given('third', TODAY, { status: 'Cancelled', closedAt: noon(60) });
    expect([
      await on('2026-11-17'),
      await on(WEDNESDAY),
      await on(THURSDAY),
      await on(TODAY),
    ]).toEqual(['nobody', 'first surely', 'second surely', 'third surely']);
    expect(await now()).toBe('third surely');
  });

  it("is nobody's on a day before which its order was over", async () => {
    await given('first', WEDNESDAY, { status: 'Filled', closedAt: noon(-2 * DAY) });
    expect([await on(THURSDAY), await now()]).toEqual(['first no more', 'first no more']);
  });

  it('is perhaps still that of a day order which is not known to have ended', async () => {
    await given('first', THURSDAY);
    expect(await now()).toBe('first perhaps');
    await given('second', TODAY);
    expect([await now(), await on(THURSDAY)]).toEqual(['second surely', 'first surely']);
  });

  it('is its own where the clock was stepped back behind its day', async () => {
    await given('first', '2026-11-23');
    expect([await now(), await on(TODAY)]).toEqual(['first surely', 'nobody']);
  });

  it('of another broker is no number of ours', async () => {
    await given('other', TODAY, {}, 'OTHR');
    expect(await now()).toBe('nobody');
  });
});
