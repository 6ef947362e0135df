import { ApiKeys } from '../../../src/infra/auth/api-keys/api-keys.js';
import { LinkedPersons } from '../../../src/infra/auth/oidc/linked-persons.js';
import { PersonRow } from '../../../src/infra/auth/person.entity.js';
import { Sessions } from '../../../src/infra/auth/sessions/sessions.js';
import { Database } from '../../../src/infra/database/database.js';
import { Desk, ADMIN_KEY, type Answer } from '../../support/desk.js';
import { TestProvider } from '../../support/identity-provider.js';

interface SessionBody {
  readonly person: {
    readonly id: string;
    readonly name: string;
    readonly roles: readonly string[];
  };
  readonly scopes: readonly string[];
  readonly masksClients: boolean;
  readonly csrfToken: string;
}

interface Entry {
  readonly type: string;
  readonly actor: string;
  readonly keyId: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Where the service leads a browser, and what that keeps. */
interface Led {
  readonly status: number;
  readonly to: string;
  readonly cookies: ReadonlyMap<string, string>;
}

const START = '/v1/session/oidc';
const CALLBACK = '/v1/session/oidc/callback';
const MINUTE_MS = 60_000;

describe('Signing in at an identity provider', () => {
  let provider: TestProvider;
  let desk: Desk;
  const log: string[] = [];
  let people = 0;

  beforeAll(async () => {
    provider = await TestProvider.start();
    await open(provider.environment);
  });

  /** The service with these settings besides, on the same database as before. */
  const open = async (env: Record<string, string>): Promise<void> => {
    const before = desk as Desk | undefined;
    await before?.stop();
    desk = await Desk.open('sqlite', {
      ...(before === undefined
        ? {}
        : {
            exchange: before.exchange,
            clock: before.clock,
            databaseUrl: before.config.databaseUrl,
          }),
      env: { RECONCILE_INTERVAL_MS: '600000', LOG_LEVEL: 'debug', ...env },
      log: (line) => log.push(line),
    });
  };

  beforeEach(async () => {
    provider.who = null;
    provider.spoil = null;
    provider.browser = null;
    // Of one address, so many refusals of a minute are in the trail by themselves.
    await desk.pass(MINUTE_MS);
  });

  // Nothing of the provider may be in the log, whatever happened.
  afterEach(() => {
    const secret = /eyJ|test-client-secret|a text of the provider|[?&](code|state)=/;
    expect(log.filter((line) => secret.test(line))).toEqual([]);
    log.length = 0;
  });

  afterAll(async () => {
    await desk.close();
    await provider.close();
  });

  /** Without the desk's clock, which knows nothing of what another server does: time stands still meanwhile. */
  const led = async (path: string, cookie = ''): Promise<Led> => {
    const answer = await fetch(`${desk.service.address}${path}`, {
      redirect: 'manual',
      headers: { cookie, connection: 'close' },
    });
    const cookies = answer.headers
      .getSetCookie()
      .map((set): [string, string] => [/^[^=]+/.exec(set)?.[0] ?? '', set]);
    const { status, headers } = answer;
    return { status, to: headers.get('location') ?? '', cookies: new Map(cookies) };
  };
  const pair = ({ cookies }: Led, name: string): string =>
    (cookies.get(name) ?? '').split(';')[0] ?? '';

  /** Begins in the browser and signs in at the provider; `at` changes the address there. */
  const begin = async (who: string | null, at = (url: string): string => url) => {
    provider.who = who;
    const started = await led(`${START}?returnTo=/console/orders%3Fcertain%3Dfalse`);
    expect(started.status).toBe(303);
    return { cookie: pair(started, 'marina_sign_in'), query: await provider.visit(at(started.to)) };
  };
  const signIn = async (who: string): Promise<Led> => {
    const { cookie, query } = await begin(who);
    return led(CALLBACK + query, cookie);
  };
  const why = ({ to }: Led): string | null =>
    new URL(to, desk.service.address).searchParams.get('signInRefused');

  const person = async (
    roles: readonly string[],
    email?: string,
  ): Promise<{ id: string; name: string; email: string }> => {
    people += 1;
    const name = `Ada ${'abcdefghijklmnopqrstuvwxyz'.charAt(people).repeat(3)}`;
    const body = { name, email: email ?? `ada${people}@example.com`, roles };
    const { body: added } = await desk.call('POST', '/v1/persons', { body });
    return { id: String(added['id']), name, email: body.email };
  };
  const change = (id: string, body: object): Promise<Answer> =>
    desk.call('PATCH', `/v1/persons/${id}`, { body });
  /** An account there for a new person here, or for the address. */
  const account = (subject: string, email: string, email_verified = true): string => {
    provider.accounts.set(subject, { email, email_verified });
    return subject;
  };
  const entries = (type: string): Promise<readonly Entry[]> =>
    desk.list<Entry>(`/v1/audit/events?type=${type}&order=desc&limit=200`);
  const logged = (): readonly Record<string, unknown>[] =>
    log.map((line) => JSON.parse(line) as Record<string, unknown>);
  const ask = (path: string, cookie: string): Promise<Answer<SessionBody>> =>
    desk.call<SessionBody>('GET', path, { key: null, headers: { cookie } });

  /** Nothing was opened, and the trail says why. */
  const expectRefused = async (answer: Led, reason: string): Promise<void> => {
    expect([answer.status, why(answer)]).toEqual([303, reason]);
    expect(answer.to).toMatch(/^\/console/);
    expect([...answer.cookies.keys()]).not.toContain('marina_session');
    const denied = await desk.eventually(
      () => entries('ACCESS_DENIED'),
      (all) => all.some(({ body }) => body['code'] === `sign-in-${reason}`),
    );
    expect(denied[0]?.body).toMatchObject({ code: `sign-in-${reason}`, route: CALLBACK });
  };

  it('opens the session of the person whom the provider vouches for', async () => {
    const { id, name, email } = await person(['dealer']);
    const who = account('first', email.toUpperCase());
    const started = await led(`${START}?returnTo=/console/orders%3Fcertain%3Dfalse`);
    expect(started.cookies.get('marina_sign_in')).toMatch(
      /^marina_sign_in=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const asked = new URL(started.to).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('nonce')?.length).toBe(43);

    const back = await signIn(who);
    expect([back.status, back.to]).toEqual([303, '/console/orders?certain=false']);
    expect(back.cookies.get('marina_session')).toMatch(
      /^marina_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(back.cookies.get('marina_sign_in')).toMatch(/^marina_sign_in=; Max-Age=0; /);

    const cookie = pair(back, 'marina_session');
    const { body: session } = await ask('/v1/session', cookie);
    expect(session).toMatchObject({ person: { id, name, roles: ['dealer'] }, masksClients: false });
    expect(session.scopes).toContain('orders:write');
    expect((await ask('/v1/ops/status', cookie)).status).toBe(403);
    // The log says who has read, and who was refused.
    const said = await desk.eventually(
      () => logged().filter(({ route }) => route === '/v1/ops/status'),
      (lines) => lines.length === 2,
    );
    expect(said).toEqual([
      expect.objectContaining({ part: 'denials', keyId: null, personId: id }),
      expect.objectContaining({ part: 'access', status: 403, keyId: null, personId: id }),
    ]);
    const [linked] = await entries('PERSON_LINKED');
    expect(linked).toMatchObject({
      actor: `key:${name}`,
      body: { person: id, issuer: provider.issuer },
    });
    const [signedIn] = await entries('SIGNED_IN');
    expect(signedIn).toMatchObject({ actor: `key:${name}`, keyId: null });
    expect(signedIn?.body['identityProvider']).toBe(provider.issuer);

    // Later it is the subject that counts.
    provider.accounts.set(who, { email: 'another@example.com', email_verified: false });
    expect(pair(await signIn(who), 'marina_session')).not.toBe('');
    expect(await entries('PERSON_LINKED')).toHaveLength(1);
  });

  it('masks clients, and needs the token of the session, as with a key', async () => {
    const { email } = await person(['viewer']);
    const cookie = pair(await signIn(account('viewer', email)), 'marina_session');
    const { body } = await ask('/v1/session', cookie);
    expect(body.masksClients).toBe(true);
    const without = await desk.call('DELETE', '/v1/session', { key: null, headers: { cookie } });
    expect([without.status, without.body['code']]).toEqual([403, 'csrf-token-missing']);
  });

  it('is in the log by the id of the person, who has no key, where somebody pauses the desk', async () => {
    const { id, email } = await person(['operations-lead']);
    const cookie = pair(await signIn(account('lead', email)), 'marina_session');
    const { csrfToken } = (await ask('/v1/session', cookie)).body;
    const how = { key: null, headers: { cookie, 'x-csrf-token': csrfToken } };
    for (const turn of ['pause', 'resume']) {
      const { status } = await desk.call('POST', `/v1/ops/${turn}`, {
        ...how,
        body: { reason: 'lunch' },
      });
      expect(status).toBe(200);
    }
    const paused = logged().find(({ message }) => message === 'DESK_PAUSED');
    expect(paused).toMatchObject({ by: id });
  });

  it('goes on in the browser alone that began it, with its state, and in time', async () => {
    const { email } = await person(['dealer']);
    const who = account('state', email);
    const first = await begin(who);
    const other = await begin(who);
    await expectRefused(await led(CALLBACK + first.query, other.cookie), 'not-begun');
    await expectRefused(await led(CALLBACK + first.query), 'not-begun');
    const [began, ...rest] = first.cookie.split('.');
    await expectRefused(
      await led(CALLBACK + first.query, [`${began}1`, ...rest].join('.')),
      'not-begun',
    );
    desk.clock.step(11 * MINUTE_MS);
    await expectRefused(await led(CALLBACK + first.query, first.cookie), 'not-begun');
  });

  it('ends once', async () => {
    const { email } = await person(['dealer']);
    const { cookie, query } = await begin(account('replay', email));
    expect(why(await led(CALLBACK + query, cookie))).toBeNull();
    await expectRefused(await led(CALLBACK + query, cookie), 'not-begun');
  });

  it('takes no ID token of another sign-in, nor one that the provider has not signed', async () => {
    const { email } = await person(['dealer']);
    const who = account('tokens', email);
    const { cookie, query } = await begin(who, (url) => {
      const changed = new URL(url);
      changed.searchParams.set('nonce', 'of-another-sign-in');
      return changed.href;
    });
    await expectRefused(await led(CALLBACK + query, cookie), 'answer-invalid');

    provider.spoil = (tokens) => {
      const [head, claims, signature = ''] = tokens['id_token']?.split('.') ?? [];
      const turned = signature.startsWith('A')
        ? `B${signature.slice(1)}`
        : `A${signature.slice(1)}`;
      tokens['id_token'] = [head, claims, turned].join('.');
    };
    await expectRefused(await signIn(who), 'answer-invalid');
    provider.spoil = null;
    expect(why(await signIn(who))).toBeNull();
  });

  it('is refused to all whom the service does not know, with the reason', async () => {
    const { id, email } = await person(['dealer']);
    await expectRefused(await signIn(account('unverified', email, false)), 'email-unverified');
    // An address and what makes it verified are of one document.
    provider.accounts.set('halves', { email, inIdToken: { email_verified: true } });
    await expectRefused(await signIn('halves'), 'email-unverified');
    provider.accounts.set('other', { email, email_verified: true, inIdToken: { azp: 'other' } });
    await expectRefused(await signIn('other'), 'answer-invalid');
    await expectRefused(await signIn(account('eve', 'eve@example.com')), 'person-unknown');
    expect(why(await signIn(account('own', email)))).toBeNull();
    await expectRefused(await signIn(account('second', email)), 'account-differs');
    const [one, two] = [
      await person(['dealer'], 'desk@example.com'),
      await person(['viewer'], 'Desk@example.com'),
    ];
    await expectRefused(await signIn(account('shared', 'desk@example.com')), 'person-ambiguous');
    await change(one.id, { disabled: true });
    await change(two.id, { disabled: true });
    await expectRefused(await signIn(account('gone', 'desk@example.com')), 'person-disabled');
    await change(id, { disabled: true });
    await expectRefused(await signIn('own'), 'person-disabled');
    const [denied] = await entries('ACCESS_DENIED');
    expect(denied?.body['person']).toBe(id);
  });

  it('is refused when somebody cancels at the provider', async () => {
    const { cookie, query } = await begin(null);
    expect(query).toContain('access_denied');
    await expectRefused(await led(CALLBACK + query, cookie), 'provider-refused');
    expect(log.some((line) => line.includes('"code":"access_denied"'))).toBe(true);
  });

  it('ends when the person is disabled or unlinked, and everywhere with one with a key', async () => {
    const { id, email } = await person(['dealer']);
    const who = account('ends', email);
    const open = async (): Promise<string> => pair(await signIn(who), 'marina_session');

    const first = await open();
    const { body: key } = await desk.call('POST', '/v1/api-keys', { body: { personId: id } });
    const withKey = await desk.call<SessionBody>('POST', '/v1/session', {
      key: null,
      body: { key: key['secret'] },
    });
    const cookie = withKey.headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { cookie, 'x-csrf-token': withKey.body.csrfToken };
    await desk.call('DELETE', '/v1/session?everywhere=true', { key: null, headers });
    expect((await ask('/v1/session', first)).status).toBe(401);

    const second = await open();
    expect((await change(id, { signInLinked: false })).body).toMatchObject({ signInLinked: false });
    expect((await ask('/v1/session', second)).status).toBe(401);
    const third = await open();
    expect((await change(id, { disabled: true })).status).toBe(200);
    expect((await ask('/v1/session', third)).status).toBe(401);
    await change(id, { disabled: false });
    expect((await ask('/v1/session', third)).status).toBe(401);
  });

  it('opens nothing for a person who was disabled while it ended, nor does a key of that person', async () => {
    const { id, email } = await person(['dealer']);
    await signIn(account('races', email));
    const { body: key } = await desk.call('POST', '/v1/api-keys', { body: { personId: id } });
    const { app } = desk.service;
    const sessions = app.get(Sessions);
    const [row = null] = await app.get(Database).reading.find(PersonRow, 'id = ?', [id]);
    const withKey = await desk.clock.flow(app.get(ApiKeys).opened(String(key['secret'])));
    const both = [sessions.openedFor(row)!, withKey!];
    await change(id, { disabled: true });
    for (const opened of both) {
      const late = sessions.start(opened, { name: row!.name }, null);
      await expect(desk.clock.flow(late)).rejects.toMatchObject({ code: 'unauthenticated' });
    }
  });

  it('opens nothing when the account is unlinked while it ends, also when another one is linked', async () => {
    const { id, email } = await person(['dealer']);
    const [who, other] = [account('unlinked', email), account('instead', email)];
    const persons = desk.service.app.get(LinkedPersons);
    const find = persons.personOf.bind(persons);
    const meanwhile = async (work: () => Promise<unknown>): Promise<void> => {
      jest.spyOn(persons, 'personOf').mockImplementationOnce(async (...asked) => {
        const found = await find(...asked);
        await change(id, { signInLinked: false });
        await work();
        return found;
      });
      await expectRefused(await signIn(who), 'person-changed');
    };
    await meanwhile(async () => undefined);
    await meanwhile(async () => expect(why(await signIn(other))).toBeNull());
  });

  it('does not begin for a page of another site, nor for whoever has a session', async () => {
    const answer = await fetch(desk.service.address + START, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
    const signedIn = await desk.call('POST', '/v1/session', {
      key: null,
      body: { key: ADMIN_KEY },
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await led(`${START}?returnTo=//evil.example`, cookie)).to).toBe('/console');
  });

  it('needs a sign-in at the provider that is no older than OIDC_MAX_AGE_S', async () => {
    const { email } = await person(['dealer']);
    const who = account('shared desk', email);
    provider.browser = new Map();
    expect(why(await signIn(who))).toBeNull();
    // The provider knows the browser by now, and asks nobody.
    const silent = await begin(null);
    expect(why(await led(CALLBACK + silent.query, silent.cookie))).toBeNull();

    await open({ ...provider.environment, OIDC_MAX_AGE_S: '0' });
    const asked = await begin(null);
    await expectRefused(await led(CALLBACK + asked.query, asked.cookie), 'provider-refused');
    expect(why(await signIn(who))).toBeNull();
    const changed = await begin(null, (address) => {
      const url = new URL(address);
      expect(url.searchParams.get('max_age')).toBe('0');
      url.searchParams.delete('max_age');
      return url.href;
    });
    await expectRefused(await led(CALLBACK + changed.query, changed.cookie), 'answer-invalid');
  });

  it('ends with the setting, and nothing of it is reachable without', async () => {
    const { email } = await person(['dealer']);
    const cookie = pair(await signIn(account('unset', email)), 'marina_session');
    expect((await ask('/v1/session', cookie)).status).toBe(200);
    const moved = await person(['dealer']);
    const left = pair(await signIn(account('moved', moved.email)), 'marina_session');
    expect((await ask('/v1/session', left)).status).toBe(200);
    const first = provider;
    provider = await TestProvider.start();
    await open(provider.environment);
    expect((await ask('/v1/session', cookie)).status).toBe(401);
    expect((await ask('/v1/session', left)).status).toBe(401);
    // Whoever signs in at the new provider does not bring back what began at the former one.
    const there = pair(await signIn(account('moved', moved.email)), 'marina_session');
    expect((await ask('/v1/session', there)).body.person.id).toBe(moved.id);
    expect((await ask('/v1/session', left)).status).toBe(401);
    await provider.close();
    provider = first;
    await open({});
    expect((await ask('/v1/session', cookie)).status).toBe(401);
    const options = await desk.call('GET', '/v1/session/options', { key: null });
    expect(options.body).toEqual({ keys: true, identityProvider: null });
    for (const path of [START, `${CALLBACK}?code=x&state=y`]) {
      const { status, body } = await desk.call('GET', path, { key: null });
      expect([status, body['code']]).toEqual([404, 'not-found']);
    }
    await open(provider.environment);
    expect((await ask('/v1/session', cookie)).status).toBe(200);
  });

  it('is the only way into the console where keys are closed to it, and keys open the API alone', async () => {
    const { email } = await person(['dealer']);
    const body = { key: ADMIN_KEY };
    const withKey = await fetch(`${desk.service.address}/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body),
    });
    const before = withKey.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await ask('/v1/session', before)).status).toBe(200);
    await open({ ...provider.environment, CONSOLE_SIGN_IN: 'provider' });
    const options = await desk.call('GET', '/v1/session/options', { key: null });
    expect(options.body).toEqual({ keys: false, identityProvider: { name: 'Test SSO' } });
    for (const key of [ADMIN_KEY, 'mk_of_nobody']) {
      const refused = await desk.call('POST', '/v1/session', { key: null, body: { key } });
      expect([refused.status, refused.body['code']]).toEqual([403, 'provider-required']);
    }
    expect((await ask('/v1/session', before)).status).toBe(401);
    expect((await desk.call('GET', '/v1/persons')).status).toBe(200);
    const cookie = pair(await signIn(account('alone', email)), 'marina_session');
    expect((await ask('/v1/session', cookie)).status).toBe(200);
    await open(provider.environment);
  });

  it('is neither ended nor used up by a page that leads the browser to the way back', async () => {
    const { email } = await person(['dealer']);
    const who = account('led astray', email);
    await open({ ...provider.environment, WRONG_KEYS_PER_ADDRESS: '3' });
    const before = (await entries('ACCESS_DENIED')).length;
    const { cookie, query } = await begin(who);
    for (let times = 0; times < 12; times += 1) {
      const astray = await led(`${CALLBACK}?code=x&state=y`, cookie);
      expect([why(astray), [...astray.cookies.keys()]]).toEqual(['not-begun', []]);
    }
    const back = await led(CALLBACK + query, cookie);
    expect(why(back)).toBeNull();
    expect([...back.cookies.keys()].sort()).toEqual(['marina_session', 'marina_sign_in']);
    // The trail has ten of them; the others are counted.
    const denied = await desk.eventually(
      () => entries('ACCESS_DENIED'),
      (all) => all.length >= before + 10,
    );
    expect(denied).toHaveLength(before + 10);

    expect((await led(CALLBACK + query, cookie)).to).toContain('signInRefused=not-begun');
    expect(why(await led(START))).toBe('too-many');
  });

  it('is refused late, though refused, once there are many in a second who have no key', async () => {
    const before = desk.clock.now();
    const refused = (): Promise<Led> => led(`${CALLBACK}?code=x&state=y`);
    for (let times = 0; times < 50; times += 1) expect(why(await refused())).toBe('not-begun');
    expect(desk.clock.now()).toBe(before);
    const answeredAt = refused().then(() => desk.clock.now());
    // Whoever has not asked too often is answered meanwhile.
    for (let times = 0; times < 5; times += 1) expect((await led('/health/live')).status).toBe(200);
    await desk.pass(2_000);
    expect((await answeredAt) - before).toBeGreaterThanOrEqual(1_000);
  });

  it('is offered by name, and says so when the provider cannot be reached; keys go on working', async () => {
    const options = await desk.call('GET', '/v1/session/options', { key: null });
    expect(options.body).toEqual({ keys: true, identityProvider: { name: 'Test SSO' } });
    const { email } = await person(['dealer']);
    const begun = await begin(account('late', email));
    await provider.close();
    expect(why(await led(CALLBACK + begun.query, begun.cookie))).toBe('provider-unavailable');
    // What it has said of itself is forgotten by then.
    desk.clock.jumpTo(desk.clock.world + 61 * MINUTE_MS);
    const started = await led(`${START}?returnTo=/console/day`);
    expect([started.status, started.to]).toEqual([
      303,
      '/console/day?signInRefused=provider-unavailable',
    ]);
    expect(started.cookies.size).toBe(0);
    expect(log.some((line) => line.includes('"code":"ECONNREFUSED"'))).toBe(true);
    const key = await desk.call('POST', '/v1/session', { key: null, body: { key: ADMIN_KEY } });
    expect(key.status).toBe(200);
  });
});
