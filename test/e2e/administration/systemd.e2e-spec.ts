import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { administration } from '../../support/administration/guide.js';
import { ask, keyIn, Machine } from '../../support/administration/machine.js';
import { type Certificate, selfSigned, TlsProxy } from '../../support/administration/tls-proxy.js';
import { DAY_ORDER } from '../../support/dealers.js';
import type { ServiceProcess } from '../../support/process.js';

const ARE_SET = '# After EXCHANGE_BASE_URL and the rest of marina.env are set:';
const ORDER = { ...DAY_ORDER, clientOrderId: 'first' };

describe('An administrator who installs with systemd', () => {
  const machine = new Machine();
  let exchange: Simulator;
  let service: ServiceProcess;
  let firstKey: string;
  let ownKey: string;

  beforeAll(async () => {
    exchange = await startSimulator({ seed: 'administration', market: 'off' });
  });

  afterAll(async () => {
    await service.end('SIGKILL');
    await exchange.close();
  });

  it('installs the files, finds nothing wrong with the doctor, and makes a first key', async () => {
    const [install = '', start = ''] = administration.block('Install with systemd').split(ARE_SET);
    expect(await machine.done(install.replace('sk_test_…', 'sk_test_simulator'))).toBe(
      'npm ci --workspaces=false\nnpm run build\nnpm prune --omit=dev --workspaces=false\n',
    );
    machine.edit('etc/marina/marina.env', (settings) =>
      settings.replace('https://exchange.example', exchange.url).replace('10:00-14:30', 'always'),
    );
    const { status, output, asked } = await machine.run(start);
    expect([status, output]).toEqual([0, expect.stringContaining('mk_')]);
    expect(output).not.toMatch(/^FAIL/m);
    expect(asked).toEqual(['systemctl daemon-reload', 'systemctl enable --now marina']);
    firstKey = keyIn(output);
  });

  it('has a service that the unit starts, and that takes orders', async () => {
    service = await machine.startUnit();
    expect((await ask(service, firstKey, '/health/ready')).status).toBe(200);
    const posted = await ask(service, firstKey, '/v1/orders', { method: 'POST', body: ORDER });
    expect(posted.status).toBe(201);
  });

  it('replaces the first key by one of a person, and cannot revoke the last administrator', async () => {
    const keys = await ask(service, firstKey, '/v1/api-keys');
    const [{ id: first = '' } = {}] = keys.body['data'] as { id?: string }[];
    const person = await ask(service, firstKey, '/v1/persons', {
      method: 'POST',
      body: { name: 'Ada Admin', email: 'ada@desk.example', roles: ['administrator'] },
    });
    const made = await ask(service, firstKey, '/v1/api-keys', {
      method: 'POST',
      body: { name: 'ada', personId: person.body['id'] },
    });
    ownKey = String(made.body['secret']);
    const revoke = (id: string) => ask(service, ownKey, `/v1/api-keys/${id}`, { method: 'DELETE' });
    expect((await revoke(first)).status).toBe(204);
    expect((await ask(service, firstKey, '/v1/orders')).status).toBe(401);
    expect(await revoke(String(made.body['id']))).toMatchObject({
      status: 409,
      body: { code: 'last-administrator' },
    });
  });

  it('finds for each alert the metrics that it asks, and the pages that its section names', async () => {
    const { groups } = parse(readFileSync('deploy/observability/alerts.yaml', 'utf8')) as {
      groups: { rules: { alert: string; expr: string }[] }[];
    };
    const metrics = await (await fetch(`${service.address}/metrics`)).text();
    const seen = new Set<string>();
    for (const { alert, expr } of groups.flatMap(({ rules }) => rules)) {
      const section = administration.section(alert);
      const named = `${expr} ${section}`.match(/\b(?:marina|process|nodejs)_\w+/g) ?? [];
      for (const name of named) {
        const shown = metrics.includes(`# TYPE ${name.replace(/_bucket$/, '')} `);
        expect([alert, name, shown]).toEqual([alert, name, true]);
      }
      for (const [, page = ''] of section.matchAll(/`GET (\/[^`{]+)`/g)) seen.add(page);
    }
    expect(seen.size).toBeGreaterThan(1);
    for (const page of seen)
      expect([page, (await ask(service, ownKey, page)).status]).toEqual([page, 200]);
  });

  describe('and puts the proxy before it that ends TLS', () => {
    let proxy: TlsProxy;
    let certificate: Certificate;

    beforeAll(async () => {
      certificate = selfSigned();
      proxy = await TlsProxy.start(service.address, certificate);
    });

    afterAll(() => proxy.close());

    /** From an address that is not the proxy's. */
    const call = (
      path: string,
      headers: Record<string, string> = {},
      body?: object,
    ): Promise<IncomingMessage> =>
      new Promise((done, failed) => {
        const asked = request(
          {
            host: '127.0.0.1', servername: 'localhost', port: proxy.port, path,
            localAddress: '127.0.0.2', ca: certificate.cert, agent: false,
            method: body === undefined ? 'GET' : 'POST',
            headers: {
              host: `localhost:${proxy.port}`,
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
              ...headers,
            },
          },
          done,
        ); // prettier-ignore
        asked.on('error', failed);
        asked.end(body === undefined ? undefined : JSON.stringify(body));
      });
    const authorization = (): Record<string, string> => ({ authorization: `Bearer ${ownKey}` });

    it('is the only one who says where callers are, whatever these have written', async () => {
      const forged = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'evil.example' };
      const id = { 'x-request-id': 'forged-1' };
      const body = { name: 'through the proxy', scopes: ['orders:read'] };
      const made = await call('/v1/api-keys', { ...authorization(), ...forged, ...id }, body);
      expect([made.statusCode, await text(made)]).toEqual([201, expect.stringContaining('mk_')]);
      const { body: found } = await ask(service, ownKey, '/v1/audit/events?requestId=forged-1');
      expect(found['data']).toMatchObject([{ sourceAddress: '127.0.0.2' }]);
    });

    it('lets people sign in at its own origin over https, and at no other', async () => {
      const signIn = (origin: string) =>
        call('/v1/session', { origin, 'x-forwarded-host': 'evil.example' }, { key: ownKey });
      const own = await signIn(`https://localhost:${proxy.port}`);
      expect(own.statusCode).toBe(200);
      expect(String(own.headers['set-cookie'])).toMatch(/; Secure/);
      expect((await signIn('https://evil.example')).statusCode).toBe(403);
    });

    it('passes on what happens as it happens, and keeps the metrics inside', async () => {
      const stream = await call('/v1/stream?after=0', authorization());
      let read = '';
      for await (const piece of stream) {
        read += String(piece);
        if (read.includes('ORDER_RECEIVED')) break;
      }
      expect(stream.statusCode).toBe(200);
      expect((await call('/metrics')).statusCode).toBe(404);
    });

    it('takes https alone', async () => {
      await expect(fetch(`http://127.0.0.1:${proxy.port}/health/live`)).rejects.toThrow();
    });
  });
});
