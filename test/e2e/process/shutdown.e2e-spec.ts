import { connect, type Socket } from 'node:net';
import { ENGINES, freshDatabase } from '../../support/databases/databases.js';
import { Desk } from '../../support/desk.js';
import { OrdersSchedule } from '../../../src/orders/orders.schedule.js';
import { Reconciler } from '../../../src/orders/reconciliation/runs/reconciler.js';

function connected(port: number, host: string, sent: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(sent, () => resolve(socket)));
    socket.once('error', reject);
  });
}

describe('A desk that is asked to stop', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  const calls = (endpoint: string): number =>
    desk.exchange.exchange.control.calls().filter((call) => call.endpoint === endpoint).length;

  const runs = (): Promise<readonly object[]> => desk.list<object>('/v1/reconciliation/runs');
  /** Starts a run whose list takes long. */
  const longRun = async (): Promise<void> => {
    const { control } = desk.exchange.exchange;
    control.queueFault({
      endpoint: 'broker/order/enquiry',
      fault: 'delay',
      when: 'after',
      ms: 900,
    });
    const lists = calls('broker/order/enquiry');
    void desk.reconcile().catch(() => undefined);
    await desk.eventually(
      () => calls('broker/order/enquiry'),
      (count) => count > lists,
    );
  };

  it('rejects a requested run', async () => {
    desk = await Desk.open('sqlite', { env: { RECONCILE_INTERVAL_MS: '3600000' } });
    await desk.reconcile();
    const before = await runs();
    await longRun();
    const reconciler = desk.service.app.get(Reconciler);
    const wishes = [undefined, { scope: { security: 'SD11PLC' }, dryRun: false }];
    const waiting = wishes.map((wish) => reconciler.run('asked for', wish));
    const outcomes = Promise.allSettled(waiting);
    await desk.clock.flow(reconciler.stop());
    waiting.push(reconciler.run('asked for'));
    const reason = { message: expect.stringContaining('shutting down') };
    const refused = { status: 'rejected', reason };
    expect(await outcomes).toMatchObject([refused, refused]);
    await expect(waiting.at(-1)).rejects.toMatchObject(reason);
    expect(await runs()).toHaveLength(before.length + 1);
  });

  it.each(ENGINES)('first finishes what its timers have started, on %s', async (engine) => {
    desk = await Desk.open(engine);
    const schedule = desk.service.app.get(OrdersSchedule);
    let isOver = false;
    const looking = schedule.mark().then(() => (isOver = true));
    await desk.clock.flow(schedule.beforeApplicationShutdown());
    expect(isOver).toBe(true);
    await looking;
  });

  it('waits for no connection that has sent nothing, or half a request', async () => {
    desk = await Desk.open('sqlite');
    const { hostname, port } = new URL(desk.service.address);
    for (const sent of ['', 'GET /health/live HTTP/1.1\r\nhost: x']) {
      await desk.clock.flow(connected(Number(port), hostname, sent));
    }
    await desk.stop();
  });

  it('still sends cancels while it finishes what is under way, and no more', async () => {
    desk = await Desk.open('sqlite', { env: { RECONCILE_INTERVAL_MS: '3600000' } });
    const { body } = await desk.post();
    await longRun();
    const closing = desk.stop();
    const later = await desk.post({}, 0);
    const cancel = await desk.cancel(body.id);
    await closing;
    expect([later.status, calls('order/post')]).toEqual([202, 1]);
    // Nobody is kept waiting for an answer of a process that ends.
    expect([cancel.status, calls('order/cancel')]).toEqual([202, 1]);
  });

  it('does not send what it still accepts: the next start does', async () => {
    const databaseUrl = await freshDatabase('sqlite');
    desk = await Desk.open('sqlite', { databaseUrl });
    await desk.reconcile();
    await longRun();
    const closing = desk.stop();
    const { status, body } = await desk.post({}, 0);
    expect(status).toBe(202);
    await closing;
    expect(calls('order/post')).toBe(0);

    desk = await Desk.open('sqlite', { databaseUrl, exchange: desk.exchange, clock: desk.clock });
    const order = await desk.until(body.id, (seen) => seen.orderNumber !== null);
    expect(order.evidence.certain).toBe(true);
    expect(calls('order/post')).toBe(1);
  });
});
