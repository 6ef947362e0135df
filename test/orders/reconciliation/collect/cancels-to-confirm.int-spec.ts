import { Database } from '../../../../src/infra/database/database.js';
import { OrderRow } from '../../../../src/orders/order/order.entity.js';
import { OrderRequestRow } from '../../../../src/orders/order/requests/order-request.entity.js';
import { anyCancelToConfirm } from '../../../../src/orders/reconciliation/collect/orders-under-review.js';
import { SCHEMA } from '../../../../src/schema.js';
import { noon } from '../../../support/builders.js';
import { ENGINES, readyDatabase } from '../../../support/databases/databases.js';
import { filledRow } from '../../../support/filled-row.js';
import { HandClock } from '../../../support/time/hand-clock.js';

type Changes<T> = readonly [string, Partial<T>, boolean];

describe.each(ENGINES)('A cancel to confirm, on %s,', (engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock(noon(0)));
  });

  afterEach(() => database.close());

  const isAny = (): Promise<boolean> => anyCancelToConfirm(database.reading, noon(0));

  it.each<Changes<OrderRequestRow>>([
    ['waits to be sent', { state: 'Queued', blockedBy: null }, true],
    ['waits for something else', { state: 'Queued', blockedBy: 'Twin' }, false],
    ['is on its way', { state: 'Sent', claimedAt: noon(-59) }, true],
    ['has got no answer for less than a minute', { state: 'Unknown', claimedAt: noon(-59) }, true],
    ['has got no answer for longer', { state: 'Unknown', claimedAt: noon(-61) }, false],
    ['was refused', { state: 'Refused', claimedAt: noon(-1) }, false],
    ['is none', { state: 'Sent', claimedAt: noon(-1), kind: 'Edit' }, false],
  ])('is a request that %s: %j', async (_, changes, expected) => {
    const request = await database.read((manager) =>
      Promise.resolve(filledRow(manager, OrderRequestRow, { kind: 'Cancel', ...changes })),
    );
    await database.units.run((unit) => unit.insert(OrderRequestRow, request));
    expect(await isAny()).toBe(expected);
  });

  it.each<Changes<OrderRow>>([
    ['is cancelled by an acknowledgement of this minute', {}, true],
    ['is cancelled by one of before', { closedAt: noon(-61) }, false],
    ['is shown as cancelled', { grade: 'Enquired' }, false],
    ['is filled', { status: 'Filled' }, false],
  ])('is an order that %s: %j', async (_, changes, expected) => {
    const cancelled = { status: 'Cancelled', grade: 'Acknowledged', closedAt: noon(-59) } as const;
    const order = await database.read((manager) =>
      Promise.resolve(filledRow(manager, OrderRow, { ...cancelled, ...changes })),
    );
    await database.units.run((unit) => unit.insert(OrderRow, order));
    expect(await isAny()).toBe(expected);
  });
});
