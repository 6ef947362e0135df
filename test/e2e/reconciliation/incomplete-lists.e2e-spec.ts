import { startSimulator } from '../../../simulator/server.js';
import { Desk, type OrderBody } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

const lagos = (time: string): number => Date.parse(`${time}:00+01:00`);
const SESSION = '10:00-14:30';
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d'];
const ENDPOINT = 'broker/order/enquiry';

describe("A broker's list that leaves out most working orders", () => {
  let desk: Desk;
  let clock: VirtualClock;

  beforeEach(async () => {
    clock = new VirtualClock(lagos('2026-11-20T12:00'));
    const exchange = await startSimulator({
      seed: 'vanished lists',
      market: 'off',
      clock,
      session: SESSION,
      keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])),
    });
    desk = await Desk.open('sqlite', {
      exchange,
      clock,
      env: { TRADING_SESSION: SESSION, EXCHANGE_API_KEYS: KEYS.join(',') },
    });
  });

  afterEach(() => desk.close());

  const control = () => desk.exchange.exchange.control;
  const passes = async (count: number): Promise<void> => {
    for (let pass = 0; pass < count; pass += 1) {
      clock.jumpTo(clock.now() + 15_000);
      await desk.reconcile();
    }
  };
  const posted = async (count: number): Promise<readonly OrderBody[]> => {
    const orders: OrderBody[] = [];
    for (let n = 1; n <= count; n += 1) {
      const { body } = await desk.post({ units: String(100 * n) }, 2);
      orders.push(await desk.until(body.id, (order) => order.status === 'Open', 10_000));
    }
    return orders;
  };
  const told = async (): Promise<readonly string[]> => {
    const open = await desk.list<{ detail: string; orderId: string | null }>(
      '/v1/breaks?open=true&type=SourcesDisagree',
    );
    return open.filter(({ orderId }) => orderId === null).map(({ detail }) => detail);
  };
  const DETAIL = "the broker's list leaves out most working orders: each is enquired by its number";

  it('opens one break for the list and changes no order, until they are shown again (D3)', async () => {
    const orders = await posted(12);
    control().queueFault({ endpoint: ENDPOINT, fault: 'emptyList', times: 0 });
    await passes(2);
    expect(await told()).toEqual([]);
    await passes(3);
    expect(await told()).toEqual([DETAIL]);
    for (const { id } of orders) expect((await desk.order(id)).status).toBe('Open');
    control().clearFaults();
    // The first may be a run in progress that had read its list.
    await passes(2);
    expect(await told()).toEqual([]);
  });

  it('opens no break if few orders are missing, or after a single list (D1, D3)', async () => {
    const orders = await posted(12);
    for (const { orderNumber } of orders.slice(0, 4)) control().hide(String(orderNumber), true);
    await passes(5);
    expect(await told()).toEqual([]);
    control().queueFault({ endpoint: ENDPOINT, fault: 'emptyList', times: 2 });
    await passes(5);
    expect(await told()).toEqual([]);
  });
});
