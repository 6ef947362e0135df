import type { ApiKeyView } from '../../../src/infra/auth/api-keys/api-key-view.js';
import { instant } from '../../../src/infra/runtime/clock.js';
import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import { Desk, type Answer } from '../../support/desk.js';

interface Issued {
  readonly id: string;
  readonly secret: string;
}

const SPAN_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** Answers of the key store are cached for two seconds. */
const CACHE_MS = 2_000;

describe('API keys', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite', { env: { RECONCILE_INTERVAL_MS: '600000' } });
  });

  afterAll(() => desk.close());

  const create = (body: Record<string, unknown>): Promise<Answer<Issued>> =>
    desk.call<Issued>('POST', '/v1/api-keys', {
      body: { name: 'reader', scopes: ['orders:read'], ...body },
    });
  const change = (id: string, expiresAt: unknown) =>
    desk.call('PATCH', `/v1/api-keys/${id}`, { body: { expiresAt } });
  const rotate = (id: string, body: object = {}) =>
    desk.call<Issued>('POST', `/v1/api-keys/${id}/rotate`, { body });
  const opens = async (key: string) => (await desk.call('GET', '/v1/orders', { key })).status;
  const inMs = (ms: number): string => instant(desk.clock.now() + ms);
  const shown = async (id: string): Promise<ApiKeyView | undefined> =>
    (await desk.list<ApiKeyView>('/v1/api-keys?limit=200')).find((key) => key.id === id);
  const facts = async (id: string): Promise<readonly EventView[]> => {
    const entries = await desk.list<EventView>('/v1/audit/events?limit=200');
    return entries.filter(
      ({ stream, body }) => stream === 'keys' && (body as { key?: string }).key === id,
    );
  };

  it('expire at their time, and not before', async () => {
    const { body: key } = await create({ expiresAt: inMs(SPAN_MS) });
    expect(await opens(key.secret)).toBe(200);
    await desk.pass(SPAN_MS - CACHE_MS);
    expect(await opens(key.secret)).toBe(200);
    await desk.pass(CACHE_MS);
    expect(await opens(key.secret)).toBe(401);
    expect(await shown(key.id)).toMatchObject({ state: 'expired', revokedAt: null });
    expect(await change(key.id, null)).toMatchObject({ status: 409, body: { code: 'key-ended' } });
  });

  it('are given an expiry later, and it is taken away again', async () => {
    const { body: key } = await create({});
    expect((await change(key.id, inMs(SPAN_MS))).status).toBe(204);
    expect((await change(key.id, null)).status).toBe(204);
    await desk.pass(SPAN_MS);
    expect(await opens(key.secret)).toBe(200);
    expect(await shown(key.id)).toMatchObject({ state: 'valid', expiresAt: null });
    expect((await facts(key.id)).map(({ type }) => type)).toEqual([
      'KEY_CREATED',
      'KEY_EXPIRY_SET',
      'KEY_EXPIRY_SET',
    ]);
  });

  it('are rotated with an overlap, in which both secrets open', async () => {
    const { body: key } = await create({ name: 'rotated' });
    const until = inMs(SPAN_MS);
    const { status, body: next } = await rotate(key.id, { previousSecretUntil: until });
    expect([status, next.id]).toEqual([201, key.id]);
    expect([await opens(key.secret), await opens(next.secret)]).toEqual([200, 200]);
    expect(await shown(key.id)).toMatchObject({ previousSecretUntil: until });
    await desk.pass(SPAN_MS);
    expect([await opens(key.secret), await opens(next.secret)]).toEqual([401, 200]);
    const [, rotated] = await facts(key.id);
    expect(rotated).toMatchObject({
      type: 'KEY_ROTATED',
      actor: 'key:admin',
      body: { key: key.id, name: 'rotated', previousSecretUntil: until },
    });
    expect(JSON.stringify(rotated)).not.toContain(next.secret);
  });

  it('are rotated at once unless an overlap is asked for, and only the last secret stays', async () => {
    const { body: first } = await create({});
    const { body: second } = await rotate(first.id, { previousSecretUntil: inMs(DAY_MS) });
    const { body: third } = await rotate(first.id);
    expect([
      await opens(first.secret),
      await opens(second.secret),
      await opens(third.secret),
    ]).toEqual([401, 401, 200]);
    expect((await desk.call('DELETE', `/v1/api-keys/${first.id}`)).status).toBe(204);
    expect(await opens(third.secret)).toBe(401);
    expect(await rotate(first.id)).toMatchObject({ status: 409, body: { code: 'key-ended' } });
  });

  it('show that they were used', async () => {
    const { body: key } = await create({});
    expect(await shown(key.id)).toMatchObject({ lastUsedAt: null });
    await opens(key.secret);
    await desk.eventually(
      () => shown(key.id),
      (view) => view?.lastUsedAt != null,
    );
  });

  it('never leave the service without an administrator', async () => {
    const admin = (await desk.list<ApiKeyView>('/v1/api-keys')).find(
      ({ name }) => name === 'admin',
    )!;
    const revoke = () => desk.call('DELETE', `/v1/api-keys/${admin.id}`);
    const last = { status: 409, body: { code: 'last-administrator' } };
    expect(await revoke()).toMatchObject(last);
    expect(await change(admin.id, inMs(DAY_MS))).toMatchObject(last);
    const passing = await create({ name: 'helper', scopes: ['admin'], expiresAt: inMs(DAY_MS) });
    expect(passing.status).toBe(201);
    expect(await revoke()).toMatchObject(last);
    const { body: second } = await create({ name: 'second', scopes: ['admin'] });
    expect((await change(admin.id, inMs(DAY_MS))).status).toBe(204);
    const { status, body } = await desk.call('DELETE', `/v1/api-keys/${second.id}`);
    expect([status, body['code']]).toEqual([409, 'last-administrator']);
    expect((await change(admin.id, null)).status).toBe(204);
    expect((await desk.call('DELETE', `/v1/api-keys/${second.id}`)).status).toBe(204);
  });

  it.each([
    ['name', { name: '\u0430dmin', scopes: ['orders:read'] }],
    ['name', { name: 'ad\u200bmin', scopes: ['orders:read'] }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['delegates', { delegates: 'yes' }],
  ])('are refused with a bad %s: %j', async (field, body) => {
    const { status, body: answer } = await create(body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ errors: [{ field }] });
  });

  it('refuse times that make no sense, and ids that are none', async () => {
    const { body: key } = await create({});
    for (const expiresAt of ['2020-01-01T00:00:00Z', undefined, 5]) {
      const { status, body } = await change(key.id, expiresAt);
      expect([status, body['errors']]).toMatchObject([400, [{ field: 'expiresAt' }]]);
    }
    for (const previousSecretUntil of ['2020-01-01T00:00:00Z', inMs(31 * DAY_MS), 'soon']) {
      const { status, body } = await rotate(key.id, { previousSecretUntil });
      expect(status).toBe(400);
      expect(body).toMatchObject({ errors: [{ field: 'previousSecretUntil' }] });
    }
    expect((await change('key_none', null)).status).toBe(404);
    expect((await rotate('key_none')).status).toBe(404);
    expect((await desk.call('DELETE', '/v1/api-keys/key_none')).status).toBe(404);
  });
});
