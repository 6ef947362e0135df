import { Database } from '../../../src/infra/database/database.js';
import { ReconciliationRunRow } from '../../../src/orders/reconciliation/runs/reconciliation-run.entity.js';
import { Desk } from '../../support/desk.js';
import { RUNS } from '../../support/runs.js';

const INTERVAL_MS = 5_000;
/** Longer than a minute of the rate budget, so that slots come free meanwhile. */
const SECONDS = 150;

describe('A caller who asks for runs all the time', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  /** Scheduled runs beside a caller who asks for five of these runs every second. */
  const besideRunsOf = async (
    body: (id: string) => object,
  ): Promise<readonly ReconciliationRunRow[]> => {
    desk = await Desk.open('sqlite', {
      env: { RECONCILE_INTERVAL_MS: String(INTERVAL_MS), EXCHANGE_API_KEYS: 'sk_test_a' },
      simulator: { keys: { sk_test_a: ['all'] } },
    });
    const { body: order } = await desk.post();
    await desk.reconcile();
    const since = desk.clock.now();
    for (let second = 0; second < SECONDS; second += 1) {
      const asked = Array.from({ length: 5 }, () =>
        desk.call('POST', RUNS, { body: body(order.id) }),
      );
      for (const { status } of await Promise.all(asked)) expect([201, 503]).toContain(status);
      await desk.pass(1_000);
    }
    const { reading } = desk.service.app.get(Database);
    return reading.find(ReconciliationRunRow, "cause = 'schedule' AND started_at > ?", [since]);
  };

  it.each<readonly [string, (id: string) => object]>([
    ['over a scope', (id) => ({ scope: { orderIds: [id] } })],
    ['that are dry', () => ({ dryRun: true })],
  ])('%s leaves calls to each scheduled run', async (_, body) => {
    const scheduled = await besideRunsOf(body);
    // At least one in 15 seconds, the longest that the pace of runs waits for a slot.
    expect(scheduled.length).toBeGreaterThanOrEqual(SECONDS / 15);
    expect(scheduled.filter(({ calls }) => calls < 2)).toEqual([]);
  });
});
