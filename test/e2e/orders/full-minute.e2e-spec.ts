import { Desk } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

const ORDERS = 120;
const ENVIRONMENT = {
  RECONCILE_INTERVAL_MS: '5000',
  EXCHANGE_TIMEOUT_MS: '10000',
  EXCHANGE_QUIET_MS: '12000',
};

/** More orders than the rate budget allows, while the exchange's own count cannot be seen. */
describe('A full minute of calls', () => {
  let desk: Desk;
  let clock: VirtualClock;

  beforeEach(async () => {
    clock = new VirtualClock();
    // The exchange's own clock is right, whatever becomes of ours.
    const right = { now: () => clock.uptime().ms, after: clock.after.bind(clock) };
    desk = await Desk.open('sqlite', { clock, env: ENVIRONMENT, simulator: { clock: right } });
    // The first post of a day waits for the broker's list.
    await desk.post({ units: '99' });
  });

  afterEach(() => desk.close());

  const control = () => desk.exchange.exchange.control;
  const refused = (): number =>
    control()
      .calls()
      .filter(({ status }) => status === 429).length;

  const postSome = async (from: number, to: number): Promise<void> => {
    for (let order = from; order < to; order += 1) await desk.post({ units: String(order) }, 0);
  };

  const restart = async (change: () => void): Promise<void> => {
    const { exchange, config } = desk;
    await desk.stop();
    change();
    clock.startProcess();
    const { databaseUrl } = config;
    desk = await Desk.open('sqlite', { clock, exchange, databaseUrl, env: ENVIRONMENT });
  };

  const posts = (): number =>
    control()
      .calls()
      .filter(({ endpoint }) => endpoint === 'order/post').length;

  const allPosted = (): Promise<number> =>
    clock.until(posts, (count) => count >= ORDERS, {
      withinMs: 600_000,
      otherwise: (count) => `Only ${count} orders were posted`,
    });

  it('has no more than 100 calls if the exchange reads queued requests 20 s later', async () => {
    await postSome(100, 160);
    control().freeze(20_000);
    await postSome(160, 100 + ORDERS);
    await allPosted();
    expect(control().worstMinute).toBeLessThanOrEqual(100);
    expect(refused()).toBe(0);
  });

  it.each([
    ['two minutes ahead', 120_000, false],
    ['two minutes behind', -120_000, false],
    ['an hour ahead, and the machine has started again', 3_600_000, true],
  ])('has no more than 100 calls after a restart with the wall clock %s', async (_, by, anew) => {
    await postSome(100, 100 + ORDERS);
    await restart(() => {
      clock.step(by);
      if (anew) clock.startMachine();
    });
    await allPosted();
    expect(control().worstMinute).toBeLessThanOrEqual(100);
    expect(refused()).toBe(0);
  });
});
