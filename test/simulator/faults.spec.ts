import { type Simulator, startSimulator } from '../../simulator/server.js';
import { Desk, postBody, recordOf, rowsOf } from './desk.js';
import { WatchedClock } from './watched-clock.js';
import { ask, type WireAnswer } from './wire.js';

describe('Faults over HTTP', () => {
  let clock: WatchedClock;
  let simulator: Simulator;

  beforeEach(async () => {
    clock = new WatchedClock(Date.parse('2026-11-20T11:00:00.000Z'));
    simulator = await startSimulator({ clock });
  });

  afterEach(async () => {
    await simulator.close();
  });

  async function fault(order: Record<string, unknown>): Promise<void> {
    const answer = await ask(simulator, 'POST', '/control/faults', {
      endpoint: 'order/post',
      ...order,
    });
    expect(answer.status).toBe(200);
  }

  function post(orderRef = 'R1'): Promise<WireAnswer> {
    return ask(simulator, 'POST', '/v2/vendor/order/post', postBody(orderRef));
  }

  function orders(): number {
    return simulator.exchange.control.orders().length;
  }

  it('lostRequest does nothing, closes the connection and is no call', async () => {
    await fault({ fault: 'lostRequest' });
    expect(await post()).toMatchObject({ status: null, error: 'ECONNRESET' });
    expect([orders(), simulator.exchange.control.calls().length]).toEqual([0, 0]);
    expect((await post()).status).toBe(200);
  });

  it('lostReply does everything and answers nothing', async () => {
    await fault({ fault: 'lostReply' });
    expect(await post()).toMatchObject({ status: null, error: 'ECONNRESET' });
    expect(orders()).toBe(1);
    expect((await post()).status).toBe(409);
  });

  it.each([
    ['resetBefore', 0],
    ['resetAfter', 1],
  ])('%s resets the connection with %d orders placed', async (kind, placed) => {
    await fault({ fault: kind });
    expect(await post()).toMatchObject({ status: null, error: 'ECONNRESET' });
    expect([orders(), simulator.exchange.control.calls().length]).toEqual([placed, 1]);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ])('delay %s the effect', async (when, placed) => {
    await fault({ fault: 'delay', when, ms: 400 });
    const begun = clock.waitFor(400);
    const answering = post();
    await begun;
    const waiting = clock.waiting;
    clock.pass(399);
    expect([orders(), clock.waiting]).toEqual([placed, waiting]);
    clock.pass(1);
    expect((await answering).status).toBe(200);
    expect(orders()).toBe(1);
  });

  it.each([
    ['error500Before', 'json', 0],
    ['error500Before', 'html', 0],
    ['error500After', 'json', 1],
    ['error500After', 'html', 1],
    ['error500After', 'empty', 1],
  ])('%s with a body of %s', async (kind, form, placed) => {
    await fault({ fault: kind, form });
    const answer = await post();
    expect([answer.status, orders()]).toEqual([500, placed]);
    expect(String(answer.headers['content-type'] ?? 'empty')).toContain(form);
  });

  it.each([
    [421, undefined, 0],
    [503, 'after', 1],
    [307, 'after', 1],
  ])('status %d with any body and headers', async (status, when, placed) => {
    const headers = { location: '/v2/vendor/elsewhere' };
    await fault({
      fault: 'status',
      status,
      body: 'try there',
      headers,
      ...(when === undefined ? {} : { when }),
    });
    const answer = await post();
    expect([answer.status, answer.body, answer.headers['location']]).toEqual([
      status,
      'try there',
      '/v2/vendor/elsewhere',
    ]);
    expect(orders()).toBe(placed);
  });

  it.each([
    ['401', 401],
    ['402', 402],
    ['403', 403],
    ['429', 429],
  ])('%s refuses without an effect', async (kind, status) => {
    await fault({ fault: kind });
    expect([(await post()).status, orders()]).toEqual([status, 0]);
  });

  it('html answers 200 with a page after the effect', async () => {
    await fault({ fault: 'html' });
    const answer = await post();
    expect([answer.status, answer.body.slice(0, 9), orders()]).toEqual([200, '<!DOCTYPE', 1]);
  });

  it('truncatedJson is a whole HTTP answer with half a body', async () => {
    await fault({ fault: 'truncatedJson', bytes: 25 });
    const answer = await post();
    expect(answer).toMatchObject({ status: 200, error: null });
    expect(answer.body).toHaveLength(25);
    expect(() => JSON.parse(answer.body) as unknown).toThrow();
  });

  it('cutBody ends the connection within the body', async () => {
    await fault({ fault: 'cutBody', bytes: 25 });
    const answer = await post();
    expect(answer).toMatchObject({ status: 200, error: 'ECONNRESET' });
    expect(answer.body).toHaveLength(25);
  });

  it('emptyBody', async () => {
    await fault({ fault: 'emptyBody' });
    expect(await post()).toMatchObject({ status: 200, body: '', error: null });
  });

  it('slowDrip brings the whole body in many pieces', async () => {
    await fault({ fault: 'slowDrip', ms: 80 });
    clock.hurry();
    const began = clock.now();
    const answer = await post();
    expect(answer.chunks).toBeGreaterThan(5);
    expect(clock.now() - began).toBeGreaterThan(60);
    expect(JSON.parse(answer.body)).toMatchObject({ success: true });
  });

  it('endless sends much, bounded, and never ends well', async () => {
    await fault({ fault: 'endless', bytes: 200_000, ms: 20 });
    clock.hurry();
    const answer = await post();
    expect(answer.error).toBe('ECONNRESET');
    expect(answer.body.length).toBeGreaterThan(100_000);
    expect(answer.body.length).toBeLessThan(300_000);
  });

  it('strikes as often as told, only the endpoint it is for', async () => {
    await fault({ fault: '429', times: 2 });
    expect((await ask(simulator, 'GET', '/v2/vendor/sectors')).status).toBe(200);
    expect([(await post('A')).status, (await post('B')).status, (await post('C')).status]).toEqual([
      429, 429, 200,
    ]);
  });

  it('close ends at once while calls are waiting', async () => {
    await fault({ fault: 'delay', ms: 30_000 });
    const begun = clock.waitFor(30_000);
    const answering = post();
    await begun;
    await simulator.close();
    expect((await answering).status).toBeNull();
    simulator = await startSimulator();
  });
});

describe('Faults of the answer', () => {
  it('duplicateDelivery processes a post twice and shows either answer', () => {
    for (const answer of ['first', 'second'] as const) {
      const desk = new Desk();
      desk.exchange.control.queueFault({
        endpoint: 'order/post',
        fault: 'duplicateDelivery',
        answer,
      });
      expect(desk.post().status).toBe(answer === 'first' ? 200 : 409);
      const calls = desk.exchange.control.calls();
      expect(calls.map((call) => [call.status, call.duplicate])).toEqual([
        [200, false],
        [409, true],
      ]);
      expect(desk.exchange.control.worstMinute).toBe(1);
    }
    const careless = new Desk({ parameters: { duplicateCheck: 'off' } });
    careless.exchange.control.queueFault({ endpoint: 'order/post', fault: 'duplicateDelivery' });
    careless.post();
    expect(careless.exchange.control.orders()).toHaveLength(2);
  });

  it('wrongEcho, missingOrderNumber and otherOrderNumber change the acknowledgement alone', () => {
    const desk = new Desk();
    const { control } = desk.exchange;
    control.queueFault({ endpoint: 'order/post', fault: 'wrongEcho', orderRef: 'X' });
    expect(recordOf(desk.post())['OrderRef']).toBe('X');
    control.queueFault({ endpoint: 'order/post', fault: 'missingOrderNumber' });
    expect(recordOf(desk.post())).not.toHaveProperty('OrderNo');
    control.queueFault({ endpoint: 'order/post', fault: 'missingOrderNumber', value: 'null' });
    expect(recordOf(desk.post())['OrderNo']).toBeNull();
    control.queueFault({ endpoint: 'order/post', fault: 'missingOrderNumber', value: 'zero' });
    expect(recordOf(desk.post())['OrderNo']).toBe(0);
    control.queueFault({
      endpoint: 'order/enquiry',
      fault: 'otherOrderNumber',
      orderNumber: '700004',
    });
    expect(desk.enquire('700001')['OrderNo']).toBe(700004);
    control.queueFault({
      endpoint: 'order/enquiry',
      fault: 'fields',
      fields: { Status: 'Odd', Quantity: null },
    });
    expect(desk.enquire('700001')).toMatchObject({
      Status: 'Odd',
      Quantity: null,
      Company: 'SD11PLC',
    });
    expect(control.orders().map((order) => order.orderRef)).toEqual([
      'REF1',
      'REF2',
      'REF3',
      'REF4',
    ]);
  });

  it('staleList, emptyList and shortList', () => {
    const desk = new Desk();
    const { control } = desk.exchange;
    const list = (): number =>
      rowsOf(desk.send('broker/order/enquiry', { brokerCode: 'MRNA' })).length;
    desk.posts();
    desk.now += 20_000;
    desk.posts();
    control.queueFault({ endpoint: 'broker/order/enquiry', fault: 'staleList', ms: 10_000 });
    control.queueFault({ endpoint: 'broker/order/enquiry', fault: 'emptyList' });
    control.queueFault({ endpoint: 'broker/order/enquiry', fault: 'shortList', rows: 1 });
    expect([list(), list(), list(), list()]).toEqual([1, 0, 1, 2]);
  });

  it('strike with their probability, the same each time', () => {
    const strikes = (): string => {
      const desk = new Desk({ seed: 'p' });
      desk.exchange.control.queueFault({ endpoint: '*', fault: '429', times: 0, probability: 0.3 });
      return Array.from({ length: 90 }, () => desk.get('sectors').status).join();
    };
    const struck = strikes()
      .split(',')
      .filter((status) => status === '429').length;
    expect(struck).toBeGreaterThan(15);
    expect(struck).toBeLessThan(40);
    expect(strikes()).toBe(strikes());
  });

  it('strike only calls with a given text in the body', () => {
    const desk = new Desk();
    desk.exchange.control.queueFault({ endpoint: 'order/post', fault: '429', bodyContains: '"B"' });
    expect([desk.post({ orderRef: 'A' }).status, desk.post({ orderRef: 'B' }).status]).toEqual([
      200, 429,
    ]);
  });

  it('are refused when they make no sense', () => {
    const { control } = new Desk().exchange;
    expect(() => control.queueFault({ endpoint: 'nowhere', fault: '429' })).toThrow(
      'no endpoint nowhere',
    );
    expect(() => control.queueFault({ endpoint: '*', fault: 'gremlins' as '429' })).toThrow(
      'fault must be one of',
    );
    expect(() => control.queueFault({ endpoint: '*', fault: '429', probability: 2 })).toThrow(
      'from 0 to 1',
    );
  });
});
