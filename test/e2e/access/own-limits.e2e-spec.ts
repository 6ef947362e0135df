import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import type { OrderLimitsView } from '../../../src/orders/order-limits/order-limits.controller.js';
import type { OrderTermsView } from '../../../src/orders/order-limits/order-terms.controller.js';
import { Desk, type Answer, type OrderBody } from '../../support/desk.js';

interface Refused {
  readonly code: string;
  readonly errors: readonly { readonly limit: string; readonly owner: string }[];
}

const ACCOUNT = 'C0000001';

describe('Pre-trade limits of keys and accounts', () => {
  let desk: Desk;
  let key: { readonly id: string; readonly secret: string };

  beforeAll(async () => {
    desk = await Desk.open('sqlite', {
      env: { LIMIT_ORDER_UNITS: '5000', RECONCILE_INTERVAL_MS: '600000' },
    });
    const body = { name: 'front end', scopes: ['orders:read', 'orders:write'] };
    const made = await desk.call<typeof key>('POST', '/v1/api-keys', { body });
    key = made.body;
  });

  afterAll(() => desk.close());

  afterEach(async () => {
    for (const { keyId, accountNumber } of await listed()) await remove(keyId ?? accountNumber!);
  });

  const pathOf = (owner: string): string =>
    `/v1/order-limits/${owner.startsWith('key_') ? 'keys' : 'accounts'}/${encodeURIComponent(owner)}`;
  const listed = () => desk.list<OrderLimitsView>('/v1/order-limits');
  const set = (owner: string, body: object): Promise<Answer<OrderLimitsView>> =>
    desk.call<OrderLimitsView>('PUT', pathOf(owner), { body });
  const remove = (owner: string) => desk.call('DELETE', pathOf(owner));
  const post = (units: string, changes: object = {}, secret = key.secret) =>
    desk.call<OrderBody & Refused>('POST', '/v1/orders', {
      key: secret,
      body: desk.terms({ units, accountNumber: ACCOUNT, ...changes }),
      headers: { prefer: 'wait=5' },
    });
  const beyond = (limit: string, owner: string) => ({
    status: 422,
    body: { code: 'limit-exceeded', errors: [{ limit, owner }] },
  });
  const trail = (query: string) => desk.list<EventView>(`/v1/audit/events?${query}&limit=200`);

  it('refuse what is beyond the smallest of them, and say whose it is', async () => {
    await set(key.id, { orderUnits: '300' });
    await set(ACCOUNT, { orderUnits: '200', orderValue: '2000' });
    expect(await post('201', { price: '1' })).toMatchObject(beyond('LIMIT_ORDER_UNITS', 'account'));
    expect(await post('200')).toMatchObject(beyond('LIMIT_ORDER_VALUE', 'account'));
    expect((await post('100')).status).toBe(201);
    const other = { accountNumber: 'C0000002' };
    expect(await post('301', other)).toMatchObject(beyond('LIMIT_ORDER_UNITS', 'key'));
    expect((await post('300', other)).status).toBe(201);
    expect((await desk.post({ ...other, units: '5000' })).status).toBe(201);
    await set(key.id, { orderUnits: '9000' });
    expect(await post('5001', other)).toMatchObject(beyond('LIMIT_ORDER_UNITS', 'firm'));
  });

  it('leave a trace of what they refuse', async () => {
    await set(ACCOUNT, { orderUnits: '10' });
    await post('11');
    const [trace] = await trail(`type=POST_REFUSED_BY_LIMIT&accountNumber=${ACCOUNT}&order=desc`);
    expect(trace).toMatchObject({
      keyId: key.id,
      body: {
        units: '11',
        limits: [{ limit: 'LIMIT_ORDER_UNITS', owner: 'account', most: '10', actual: '11' }],
        reason: 'units must be at most 10 (LIMIT_ORDER_UNITS of the account).',
      },
    });
  });

  it('hold for edits by the key and for the account, but not for what only reduces', async () => {
    const { body: order } = await post('200');
    await set(ACCOUNT, { orderUnits: '100' });
    const edit = (units: string) =>
      desk.call<Refused>('PATCH', `/v1/orders/${order.id}`, {
        key: key.secret,
        body: { units },
        headers: { prefer: 'wait=5' },
      });
    expect(await edit('201')).toMatchObject(beyond('LIMIT_ORDER_UNITS', 'account'));
    expect((await trail(`type=EDIT_REFUSED_BY_LIMIT&orderId=${order.id}`)).at(-1)).toMatchObject({
      body: { limits: [{ owner: 'account' }] },
    });
    expect((await edit('150')).status).toBe(200);
    await remove(ACCOUNT);
    await set(key.id, { orderUnits: '100' });
    expect(await edit('160')).toMatchObject(beyond('LIMIT_ORDER_UNITS', 'key'));
    expect((await desk.edit(order.id, { units: '160' })).status).toBe(200);
  });

  it('are told to their caller before an order, with the durations', async () => {
    await set(ACCOUNT, { orderUnits: '10', priceBand: '5' });
    const ask = (query: string) =>
      desk.call<OrderTermsView>('GET', `/v1/order-terms${query}`, { key: key.secret });
    const { body } = await ask(`?accountNumber=${ACCOUNT.toLowerCase()}`);
    expect(body).toEqual({
      timesInForce: ['Day Order (DO)'],
      limits: {
        orderValue: null,
        orderUnits: { most: '10', owner: 'account' },
        priceBand: { most: '5', owner: 'account' },
      },
    });
    expect((await ask('')).body.limits.orderUnits).toEqual({ most: '5000', owner: 'firm' });
  });

  it('hold for an account in any spelling', async () => {
    const { body } = await set('c0000001', { orderUnits: '10' });
    expect(body.accountNumber).toBe(ACCOUNT);
    for (const accountNumber of [
      ACCOUNT,
      'c0000001',
      'C-000 0001',
      'C.0000001',
      'c_0/0-0.0 0.0.1',
    ]) {
      const answer = await post('11', { accountNumber });
      expect(answer).toMatchObject(beyond('LIMIT_ORDER_UNITS', 'account'));
    }
  });

  it('hold for whoever signs in with the key, and after its rotation', async () => {
    await set(key.id, { orderUnits: '10' });
    const signedIn = await desk.call<{ csrfToken: string }>('POST', '/v1/session', {
      key: null,
      body: { key: key.secret },
    });
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const headers = { cookie, 'x-csrf-token': signedIn.body.csrfToken };
    const body = desk.terms({ units: '11' });
    expect(await desk.call('POST', '/v1/orders', { key: null, headers, body })).toMatchObject(
      beyond('LIMIT_ORDER_UNITS', 'key'),
    );
    const rotated = await desk.call<typeof key>('POST', `/v1/api-keys/${key.id}/rotate`, {
      body: {},
    });
    key = { ...key, secret: rotated.body.secret };
    expect(await post('11')).toMatchObject(beyond('LIMIT_ORDER_UNITS', 'key'));
  });

  it('ask for the last price where only they have a band', async () => {
    const path = '/v1/market/companies/SD11PLC/data';
    const { body } = await desk.call<{ data: { currentPrice: string } }>('GET', path);
    const last = body.data.currentPrice;
    const price = (Number(last) * 1.2).toFixed(2);
    expect((await post('10', { price })).status).toBeLessThan(300);
    const { body: order } = await post('20', { price: last });
    await set(key.id, { priceBand: '10' });
    expect(await post('10', { price })).toMatchObject(beyond('LIMIT_PRICE_BAND', 'key'));
    expect((await post('30', { price: last })).status).toBe(201);
    const edit = (terms: object) =>
      desk.call('PATCH', `/v1/orders/${order.id}`, { key: key.secret, body: terms });
    expect(await edit({ price })).toMatchObject(beyond('LIMIT_PRICE_BAND', 'key'));
    expect((await edit({ units: '21' })).status).toBeLessThan(300);
  });

  it('are listed, replaced and removed, each with an entry in the trail that names no account', async () => {
    const before = (await trail('type=ORDER_LIMITS_SET')).length;
    expect(await set(ACCOUNT, { orderUnits: '10.50', priceBand: null })).toMatchObject({
      status: 200,
      body: {
        keyId: null,
        accountNumber: ACCOUNT,
        orderUnits: '10.5',
        orderValue: null,
        priceBand: null,
        changedBy: 'key:admin',
      },
    });
    const { body } = await set(ACCOUNT, { orderValue: '99' });
    expect(await listed()).toEqual([body]);
    expect([body.orderUnits, body.orderValue]).toEqual([null, '99']);
    expect((await remove(ACCOUNT)).status).toBe(204);
    expect(await remove(ACCOUNT)).toMatchObject({ status: 404, body: { code: 'not-found' } });
    const made = (await trail('type=ORDER_LIMITS_SET')).slice(before);
    expect(made).toMatchObject([
      { body: { of: 'account', key: null, orderUnits: '10.5', before: null } },
      { body: { orderValue: '99', before: { orderUnits: '10.5', orderValue: null } } },
    ]);
    const [removed] = await trail(`type=ORDER_LIMITS_REMOVED&accountNumber=${ACCOUNT}&order=desc`);
    expect(removed).toMatchObject({ body: { before: { orderValue: '99' } } });
    expect(JSON.stringify([...made, removed])).not.toContain(ACCOUNT);
    expect((await post('5000')).status).toBe(201);
  });

  it.each([
    ['orderValue', 'accounts/C1', {}],
    ['orderValue', 'accounts/C1', { orderUnits: null }],
    ['orderUnits', 'accounts/C1', { orderUnits: '0' }],
    ['orderUnits', 'accounts/C1', { orderUnits: 10 }],
    ['priceBand', 'accounts/C1', { priceBand: '1e3' }],
    ['orderValue', 'accounts/C1', { orderValue: '-5' }],
    ['owners', 'persons/per_1', { orderUnits: '1' }],
    ['owner', 'accounts/%20C1', { orderUnits: '1' }],
  ])('are refused with a bad %s of %s: %j', async (field, path, body) => {
    const answer = await desk.call('PUT', `/v1/order-limits/${path}`, { body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  it('are not set for a key that there is not', async () => {
    expect((await set('key_none', { orderUnits: '1' })).status).toBe(404);
    expect(await listed()).toEqual([]);
  });
});
