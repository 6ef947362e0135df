import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { Clock } from '../../../../src/infra/runtime/clock.js';
import { Database } from '../../../../src/infra/database/database.js';
import { Ids, Random } from '../../../../src/infra/runtime/ids.js';
import { OrphanTrades } from '../../../../src/orders/reconciliation/external-orders/orphan-trades.js';
import { PollingState } from '../../../../src/orders/reconciliation/collect/polling-state.js';
import { BreakRegister } from '../../../../src/orders/breaks/break-register.js';
import { BreakRow } from '../../../../src/orders/breaks/break.entity.js';
import { OrderNumberRow, OrderRow } from '../../../../src/orders/order/order.entity.js';
import { SightingRegister } from '../../../../src/orders/order-numbers/sighting-register.js';
import { ExternalOrderBreaks } from '../../../../src/orders/order-numbers/external-order-breaks.js';
import { SCHEMA } from '../../../../src/schema.js';
import { read, REAL } from '../../../infra/config/settings.js';
import { anExecution, noon, TODAY } from '../../../support/builders.js';
import { ENGINES, readyDatabase, type Engine } from '../../../support/databases/databases.js';
import { anOrderRow } from '../rows.js';

const YESTERDAY = '2026-11-19';
const DAY = 86_400;
const HOUR = 3_600;

class Noon extends Clock {
  override now(): number {
    return noon(HOUR);
  }
}

describe.each(ENGINES)(
  'A trade under a number that an order of ours had yesterday, on %s',
  (engine: Engine) => {
    let database: Database;

    beforeEach(async () => {
      database = await Database.open(await readyDatabase(engine), SCHEMA, new Noon());
    });
    afterEach(() => database.close());

    /** What a person is told of, an hour after the trade was first shown. */
    const told = async (closedAt: number | null): Promise<readonly string[]> => {
      const clock = new Noon();
      const config = read(REAL);
      const { brokerCode } = config;
      const order = anOrderRow({ brokerCode, tradingDate: YESTERDAY, closedAt });
      await database.units.run(async (unit) => {
        await unit.insert(OrderRow, order);
        await unit.insert(OrderNumberRow, {
          id: 'num_1',
          orderId: order.id,
          brokerCode,
          tradingDate: YESTERDAY,
          orderNumber: '700001',
          linkedAt: noon(-DAY),
        });
      });
      const audit = new AuditLog(clock, new AuditTail());
      const breaks = new BreakRegister(clock, new Ids(clock, new Random()), audit);
      const book = new SightingRegister(database, config, clock);
      const orphans = new OrphanTrades(
        database,
        new ExternalOrderBreaks(breaks, audit, clock),
        book,
        config,
        new PollingState(),
        { change: () => Promise.resolve(null) },
      );
      await book.note([{ orderNumber: '700001', trade: anExecution() }], noon(0), TODAY);
      await orphans.report([anExecution({ orderNumber: '700001' })], noon(HOUR), TODAY);
      const rows = await database.reading.find(BreakRow, '1 = 1', []);
      return rows.map(({ type, orderNumber }) => `${type} ${orderNumber ?? ''}`);
    };

    it('is told of when that order was over before today: another desk has the number now', async () => {
      expect(await told(noon(-DAY))).toEqual(['OrphanTrade 700001']);
    });

    it.each([null, noon(0)])(
      'is that order when it was not over by then (%s)',
      async (closedAt) => {
        expect(await told(closedAt)).toEqual([]);
      },
    );
  },
);
