import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { administration } from '../../support/administration/guide.js';
import { ask, Machine } from '../../support/administration/machine.js';
import { freshDatabase } from '../../support/databases/databases.js';
import { pause } from '../../support/dealers.js';
import { DAY_ORDER } from '../../support/dealers.js';
import type { ServiceProcess } from '../../support/process.js';

const PREPARED = '# In a folder with the files that secret.example.yaml names:';
const DATABASE_AND_EXCHANGE = ['database-url', 'database-ca.pem', 'exchange-api-keys'];
const ORDER = { ...DAY_ORDER, clientOrderId: 'scaled' };

describe('An administrator who installs on Kubernetes', () => {
  const machine = new Machine();
  let exchange: Simulator;
  let instances: ServiceProcess[] = [];
  let key: string;

  beforeAll(async () => {
    exchange = await startSimulator({ seed: 'kubernetes', market: 'off' });
    machine.write('usr/local/bin/marina', readFileSync('deploy/container/marina', 'utf8'));
    await machine.done(
      'chmod +x /usr/local/bin/marina && ln -s /home/admin/marina /app && mkdir /data',
    );
    machine.profile['FOLDER'] = machine.placed('/data');
    const values = [await freshDatabase('postgres'), 'a certificate', 'sk_test_simulator'];
    DATABASE_AND_EXCHANGE.forEach((file, at) =>
      machine.write(`home/admin/marina/${file}`, values[at] ?? ''),
    );
  });

  afterAll(async () => {
    await stopAll();
    await exchange.close();
  });

  const stopAll = async (): Promise<void> => {
    await Promise.all(instances.splice(0).map((instance) => instance.stop()));
  };
  /** As `config-map.yaml` and `deployment.yaml` have it. */
  const contain = (besides: Record<string, string>): void => {
    const read = (file: string): unknown =>
      parse(machine.read(`home/admin/marina/deploy/kubernetes/${file}`));
    const { data } = read('config-map.yaml') as { data: Record<string, string> };
    const { spec } = read('deployment.yaml') as {
      spec: { template: { spec: { containers: { env: { name: string; value: string }[] }[] } } };
    };
    const env = spec.template.spec.containers[0]?.env.map(({ name, value }) => [name, value]);
    machine.writeContainer({ ...data, ...Object.fromEntries(env ?? []), ...besides });
  };

  it('makes the secret, and finds nothing wrong with the doctor of the first instance', async () => {
    const [image = '', rest = ''] = administration.block('Install on Kubernetes').split(PREPARED);
    expect((await machine.run(image)).asked).toHaveLength(2);
    contain({
      EXCHANGE_BASE_URL: exchange.url,
      TRADING_SESSION: 'always',
      MARINA_ADMIN_KEY_FILE: '/run/marina/admin-key',
    });
    const { status, output, asked } = await machine.run(rest);
    expect([status, output]).toEqual([0, expect.not.stringMatching(/^FAIL/m)]);
    expect(asked).toEqual([
      'kubectl create namespace marina',
      'kubectl apply --kustomize deploy/kubernetes',
      'kubectl --namespace marina rollout status deployment/marina',
    ]);
    const { stringData } = parse(readFileSync('deploy/kubernetes/secret.example.yaml', 'utf8')) as {
      stringData: object;
    };
    const wanted = [...Object.keys(stringData), 'admin-key'].sort();
    expect(readdirSync(join(machine.root, 'run/marina')).sort()).toEqual(wanted);
  });

  it('makes keys of their own, and revokes the one that the configuration had', async () => {
    instances = [await machine.startContainer('data')];
    const [first] = instances;
    const adminKey = machine.read('run/marina/admin-key').trim();
    const body = { name: 'own', scopes: ['admin', 'orders:read', 'orders:write'] };
    const made = await ask(first!, adminKey, '/v1/api-keys', { method: 'POST', body });
    key = String(made.body['secret']);
    const keys = await ask(first!, key, '/v1/api-keys');
    const [old] = (keys.body['data'] as { id: string; name: string }[]).filter(
      ({ name }) => name !== 'own',
    );
    const revoked = await ask(first!, key, `/v1/api-keys/${String(old?.id)}`, { method: 'DELETE' });
    expect(revoked.status).toBe(204);
  });

  it('rotates the signing key, which is mounted read-only: an instance signs nothing until it has it', async () => {
    const sign = async (): Promise<number> =>
      (await ask(instances[0]!, key, '/v1/audit/signed-checkpoints', { method: 'POST' })).status;
    const before = machine.read('run/marina/signing-key.pem');
    const output = await machine.done(administration.block('Replace secrets'));
    const [pem = ''] = /^-----BEGIN[^]*-----END PRIVATE KEY-----$/m.exec(output) ?? [];
    expect(machine.read('run/marina/signing-key.pem')).toBe(before);
    expect(readdirSync(machine.placed('/data'))).not.toContain('signing-key.pem');
    expect(await sign()).toBe(409);
    machine.write('run/marina/signing-key.pem', `${pem}\n`);
    expect(await sign()).toBe(200);
  });

  it('scales out: whichever instance is called takes the order, and one of them polls', async () => {
    contain({ EXCHANGE_BASE_URL: exchange.url, TRADING_SESSION: 'always' });
    instances.push(await machine.startContainer('data'));
    const [one, other] = instances;
    const posted = await ask(one!, key, '/v1/orders', { method: 'POST', body: ORDER });
    const again = await ask(other!, key, '/v1/orders', { method: 'POST', body: ORDER });
    expect([posted.status, again.status, again.body['id']]).toEqual([201, 200, posted.body['id']]);
    const [lease = ''] =
      /marina_scheduler_lease_held/.exec(administration.section('Scale out')) ?? [];
    const held = async (instance: ServiceProcess): Promise<number> => {
      const metrics = await (await fetch(`${instance.address}/metrics`)).text();
      return Number(new RegExp(`^${lease} (\\d)$`, 'm').exec(metrics)?.[1]);
    };
    const holders = async (): Promise<number> => (await held(one!)) + (await held(other!));
    while ((await holders()) !== 1) await pause(50);
    await one!.stop();
    while ((await held(other!)) !== 1) await pause(50);
    expect((await ask(other!, key, `/v1/orders/${String(posted.body['id'])}`)).status).toBe(200);
    instances = [other!];
  });

  it('is upgraded pod by pod where the database allows it, with a backup before, and goes back', async () => {
    const { spec } = parse(readFileSync('deploy/kubernetes/upgrade/check.yaml', 'utf8')) as {
      spec: { template: { spec: { containers: { args: string[] }[] } } };
    };
    const [shell = '', option = '', script = ''] = spec.template.spec.containers[0]?.args ?? [];
    const check = await machine.done(
      `kubectl --namespace marina exec deployment/marina -- ${shell} ${option} '${script}'`,
    );
    expect(check).toMatch(/^the schema is up to date.*\nexit code 0\n$/);
    const asked = [
      (await machine.run(administration.block('Upgrade on Kubernetes'))).asked,
      (await machine.run(administration.block('Upgrade on Kubernetes', 3))).asked,
      (await machine.run(administration.block('Upgrade on Kubernetes', 2))).asked,
      (await machine.run(administration.command('Upgrade on Kubernetes', 'kubectl'))).asked,
    ].flat();
    const inOrder = [
      'kubernetes/upgrade',
      'cronjob/marina-backup',
      'replicas=0',
      'rollout status',
      'undo',
    ];
    const places = inOrder.map((text) => asked.findIndex((one) => one.includes(text)));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
  });
});
