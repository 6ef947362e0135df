import { ADMIN_KEY, Desk } from '../../support/desk.js';
import { sendRaw } from '../../support/raw-http.js';

type Line = Readonly<Record<string, unknown>>;

describe('The log', () => {
  let desk: Desk;
  let text: string;

  afterEach(() => desk.close());

  const open = async (level = 'info'): Promise<void> => {
    text = '';
    desk = await Desk.open('sqlite', {
      env: { LOG_LEVEL: level, RECONCILE_INTERVAL_MS: '3600000' },
      log: (line) => (text += line),
    });
  };
  const lines = (): readonly Line[] =>
    text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
  const requests = (): readonly Line[] => lines().filter(({ part }) => part === 'access');
  /** The line comes once the connection knows that all has left. */
  const requestsBy = (id: string): Promise<readonly Line[]> =>
    desk.eventually(
      () => requests().filter(({ requestId }) => requestId === id),
      (found) => found.length > 0,
    );
  const ask = (id: string, method: string, path: string, options = {}): ReturnType<Desk['call']> =>
    desk.call(method, path, { headers: { 'x-request-id': id }, ...options });

  it('has one line for each answered request, by its route and key', async () => {
    await open();
    const { id: keyId } = (await desk.list<{ id: string }>('/v1/api-keys'))[0]!;
    const { body } = await desk.post();
    await ask('r1', 'GET', `/v1/orders/${body.id}`);
    const [line, ...rest] = await requestsBy('r1');
    expect(rest).toEqual([]);
    expect(line).toEqual({
      level: 30,
      time: expect.any(String),
      part: 'access',
      message: 'request',
      requestId: 'r1',
      method: 'GET',
      route: '/v1/orders/:id',
      status: 200,
      durationMs: expect.any(Number),
      keyId,
      personId: null,
      complete: true,
    });
    await ask('r2', 'POST', '/v1/orders', { body: { clientName: 'Ada Obi' } });
    expect(await requestsBy('r2')).toMatchObject([{ route: '/v1/orders', status: 400, keyId }]);
    await ask('r3', 'GET', '/v1/orders', { key: 'mk_wrong' });
    expect(await requestsBy('r3')).toMatchObject([
      { route: '/v1/orders', status: 401, keyId: null },
    ]);
  });

  it('says nothing of the address where no route was found, nor of what no route has seen', async () => {
    await open();
    await ask('r1', 'GET', '/v1/clients/Ada-Obi');
    await ask('r2', 'DELETE', '/v1/orders?clientName=Ada');
    await ask('r3', 'GET', '/v1/%c0');
    for (const [id, status] of [
      ['r1', 404],
      ['r2', 405],
      ['r3', 400],
    ] as const) {
      expect(await requestsBy(id)).toMatchObject([{ route: null, status, complete: true }]);
    }
    const { body } = await desk.clock.flow(
      sendRaw(desk.service.address, 'GET /Ada HTTP/9.9\r\n\r\n'),
    );
    const id = String(body['requestId']);
    expect(await requestsBy(id)).toMatchObject([{ method: null, route: null, status: 400 }]);
  });

  it('holds no name, account or text of a client', async () => {
    await open('debug');
    const { body } = await desk.post({ clientOrderId: 'kept-1' });
    await ask('r1', 'GET', '/v1/orders?accountNumber=C0012345');
    await ask('r2', 'GET', `/v1/orders/${body.id}/events`);
    await desk.cancel(body.id, { reason: 'the client Ada Obi has called' });
    await requestsBy('r2');
    expect(text).not.toMatch(/Ada|C0012345|kept-1|has called/);
    expect(text).not.toContain(ADMIN_KEY);
  });

  it('has the requests of machines at debug only', async () => {
    await open();
    for (const path of ['/health/live', '/health/ready', '/metrics']) await desk.call('GET', path);
    await ask('last', 'GET', '/v1/ops/status');
    await requestsBy('last');
    expect(requests()).toMatchObject([{ requestId: 'last' }]);
    await desk.close();
    await open('debug');
    await ask('r1', 'GET', '/health/live');
    expect(await requestsBy('r1')).toMatchObject([{ level: 20, route: '/health/live' }]);
  });

  const said = (message: string): readonly Line[] =>
    lines().filter((line) => line['message'] === message);

  it('has a line for a break that opens, and none for one that a dry run foresees', async () => {
    await open();
    const { control } = desk.exchange.exchange;
    control.queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body } = await desk.post({}, 0);
    const found = await desk.openBreak<{ id: string }>('type=PostUnconfirmed');
    expect(said('BREAK_OPENED')).toEqual([
      {
        level: 40,
        time: expect.any(String),
        part: 'breaks',
        message: 'BREAK_OPENED',
        type: 'PostUnconfirmed',
        severity: 'High',
        breakId: found.id,
        orderId: body.id,
      },
    ]);
    control.placeExternal({
      side: 'BUY', security: 'SD11PLC', units: 7_000, price: 12.5, accountNumber: 'C0012345', brokerCode: 'MARINA',
    }); // prettier-ignore
    const { body: dry } = await desk.call<{ opened: number }>('POST', '/v1/reconciliation/runs', {
      body: { dryRun: true },
    });
    expect(dry.opened).toBeGreaterThan(0);
    expect(said('BREAK_OPENED')).toHaveLength(1);
    await desk.reconcile();
    expect(said('BREAK_OPENED')[1]).toMatchObject({ type: 'UnknownAtExchange', orderId: null });
    expect(text).not.toContain('C0012345');
  });

  it('says by which key the desk was paused and resumed, and not why', async () => {
    await open();
    const { body: alice } = await desk.call<{ id: string; secret: string }>(
      'POST',
      '/v1/api-keys',
      {
        body: { name: 'alice', scopes: ['ops:write'] },
      },
    );
    for (const turn of ['pause', 'resume']) {
      const path = `/v1/ops/${turn}`;
      await desk.call('POST', path, { key: alice.secret, body: { reason: 'Ada Obi has called' } });
    }
    expect(said('DESK_PAUSED')).toMatchObject([{ level: 40, by: alice.id }]);
    expect(said('DESK_RESUMED')).toMatchObject([{ level: 40, by: alice.id }]);
    expect(text).not.toMatch(/Ada|alice/);
  });

  it('has a line for a stream when its caller leaves', async () => {
    await open();
    const leaving = new AbortController();
    const stream = await desk.clock.flow(
      fetch(`${desk.service.address}/v1/stream`, {
        headers: { authorization: `Bearer ${ADMIN_KEY}`, 'x-request-id': 'r1' },
        signal: leaving.signal,
      }),
    );
    expect(stream.status).toBe(200);
    expect(requests()).toEqual([]);
    await desk.pass(2_000);
    leaving.abort();
    const [line] = await requestsBy('r1');
    expect(line).toMatchObject({ route: '/v1/stream', status: 200 });
    expect(line?.['durationMs']).toBeGreaterThanOrEqual(2_000);
  });
});
