import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import { Desk } from '../../support/desk.js';

describe('Callers', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite');
  });

  afterAll(() => desk.close());

  it('without a trusted proxy cannot name another address', async () => {
    const { body } = await desk.call<{ id: string }>('POST', '/v1/orders', {
      body: desk.terms(),
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    const [received] = await desk.list<EventView>(`/v1/orders/${body.id}/events`);
    expect(received).toMatchObject({ sourceAddress: '127.0.0.1' });
  });

  it('are in the trail with key, address and request, and found by the request', async () => {
    const made = await desk.call('POST', '/v1/api-keys', {
      body: { name: 'web desk', scopes: ['orders:write'] },
    });
    const requests = ['req-1', 'req-12', 'q-1'];
    for (const requestId of requests) {
      const { status } = await desk.call('POST', '/v1/orders', {
        key: String(made.body['secret']),
        body: desk.terms(),
        headers: { 'x-request-id': requestId },
      });
      expect(status).toBe(202);
    }
    const ofRequest = (id: string) => desk.list<EventView>(`/v1/audit/events?requestId=${id}`);
    for (const requestId of requests) {
      expect(await ofRequest(requestId)).toMatchObject([
        {
          type: 'ORDER_RECEIVED',
          actor: 'key:web desk',
          keyId: made.body['id'],
          sourceAddress: '127.0.0.1',
          requestId,
        },
      ]);
    }
    expect(await ofRequest('127.0.0.1')).toEqual([]);
    const [first] = await desk.list<EventView>('/v1/audit/events');
    expect(first).toMatchObject({
      actor: 'system:marina',
      keyId: null,
      sourceAddress: null,
      requestId: null,
    });
  });

  describe('with a key that delegates', () => {
    let front: string;

    beforeAll(async () => {
      const body = { name: 'front end', scopes: ['orders:read', 'orders:write'], delegates: true };
      front = String((await desk.call('POST', '/v1/api-keys', { body })).body['secret']);
    });

    const post = (person: string, key = front) =>
      desk.call('POST', '/v1/orders', {
        key,
        body: desk.terms(),
        headers: { 'on-behalf-of': person },
      });

    it('are in the trail beside the person they act for, who is shown with the order', async () => {
      // Headers are bytes: this is how UTF-8 looks in them.
      const bytes = Buffer.from('Adébáyọ̀ Obi', 'utf8').toString('latin1');
      const { status, body } = await post(bytes);
      expect(status).toBe(202);
      expect(body).toMatchObject({ createdBy: 'key:front end', onBehalfOf: 'Adébáyọ̀ Obi' });
      const id = String(body['id']);
      const name = encodeURIComponent('Adébáyọ̀ Obi');
      expect(await desk.list<EventView>(`/v1/audit/events?onBehalfOf=${name}`)).toMatchObject([
        { type: 'ORDER_RECEIVED', actor: 'key:front end', onBehalfOf: 'Adébáyọ̀ Obi', orderId: id },
      ]);
      expect(await desk.order(id)).toMatchObject({ onBehalfOf: 'Adébáyọ̀ Obi' });
    });

    it('need not name anybody', async () => {
      const { body } = await desk.call('POST', '/v1/orders', { key: front, body: desk.terms() });
      expect(body).toMatchObject({ createdBy: 'key:front end', onBehalfOf: null });
    });

    it.each([
      ['nothing', ''],
      ['81 characters', 'x'.repeat(81)],
      ['a control character', 'Ada\u0085'],
      ['a zero-width space', Buffer.from('Ada\u200b', 'utf8').toString('latin1')],
      ['a bidirectional override', Buffer.from('Ada\u202e', 'utf8').toString('latin1')],
      ['no UTF-8', 'Ad\u00e9'],
      ['a Cyrillic twin', Buffer.from('\u0410da', 'utf8').toString('latin1')],
    ])('cannot act for %s', async (_, person) => {
      const { status, body } = await post(person);
      expect([status, body['code']]).toEqual([400, 'validation-failed']);
      expect(body['errors']).toMatchObject([{ field: 'On-Behalf-Of' }]);
    });
  });

  it('who only post see and touch no order of others, as if it were not there', async () => {
    const body = { name: 'robot', scopes: ['orders:write'] };
    const robot = String((await desk.call('POST', '/v1/api-keys', { body })).body['secret']);
    const { body: others } = await desk.post();
    const own = await desk.call('POST', '/v1/orders', {
      key: robot,
      body: desk.terms(),
      headers: { prefer: 'wait=5' },
    });
    expect(own).toMatchObject({ status: 201, body: { clientName: 'Ada Obi' } });
    const missing = await desk.call('POST', '/v1/orders/ord_missing/cancel', { key: robot });
    const attempts = (id: string): readonly (readonly [string, string, object])[] => [
      ['POST', `/v1/orders/${id}/enquire`, {}],
      ['PATCH', `/v1/orders/${id}`, { units: '900' }],
      ['POST', `/v1/orders/${id}/cancel`, {}],
    ];
    for (const [method, path, sent] of attempts(others.id)) {
      const answer = await desk.call(method, path, { key: robot, body: sent });
      expect(answer.status).toBe(404);
      expect(answer.body['detail']).toBe(missing.body['detail']);
    }
    const untouched = await desk.order(others.id);
    expect(untouched).toMatchObject({ units: '1000', pending: null });
    expect(untouched.status).not.toBe('Cancelled');
    for (const [method, path, sent] of attempts(String(own.body['id']))) {
      expect((await desk.call(method, path, { key: robot, body: sent })).status).toBeLessThan(300);
    }
  });

  it('cannot act for anybody with another key', async () => {
    const { status, body } = await desk.call('GET', '/v1/orders', {
      headers: { 'on-behalf-of': 'Ada Obi' },
    });
    expect([status, body['code']]).toEqual([403, 'delegation-not-allowed']);
    const listed = await desk.list<{ name: string; delegates: boolean }>('/v1/api-keys');
    expect(listed.find(({ name }) => name === 'admin')?.delegates).toBe(false);
    expect(listed.find(({ name }) => name === 'front end')?.delegates).toBe(true);
  });
});

describe('Callers who are refused', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite');
  });

  afterAll(() => desk.close());

  const denied = (query = ''): Promise<readonly EventView[]> =>
    desk.list<EventView>(`/v1/audit/events?type=ACCESS_DENIED${query}&limit=200`);

  it('are counted, and in the trail with key, address and what they asked', async () => {
    const made = await desk.call('POST', '/v1/api-keys', {
      body: { name: 'reader', scopes: ['orders:read'] },
    });
    const key = String(made.body['secret']);
    const post = { key, body: desk.terms(), headers: { 'x-request-id': 'req-403' } };
    expect((await desk.call('POST', '/v1/orders', post)).status).toBe(403);
    const wrong = { key: 'mk_wrong', headers: { 'x-request-id': 'req-401' } };
    expect((await desk.call('GET', '/v1/orders', wrong)).status).toBe(401);
    // A page asks whether somebody has signed in: that is nobody who was refused.
    expect((await desk.call('GET', '/v1/session', { key: null })).status).toBe(401);
    expect(await denied()).toMatchObject([
      {
        actor: 'key:reader',
        keyId: made.body['id'],
        sourceAddress: '127.0.0.1',
        requestId: 'req-403',
        body: { code: 'scope-missing', method: 'POST', route: '/v1/orders' },
      },
      {
        actor: 'anonymous',
        keyId: null,
        sourceAddress: '127.0.0.1',
        requestId: 'req-401',
        body: { code: 'unauthenticated' },
      },
    ]);
    const { body: page } = await desk.call<string>('GET', '/metrics', { key: null });
    expect(page).toContain('marina_denials_total{code="scope-missing"} 1');
    expect(page).toContain('marina_denials_total{code="unauthenticated"} 1');
  });

  it('again and again do not fill the trail: after ten in a minute they are a number there', async () => {
    const before = (await denied()).length;
    for (let n = 0; n < 30; n += 1) await desk.call('GET', '/v1/orders', { key: `mk_wrong${n}` });
    expect((await denied()).length - before).toBeLessThanOrEqual(10);
    await desk.pass(61_000);
    const [again] = await desk.list<EventView>('/v1/audit/events?type=ACCESS_DENIED_AGAIN');
    const times = Number((again?.body as { times?: number }).times);
    expect((await denied()).length - before + times).toBe(30);
  });
});

describe('Callers behind a trusted proxy', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite', { env: { TRUSTED_PROXIES: '127.0.0.1,10.1.0.0/16' } });
  });

  afterAll(() => desk.close());

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['1.2.3.4, 203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['<script>', '127.0.0.1'],
    ['', '127.0.0.1'],
  ])('with X-Forwarded-For: %s are in the trail as %s', async (forwarded, address) => {
    const { body } = await desk.call<{ id: string }>('POST', '/v1/orders', {
      body: desk.terms(),
      headers: { 'x-forwarded-for': forwarded },
    });
    const [received] = await desk.list<EventView>(`/v1/orders/${body.id}/events`);
    expect(received).toMatchObject({ type: 'ORDER_RECEIVED', sourceAddress: address });
  });

  it('cannot fill the trail from many addresses: beyond fifty networks they are a number there', async () => {
    for (let n = 0; n < 90; n += 1) {
      const from = n < 45 ? `203.0.113.${n}` : `2001:db8:0:${n}::1`;
      await desk.call('GET', '/v1/orders', { key: null, headers: { 'x-forwarded-for': from } });
    }
    // One network, whose host parts differ.
    for (let n = 1; n < 30; n += 1) {
      const headers = { 'x-forwarded-for': `2001:db8:0:45::${n}` };
      await desk.call('GET', '/v1/orders', { key: null, headers });
    }
    const denied = await desk.list<EventView>('/v1/audit/events?type=ACCESS_DENIED&limit=200');
    expect(denied).toHaveLength(50 + 9 + 10);
    await desk.pass(61_000);
    const more = await desk.list<EventView>('/v1/audit/events?type=ACCESS_DENIED_AGAIN&limit=200');
    const times = more.map(({ body }) => (body as { times: number }).times);
    expect(times.reduce((sum, count) => sum + count, 0)).toBe(90 + 29 - 69);
  });
});
