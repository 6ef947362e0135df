import { DiscoveryService, MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import type { ApiKeyView } from '../../../src/infra/auth/api-keys/api-key-view.js';
import { BOUND_KEYS_METADATA } from '../../../src/infra/auth/api-keys/bound-keys.js';
import type { PersonView } from '../../../src/infra/auth/persons/person-view.js';
import type { SessionView } from '../../../src/infra/auth/sessions/session-view.js';
import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import { Desk, type Answer, type OrderBody } from '../../support/desk.js';
import { StreamListener, type StreamEvent } from '../../support/stream-listener.js';

const EXCHANGE_KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c'];
const OURS = 'C0000001';
const ALSO_OURS = 'C0000002';
const THEIRS = 'C0000009';

/** Whoever adds a route here has seen that it shows and touches nothing of other accounts. */
const OPEN = [
  'MarketController.*',
  'OrderEntryController.cancel',
  'OrderEntryController.edit',
  'OrderEntryController.enquire',
  'OrderEntryController.post',
  'OrderQueriesController.events',
  'OrderQueriesController.fills',
  'OrderQueriesController.get',
  'OrderQueriesController.list',
  'OrderTermsController.get',
  'SessionController.show',
  'SessionController.signOut',
  'StreamController.stream',
];

interface Listed {
  readonly data: readonly { readonly id: string; readonly accountNumber: string }[];
  readonly page: { readonly nextCursor: string | null };
}

interface Key {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
  readonly accounts: readonly string[] | null;
}

describe('Keys that are bound to accounts', () => {
  let desk: Desk;
  let key: Key;

  beforeAll(async () => {
    desk = await Desk.open('sqlite', {
      env: {
        REPOST_UNKNOWN: 'never',
        RECONCILE_INTERVAL_MS: '3000',
        EXCHANGE_TIMEOUT_MS: '600',
        EXCHANGE_API_KEYS: EXCHANGE_KEYS.join(','),
      },
      simulator: { keys: Object.fromEntries(EXCHANGE_KEYS.map((one) => [one, ['all']])) },
    });
    const asked = await make({ accounts: [OURS, ALSO_OURS] });
    expect(asked.status).toBe(201);
    key = asked.body;
  });

  afterAll(() => desk.close());

  const make = (body: object): Promise<Answer<Key>> =>
    desk.call<Key>('POST', '/v1/api-keys', {
      body: { name: 'front end', scopes: ['orders:read', 'orders:write', 'market:read'], ...body },
    });
  const ask = <T = OrderBody>(method: string, path: string, body?: object): Promise<Answer<T>> =>
    desk.call<T>(method, path, { key: key.secret, ...(body === undefined ? {} : { body }) });
  const postFor = (accountNumber: string, secret = key.secret, changes: object = {}) =>
    desk.call<OrderBody>('POST', '/v1/orders', {
      key: secret,
      body: desk.terms({ accountNumber, ...changes }),
      headers: { prefer: 'wait=5' },
    });

  it('are shown with their accounts, which the trail finds without naming them', async () => {
    expect(key).toMatchObject({ accounts: [OURS, ALSO_OURS] });
    const shown = await desk.list<ApiKeyView>('/v1/api-keys');
    expect(shown.find(({ id }) => id === key.id)?.accounts).toEqual([OURS, ALSO_OURS]);
    expect(shown.find(({ name }) => name === 'admin')?.accounts).toBeNull();
    const bound = `/v1/audit/events?type=KEY_BOUND_TO_ACCOUNT`;
    for (const account of [OURS, ALSO_OURS]) {
      expect(await desk.list<EventView>(`${bound}&accountNumber=${account}`)).toMatchObject([
        { body: { key: key.id, name: 'front end' } },
      ]);
    }
    expect(await desk.list(`${bound}&accountNumber=${THEIRS}`)).toEqual([]);
    const made = await desk.list<EventView>('/v1/audit/events?type=KEY_CREATED');
    expect(made.at(-1)).toMatchObject({ body: { key: key.id, accounts: 2 } });
    expect(JSON.stringify(made)).not.toContain(OURS);
  });

  it('post for their accounts, and for no other', async () => {
    expect((await postFor(OURS)).status).toBe(201);
    expect(await postFor(THEIRS)).toMatchObject({
      status: 403,
      body: { code: 'account-foreign', errors: [{ field: 'accountNumber' }] },
    });
    const orders = await desk.list<OrderBody>(`/v1/orders?accountNumber=${THEIRS}`);
    expect(orders).toEqual([]);
  });

  it('are not told which order of another account has their clientOrderId', async () => {
    const { body: whole } = await make({});
    const clientOrderId = 'front-1';
    expect((await postFor(THEIRS, whole.secret, { clientOrderId })).status).toBe(201);
    const { status, body } = await postFor(OURS, key.secret, { clientOrderId });
    expect([status, body]).toMatchObject([422, { code: 'idempotency-key-reused' }]);
    expect(body).not.toHaveProperty('orderId');
  });

  it('see and touch no order of others, as if it were not there', async () => {
    const { body: own } = await postFor(OURS);
    const { body: others } = await desk.post({ accountNumber: THEIRS });
    const attempts = (id: string) =>
      [
        ['GET', `/v1/orders/${id}`],
        ['GET', `/v1/orders/${id}/events`],
        ['GET', `/v1/orders/${id}/fills`],
        ['POST', `/v1/orders/${id}/enquire`, {}],
        ['PATCH', `/v1/orders/${id}`, { units: '900' }],
        ['POST', `/v1/orders/${id}/cancel`, {}],
      ] as const;
    const missing = attempts('ord_missing');
    for (const [at, [method, path, body]] of attempts(others.id).entries()) {
      const answer = await ask<{ detail: string }>(method, path, body);
      const nothing = await ask<{ detail: string }>(method, missing[at]![1], body);
      expect([path, answer.status, answer.body.detail]).toEqual([path, 404, nothing.body.detail]);
    }
    const untouched = await desk.order(others.id);
    expect([untouched.units, untouched.pending]).toEqual(['1000', null]);
    for (const [method, path, body] of attempts(own.id)) {
      const { status } = await ask(method, path, body);
      expect([path, status < 300]).toEqual([path, true]);
    }
  });

  it('list only orders of their accounts, page by page', async () => {
    for (const account of [THEIRS, ALSO_OURS, THEIRS, OURS, THEIRS]) {
      await desk.post({ accountNumber: account }, 0);
    }
    const all = await desk.list<Listed['data'][number]>('/v1/orders?limit=200');
    const ours = all.filter(({ accountNumber }) => accountNumber !== THEIRS).map(({ id }) => id);
    for (const range of ['', '&createdFrom=2000-01-01T00:00:00Z']) {
      const found: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await ask<Listed>('GET', `/v1/orders?limit=1${range}${cursor}`);
        found.push(...body.data.map(({ id }) => id));
        if (body.page.nextCursor === null) break;
        cursor = `&cursor=${body.page.nextCursor}`;
      }
      expect(found).toEqual(ours);
    }
    const { body } = await ask<Listed>('GET', `/v1/orders?accountNumber=${THEIRS}`);
    expect(body.data).toEqual([]);
  });

  it('follow only orders of their accounts on the stream, live and from the past', async () => {
    const { body: end } = await desk.call<{ data: EventView[] }>(
      'GET',
      '/v1/audit/events?order=desc&limit=1',
    );
    const after = `?after=${end.data[0]!.sequence}`;
    const live = await StreamListener.open(desk, after, { key: key.secret });
    const { body: others } = await desk.post({ accountNumber: THEIRS });
    await desk.post({ units: '999999999999999', accountNumber: THEIRS }, 0);
    const { body: own } = await desk.post({ accountNumber: ALSO_OURS });
    await desk.call('POST', '/v1/ops/pause', { body: { reason: 'lunch' } });
    await desk.call('POST', '/v1/ops/resume', { body: { reason: 'lunch is over' } });
    const past = await StreamListener.open(desk, after, { key: key.secret });
    const whole = await StreamListener.open(desk, after);
    const { body: visible } = await ask<{ data: OrderBody[] }>('GET', '/v1/orders?limit=200');
    const ours = new Set<string | null>(visible.data.map(({ id }) => id));
    for (const stream of [live, past]) {
      const seen = await desk.eventually(
        () => stream.events,
        (events) => events.some(isAcknowledgedPostOf(own.id)),
      );
      expect(seen.filter(({ orderId }) => !ours.has(orderId))).toEqual([]);
    }
    const all = await desk.eventually(
      () => whole.events,
      (events) => events.some(({ type }) => type === 'DESK_RESUMED'),
    );
    expect(all.some(isAcknowledgedPostOf(others.id))).toBe(true);
    const listed = await ask<{ data: EventView[] }>('GET', `/v1/orders/${own.id}/events`);
    const followed = past.events.filter(({ orderId }) => orderId === own.id);
    expect(listed.body.data.slice(0, followed.length)).toMatchObject(followed);
    // It was posted with a key of the firm.
    for (const seen of [...listed.body.data, ...followed]) {
      expect(seen).toMatchObject({ keyId: null, sourceAddress: null });
    }
    const received = all.find(
      ({ type, orderId }) => type === 'ORDER_RECEIVED' && orderId === own.id,
    );
    expect(received).toMatchObject({ keyId: expect.stringMatching(/^key_/), sourceAddress: '127.0.0.1' }); // prettier-ignore
    for (const stream of [live, past, whole]) stream.close();
  });

  it('get no breaks of their orders, which may tell of others', async () => {
    desk.exchange.exchange.control.queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body: order } = await desk.post({ accountNumber: OURS, units: '777' }, 0);
    await desk.openBreak(`orderId=${order.id}`);
    const typesOf = async (secret?: string): Promise<readonly string[]> => {
      const path = `/v1/orders/${order.id}/events`;
      const options = secret === undefined ? {} : { key: secret };
      const { body } = await desk.call<{ data: EventView[] }>('GET', path, options);
      return body.data.map(({ type }) => type);
    };
    expect(await typesOf()).toContain('BREAK_OPENED');
    const shown = await typesOf(key.secret);
    expect(shown).toContain('POST_UNKNOWN');
    expect(shown).not.toContain('BREAK_OPENED');
  });

  it('are refused by every route that is not open to them', async () => {
    const closed = 'key-bound-to-accounts';
    const { body: order } = await postFor(OURS);
    expect(await ask('GET', `/v1/orders/${order.id}/calls`)).toMatchObject({
      status: 403,
      body: { code: closed },
    });
    // Written in the background.
    await desk.eventually(
      () => desk.list<EventView>('/v1/audit/events?type=ACCESS_DENIED&order=desc'),
      ([last]) => last?.keyId === key.id && JSON.stringify(last.body).includes(closed),
    );
    for (const path of ['/v1/breaks', '/v1/trading-days', '/v1/audit/events', '/v1/ops/status']) {
      expect([path, (await ask('GET', path)).status]).toEqual([path, 403]);
    }
    expect((await ask('GET', '/v1/market/sectors')).status).toBe(200);
    expect(openRoutes(desk)).toEqual(OPEN);
  });

  it('of a person have no more than the roles allow and than such keys can', async () => {
    const { body: person } = await desk.call<PersonView>('POST', '/v1/persons', {
      body: { name: 'Ngozi', roles: ['administrator'] },
    });
    const asked = { name: undefined, scopes: undefined, personId: person.id, accounts: [OURS] };
    const { body: bound } = await make(asked);
    expect(bound.scopes).toEqual(['orders:read', 'orders:write', 'market:read']);
    const signedIn = await desk.call<SessionView>('POST', '/v1/session', {
      key: null,
      body: { key: bound.secret },
    });
    expect(signedIn.body).toMatchObject({ accounts: [OURS], scopes: bound.scopes });
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const inSession = (path: string) => desk.call('GET', path, { key: null, headers: { cookie } });
    const { body: others } = await desk.post({ accountNumber: THEIRS });
    expect((await inSession('/v1/session')).status).toBe(200);
    expect((await inSession(`/v1/orders/${others.id}`)).status).toBe(404);
    await desk.call('PATCH', `/v1/persons/${person.id}`, { body: { roles: ['viewer'] } });
    expect((await postFor(OURS, bound.secret)).body).toMatchObject({ code: 'scope-missing' });
  });

  it('keep their accounts when they are rotated', async () => {
    const { body: before } = await make({ accounts: [OURS] });
    const { body: after } = await desk.call<Key>('POST', `/v1/api-keys/${before.id}/rotate`, {
      body: {},
    });
    expect(after.accounts).toEqual([OURS]);
    expect((await postFor(THEIRS, after.secret)).status).toBe(403);
  });

  it.each([
    ['accounts', { accounts: [] }],
    ['accounts', { accounts: OURS }],
    ['accounts', { accounts: [OURS, OURS] }],
    ['accounts', { accounts: [' C1'] }],
    ['accounts', { accounts: Array.from({ length: 51 }, (_, n) => `C${n}`) }],
    ['scopes', { accounts: [OURS], scopes: ['admin'] }],
    ['scopes', { accounts: [OURS], scopes: ['orders:read', 'recon:read'] }],
  ])('are not made with bad %s: %j', async (field, body) => {
    expect(await make(body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });
});

function isAcknowledgedPostOf(id: string) {
  return ({ type, orderId }: StreamEvent) => type === 'POST_ACKNOWLEDGED' && orderId === id;
}

/** All routes that declare it, a class of which each does as a whole. */
function openRoutes({ service: { app } }: Desk): readonly string[] {
  const reflector = app.get(Reflector);
  const open = new Set<string>();
  for (const { metatype, instance } of new DiscoveryService(
    app.get(ModulesContainer),
  ).getControllers()) {
    const type = metatype as (new () => object) | null;
    if (type === null) continue;
    if (reflector.get(BOUND_KEYS_METADATA, type) === true) {
      open.add(`${type.name}.*`);
      continue;
    }
    const prototype = Object.getPrototypeOf(instance) as Record<string, unknown>;
    for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
      const handler = prototype[name] as () => unknown;
      if (reflector.get(BOUND_KEYS_METADATA, handler) === true) open.add(`${type.name}.${name}`);
    }
  }
  return [...open].sort();
}
