import { Desk } from '../../support/desk.js';
import { StreamListener } from '../../support/stream-listener.js';

const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c'];
const WHY = { reasonCode: 'ConfirmedByExchange', text: 'The exchange said so on the telephone.' };

describe('The stream', () => {
  const listeners: StreamListener[] = [];
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open('sqlite', {
      env: {
        REPOST_UNKNOWN: 'never',
        EXCHANGE_TIMEOUT_MS: '600',
        EXCHANGE_API_KEYS: KEYS.join(','),
      },
      simulator: { keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])) },
    });
  });

  afterEach(async () => {
    for (const listener of listeners.splice(0)) listener.close();
    await desk.close();
  });

  const listen = async (
    query = '',
    options: Parameters<typeof StreamListener.open>[2] = {},
  ): Promise<StreamListener> => {
    const listener = await StreamListener.open(desk, query, options);
    expect(listener.status).toBe(200);
    listeners.push(listener);
    return listener;
  };
  const keyWith = async (name: string, ...scopes: string[]): Promise<string> => {
    const { body } = await desk.call('POST', '/v1/api-keys', { body: { name, scopes } });
    return String(body['secret']);
  };
  const has = (listener: StreamListener, type: string): Promise<readonly string[]> =>
    desk.eventually(
      () => listener.types,
      (types) => types.includes(type),
    );
  /** A post that is lost, its break with a proposal, and the pause. */
  const work = async (): Promise<string> => {
    desk.exchange.exchange.control.queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body } = await desk.post({}, 0);
    await desk.until(body.id, (order) => order.pending?.state === 'Unknown');
    const { id } = await desk.openBreak<{ id: string }>(`orderId=${body.id}`);
    const proposal = { ...WHY, resolution: 'not-at-exchange' };
    await desk.call('POST', `/v1/breaks/${id}/resolve`, { body: proposal });
    await desk.call('POST', '/v1/ops/pause', { body: { reason: 'lunch' } });
    return body.id;
  };

  it('carries orders, breaks, proposals and the pause, to each key what it may read', async () => {
    const all = await listen();
    const orders = await listen('', { key: await keyWith('dealer', 'orders:read') });
    const breaks = await listen('', { key: await keyWith('checker', 'recon:read') });
    const switches = await listen('', { key: await keyWith('operator', 'ops:read') });
    const orderId = await work();
    const types = await has(all, 'DESK_PAUSED');
    for (const type of [
      'ORDER_RECEIVED',
      'POST_UNKNOWN',
      'BREAK_OPENED',
      'BREAK_RESOLUTION_PROPOSED',
    ])
      expect(types).toContain(type);
    const sequences = all.events.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    expect(types).not.toContain('KEY_CREATED');

    await has(switches, 'DESK_PAUSED');
    const ofDesk = ['TRADING_DAYS_READ', 'DESK_PAUSED'];
    expect(switches.types).toEqual(all.types.filter((type) => ofDesk.includes(type)));
    expect(orders.types).toEqual(all.types.filter((type) => !ofDesk.includes(type)));
    expect(breaks.types).toEqual(all.types.filter((type) => /^(BREAK|APPROVAL)_/.test(type)));
    const [opened] = breaks.events;
    expect(opened).toMatchObject({ type: 'BREAK_OPENED', orderId, body: { severity: 'High' } });
    for (const { body } of breaks.events) expect(body).not.toHaveProperty('changes');

    const market = await keyWith('screen', 'market:read');
    const refused = await desk.call('GET', '/v1/stream', { key: market });
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope-missing' } });
  });

  it('is replayed from any sequence, by header or by query, and filtered', async () => {
    const orderId = await work();
    const { body: other } = await desk.post({ accountNumber: 'C0099999' }, 0);
    const all = await listen('?after=0');
    await has(all, 'DESK_PAUSED');
    await desk.eventually(
      () => all.events,
      (events) => events.some((event) => event.orderId === other.id),
    );
    const middle = all.events[3]!;
    const later = await listen('?after=0', { headers: { 'last-event-id': `${middle.sequence}` } });
    await has(later, 'DESK_PAUSED');
    expect(later.events[0]).toEqual(all.events[4]);

    const ofOrder = await listen(`?after=0&orderId=${orderId}`);
    await has(ofOrder, 'BREAK_RESOLUTION_PROPOSED');
    expect(ofOrder.events).toEqual(all.events.filter((event) => event.orderId === orderId));
    const ofTypes = await listen('?after=0&types=DESK_PAUSED,ORDER_RECEIVED');
    await has(ofTypes, 'DESK_PAUSED');
    await desk.pass(1_000);
    const wanted = ['DESK_PAUSED', 'ORDER_RECEIVED'];
    expect(ofTypes.events).toEqual(all.events.filter(({ type }) => wanted.includes(type)));

    const rest = ['FILL', 'CROSSED', 'DESK_RESUMED', 'DAY_READ'];
    const ofMany = await listen(`?after=0&types=${[...wanted, ...rest].join(',')}`);
    await has(ofMany, 'DESK_PAUSED');
    await desk.pass(1_000);
    expect(ofMany.events).toEqual(ofTypes.events);

    const ofAccount = await listen('?accountNumber=C0088888&after=0');
    await desk.post({}, 0);
    await desk.post({ accountNumber: 'C0088888' }, 0);
    await has(ofAccount, 'ORDER_RECEIVED');
    expect(new Set(ofAccount.events.map((event) => event.orderId)).size).toBe(1);
  });

  it('refuses bad filters and names the field', async () => {
    const wrong: readonly (readonly [string, string])[] = [
      ['orderId=web-1', 'orderId'],
      ['orderId=ord_1', 'orderId'],
      ['accountNumber=', 'accountNumber'],
      ['types=FILL,FILLS', 'types'],
      ['types=', 'types'],
      ['after=-1', 'after'],
      ['after=first', 'after'],
      ['after=999999', 'after'],
      ['status=Open', 'status'],
    ];
    for (const [query, field] of wrong) {
      const answer = await desk.call('GET', `/v1/stream?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    }
    for (const id of ['x', '-1', '999999']) {
      const answer = await desk.call('GET', '/v1/stream', { headers: { 'last-event-id': id } });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'Last-Event-ID' }] } });
    }
  });

  it('is open twenty times at most with one key, which may open another one when one has ended', async () => {
    const reader = await keyWith('reader', 'orders:read');
    for (let n = 0; n < 20; n += 1) await listen('', { key: reader });
    const refused = await desk.call('GET', '/v1/stream', { key: reader });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-streams' } });
    await listen();
    listeners[0]?.close();
    await desk.eventually(
      async () => {
        const next = await StreamListener.open(desk, '', { key: reader });
        listeners.push(next);
        return next.status;
      },
      (status) => status === 200,
    );
  });

  it('shows a quiet reader that it is still there, and ends cleanly when the service stops', async () => {
    const quiet = await listen('?types=CROSSED');
    await desk.pass(31_000);
    expect(quiet.comments).toBe(2);
    expect(quiet.hasEnded).toBe(false);
    await desk.stop();
    await desk.clock.activity.until(() => quiet.hasEnded);
    expect(quiet.events).toEqual([]);
  });
});
