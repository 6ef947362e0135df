import { Database } from '../../../src/infra/database/database.js';
import { Desk } from '../../support/desk.js';

const TRADES = 60;
const RUNS = 40;

let desk: Desk;

const control = () => desk.exchange.exchange.control;

const sizeOf = async (engine: string): Promise<number> => {
  const { units, reading } = desk.service.app.get(Database);
  const [size] =
    engine === 'sqlite'
      ? await units.run((unit) =>
          unit.query<{ bytes: number }>(
            `SELECT (SELECT page_count FROM pragma_page_count)
               * (SELECT page_size FROM pragma_page_size) AS bytes`,
          ),
        )
      : await reading.query<{ bytes: number }>(
          'SELECT pg_database_size(current_database()) AS bytes',
        );
  return size!.bytes;
};

describe('A day of many trades', () => {
  afterEach(() => desk.close());

  it.each([
    ['oldest-first', 'sqlite'],
    ['newest-first', 'sqlite'],
    ['oldest-first', 'postgres'],
  ] as const)(
    'takes little space however often it is read, rows %s, on %s',
    async (listOrder, engine) => {
      desk = await Desk.open(engine, {
        env: { RECONCILE_INTERVAL_MS: '3600000' },
        simulator: { parameters: { listOrder } },
      });
      const { body: order } = await desk.post({ units: '100000' });
      const orderNumber = order.orderNumber ?? '';
      for (let n = 0; n < TRADES; n += 1) control().fill({ orderNumber, units: 10 });
      await desk.reconcile();
      const before = await sizeOf(engine);
      for (let n = 0; n < RUNS; n += 1) {
        control().fill({ orderNumber, units: 10 });
        await desk.reconcile();
        await desk.pass(5_000);
      }
      const { body } = await desk.call<{ matchedUnits: string }>('GET', `/v1/orders/${order.id}`);
      expect(body.matchedUnits).toBe(String(10 * (TRADES + RUNS)));
      // The replies alone were more than a megabyte.
      expect((await sizeOf(engine)) - before).toBeLessThan(600_000);
    },
  );
});
