import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ENGINES } from '../support/databases.js';
import { Desk, type OrderBody } from '../support/desk.js';
import { VirtualClock } from '../support/virtual-clock.js';

const ORDERS = 150;

/** More orders than the minute holds, while nobody can see what the exchange has counted. */
describe.each(ENGINES)('a full minute of calls, on %s', (engine) => {
  let desk: Desk;
  let clock: VirtualClock;

  beforeEach(async () => {
    clock = new VirtualClock();
    desk = await Desk.open(engine, {
      clock,
      env: {
        RECONCILE_INTERVAL_MS: '5000',
        EXCHANGE_TIMEOUT_MS: '10000',
        EXCHANGE_QUIET_MS: '12000',
      },
    });
  });

  afterEach(() => desk.close());

  const control = () => desk.exchange.exchange.control;

  const postAll = async (): Promise<void> => {
    for (let count = 0; count < ORDERS; count += 1) {
      await desk.post({ units: String(100 + count) }, 0);
    }
  };

  const restart = async (change: () => void): Promise<void> => {
    const { exchange, config } = desk;
    await desk.stop();
    change();
    clock.startProcess();
    desk = await Desk.open(engine, {
      clock, exchange, databaseUrl: config.databaseUrl,
      env: { RECONCILE_INTERVAL_MS: '5000', EXCHANGE_TIMEOUT_MS: '10000', EXCHANGE_QUIET_MS: '12000' },
    }); // prettier-ignore
  };

  const refused = (): number =>
    control()
      .calls()
      .filter(({ status }) => status === 429).length;

  const allPosted = async (): Promise<void> => {
    const posted = async (): Promise<number> =>
      (await desk.list<OrderBody>('/v1/orders?status=New&limit=200')).length;
    await clock.until(posted, (left) => left === 0, {
      withinMs: 600_000,
      otherwise: (last) => `${last} orders are still New`,
    });
  };

  it.each([12_000, 20_000])(
    'holds no more than 100 calls where the exchange reads what was queued %d ms later',
    async (ms) => {
      const posting = postAll();
      await desk.eventually(() => control().calls().length, (calls) => calls >= 60); // prettier-ignore
      control().freeze(ms);
      await posting;
      await allPosted();
      expect(control().worstMinute).toBeLessThanOrEqual(100);
      expect(refused()).toBe(0);
    },
  );

  it('goes on although hundreds of calls were lost while nobody answered', async () => {
    await desk.post({ units: '99' });
    control().queueFault({ endpoint: '*', fault: 'lostRequest', times: 0 });
    await postAll();
    await desk.pass(20 * 60_000);
    control().clearFaults();
    await allPosted();
    expect(control().worstMinute).toBeLessThanOrEqual(100);
  });

  it.each([
    ['two minutes ahead', 120_000, false],
    ['two minutes behind', -120_000, false],
    ['an hour ahead, and the machine has started again', 3_600_000, true],
  ])('holds no more than 100 calls after a restart with the wall clock %s', async (_, by, machine) => {
    await postAll();
    await restart(() => {
      clock.step(by);
      if (machine) clock.startMachine();
    });
    await allPosted();
    expect(control().worstMinute).toBeLessThanOrEqual(100);
    expect(refused()).toBe(0);
  }); // prettier-ignore
});
