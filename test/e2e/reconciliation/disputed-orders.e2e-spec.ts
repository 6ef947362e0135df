import { startSimulator } from '../../../simulator/server.js';
import { readyDatabase } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';
import { decidedByTwo } from '../../support/two-people.js';

const NOT_FOUND = JSON.stringify({ success: false, message: 'Order not found' });

describe('A working order', () => {
  let desk: Desk;
  let order: OrderBody;
  let opening: NonNullable<Parameters<typeof Desk.open>[1]>;

  beforeEach(async () => {
    const clock = new VirtualClock(Date.parse('2026-11-20T12:00:00Z'));
    const exchange = await startSimulator({ seed: 'disputed', market: 'off', clock });
    opening = { exchange, clock, databaseUrl: await readyDatabase('sqlite') };
    desk = await Desk.open('sqlite', opening);
    await desk.reconcile();
    const { body } = await desk.post();
    order = await desk.until(body.id, ({ status }) => status === 'Open');
    await desk.reconcile();
  });

  afterEach(() => desk.close());

  const control = () => desk.exchange.exchange.control;
  const breaks = async (): Promise<readonly string[]> =>
    (await desk.list<{ type: string }>(`/v1/breaks?open=true&orderId=${order.id}`)).map(
      ({ type }) => type,
    );
  const isCertain = async (): Promise<boolean> => (await desk.order(order.id)).evidence.certain;

  it.each([
    [
      'that the list shows, and of which the exchange has no record',
      { endpoint: 'order/enquiry', fault: 'status', status: 404, body: NOT_FOUND, times: 0 },
    ],
    [
      'that enquiries show, and that has left the list',
      { endpoint: 'broker/order/enquiry', fault: 'emptyList', times: 0 },
    ],
  ] as const)('%s, is certain again, and its break closed, once both show it', async (_, fault) => {
    control().queueFault(fault);
    await desk.pass(60_000);
    expect(await isCertain()).toBe(false);
    expect(await breaks()).toEqual(['SourcesDisagree']);
    // A process that starts takes it up as it is.
    await desk.stop();
    desk = await Desk.open('sqlite', opening);
    await desk.pass(12_000);
    expect([await isCertain(), await breaks()]).toEqual([false, ['SourcesDisagree']]);
    control().clearFaults();
    await desk.pass(30_000);
    expect(await isCertain()).toBe(true);
    expect(await breaks()).toEqual([]);
  });
});

describe('A cancel of an order that people have called cancelled, and that a list shows at work,', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  const control = () => desk.exchange.exchange.control;
  const cancelsSent = () =>
    control()
      .calls()
      .filter((call) => call.endpoint === 'order/cancel').length;

  it('is kept, and sent once an enquiry shows it as well', async () => {
    desk = await Desk.open('sqlite');
    await desk.reconcile();
    const { body } = await desk.post();
    const { id } = await desk.until(body.id, ({ status }) => status === 'Open');
    const noRecord = { fault: 'status', status: 404, body: NOT_FOUND, times: 0 } as const;
    control().queueFault({ endpoint: 'order/enquiry', ...noRecord });
    control().queueFault({ endpoint: 'broker/order/enquiry', fault: 'emptyList', times: 0 });
    await desk.pass(60_000);
    const told = { orderId: id, type: 'MissingAtExchange' };
    await decidedByTwo(desk, told, { resolution: 'was-cancelled' });
    control().clearFaults();
    control().queueFault({ endpoint: 'order/enquiry', fault: 'status', status: 503, times: 0 });
    await desk.until(id, ({ evidence, openBreaks }) => !evidence.certain && openBreaks > 0, 90_000);
    // Records may lag behind a cancel.
    await desk.pass(15_000);
    const before = cancelsSent();
    const { status, body: asked } = await desk.cancel(id, {}, 0);
    expect([status, asked.status, asked.pending]).toEqual([
      202,
      'Cancelled',
      expect.objectContaining({ kind: 'Cancel', state: 'Queued' }),
    ]);
    await desk.pass(10_000);
    expect(cancelsSent()).toBe(before);
    control().clearFaults();
    await desk.until(id, ({ evidence, pending }) => evidence.certain && pending === null, 90_000);
    expect(cancelsSent()).toBe(before + 1);
    expect(await desk.order(id)).toMatchObject({ status: 'Cancelled' });
  });
});
