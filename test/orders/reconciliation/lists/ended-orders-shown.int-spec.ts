import { Database } from '../../../../src/infra/database/database.js';
import { NO_MAPPINGS } from '../../../../src/orders/order/order-status.js';
import { OrderNumberRow } from '../../../../src/orders/order/order.entity.js';
import { OrderRow } from '../../../../src/orders/order/order.entity.js';
import { endedOrdersShown } from '../../../../src/orders/reconciliation/lists/ended-orders-shown.js';
import { rowsByNumber } from '../../../../src/orders/reconciliation/collect/list-rows.js';
import { SCHEMA } from '../../../../src/schema.js';
import { noon, TODAY } from '../../../support/builders.js';
import { ENGINES, readyDatabase } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { aListed, anOrderRow } from '../rows.js';

describe.each(ENGINES)('A list of orders that are over, on %s,', (engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock(noon(0)));
    const order = anOrderRow({ status: 'Cancelled', grade: 'Enquired', closedAt: noon(-600) });
    const { id: orderId, brokerCode, tradingDate } = order;
    await database.units.run(async (unit) => {
      await unit.insert(OrderRow, order);
      await unit.insert(OrderNumberRow, {
        id: 'num_1', orderId, brokerCode, tradingDate, orderNumber: '700001', linkedAt: noon(-900),
      }); // prettier-ignore
    });
  });

  afterEach(() => database.close());

  it.each([
    ['works', ['Open'], true],
    ['works, and has ended', ['Open', 'Cancelled'], true],
    ['has ended, and works', ['Cancelled', 'Open'], true],
    ['has ended', ['Cancelled', 'Cancelled'], false],
  ])('whose number has rows by which it %s: told is %s', async (_, words, isTold) => {
    const rows = words.map((statusWord) => aListed({ orderNumber: '700001', statusWord }));
    const { brokerCode } = anOrderRow();
    const { rows: last, conflicting } = await rowsByNumber(rows, brokerCode);
    const found = await endedOrdersShown(database.reading, [...last.values()], {
      brokerCode, today: TODAY, mappings: NO_MAPPINGS, conflicting,
    }); // prettier-ignore
    expect(found.map(({ works }) => works)).toEqual(isTold ? [true] : []);
  });
});
