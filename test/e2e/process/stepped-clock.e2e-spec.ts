import { ENGINES_OF_BEHAVIOUR } from '../../support/databases/databases.js';
import { Desk } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

const HOUR_MS = 3_600_000;

describe.each(ENGINES_OF_BEHAVIOUR)('When the wall clock is stepped, on %s', (engine) => {
  let desk: Desk;
  let clock: VirtualClock;

  beforeEach(async () => {
    clock = new VirtualClock();
    desk = await Desk.open(engine, { clock, env: { RECONCILE_INTERVAL_MS: '60000' } });
  });

  afterEach(() => desk.close());

  const held = async (): Promise<number> => {
    const { body } = await desk.call<{ keys: { held: number }[] }>('GET', '/v1/ops/status');
    return body.keys.reduce((sum, key) => sum + key.held, 0);
  };

  const posts = (): number =>
    desk.exchange.exchange.control.calls().filter((call) => call.endpoint === 'order/post').length;

  it.each([HOUR_MS, -HOUR_MS])('by %d ms no slot of the rate budget comes free', async (by) => {
    for (let count = 0; count < 5; count += 1) await desk.post({ units: String(10 + count) });
    const before = await held();
    expect(before).toBeGreaterThanOrEqual(5);
    clock.step(by);
    await desk.post({ units: '20' });
    expect(await held()).toBeGreaterThan(before);
  });

  it('each step is in the trail once, and nothing less than a second', async () => {
    const path = '/v1/audit/events?type=CLOCK_STEPPED';
    const steps = (least: number) =>
      desk.eventually(
        () => desk.list<{ explanation: string; body: object }>(path),
        (found) => found.length >= least,
      );
    clock.step(900);
    await desk.pass(5_000);
    clock.step(HOUR_MS - 900);
    await desk.pass(5_000);
    expect(await steps(1)).toMatchObject([{ body: { byMs: HOUR_MS - 900 } }]);
    clock.step(-2 * HOUR_MS);
    await desk.pass(5_000);
    const [, back, ...more] = await steps(2);
    expect(more).toEqual([]);
    const { from, to } = back!.body as { from: string; to: string };
    expect(Date.parse(to) - Date.parse(from)).toBe(-2 * HOUR_MS);
    expect(back!.explanation).toBe(`The clock was set back by 7200 s, from ${from} to ${to}.`);
  });

  it.each([HOUR_MS, -HOUR_MS])('by %d ms no call in flight is given up (D13)', async (by) => {
    desk.exchange.exchange.control.queueFault({
      endpoint: 'order/post', fault: 'delay', when: 'after', ms: 1_000,
    }); // prettier-ignore
    const { body } = await desk.post({}, 0);
    await desk.eventually(posts, (count) => count > 0);
    clock.step(by);
    const order = await desk.until(body.id, (seen) => seen.pending === null);
    expect(order).toMatchObject({ evidence: { certain: true }, openBreaks: 0 });
    expect(order.orderNumber).not.toBeNull();
    expect(posts()).toBe(1);
  });

  it.each([24 * HOUR_MS, -24 * HOUR_MS])(
    'by %d ms to another day, an order is neither sent nor expires until the clocks agree',
    async (by) => {
      await desk.call('POST', '/v1/ops/pause', { body: { reason: 'to have one unsent' } });
      const { body } = await desk.post({}, 0);
      clock.step(by);
      await desk.call('POST', '/v1/ops/resume', { body: { reason: 'now' } });
      await desk.pass(800);
      expect((await desk.order(body.id)).pending).toMatchObject({ kind: 'Post', state: 'Queued' });
      const { body: ops } = await desk.call<{ waitingFor: string }>('GET', '/v1/ops/status');
      expect(ops.waitingFor).toContain('disagree about the day');
      expect(posts()).toBe(0);
      clock.step(-by);
      await desk.until(body.id, (seen) => seen.orderNumber !== null);
    },
  );
});
