import { Database } from '../../../src/infra/database/database.js';
import { OrderRow } from '../../../src/orders/order/order.entity.js';
import { OrderRequestRow } from '../../../src/orders/order/requests/order-request.entity.js';
import {
  ordersWithList,
  readOrders,
  readRequests,
} from '../../../src/orders/order-queries/order-columns.js';
import { SCHEMA } from '../../../src/schema.js';
import { ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { filledRow } from '../../support/filled-row.js';
import { HandClock } from '../../support/time/hand-clock.js';

describe.each(ENGINES)('A page of orders on %s', (engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock());
  });

  afterEach(() => database.close());

  it('has every column of an order as it is stored', async () => {
    const order = await database.read((manager) =>
      Promise.resolve(filledRow(manager, OrderRow, { id: 'ord_1' })),
    );
    await database.units.run((unit) => unit.insert(OrderRow, order));
    const [read] = await database.read((manager) => readOrders(ordersWithList(manager)));
    expect(read).toEqual({ ...order, watermark: null });
  });

  it('has every column of the requests of an order as they are stored, the oldest first', async () => {
    const [later, first] = await database.read((manager) =>
      Promise.resolve(
        ['req_2', 'req_1'].map((id) =>
          filledRow(manager, OrderRequestRow, { id, orderId: 'ord_1' }),
        ),
      ),
    );
    if (first === undefined || later === undefined) throw new Error('There is no request');
    await database.units.run(async (unit) => {
      await unit.insert(OrderRequestRow, later);
      await unit.insert(OrderRequestRow, first);
    });
    const read = await database.read((manager) => readRequests(manager, ['ord_1', 'ord_2']));
    expect([...read]).toEqual([
      ['ord_1', [first, later]],
      ['ord_2', []],
    ]);
  });
});
