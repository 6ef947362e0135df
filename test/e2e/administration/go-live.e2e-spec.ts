import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { EVERY_SCOPE } from '../../../simulator/endpoints.js';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { administration } from '../../support/administration/guide.js';
import { type Answer, ask, Machine } from '../../support/administration/machine.js';
import { selfSigned, TlsProxy } from '../../support/administration/tls-proxy.js';
import { DAY_ORDER } from '../../support/dealers.js';
import type { ServiceProcess } from '../../support/process.js';

const SETTINGS = 'etc/marina/marina.env';
const KEYS = 'etc/marina/secrets/exchange-api-keys';
/** What the guide means by its three `LIMIT_…`. */
const LIMITS = ['LIMIT_ORDER_VALUE', 'LIMIT_ORDER_UNITS', 'LIMIT_PRICE_BAND'];
const ORDER = { ...DAY_ORDER, clientOrderId: 'small' };

describe('An administrator who goes live', () => {
  const machine = new Machine();
  const [settings = '', ...steps] = administration
    .section('Go live')
    .split(/^\d+\. /m)
    .slice(1);
  let exchange: Simulator;
  let https: TlsProxy;
  let service: ServiceProcess;
  const key = randomBytes(32).toString('hex');

  beforeAll(async () => {
    const keys = { sk_live_desk: [EVERY_SCOPE], sk_test_desk: [EVERY_SCOPE] };
    exchange = await startSimulator({ seed: 'go-live', market: 'off', keys });
    const certificate = selfSigned();
    https = await TlsProxy.start(exchange.url, certificate);
    machine.write('authority.pem', certificate.cert);
    const [install = ''] = administration.block('Install with systemd').split('# After ');
    await machine.done(install.replace('sk_test_…', 'sk_test_desk'));
  });

  afterAll(async () => {
    await service.end('SIGKILL');
    await https.close();
    await exchange.close();
  });

  const set = (name: string, value: string): void =>
    machine.edit(
      SETTINGS,
      (text) => `${text.replace(new RegExp(`^${name}=.*\n`, 'm'), '')}${name}="${value}"\n`,
    );
  const change = (method: string, path: string, body: object): Promise<Answer> =>
    ask(service, key, path, { method, body });

  it('sets what the first step names, and the doctor finds nothing wrong', async () => {
    const values: Record<string, string> = {
      NODE_EXTRA_CA_CERTS: join(machine.root, 'authority.pem'),
      BACKUP_RECIPIENTS: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
      MARINA_ENV: 'live',
      EXCHANGE_BASE_URL: `https://localhost:${https.port}`,
      BROKER_CODE: 'MARINA',
      TRADING_SESSION: 'always',
      TIME_IN_FORCE: 'Day Order (DO)',
      ...Object.fromEntries(LIMITS.map((name) => [name, 'none'])),
    };
    const named = settings.match(/(?<=`)[A-Z][A-Z_]*[A-Z](?=[`=])/g) ?? [];
    expect(Object.keys(values)).toEqual(expect.arrayContaining([...named]));
    for (const [name, value] of Object.entries(values)) set(name, value);
    machine.write(KEYS, 'sk_live_desk\n');
    const output = await machine.done(administration.command('Go live', 'marina doctor'));
    expect(output).not.toMatch(/^(FAIL|WARN {2}backups)/m);
    expect(output).toContain('complete, for live');
  });

  it('starts, makes the first key, enters a holiday, and sets when breaks are due', async () => {
    set('MARINA_ADMIN_KEY', key);
    service = await machine.startUnit();
    const holiday = { kind: 'Holiday', name: 'Christmas Day' };
    expect((await change('PUT', '/v1/trading-calendar/2099-12-25', holiday)).status).toBeLessThan(
      300,
    );
    expect(steps[4]).toContain('due within 15 minutes, 1, 4 or 24 hours, by severity');
    const { body } = await ask(service, key, '/v1/break-settings');
    expect(Object.values(body['dueTimes'] as object)).toEqual([15, 60, 240, 1_440]);
  });

  it('posts, edits and cancels one small order', async () => {
    const { body: posted } = await change('POST', '/v1/orders', ORDER);
    expect(posted).toMatchObject({ status: 'Posted', pending: null });
    const path = `/v1/orders/${String(posted['id'])}`;
    const { body: edited } = await change('PATCH', path, { price: '11.40' });
    expect(edited).toMatchObject({ price: '11.40', pending: null });
    const { body: cancelled } = await change('POST', `${path}/cancel`, {});
    expect(cancelled).toMatchObject({ status: 'Cancelled' });
  });
});
