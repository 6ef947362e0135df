import { type Simulator, startSimulator } from '../../simulator/server.js';
import { Desk, KEY, postBody, rowsOf } from './desk.js';
import { ask } from './wire.js';

const OTHER = {
  side: 'SELL',
  security: 'SD11PLC',
  units: 300,
  price: 12.5,
  accountNumber: 'X1',
  brokerCode: 'OTHR',
} as const;

describe('Control', () => {
  it('is closed to pages in a browser, which reach every port of the machine', () => {
    const { exchange } = new Desk();
    const freeze = (headers: Record<string, string>) =>
      exchange.handle({ method: 'POST', path: '/control/freeze', headers, body: '{"ms":60000}' });
    expect(freeze({ Origin: 'https://other.example' }).status).toBe(403);
    expect(exchange.unreadMs).toBe(0);
    expect(freeze({}).status).toBe(200);
  });

  it('fills an order in parts, at any price, against a counterparty of its own', () => {
    const desk = new Desk();
    const orderNumber = desk.posts();
    const { control } = desk.exchange;
    expect(control.fill({ orderNumber, units: 400, price: 12.31 })).toMatchObject({
      units: 400,
      price: '12.31',
    });
    expect(control.order(orderNumber)).toMatchObject({
      status: 'Working',
      matchedUnits: 400,
      pendingUnits: 600,
    });
    control.fill({ orderNumber });
    expect(control.order(orderNumber)).toMatchObject({
      status: 'Filled',
      matchedUnits: 1000,
      pendingUnits: 0,
    });
    expect(control.order(orderNumber).history.map((entry) => entry.cause)).toEqual([
      'posted',
      'filled',
      'filled',
    ]);
    expect(desk.get('market-depth/order-book?security=SD11PLC').json?.['order_book']).toEqual({
      asks: [],
      bids: [],
    });
    expect(() => control.fill({ orderNumber, units: 1 })).toThrow('Only 0 units are pending');
  });

  it('fills late or beyond the order when forced', () => {
    const desk = new Desk();
    const orderNumber = desk.posts();
    const { control } = desk.exchange;
    desk.send('order/cancel', { orderNumber });
    control.fill({ orderNumber, units: 200, force: true });
    expect(control.order(orderNumber)).toMatchObject({ status: 'Cancelled', matchedUnits: 200 });
    control.fill({ orderNumber, units: 1500, force: true });
    expect(desk.enquire(orderNumber)).toMatchObject({
      Quantity: 1000,
      MatchedQuantity: 1700,
      PendingQuantity: 0,
    });
  });

  it('brings orders of other desks, edits and cancels them', () => {
    const desk = new Desk();
    const { control } = desk.exchange;
    const { orderNumber } = control.placeExternal({ ...OTHER, brokerCode: 'MRNA' });
    expect(rowsOf(desk.send('broker/order/enquiry', { brokerCode: 'MRNA' }))).toHaveLength(1);
    control.editExternally(orderNumber, 250, 12.6);
    expect(desk.enquire(orderNumber)).toMatchObject({ Quantity: 250, BasePrice: 12.6 });
    const ours = desk.posts();
    control.cancelExternally(ours);
    expect(desk.enquire(ours)['Status']).toBe('Cancelled');
    expect(() => control.cancelExternally(ours)).toThrow('not working');
    expect(() => control.placeExternal({ ...OTHER, security: 'NONE' })).toThrow('no security NONE');
  });

  it('withdraws and corrects trades', () => {
    const desk = new Desk();
    const { control } = desk.exchange;
    const { matchingId } = control.fill({ orderNumber: desk.posts(), units: 100 });
    control.correctTrade(matchingId, 12.42, 90);
    expect(desk.trades()[0]).toMatchObject({ Price: 12.42, Volume: 90 });
    control.withdrawTrade(matchingId);
    expect(desk.trades()).toEqual([]);
    control.withdrawTrade(matchingId, false);
    expect(desk.trades()).toHaveLength(2);
  });

  it('gives an order any status word, and hides it', () => {
    const desk = new Desk();
    const { control } = desk.exchange;
    const orderNumber = desk.posts();
    control.setStatusWord(orderNumber, 'Suspended');
    expect(desk.enquire(orderNumber)['Status']).toBe('Suspended');
    control.hide(orderNumber, true);
    expect(desk.send('order/enquiry', { orderNumber }).status).toBe(404);
    expect(
      rowsOf(desk.send('daily/trades', { tradeDate: '2026-11-20', orderStatus: 'All' })),
    ).toEqual([]);
    control.hide(orderNumber, false);
    control.setStatusWord(orderNumber, null);
    expect(desk.enquire(orderNumber)['Status']).toBe('Open');
  });

  it('opens and closes the session by hand', () => {
    const desk = new Desk({ session: '10:00-14:30' });
    const { control } = desk.exchange;
    control.closeSession();
    expect(desk.post().status).toBe(400);
    control.openSession();
    expect(desk.post().status).toBe(200);
  });

  it('logs every call with its reference, its status and the operator', () => {
    const desk = new Desk();
    const orderNumber = desk.posts({ orderRef: 'LOGGED' });
    desk.send('order/cancel', { orderNumber });
    desk.exchange.handle({
      method: 'GET',
      path: '/v2/vendor/vwap',
      headers: { Authorization: `Bearer ${KEY}`, 'X-API-Username': 'ada' },
    });
    expect(desk.exchange.control.calls()).toMatchObject([
      { endpoint: 'order/post', orderRef: 'LOGGED', orderNumber: null, status: 200, key: KEY },
      { endpoint: 'order/cancel', orderRef: null, orderNumber, status: 200 },
      { endpoint: 'vwap', operator: 'ada', status: 400 },
    ]);
    expect(desk.exchange.control.worstMinute).toBe(3);
  });
});

describe('The control path', () => {
  let simulator: Simulator;
  let now: number;

  beforeEach(async () => {
    now = Date.parse('2026-11-20T11:00:00.000Z');
    simulator = await startSimulator({ clock: { now: () => now }, session: '10:00-14:30' });
  });

  afterEach(async () => {
    await simulator.close();
  });

  async function control(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Record<string, unknown>> {
    const answer = await ask(simulator, method, `/control/${path}`, body, '');
    expect([path, answer.status]).toEqual([path, 200]);
    return JSON.parse(answer.body) as Record<string, unknown>;
  }

  async function post(orderRef: string): Promise<number | null> {
    return (await ask(simulator, 'POST', '/v2/vendor/order/post', postBody(orderRef))).status;
  }

  it('drives an order from posted to filled, and counts no call of its own', async () => {
    expect(await post('A')).toBe(200);
    await control('POST', 'fill', { orderNumber: '700001', units: 400 });
    await control('POST', 'external/order', { ...OTHER, price: 12.4 });
    const trades = (await control('GET', 'trades')) as unknown as Record<string, unknown>[];
    expect(trades.map((trade) => [trade['units'], trade['price']])).toEqual([
      [400, '12.50'],
      [300, '12.50'],
    ]);
    const orders = (await control('GET', 'orders')) as unknown as Record<string, unknown>[];
    expect(orders[0]).toMatchObject({
      orderNumber: '700001',
      orderRef: 'A',
      matchedUnits: 700,
      pendingUnits: 300,
    });
    const { calls, worstMinute } = await control('GET', 'calls');
    expect([(calls as unknown[]).length, worstMinute]).toEqual([1, 1]);
  });

  it('rolls the day, moves the clock and the session', async () => {
    await control('POST', 'session', { state: 'closed' });
    expect(await post('A')).toBe(400);
    await control('POST', 'session', { state: 'open' });
    await control('POST', 'clock', { ms: 60_000 });
    expect(await control('GET', 'state')).toMatchObject({
      now: '2026-11-20T11:01:00.000Z',
      session: 'open',
    });
    await control('POST', 'day-roll', {});
    expect(await control('GET', 'state')).toMatchObject({
      now: '2026-11-23T09:00:00.000Z',
      tradingDate: '2026-11-23',
      session: 'open',
    });
    await control('POST', 'day-roll', { to: 'midnight' });
    expect(await control('GET', 'state')).toMatchObject({
      tradingDate: '2026-11-24',
      session: 'closed',
    });
  });

  it('changes parameters and keys while it runs', async () => {
    await control('POST', 'parameters', { preset: 'remainder', duplicateReply: '422' });
    expect(await control('GET', 'parameters')).toMatchObject({
      editUnitsMean: 'remaining',
      duplicateReply: '422',
    });
    await post('A');
    expect(await post('A')).toBe(422);
    await control('POST', 'keys/expire', { key: 'sk_test_simulator' });
    expect(await post('B')).toBe(402);
    await control('POST', 'keys/renew', { key: 'sk_test_simulator' });
    await control('POST', 'keys/remove-scope', { key: 'sk_test_simulator', scope: 'all' });
    expect(await post('C')).toBe(403);
    await control('POST', 'keys/grant-scope', { key: 'sk_test_simulator', scope: 'order.post' });
    expect(await post('D')).toBe(200);
    await control('POST', 'keys/issue', { key: 'sk_test_more', scopes: ['sectors.list'] });
    expect(
      (await ask(simulator, 'GET', '/v2/vendor/sectors', undefined, 'sk_test_more')).status,
    ).toBe(200);
    await control('POST', 'keys/revoke', { key: 'sk_test_more' });
    expect(
      (await ask(simulator, 'GET', '/v2/vendor/sectors', undefined, 'sk_test_more')).status,
    ).toBe(401);
  });

  it('queues, shows and clears faults', async () => {
    await control('POST', 'faults', { endpoint: '*', fault: '429', times: 5 });
    expect(await control('GET', 'faults')).toMatchObject([
      { endpoint: '*', fault: '429', left: 5 },
    ]);
    await control('DELETE', 'faults');
    expect(await post('A')).toBe(200);
  });

  it('does the rest: words, hiding, trades, edits, cancels, reset', async () => {
    await post('A');
    const orderNumber = '700001';
    await control('POST', 'status-word', { orderNumber, word: 'Odd' });
    await control('POST', 'hide', { orderNumber });
    await control('POST', 'hide', { orderNumber, hidden: false });
    await control('POST', 'external/edit', { orderNumber, units: 900, price: 12.4 });
    const { matchingId } = await control('POST', 'fill', { orderNumber, units: 10 });
    await control('POST', 'trades/correct', { matchingId, units: 11, price: 12.3 });
    await control('POST', 'trades/withdraw', { matchingId });
    await control('POST', 'external/cancel', { orderNumber });
    expect(await control('GET', 'orders')).toMatchObject([
      { status: 'Cancelled', matchedUnits: 10, units: 900 },
    ]);
    await control('POST', 'reset');
    expect(await control('GET', 'orders')).toEqual([]);
  });

  it('answers 400 with the reason to what it cannot do, and 404 to what it does not know', async () => {
    for (const [path, body] of [
      ['fill', { orderNumber: '42' }],
      ['parameters', { nothing: 'yes' }],
      ['parameters', { preset: 'nobody' }],
      ['faults', { endpoint: '*', fault: 'gremlins' }],
      ['session', { state: 'ajar' }],
      ['keys/expire', { key: 'sk_test_nobody' }],
    ] as const) {
      const answer = await ask(simulator, 'POST', `/control/${path}`, body);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(JSON.parse(answer.body)).toMatchObject({ success: false });
    }
    expect((await ask(simulator, 'GET', '/control/nothing')).status).toBe(404);
  });
});
