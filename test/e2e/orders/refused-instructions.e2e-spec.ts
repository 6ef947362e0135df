import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import { ENGINES_OF_BEHAVIOUR } from '../../support/databases/databases.js';
import { Desk } from '../../support/desk.js';

describe.each(ENGINES_OF_BEHAVIOUR)('Instructions that are refused, on %s', (engine) => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open(engine);
  });

  afterEach(() => desk.close());

  /** All of the type once there are so many: they are written beside the answers, in their order. */
  const entries = (type: string, least: number, query = ''): Promise<readonly EventView[]> =>
    desk.eventually(
      () => desk.list<EventView>(`/v1/audit/events?type=${type}${query}&limit=200`),
      (found) => found.length >= least,
    );
  const refused = (least: number, query = '') => entries('INSTRUCTION_REFUSED', least, query);
  const wrong = (changes: object, requestId = 'req-1') =>
    desk.call('POST', '/v1/orders', {
      body: { ...desk.terms(), ...changes },
      headers: { 'x-request-id': requestId },
    });

  it('are in the trail with who gave them, why, and which fields are wrong, but nothing of a client', async () => {
    expect((await wrong({ units: '-1', price: 'x' })).status).toBe(400);
    expect((await wrong({ 'Chidi Eze': 1, clientname: 'Ada Obi', units: '0' })).status).toBe(400);
    expect((await wrong({ brokerCode: 'NOSUCH' })).status).toBe(422);
    const all = await refused(3);
    const [first, second, third] = all;
    expect(first).toMatchObject({
      actor: 'key:admin',
      keyId: expect.stringMatching(/^key_/),
      sourceAddress: '127.0.0.1',
      requestId: 'req-1',
      orderId: null,
      explanation:
        'POST /v1/orders was refused, because of units, price: the request is not valid.',
      body: {
        code: 'validation-failed',
        method: 'POST',
        route: '/v1/orders',
        fields: ['units', 'price'],
        unknownFields: 0,
      },
    });
    expect(second!.body).toMatchObject({ fields: ['units'], unknownFields: 2 });
    expect(third!.body).toMatchObject({ code: 'broker-code-foreign', fields: ['brokerCode'] });
    expect(JSON.stringify(all)).not.toMatch(/Obi|Chidi|clientname|C0012345|NOSUCH/);
  });

  it('are in it where the body cannot be read, without any name in it', async () => {
    const raw = '{"Chidi Eze":1,"Chidi Eze":2}';
    expect((await desk.call('POST', '/v1/orders', { raw })).status).toBe(400);
    const [entry] = await refused(1);
    expect(entry).toMatchObject({
      actor: 'key:admin',
      body: { code: 'malformed-body', fields: [] },
    });
    expect(JSON.stringify(entry)).not.toContain('Chidi');
  });

  it('do not have what stands in the place of an order in the path, which may be a client', async () => {
    expect((await desk.edit('C0012345', { units: '-1' })).status).toBe(400);
    const options = { raw: '{' };
    expect((await desk.call('PATCH', '/v1/orders/C0012345', options)).status).toBe(400);
    const { body: order } = await desk.post();
    expect((await desk.call('PATCH', `/v1/orders/${order.id}`, options)).status).toBe(400);
    const all = await refused(3);
    expect(all.map(({ orderId, actor }) => [orderId, actor])).toEqual([
      [null, 'key:admin'],
      [null, 'key:admin'],
      [order.id, 'key:admin'],
    ]);
    expect(JSON.stringify(all)).not.toContain('C0012345');
  });

  it('are found by their order', async () => {
    const { body: order } = await desk.post();
    await desk.cancel(order.id);
    expect((await desk.edit(order.id, { units: '500' })).status).toBe(409);
    expect((await desk.edit(order.id, { units: '-1' })).status).toBe(400);
    expect((await desk.edit(order.id, { units: '500' }, { 'if-match': '"0"' })).status).toBe(412);
    expect((await desk.cancel('ord_none')).status).toBe(404);
    const all = await refused(4);
    const ofOrder = await refused(3, `&orderId=${order.id}`);
    expect(ofOrder.map(({ body }) => (body as { code: string }).code)).toEqual([
      'order-not-working', 'validation-failed', 'version-stale',
    ]); // prettier-ignore
    expect(ofOrder[0]!.body).toMatchObject({
      method: 'PATCH',
      route: '/v1/orders/:id',
      orderId: order.id,
    });
    expect(all.at(-1)).toMatchObject({ orderId: null, body: { code: 'not-found', orderId: null } });
    // Its history is what became of it.
    const history = await desk.list<EventView>(`/v1/orders/${order.id}/events`);
    expect(history.map(({ type }) => type)).not.toContain('INSTRUCTION_REFUSED');
  });

  it('about anything else are in it as well, with what they were about', async () => {
    const none = 'brk_01M7W9V1GHGDXV473P1P44ZYCB';
    const asked: readonly (readonly [string, string, object])[] = [
      ['POST', `/v1/breaks/${none}/comments`, {}],
      ['POST', '/v1/trading-days/2026-11-20/sign-offs', { reportHash: 'Ada Obi' }],
      ['POST', '/v1/exchange/status-words/7/approve', { 'Chidi Eze': 1 }],
      ['POST', '/v1/approvals/C0012345/approve', { text: '' }],
      ['POST', '/v1/api-keys', { name: '', scopes: [] }],
      ['POST', '/v1/audit/exports', { format: 'csv', filters: { 'Chidi Eze': 1 } }],
    ];
    for (const [method, path, body] of asked)
      expect([path, (await desk.call(method, path, { body })).status]).toEqual([path, 400]);
    const all = await refused(asked.length);
    const bodies = all.map(({ body }) => body as Readonly<Record<string, unknown>>);
    expect(bodies.map(({ route, subject }) => [route, subject])).toEqual([
      ['/v1/breaks/:id/comments', none],
      ['/v1/trading-days/:date/sign-offs', '2026-11-20'],
      ['/v1/exchange/status-words/:version/approve', '7'],
      ['/v1/approvals/:id/approve', undefined],
      ['/v1/api-keys', undefined],
      ['/v1/audit/exports', undefined],
    ]);
    expect(bodies.at(-1)?.['fields']).toEqual(['filters']);
    expect(JSON.stringify(all)).not.toMatch(/Obi|Chidi|C0012345/);
  });

  it('do not count who signs in, or asks for what is not there', async () => {
    expect((await desk.call('POST', '/v1/session', { body: { nothing: 1 } })).status).toBe(400);
    expect((await desk.call('POST', '/v1/nowhere', { body: {} })).status).toBe(404);
    await wrong({ units: '-1' });
    expect(await refused(1)).toMatchObject([{ body: { route: '/v1/orders' } }]);
  });

  it('by a limit have entries of their own alone', async () => {
    await desk.close();
    desk = await Desk.open(engine, { env: { LIMIT_ORDER_UNITS: '100' } });
    expect((await wrong({ units: '101' })).body).toMatchObject({ code: 'limit-exceeded' });
    expect(await entries('POST_REFUSED_BY_LIMIT', 1)).toHaveLength(1);
    await wrong({ units: '-1' });
    expect(await refused(1)).toMatchObject([{ body: { code: 'validation-failed' } }]);
  });

  it('again and again do not fill the trail, and refused callers have a room of their own', async () => {
    for (let n = 0; n < 30; n += 1) await wrong({ units: '-1' });
    expect((await desk.call('GET', '/v1/orders', { key: 'mk_wrong' })).status).toBe(401);
    expect(await entries('ACCESS_DENIED', 1)).toHaveLength(1);
    expect(await refused(10)).toHaveLength(10);
    await desk.pass(61_000);
    const again = await entries('INSTRUCTION_REFUSED_AGAIN', 1);
    expect(again).toMatchObject([{ actor: 'key:admin', requestId: null, body: { times: 20 } }]);
    await wrong({ units: '-1' });
    expect(await refused(11)).toHaveLength(11);
  });

  it('about orders are in the trail however many others of the same caller were refused', async () => {
    const comment = () =>
      desk.call('POST', '/v1/breaks/brk_01M7W9V1GHGDXV473P1P44ZYCB/comments', { body: {} });
    for (let n = 0; n < 12; n += 1) await comment();
    await wrong({ units: '-1' });
    const routes = (await refused(11)).map(({ body }) => (body as { route: string }).route);
    expect(routes.filter((route) => route === '/v1/orders')).toHaveLength(1);
    expect(routes).toHaveLength(11);
    for (let n = 0; n < 12; n += 1) await wrong({ units: '-1' });
    await desk.pass(61_000);
    const again = await entries('INSTRUCTION_REFUSED_AGAIN', 2);
    expect(again.map(({ body }) => body)).toEqual([{ times: 2 }, { times: 3 }]);
  });

  it('are counted when the service stops', async () => {
    for (let n = 0; n < 12; n += 1) await wrong({ units: '-1' });
    const { exchange, config, clock } = desk;
    await desk.stop();
    desk = await Desk.open(engine, { exchange, clock, databaseUrl: config.databaseUrl });
    const again = await entries('INSTRUCTION_REFUSED_AGAIN', 1);
    expect(again).toMatchObject([{ body: { times: 2 } }]);
  });
});
