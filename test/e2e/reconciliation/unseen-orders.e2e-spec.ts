import { startSimulator } from '../../../simulator/server.js';
import { Desk } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

const SESSION = '10:00-14:30';
const MINUTE = 60_000;

describe('Working orders that the exchange does not show', () => {
  let desk: Desk;
  let clock: VirtualClock;

  beforeEach(async () => {
    clock = new VirtualClock(Date.parse('2026-11-20T12:00:00+01:00'));
    const simulator = { seed: 'unseen', market: 'off', clock, session: SESSION } as const;
    const exchange = await startSimulator(simulator);
    desk = await Desk.open('sqlite', { exchange, clock, env: { TRADING_SESSION: SESSION } });
  });

  afterEach(() => desk.close());

  const minutes = async (count: number): Promise<void> => {
    for (let minute = 0; minute < count; minute += 1) {
      clock.jumpTo(clock.now() + MINUTE);
      await desk.reconcile();
    }
  };
  const told = () =>
    desk.list<{ orderId: string | null; severity: string }>('/v1/breaks?open=true&type=NotSeen');
  const fail = (endpoint: string) =>
    desk.exchange.exchange.control.queueFault({ endpoint, fault: 'error500Before', times: 0 });

  it('have one break together after ten minutes, which closes when a list shows them again (D3)', async () => {
    const { body } = await desk.post({}, 2);
    await desk.until(body.id, (order) => order.status === 'Open');
    fail('broker/order/enquiry');
    fail('order/enquiry');
    await minutes(9);
    expect(await told()).toEqual([]);
    await minutes(4);
    expect(await told()).toMatchObject([{ orderId: null, severity: 'Medium' }]);
    expect((await desk.order(body.id)).status).toBe('Open');
    desk.exchange.exchange.control.clearFaults();
    await minutes(2);
    expect(await told()).toEqual([]);
  });

  it('keep their break when a list leaves them out (D3)', async () => {
    const first = await desk.post({}, 2);
    const other = await desk.post({ units: '2000' }, 2);
    await desk.until(first.body.id, (order) => order.status === 'Open');
    const { orderNumber } = await desk.until(other.body.id, (order) => order.status === 'Open');
    fail('broker/order/enquiry');
    fail('order/enquiry');
    await minutes(13);
    expect(await told()).toHaveLength(1);
    const { control } = desk.exchange.exchange;
    control.clearFaults();
    fail('order/enquiry');
    control.hide(String(orderNumber), true);
    await minutes(3);
    expect(await told()).toHaveLength(1);
    control.hide(String(orderNumber), false);
    await minutes(3);
    expect(await told()).toEqual([]);
  });

  it('have no break while enquiries prove them, or if none works', async () => {
    fail('broker/order/enquiry');
    await minutes(13);
    expect(await told()).toEqual([]);
    const { body } = await desk.post({}, 2);
    await desk.until(body.id, (order) => order.status === 'Open');
    await minutes(13);
    expect(await told()).toEqual([]);
  });
});
