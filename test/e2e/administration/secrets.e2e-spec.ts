import { EVERY_SCOPE } from '../../../simulator/endpoints.js';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { administration } from '../../support/administration/guide.js';
import { ask, keyIn, Machine } from '../../support/administration/machine.js';
import { wallTime } from '../../support/dealers.js';
import { TestProvider } from '../../support/identity-provider.js';
import type { ServiceProcess } from '../../support/process.js';

const ADMIN_KEY = 'first-key-of-a-configuration-0123456789';
const KEYS = 'etc/marina/secrets/exchange-api-keys';
const PEPPER = 'etc/marina/secrets/key-pepper';
const CLIENT_SECRET = 'etc/marina/secrets/oidc-client-secret';
const SETTINGS = 'etc/marina/marina.env';
const HOUR_MS = 3_600_000;
const EMAIL = 'ada@desk.example';

describe('An administrator who replaces every secret', () => {
  const machine = new Machine();
  let exchange: Simulator;
  let provider: TestProvider;
  let service: ServiceProcess;
  let adminId: string;
  let key = ADMIN_KEY;
  let session: string;
  let rotated: { before: string; after: string };

  beforeAll(async () => {
    exchange = await startSimulator({
      seed: 'secrets',
      market: 'off',
      keys: { sk_test_old: [EVERY_SCOPE], sk_test_new: [EVERY_SCOPE] },
    });
    provider = await TestProvider.start();
    provider.accounts.set('ada', { email: EMAIL, email_verified: true });
    provider.who = 'ada';
    const [install = ''] = administration.block('Install with systemd').split('# After ');
    await machine.done(install.replace('sk_test_…', 'sk_test_old'));
    machine.edit(SETTINGS, (settings) =>
      settings.replace('https://exchange.example', exchange.url),
    );
  });

  afterAll(async () => {
    await service.end('SIGKILL');
    await provider.close();
    await exchange.close();
  });

  const exchangeKeys = async (): Promise<unknown> =>
    (await ask(service, key, '/v1/ops/status')).body['keys'];
  const opens = async (secret: string): Promise<boolean> =>
    (await ask(service, secret, '/v1/orders')).status === 200;
  /** Where a sign-in at the provider leads to, and the session that it opens. */
  const signIn = async (): Promise<{ to: string; cookie: string }> => {
    const led = async (path: string, cookie = ''): Promise<Response> =>
      fetch(`${service.address}${path}`, {
        redirect: 'manual',
        headers: { cookie, connection: 'close' },
      });
    const cookieOf = (answer: Response, name: string): string =>
      answer.headers
        .getSetCookie()
        .map((set) => set.split(';')[0] ?? '')
        .find((pair) => pair.startsWith(`${name}=`)) ?? '';
    const begun = await led('/v1/session/oidc?returnTo=/console/orders');
    const query = await provider.visit(begun.headers.get('location') ?? '');
    const ended = await led(`/v1/session/oidc/callback${query}`, cookieOf(begun, 'marina_sign_in'));
    const to = ended.headers.get('location') ?? '';
    return { to, cookie: cookieOf(ended, 'marina_session') };
  };

  it('sets what the guide names for the sign-in provider', () => {
    const section = administration.section('Sign-in at an OpenID provider');
    const [sentence = ''] = /^Here set [^;]*/m.exec(section) ?? [];
    const named = sentence.match(/OIDC_[A-Z_]+/g);
    const { OIDC_CLIENT_SECRET: _, ...rest } = provider.environment;
    const settings: Record<string, string> = {
      ...rest,
      OIDC_CLIENT_SECRET_FILE: `/${CLIENT_SECRET}`,
    };
    expect([...(named ?? [])].sort()).toEqual(Object.keys(settings).sort());
    machine.write(CLIENT_SECRET, 'a-secret-that-the-provider-has-ended\n');
    const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`);
    machine.edit(SETTINGS, (text) => text + lines.join(''));
  });

  it('rotates MARINA_ADMIN_KEY like any other key, and takes it out of the configuration', async () => {
    machine.edit(SETTINGS, (text) => `${text}MARINA_ADMIN_KEY=${ADMIN_KEY}\n`);
    service = await machine.startUnit();
    provider.service = service.address;
    const { body } = await ask(service, ADMIN_KEY, '/v1/api-keys');
    [{ id: adminId = '' } = {}] = body['data'] as { id?: string }[];
    const { body: issued } = await ask(service, ADMIN_KEY, `/v1/api-keys/${adminId}/rotate`, {
      method: 'POST',
      body: {},
    });
    key = String(issued['secret']);
    expect([await opens(ADMIN_KEY), await opens(key)]).toEqual([false, true]);
    await ask(service, key, '/v1/persons', {
      method: 'POST',
      body: { name: 'Ada Obi', email: EMAIL, roles: ['dealer'] },
    });
    machine.edit(SETTINGS, (text) => text.replace(/^MARINA_ADMIN_KEY=.*\n/m, ''));
  });

  it('cannot sign in with a client secret that the provider has ended, and with the new one can', async () => {
    expect(await signIn()).toMatchObject({
      to: expect.stringMatching(/signInRefused/),
      cookie: '',
    });
    machine.write(CLIENT_SECRET, provider.environment['OIDC_CLIENT_SECRET'] ?? '');
    machine.write(KEYS, 'sk_test_old,sk_test_new\n');
    await service.stop();
    service = await machine.startUnit();
    provider.service = service.address;
    const { to, cookie } = await signIn();
    expect(to).toBe('/console/orders');
    const linked = await ask(service, key, '/v1/audit/events?type=PERSON_LINKED');
    expect(linked.body['data']).toHaveLength(1);
    session = cookie;
  });

  it('sees the new exchange key working beside the old one, and removes that', async () => {
    expect(await exchangeKeys()).toMatchObject([{ state: 'Working' }, { state: 'Working' }]);
    machine.write(KEYS, 'sk_test_new\n');
    await service.stop();
  });

  it('rotates an API key and the signing key by the command line, while the service is stopped', async () => {
    const rotate = administration.command('Replace secrets', 'marina keys rotate');
    const until = new Date(wallTime() + HOUR_MS).toISOString();
    const output = await machine.done(rotate.replace('ID', adminId).replace('TIME', until));
    rotated = { before: key, after: keyIn(output) };
    expect(rotated.after).not.toBe('');
    await machine.done(administration.command('Replace secrets', 'marina audit rotate-key'));
  });

  it('has both secrets of the API key open for a while, one exchange key, and sessions go on', async () => {
    service = await machine.startUnit();
    expect([await opens(rotated.before), await opens(rotated.after)]).toEqual([true, true]);
    expect(await exchangeKeys()).toHaveLength(1);
    const answer = await fetch(`${service.address}/v1/session`, { headers: { cookie: session } });
    expect(answer.status).toBe(200);
  });

  it('has a trail that names both signing keys, and verifies', async () => {
    const { body } = await ask(service, key, '/v1/audit/verifications', { method: 'POST' });
    expect(body).toMatchObject({ valid: true });
    const keys = await ask(service, key, '/v1/audit/events?type=SIGNING_KEY_ROTATED');
    expect(keys.body['data']).toHaveLength(1);
  });

  it('cannot replace the pepper: the service refuses to start', async () => {
    await service.stop();
    const pepper = machine.read(PEPPER);
    machine.write(PEPPER, 'f'.repeat(64));
    await expect(machine.startUnit()).rejects.toThrow(/MARINA_KEY_PEPPER/);
    machine.write(PEPPER, pepper);
  });
});
