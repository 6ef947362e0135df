import { Database } from '../../../src/infra/database/database.js';
import { ownersNow, ownersOn, type NumberOwners } from '../../../src/orders/order/number-owners.js';
import { OrderNumberRow, OrderRow } from '../../../src/orders/order/order.entity.js';
import { SCHEMA } from '../../../src/schema.js';
import { noon, TODAY } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { anOrderRow } from '../reconciliation/rows.js';
import { HandClock } from '../../support/time/hand-clock.js';

/** Who owns a number if the exchange starts its numbers again each day. */
const WEDNESDAY = '2026-11-18';
const THURSDAY = '2026-11-19';
const DAY = 24 * 3_600;

describe.each(ENGINES)('An order number that is given again, on %s', (engine: Engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock());
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
  const describeOwner = (owners: NumberOwners): string => {
    const owner = owners.get('700001');
    return owner === undefined ? 'nobody' : `${owner.orderId} ${owner.stillOwns}`;
  };
  const on = async (day: string): Promise<string> =>
    describeOwner(await ownersOn(database.reading, 'MRNA', ['700001', '700002'], day));
  const now = async (): Promise<string> =>
    describeOwner(await ownersNow(database.reading, 'MRNA', ['700001'], TODAY));

  it('is owned on each day by the order that had it then', async () => {
    await given('first', WEDNESDAY, { status: 'Filled', closedAt: noon(-2 * DAY) });
    await given('second', THURSDAY, { status: 'Expired', closedAt: noon(0) });
    await given('third', TODAY, { status: 'Cancelled', closedAt: noon(60) });
    expect([
      await on('2026-11-17'),
      await on(WEDNESDAY),
      await on(THURSDAY),
      await on(TODAY),
    ]).toEqual(['nobody', 'first yes', 'second yes', 'third yes']);
    expect(await now()).toBe('third yes');
  });

  it('is no longer owned after the day on which its order ended', async () => {
    await given('first', WEDNESDAY, { status: 'Filled', closedAt: noon(-2 * DAY) });
    expect([await on(THURSDAY), await now()]).toEqual(['first no', 'first no']);
  });

  it('is perhaps still owned by a day order that is not known to have ended', async () => {
    await given('first', THURSDAY);
    expect(await now()).toBe('first perhaps');
    await given('second', TODAY);
    expect([await now(), await on(THURSDAY)]).toEqual(['second yes', 'first yes']);
  });

  it('is owned where the clock was set back to before its day', async () => {
    await given('first', '2026-11-23');
    expect([await now(), await on(TODAY)]).toEqual(['first yes', 'nobody']);
  });

  it('of another broker is owned by nobody', async () => {
    await given('other', TODAY, {}, 'OTHR');
    expect(await now()).toBe('nobody');
  });
});
