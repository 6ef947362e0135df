import { loseDatabase } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';

interface Ready {
  readonly status: string;
  readonly exchange: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

describe('What the desk can do at the exchange', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  const ready = async (): Promise<Ready> => (await desk.call<Ready>('GET', '/health/ready')).body;

  const metric = async (name: string): Promise<string | undefined> => {
    const { body } = await desk.call<string>('GET', '/metrics');
    return body.split('\n').find((line) => line.startsWith(name));
  };

  const untilReady = (holds: (seen: Ready) => boolean, withinMs: number): Promise<Ready> =>
    desk.clock.until(ready, holds, {
      withinMs,
      otherwise: (last) => `It never got there: ${last}`,
    });

  const eventTypes = async (): Promise<readonly string[]> => {
    const events = await desk.list<{ type: string }>('/v1/audit/events?limit=200');
    return events.map((event) => event.type);
  };

  it('is all of it while every scope is answered', async () => {
    desk = await Desk.open('sqlite');
    const { body } = await desk.post();
    await desk.until(body.id, (order) => order.status === 'Open');
    const seen = await untilReady((now) => now.exchange['fills'] === 'Up', 5_000);
    expect(seen).toMatchObject({ status: 'ready', problems: [] });
    expect(seen.exchange).toMatchObject({ answers: true, posting: 'Up', orderList: 'Up' });
    expect(await metric('marina_exchange_capability_up{capability="fills"}')).toMatch(/ 1$/);
  });

  it('is unknown while the database is down, but the process is still measured', async () => {
    desk = await Desk.open('postgres');
    expect(await metric('marina_database_up')).toBe('marina_database_up 1');
    expect(await metric('marina_exchange_answers')).toBe('marina_exchange_answers 1');
    await loseDatabase(desk.config.databaseUrl);
    // The page lasts for a second.
    desk.clock.jumpTo(desk.clock.now() + 1_000);
    const { status, body } = await desk.call<string>('GET', '/metrics');
    expect(status).toBe(200);
    expect(body).toContain('\nmarina_database_up 0\n');
    expect(body).toMatch(/^process_cpu_seconds_total \d/m);
    // What the process counts itself is there still.
    expect(body).not.toMatch(/^marina_exchange_(answers|capability)/m);
    expect((await desk.call('GET', '/health/ready')).status).toBe(503);
  });

  it('reads as blind to fills without daily.trades, and orders are still sent', async () => {
    const scopes = ['order.post', 'order.enquiry', 'broker.order.enquiry', 'daily.trades'];
    desk = await Desk.open('sqlite', { simulator: { keys: { sk_test_simulator: scopes } } });
    await untilReady((now) => now.exchange['fills'] === 'Up', 5_000);
    desk.exchange.exchange.control.removeScope('sk_test_simulator', 'daily.trades');
    const { body } = await desk.post();
    expect(body.status).not.toBe('New');
    const seen = await untilReady((now) => now.status === 'degraded', 8_000);
    expect(seen.problems).toEqual([
      expect.stringMatching(
        /^blind to fills \(the exchange refuses the scope daily\.trades to key \w+\)$/,
      ),
    ]);
    expect(seen.exchange).toMatchObject({ posting: 'Up', fills: 'Down' });
    expect(await metric('marina_exchange_capability_up{capability="fills"}')).toMatch(/ 0$/);
    const { body: ops } = await desk.call('GET', '/v1/ops/status');
    expect(ops).toMatchObject({
      capabilities: expect.arrayContaining([
        expect.objectContaining({ name: 'fills', state: 'Down' }),
      ]) as unknown,
    });
    expect(await eventTypes()).toContain('EXCHANGE_SCOPE_REFUSED');
  });

  it('includes no trades without daily.trades: a fill that only a record shows has a break after ten minutes', async () => {
    const scopes = ['order.post', 'order.enquiry', 'broker.order.enquiry'];
    desk = await Desk.open('sqlite', {
      simulator: { keys: { sk_test_simulator: scopes } },
      env: { RECONCILE_INTERVAL_MS: '5000' },
    });
    const { body } = await desk.post({ units: '900' });
    const { orderNumber } = await desk.until(body.id, (order) => order.orderNumber !== null);
    desk.exchange.exchange.control.fill({ orderNumber: String(orderNumber), units: 300 });
    await desk.call('POST', `/v1/orders/${body.id}/enquire`);
    await desk.until(body.id, (order) => order.matchedUnits === '300', 60_000);
    await desk.pass(11 * 60_000);
    const told = await desk.list<{ detail: string }>('/v1/breaks?open=true&type=FillMismatch');
    expect(told.map(({ detail }) => detail)).toEqual([
      'the exchange says 300 are matched, and its trades have shown 0',
    ]);
  });

  it.each([
    ['{"success":false,"message":"Trading system is not available"}', 200],
    ['{"success":true,"message":"ok","data":null}', 200],
    ['<html>down for maintenance</html>', 500],
  ])('reads as blind to fills while daily.trades answers %s', async (body, status) => {
    desk = await Desk.open('sqlite');
    desk.exchange.exchange.control.queueFault({
      endpoint: 'daily/trades',
      fault: 'status',
      status,
      body,
      times: 0,
    });
    await desk.post();
    const seen = await untilReady((now) => now.exchange['fills'] === 'Failing', 8_000);
    expect(seen.status).toBe('degraded');
    expect(seen.problems).toEqual([expect.stringMatching(/^blind to fills/)]);
    desk.exchange.exchange.control.clearFaults();
    await untilReady((now) => now.status === 'ready', 8_000);
  });

  it.each([
    [1, 'ready', 'Up'],
    [3, 'degraded', 'Failing'],
  ])('after %d lost replies to posts reads as %s, and claims of no order that it stays queued', async (lost, status, posting) => {
    desk = await Desk.open('sqlite', { env: { RECONCILE_INTERVAL_MS: '2000' } });
    await desk.post({ units: '10' });
    await untilReady((now) => now.status === 'ready', 8_000);
    desk.exchange.exchange.control.queueFault({
      endpoint: 'order/post', fault: 'lostReply', times: lost,
    });
    for (let order = 0; order < lost; order += 1) await desk.post({ units: String(20 + order) });
    // What works at the exchange is at most so old.
    await desk.pass(250);
    const seen = await untilReady(() => true, 1_000);
    expect(seen).toMatchObject({ status, exchange: { posting } });
    expect(seen.problems.filter((problem) => problem.includes('queued'))).toEqual([]);
    await desk.post({ units: '40' });
    await untilReady((now) => now.status === 'ready', 8_000);
  }); // prettier-ignore

  it('retries a cancel ever more slowly while the exchange is away', async () => {
    desk = await Desk.open('sqlite', { env: { EXCHANGE_TIMEOUT_MS: '300' } });
    const { body } = await desk.post();
    await desk.exchange.close();
    await desk.cancel(body.id, {}, 0);
    await desk.pass(6_000);
    const calls = await desk.list<{ endpoint: string; outcome: string }>(
      `/v1/orders/${body.id}/calls`,
    );
    const cancels = calls.filter((call) => call.endpoint === 'order/cancel');
    expect(cancels.length).toBeGreaterThanOrEqual(2);
    expect(cancels.length).toBeLessThanOrEqual(4);
    expect(await desk.order(body.id)).toMatchObject({
      pending: { kind: 'Cancel', state: 'Queued' },
      evidence: { certain: true },
    });
  });

  it('stops with the subscription (402), rejects nothing, and comes back with it', async () => {
    desk = await Desk.open('sqlite');
    const { control } = desk.exchange.exchange;
    const working = await desk.post();
    await desk.until(working.body.id, (order) => order.status === 'Open');
    control.expireKey('sk_test_simulator');
    const { body: refused } = await desk.post({ units: '20' }, 1);
    const seen = await untilReady((now) => now.exchange['cancelling'] === 'Down', 8_000);
    expect(seen.problems.join()).toContain('(402)');
    const { body } = await desk.post({ units: '30' }, 1);
    // Nothing but a search can show that the refused one was not taken.
    expect(await desk.order(refused.id)).toMatchObject({
      status: 'New',
      pending: { kind: 'Post', state: 'Unknown' },
      evidence: { certain: false },
    });
    expect(await desk.order(body.id)).toMatchObject({
      status: 'New',
      pending: { kind: 'Post', state: 'Queued' },
      evidence: { certain: true },
    });
    expect((await desk.order(working.body.id)).status).toBe('Open');
    const before = control.calls().length;
    await desk.pass(2_000);
    expect(control.calls().length - before).toBeLessThanOrEqual(1);
    control.expireKey('sk_test_simulator', false);
    const posted = await desk.until(body.id, (order) => order.status === 'Open', 20_000);
    expect(posted.orderNumber).not.toBeNull();
    await desk.until(refused.id, (order) => order.status === 'Open', 20_000);
    expect((await untilReady((now) => now.status === 'ready', 20_000)).problems).toEqual([]);
    const types = await eventTypes();
    expect(types).toContain('EXCHANGE_KEY_REFUSED');
    expect(types).toContain('EXCHANGE_KEY_ACCEPTED_AGAIN');
  });

  it('is held back while the exchange is silent: what was not sent is sent when it answers', async () => {
    desk = await Desk.open('sqlite', { env: { EXCHANGE_TIMEOUT_MS: '200' } });
    const { exchange } = desk;
    exchange.exchange.control.queueFault({
      endpoint: '*',
      fault: 'status',
      status: 503,
      body: 'the gateway has nobody behind it',
      times: 0,
    });
    const first = await desk.post({ units: '1' }, 0);
    await untilReady((now) => now.exchange['answers'] === false, 10_000);
    const later: OrderBody[] = [];
    for (const units of ['2', '3', '4']) later.push((await desk.post({ units }, 0)).body);
    await desk.pass(1_000);
    for (const { id } of later) {
      expect(await desk.order(id)).toMatchObject({ pending: { state: 'Queued' } });
    }
    exchange.exchange.control.clearFaults();
    for (const { id } of later) await desk.until(id, (order) => order.status === 'Open', 40_000);
    // What may have been taken is searched for, and resent as nothing of it is found.
    await desk.until(first.body.id, (order) => order.status === 'Open', 40_000);
    expect((await untilReady((now) => now.status === 'ready', 20_000)).problems).toEqual([]);
  });

  it('uses every key: each has its own rate budget and its own scopes', async () => {
    desk = await Desk.open('sqlite', {
      simulator: {
        keys: {
          sk_test_trades: ['order.post', 'order.edit', 'order.cancel'],
          sk_test_reads: ['order.enquiry', 'broker.order.enquiry', 'daily.trades'],
          sk_test_all: ['all'],
        },
      },
      env: {
        EXCHANGE_API_KEYS:
          'sk_test_trades=order.post+order.edit+order.cancel,sk_test_reads=order.enquiry+broker.order.enquiry+daily.trades,sk_test_all',
      },
    });
    const began = desk.clock.now();
    const burst = Array.from({ length: 150 }, (_, index) =>
      desk.post({ units: String(index + 1) }, 0),
    );
    await Promise.all(burst);
    const { control } = desk.exchange.exchange;
    const posts = () => control.calls().filter((call) => call.path.endsWith('/order/post'));
    await desk.eventually(
      () => posts().length,
      (sent) => sent >= 150,
    );
    expect(posts()).toHaveLength(150);
    // With one key it would have taken longer.
    expect(desk.clock.now() - began).toBeLessThan(20_000);
    expect(new Set(posts().map((call) => call.key))).toEqual(
      new Set(['sk_test_trades', 'sk_test_all']),
    );
    expect(control.calls().filter((call) => call.status !== 200)).toEqual([]);
    expect(control.worstMinute).toBeLessThanOrEqual(100);
  });
});
