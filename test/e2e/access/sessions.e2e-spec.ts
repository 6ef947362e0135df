import { ADMIN_KEY, Desk, type Answer } from '../../support/desk.js';

interface SessionBody {
  readonly person: { readonly name: string };
  readonly scopes: readonly string[];
  readonly csrfToken: string;
  readonly environment: string;
}

const MINUTE_MS = 60_000;

describe('A session in a browser', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite', { env: { RECONCILE_INTERVAL_MS: '600000' } });
  });

  afterAll(() => desk.close());

  const signIn = async (key = ADMIN_KEY): Promise<{ cookie: string; session: SessionBody }> => {
    const { status, headers, body } = await desk.call<SessionBody>('POST', '/v1/session', {
      key: null,
      body: { key },
    });
    expect(status).toBe(200);
    return { cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '', session: body };
  };
  const ask = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<Answer> =>
    desk.call(method, path, { key: null, headers, ...(body === undefined ? {} : { body }) });

  it('is a cookie that scripts and other sites cannot use', async () => {
    const { headers, body } = await desk.call<SessionBody>('POST', '/v1/session', {
      key: null,
      body: { key: ADMIN_KEY },
    });
    expect(headers.get('set-cookie')).toMatch(
      /^marina_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(body).toMatchObject({ environment: 'test', person: { name: 'admin' } });
  });

  it('opens what its key opens, and changes only with the token that belongs to it', async () => {
    const { cookie, session } = await signIn();
    const token = { 'x-csrf-token': session.csrfToken };
    expect((await ask('GET', '/v1/orders', { cookie })).status).toBe(200);
    expect((await ask('GET', '/v1/session', { cookie })).body).toMatchObject({
      csrfToken: session.csrfToken,
    });
    const pause = { reason: 'lunch' };
    const without = await ask('POST', '/v1/ops/pause', { cookie }, pause);
    expect([without.status, without.body['code']]).toEqual([403, 'csrf-token-missing']);
    expect((await ask('POST', '/v1/ops/pause', { cookie, ...token }, pause)).status).toBe(200);
    expect((await ask('POST', '/v1/ops/resume', { cookie, ...token }, pause)).status).toBe(200);
  });

  it('refuses pages of other origins, with the token too', async () => {
    const { cookie, session } = await signIn();
    const token = { 'x-csrf-token': session.csrfToken };
    for (const foreign of [{ origin: 'http://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const { status, body } = await ask(
        'POST',
        '/v1/ops/pause',
        { cookie, ...token, ...foreign },
        { reason: 'x' },
      );
      expect([status, body['code']]).toEqual([403, 'foreign-origin']);
    }
  });

  it('refuses a wrong key, and a cookie that it did not give', async () => {
    const wrong = await desk.call('POST', '/v1/session', { key: null, body: { key: 'mk_wrong' } });
    expect([wrong.status, wrong.body['code']]).toEqual([401, 'unauthenticated']);
    const cookie = `marina_session=${'x'.repeat(43)}`;
    expect((await ask('GET', '/v1/orders', { cookie })).status).toBe(401);
    expect((await ask('GET', '/v1/session', {})).status).toBe(401);
  });

  it('begins thirty times a minute with one key, and no more often', async () => {
    const { body } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'restless', scopes: ['orders:read'] },
    });
    for (let times = 0; times < 30; times += 1) await signIn(body.secret);
    const again = await desk.call('POST', '/v1/session', { key: null, body: { key: body.secret } });
    expect(again).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
    await signIn();
  });

  it('ends when it is signed out, and everywhere when that is asked for', async () => {
    const [one, other] = [await signIn(), await signIn()];
    const token = { 'x-csrf-token': one.session.csrfToken };
    const gone = await ask('DELETE', '/v1/session?everywhere=true', {
      cookie: one.cookie,
      ...token,
    });
    expect(gone.headers.get('clear-site-data')).toBe('"cache"');
    expect(gone.status).toBe(204);
    for (const { cookie } of [one, other]) {
      const refused = await ask('GET', '/v1/orders', { cookie });
      expect(refused.status).toBe(401);
      expect(refused.headers.get('clear-site-data')).toBe('"cache"');
    }
    const { headers } = await ask('GET', '/v1/orders', {});
    expect(headers.get('clear-site-data')).toBeNull();
    const { body } = await desk.call<{ data: readonly { type: string }[] }>(
      'GET',
      '/v1/audit/events?type=SIGNED_OUT',
    );
    expect(body.data.map(({ type }) => type)).toContain('SIGNED_OUT');
  });

  it('ends everywhere also with another key of the same system', async () => {
    const body = { name: 'front end', scopes: ['orders:read'] };
    const keyOf = async (): Promise<string> =>
      String((await desk.call('POST', '/v1/api-keys', { body })).body['secret']);
    const [one, other] = [await signIn(await keyOf()), await signIn(await keyOf())];
    const headers = { cookie: one.cookie, 'x-csrf-token': one.session.csrfToken };
    expect((await ask('DELETE', '/v1/session?everywhere=true', headers)).status).toBe(204);
    expect((await ask('GET', '/v1/orders', { cookie: other.cookie })).status).toBe(401);
  });

  it('ends with its key', async () => {
    const { body } = await desk.call('POST', '/v1/api-keys', {
      body: { name: 'short lived', scopes: ['orders:read'] },
    });
    const { cookie, session } = await signIn(String(body['secret']));
    expect(session.scopes).toEqual(['orders:read']);
    expect((await ask('GET', '/v1/breaks', { cookie })).status).toBe(403);
    await desk.call('DELETE', `/v1/api-keys/${String(body['id'])}`);
    expect((await ask('GET', '/v1/orders', { cookie })).status).toBe(401);
  });

  it('ends after half an hour without use, however often the page asks by itself', async () => {
    const { cookie } = await signIn();
    desk.clock.step(29 * MINUTE_MS);
    expect((await ask('GET', '/v1/orders', { cookie })).status).toBe(200);
    desk.clock.step(29 * MINUTE_MS);
    expect((await ask('GET', '/v1/orders', { cookie, 'x-background': 'true' })).status).toBe(200);
    desk.clock.step(2 * MINUTE_MS);
    expect((await ask('GET', '/v1/orders', { cookie })).status).toBe(401);
  });
});

describe('The page of the console', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite');
  });

  afterAll(() => desk.close());

  const page = (path: string): Promise<Answer<string>> =>
    desk.call<string>('GET', path, { key: null });

  it('answers at every path below it, with a nonce of its own each time', async () => {
    const pages = [await page('/console'), await page('/console/orders?certain=false')];
    const nonces = pages.map(({ status, headers, body }) => {
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(
        /^default-src 'none'; script-src 'self'; style-src-elem 'self' 'nonce-/,
      );
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(body).toContain(`nonce="${nonce}"`);
      expect(body).not.toContain('__CSP_NONCE__');
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it('names assets that are there for ever, compressed, and nothing of another place', async () => {
    const { body } = await page('/console');
    const names = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(2);
    // The session is requested while the code loads.
    expect(names.filter((name) => !name.startsWith('/console/'))).toEqual(['/v1/session']);
    for (const name of names.filter((one) => one.includes('/assets/'))) {
      const { status, headers } = await desk.call('GET', name, {
        key: null,
        headers: { 'accept-encoding': 'br' },
      });
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-encoding')).toBe('br');
    }
    expect((await page('/console/assets/none.js')).status).toBe(404);
  });
});
