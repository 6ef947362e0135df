import type { ApiKeyView } from '../../../src/infra/auth/api-keys/api-key-view.js';
import type { PersonView } from '../../../src/infra/auth/persons/person-view.js';
import type { SessionView } from '../../../src/infra/auth/sessions/session-view.js';
import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import { startSimulator } from '../../../simulator/server.js';
import { readyDatabase } from '../../support/databases/databases.js';
import { Desk, type Answer } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

interface Key {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}

describe('Persons', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite', { env: { RECONCILE_INTERVAL_MS: '600000' } });
  });

  afterAll(() => desk.close());

  const add = (body: object): Promise<Answer<PersonView>> =>
    desk.call<PersonView>('POST', '/v1/persons', { body });
  const change = (id: string, body: object): Promise<Answer<PersonView>> =>
    desk.call<PersonView>('PATCH', `/v1/persons/${id}`, { body });
  const askForKey = (body: object): Promise<Answer<Key>> =>
    desk.call<Key>('POST', '/v1/api-keys', { body });
  const withKey = async (name: string, roles: readonly string[]) => {
    const { body: person } = await add({ name, roles });
    const { body: key } = await askForKey({ personId: person.id });
    return { person, key };
  };
  const statusOf = async (path: string, key: string): Promise<number> =>
    (await desk.call('GET', path, { key })).status;
  const signIn = async (key: string) => {
    const answer = await desk.call<SessionView>('POST', '/v1/session', {
      key: null,
      body: { key },
    });
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return { cookie, session: answer.body };
  };
  const opens = async (cookie: string): Promise<number> =>
    (await desk.call('GET', '/v1/session', { key: null, headers: { cookie } })).status;

  it('have a name, an e-mail address and roles, and are listed', async () => {
    const { status, body } = await add({
      name: 'Ngozi Eze',
      email: 'ngozi@broker.example',
      roles: ['dealer', 'viewer'],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Ngozi Eze',
      email: 'ngozi@broker.example',
      roles: ['viewer', 'dealer'],
      scopes: ['orders:read', 'market:read', 'orders:write', 'exchange:read'],
      disabled: false,
      createdBy: 'key:admin',
    });
    expect(await desk.list('/v1/persons')).toContainEqual(body);
    expect((await desk.call('GET', `/v1/persons/${body.id}`)).body).toEqual(body);
    const trail = await desk.list<EventView>('/v1/audit/events?type=PERSON_CREATED');
    expect(trail.at(-1)).toMatchObject({ body: { person: body.id, name: 'Ngozi Eze' } });
    expect(JSON.stringify(trail)).not.toContain('broker.example');
  });

  it('act with any of their keys under their name, in their roles', async () => {
    const { key } = await withKey('Tunde', ['dealer']);
    expect(key).toMatchObject({ name: 'Tunde' });
    expect(await statusOf('/v1/orders', key.secret)).toBe(200);
    expect(await statusOf('/v1/breaks', key.secret)).toBe(403);
    const { person } = await withKey('Uche', ['dealer']);
    const laptop = await askForKey({
      personId: person.id,
      name: 'laptop',
      scopes: ['orders:write'],
    });
    expect(laptop.body.scopes).toEqual(['orders:write']);
    const posted = await desk.call('POST', '/v1/orders', {
      key: laptop.body.secret,
      body: desk.terms(),
    });
    expect(posted.body).toMatchObject({ createdBy: 'key:Uche' });
    expect(await desk.list('/v1/audit/events?actor=key:Uche')).toMatchObject([
      { type: 'ORDER_RECEIVED', keyId: laptop.body.id },
    ]);
  });

  it('are who is signed in', async () => {
    const { person, key } = await withKey('Simi', ['compliance']);
    const { session } = await signIn(key.secret);
    expect(session.person).toEqual({
      id: person.id,
      name: 'Simi',
      email: null,
      roles: ['compliance'],
    });
    expect(session.scopes).toEqual([
      ...[
        'orders:read',
        'market:read',
        'exchange:read',
        'recon:read',
        'audit:read',
        'audit:export',
      ],
    ]);
  });

  it('sign out everywhere with all their keys', async () => {
    const { person, key } = await withKey('Remi', ['viewer']);
    const second = await askForKey({ personId: person.id });
    const [one, other] = [await signIn(key.secret), await signIn(second.body.secret)];
    const headers = { cookie: one.cookie, 'x-csrf-token': one.session.csrfToken };
    await desk.call('DELETE', '/v1/session?everywhere=true', { key: null, headers });
    expect([await opens(one.cookie), await opens(other.cookie)]).toEqual([401, 401]);
  });

  it('cannot approve with one key what they proposed with another, nor with one of a system that has their name', async () => {
    const { person, key } = await withKey('Kemi', ['operations-lead']);
    const second = await askForKey({ personId: person.id, name: 'phone' });
    const colleague = await withKey('Lanre', ['operations-lead']);
    const system = await askForKey({
      name: 'front end',
      scopes: ['recon:approve'],
      delegates: true,
    });
    const proposed = await desk.call('PUT', '/v1/exchange/status-words', {
      key: key.secret,
      body: { words: [{ word: 'Parked', meaning: 'Open' }], reason: 'The exchange said so.' },
    });
    expect(proposed.status).toBe(202);
    const approve = (secret: string, headers: Record<string, string> = {}) =>
      desk.call('POST', '/v1/exchange/status-words/1/approve', { key: secret, headers, body: {} });
    const own = { status: 403, body: { code: 'second-person-needed' } };
    expect(await approve(key.secret)).toMatchObject(own);
    expect(await approve(second.body.secret)).toMatchObject(own);
    expect(await approve(system.body.secret, { 'on-behalf-of': 'Kemi' })).toMatchObject(own);
    expect((await approve(colleague.key.secret)).status).toBe(200);
  });

  it('are the only ones for whom a front end may decide, by their exact names and within their roles', async () => {
    const { person: lead, key } = await withKey('Ife', ['operations-lead']);
    await withKey('Sade', ['viewer']);
    const { person: gone } = await withKey('Uche', ['operations-lead']);
    await change(gone.id, { disabled: true });
    await withKey('Tobi', ['operations-lead']);
    const system = await askForKey({
      name: 'decisions',
      scopes: ['recon:write', 'recon:approve'],
      delegates: true,
    });
    const words = { words: [{ word: 'Halted', meaning: 'Open' }], reason: 'They said so.' };
    const by = (method: string, path: string, name: string | null, body: object) =>
      desk.call<{ pending: { version: number } }>(method, `/v1/${path}`, {
        key: system.body.secret,
        headers: name === null ? {} : { 'on-behalf-of': name },
        body,
      });
    const refused = { status: 403, body: { code: 'delegation-not-allowed' } };
    expect(await by('PUT', 'exchange/status-words', null, words)).toMatchObject(refused);
    const proposed = await desk.call<{ pending: { version: number } }>(
      'PUT',
      '/v1/exchange/status-words',
      { key: key.secret, body: words },
    );
    const path = `exchange/status-words/${proposed.body.pending.version}/approve`;
    for (const name of [null, 'IFE', 'ife@bank.example', lead.id, 'Sade', 'Uche']) {
      expect([name, await by('POST', path, name, {})]).toMatchObject([name, refused]);
    }
    expect(await by('POST', path, 'key:Ife', {})).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'On-Behalf-Of' }] },
    });
    expect(await by('POST', path, 'Ife', {})).toMatchObject({
      status: 403,
      body: { code: 'second-person-needed' },
    });
    expect((await by('POST', path, 'Tobi', {})).status).toBe(200);
  });

  it('decide through a front end only about what they may see themselves', async () => {
    await add({ name: 'Mona', roles: ['administrator'] });
    await add({ name: 'Nike', roles: ['administrator', 'operations-lead'] });
    const system = await askForKey({
      name: 'closing desk',
      scopes: ['recon:approve'],
      delegates: true,
    });
    const signs = (name: string) =>
      desk.call('POST', '/v1/trading-days/2026-11-20/sign-offs', {
        key: system.body.secret,
        headers: { 'on-behalf-of': name },
        body: { reportHash: 'f'.repeat(64) },
      });
    expect(await signs('Mona')).toMatchObject({ status: 403, body: { code: 'clients-masked' } });
    expect(await signs('Nike')).toMatchObject({ status: 409 });
  });

  it('lose at once what their roles no longer allow, and everything while they are disabled', async () => {
    const { person, key } = await withKey('Yemi', ['operations']);
    const { cookie } = await signIn(key.secret);
    expect(await statusOf('/v1/breaks', key.secret)).toBe(200);
    expect((await change(person.id, { roles: ['viewer'] })).body.roles).toEqual(['viewer']);
    expect(await statusOf('/v1/breaks', key.secret)).toBe(403);
    expect((await change(person.id, { disabled: true })).body.disabled).toBe(true);
    expect([await statusOf('/v1/orders', key.secret), await opens(cookie)]).toEqual([401, 401]);
    const shown = await desk.list<ApiKeyView>('/v1/api-keys?limit=200');
    expect(shown.find(({ id }) => id === key.id)).toMatchObject({ state: 'disabled', scopes: [] });
    expect(await askForKey({ personId: person.id })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'personId' }] },
    });
    await change(person.id, { disabled: false });
    expect(await statusOf('/v1/orders', key.secret)).toBe(200);
    expect(await opens(cookie)).toBe(401);
  });

  it('never leave the service without an administrator', async () => {
    const { person, key } = await withKey('Zainab', ['administrator']);
    const keys = await desk.list<ApiKeyView>('/v1/api-keys?limit=200');
    const admin = keys.find(({ name }) => name === 'admin')!;
    const later = new Date(desk.clock.now() + 3_600_000).toISOString();
    const expiry = (expiresAt: string | null) =>
      desk.call('PATCH', `/v1/api-keys/${admin.id}`, { key: key.secret, body: { expiresAt } });
    expect((await expiry(later)).status).toBe(204);
    const last = { status: 409, body: { code: 'last-administrator' } };
    expect(await change(person.id, { roles: ['viewer'] })).toMatchObject(last);
    expect(await change(person.id, { disabled: true })).toMatchObject(last);
    expect(await desk.call('DELETE', `/v1/api-keys/${key.id}`)).toMatchObject(last);
    expect((await expiry(null)).status).toBe(204);
    expect((await change(person.id, { disabled: true })).status).toBe(200);
  });

  it('have names that nobody else has, however they are spelled', async () => {
    await withKey('Bisi', ['viewer']);
    for (const name of ['Bisi', 'bisi', 'BI SI', 'admin']) {
      const { status, body } = await add({ name, roles: ['viewer'] });
      expect([status, (body as unknown as { code: string }).code]).toEqual([409, 'name-taken']);
    }
    expect(await askForKey({ name: 'bisi', scopes: ['orders:read'] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'name' }] },
    });
  });

  it.each([
    ['name', { roles: ['viewer'] }],
    ['name', { name: 'Ad\u200ba', roles: ['viewer'] }],
    ['name', { name: 'Ada, key:Bola', roles: ['viewer'] }],
    ['name', { name: 'system: reconciler', roles: ['viewer'] }],
    ['roles', { name: 'Ada' }],
    ['roles', { name: 'Ada', roles: [] }],
    ['roles', { name: 'Ada', roles: ['king'] }],
    ['email', { name: 'Ada', roles: ['viewer'], email: 'nobody' }],
    ['disabled', { name: 'Ada', roles: ['viewer'], disabled: true }],
  ])('are refused with a bad %s: %j', async (field, body) => {
    expect(await add(body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  it('are changed only in what can change', async () => {
    const { body: person } = await add({ name: 'Funke', roles: ['viewer'], email: 'f@x.example' });
    expect((await change(person.id, { email: null })).body.email).toBeNull();
    for (const [field, body] of [
      ['name', { name: 'Other' }],
      ['roles', { roles: null }],
      ['disabled', { disabled: 'yes' }],
    ] as const) {
      expect(await change(person.id, body)).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
    }
    expect((await change('per_none', { disabled: true })).status).toBe(404);
  });

  it.each([
    ['personId', { personId: 'per_none' }],
    ['scopes', { scopes: ['recon:approve'] }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: null, personId: undefined, name: 'x' }],
    ['name', { personId: undefined, scopes: ['orders:read'] }],
    ['name', { personId: undefined, name: 'KEY:Bola', scopes: ['orders:read'] }],
    ['delegates', { delegates: true }],
  ])('have no key with a bad %s: %j', async (field, body) => {
    const [viewer] = await desk.list<PersonView>('/v1/persons');
    const answer = await askForKey({ personId: viewer?.id, ...body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });
});

describe('Where only persons decide', () => {
  let desk: Desk;

  afterAll(() => desk.close());

  it('the key of a system proposes and decides nothing that needs two people, and reads as before', async () => {
    const env = { RECONCILE_INTERVAL_MS: '600000', DECISIONS_BY: 'persons' };
    desk = await Desk.open('sqlite', { env });
    const keyOf = async (body: object): Promise<string> =>
      (await desk.call<{ secret: string }>('POST', '/v1/api-keys', { body })).body.secret;
    const leadOf = async (name: string): Promise<string> => {
      const body = { name, roles: ['operations-lead'] };
      const { body: person } = await desk.call<PersonView>('POST', '/v1/persons', { body });
      return keyOf({ personId: person.id });
    };
    const scopes = ['recon:read', 'recon:write', 'recon:approve'];
    const tool = await keyOf({ name: 'tool', scopes });
    const words = { words: [{ word: 'Halted', meaning: 'Open' }], reason: 'They said so.' };
    const propose = (key: string) =>
      desk.call('PUT', '/v1/exchange/status-words', { key, body: words });
    const approve = (key: string) =>
      desk.call('POST', '/v1/exchange/status-words/1/approve', { key, body: {} });
    const refused = { status: 403, body: { code: 'person-required' } };
    expect(await propose(tool)).toMatchObject(refused);
    expect((await propose(await leadOf('Ife'))).status).toBe(202);
    expect(await approve(tool)).toMatchObject(refused);
    expect((await desk.call('GET', '/v1/breaks', { key: tool })).status).toBe(200);
    expect((await approve(await leadOf('Tobi'))).status).toBe(200);
  });

  it('nobody approves what the key of a system proposed before, or who is disabled since', async () => {
    const databaseUrl = await readyDatabase('sqlite');
    const clock = new VirtualClock(Date.parse('2026-11-20T11:00:00Z'));
    const exchange = await startSimulator({ seed: 'persons', market: 'off', clock });
    const open = (DECISIONS_BY: string): Promise<Desk> => {
      const env = { RECONCILE_INTERVAL_MS: '600000', DECISIONS_BY };
      return Desk.open('sqlite', { env, databaseUrl, exchange, clock });
    };
    await desk.close();
    desk = await open('keys');
    const created = async <T>(path: string, body: object): Promise<T> =>
      (await desk.call<T>('POST', `/v1/${path}`, { body })).body;
    const leadOf = async (name: string) => {
      const { id } = await created<PersonView>('persons', { name, roles: ['operations-lead'] });
      return { id, key: (await created<Key>('api-keys', { personId: id })).secret };
    };
    const { secret: tool } = await created<Key>('api-keys', {
      name: 'tool',
      scopes: ['recon:write'],
    });
    const [ife, tobi] = [await leadOf('Ife'), await leadOf('Tobi')];
    const propose = (key: string, word: string) =>
      desk.call<{ pending: { version: number } }>('PUT', '/v1/exchange/status-words', {
        key,
        body: { words: [{ word, meaning: 'Open' }], reason: 'They said so.' },
      });
    const decide = (version: number, how: 'approve' | 'reject') =>
      desk.call('POST', `/v1/exchange/status-words/${version}/${how}`, { key: tobi.key, body: {} });
    const stale = { status: 409, body: { code: 'approval-stale' } };
    const { body: first } = await propose(tool, 'Halted');
    await desk.stop();
    desk = await open('persons');
    expect(await decide(first.pending.version, 'approve')).toMatchObject(stale);
    expect((await decide(first.pending.version, 'reject')).status).toBe(200);
    const { body: second } = await propose(ife.key, 'Parked');
    await desk.call('PATCH', `/v1/persons/${ife.id}`, { body: { disabled: true } });
    expect(await decide(second.pending.version, 'approve')).toMatchObject(stale);
  });
});
