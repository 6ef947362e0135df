import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '../../../src/infra/clock.js';
import { Database } from '../../../src/infra/database/database.js';
import {
  DayCertificateRow,
  DayReadingRow,
  DaySignOffRow,
} from '../../../src/orders/store/day-close.entity.js';
import { loadDay } from '../../../src/orders/store/day-facts.js';
import { FillRow } from '../../../src/orders/store/fill.entity.js';
import { OrderNumberRow, OrderRow } from '../../../src/orders/store/order.entity.js';
import { SCHEMA } from '../../../src/schema.js';
import { anOrder } from '../../support/builders.js';
import { type Engine, ENGINES, freshDatabase } from '../../support/databases.js';

const { tradingDate } = anOrder();
const CERTIFICATE: DayCertificateRow = {
  id: 'day_1', tradingDate, revision: 1, report: '{}', reportHash: 'a', factsHash: 'b',
  signedBy: 'key:ada, key:bola', closedAt: 1, previousHash: '0', hash: 'c',
}; // prettier-ignore
const SIGNED: DaySignOffRow = {
  id: 'sgn_1', tradingDate, revision: 1, reportHash: 'a', signedBy: 'key:ada', signedAt: 1, text: null,
}; // prettier-ignore

describe.each(ENGINES)('the book of closed days on %s', (engine: Engine) => {
  let database: Database;

  beforeEach(async () => {
    database = await Database.open(await freshDatabase(engine), SCHEMA, new Clock());
  }, 30_000);

  afterEach(() => database.close());

  it('keeps what was signed as it is, and one certificate after another (F6)', async () => {
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

  it('puts ours beside what the exchange showed, in numbers and exact decimals', async () => {
    const order = anOrder({ status: 'Filled' });
    const { id, orderNumber, brokerCode, accountNumber, security, side } = order;
    const number = String(orderNumber);
    const executed = { orderNumber: number, accountNumber: null, security, side };
    const fill = { orderId: id, tradeDate: tradingDate, orderNumber: number, side, security };
    await database.units.run(async (unit) => {
      await unit.insert(OrderRow, {
        ...order, version: 1, certain: 1, pending: null, openBreaks: 0, listed: 0,
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
        readAt: 5,
        callId: 'call_1',
        unread: 0,
        executions: JSON.stringify([{ ...executed, executions: 2, units: '50', value: '5.2' }]),
      });
    });
    const { report, readAt } = await loadDay(database.reading, {
      brokerCode,
      tradingDate,
      closesAt: 10,
    });
    expect(readAt).toBe(5);
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
      unsettled: ['1 lines differ'],
      service: { passes: 0, calls: 0, answered: 0 },
    });
  });
});
