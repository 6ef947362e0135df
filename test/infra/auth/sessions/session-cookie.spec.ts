import cookie from '@fastify/cookie';
import { fastify, type FastifyInstance } from 'fastify';
import { SessionCookie } from '../../../../src/infra/auth/sessions/session-cookie.js';
import { read, REAL, UNLIMITED } from '../../config/settings.js';

const LIVE = { ...REAL, ...UNLIMITED, MARINA_ENV: 'live', EXCHANGE_API_KEYS: 'sk_live_a' };
const TOKEN = 'x'.repeat(43);

describe('The cookie of a session', () => {
  let server: FastifyInstance;

  afterEach(() => server.close());

  const serve = async (env: Readonly<Record<string, string>>): Promise<void> => {
    const cookies = new SessionCookie(read(env));
    server = fastify();
    await server.register(cookie);
    server.post('/', (request, reply) => {
      cookies.set(request, reply, TOKEN);
      return reply.send();
    });
    server.delete('/', (request, reply) => {
      cookies.clear(request, reply);
      return reply.send();
    });
    server.get('/', (request) => ({ token: cookies.tokenIn(request) }));
  };
  const given = async (method: 'POST' | 'DELETE'): Promise<unknown> =>
    (await server.inject({ method, url: '/' })).headers['set-cookie'];
  const tokenIn = async (sent: string): Promise<unknown> =>
    (await server.inject({ url: '/', headers: { cookie: sent } })).json<{ token: unknown }>().token;

  it('is of this host alone and Secure when live, whatever speaks to the service', async () => {
    await serve(LIVE);
    const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict';
    expect(await given('POST')).toBe(`__Host-marina_session=${TOKEN}; ${attributes}`);
    expect(await given('DELETE')).toMatch(/^__Host-marina_session=;.*Path=\/;.* Secure;/);
    expect(await tokenIn(`__Host-marina_session=${TOKEN}`)).toBe(TOKEN);
    expect(await tokenIn(`marina_session=${TOKEN}`)).toBeNull();
  });

  it('has no such name in a test over plain http, where browsers would drop it', async () => {
    await serve(REAL);
    expect(await given('POST')).toBe(`marina_session=${TOKEN}; Path=/; HttpOnly; SameSite=Strict`);
    expect(await tokenIn(`marina_session=${TOKEN}`)).toBe(TOKEN);
    expect(await tokenIn(`marina_session=${TOKEN}; marina_session=${TOKEN}`)).toBeNull();
  });
});
