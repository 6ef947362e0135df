import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { ClientPostgres, clientLacks } from '../../support/databases/client-postgres.js';
import { PEPPER, temporaryFolder } from '../../support/databases/databases.js';
import { call, KILL_ADMIN, pause, postOrder } from '../../support/dealers.js';
import { ServiceProcess } from '../../support/process.js';

const CLI = resolve('dist/cli.js');
const lacking = clientLacks();
const describeHere = lacking === null ? describe : describe.skip;
if (lacking !== null) process.stderr.write(`No restore of PostgreSQL: ${lacking}\n`);

describeHere('A service whose PostgreSQL was lost and restored from a dump', () => {
  let server: ClientPostgres;
  let exchange: Simulator;
  let service: ServiceProcess | null = null;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await ClientPostgres.start();
    exchange = await startSimulator({ seed: 'dump', parameters: { duplicateCheck: 'off' } });
    env = {
      DATABASE_URL: await server.database('desk'),
      EXCHANGE_BASE_URL: exchange.url,
      EXCHANGE_API_KEYS: 'sk_test_simulator',
      BROKER_CODE: 'MARINA',
      TRADING_SESSION: 'always',
      MARINA_ADMIN_KEY: KILL_ADMIN,
      MARINA_KEY_PEPPER: PEPPER,
      MARINA_SIGNING_KEY_FILE: resolve(temporaryFolder(), 'signing-key.pem'),
    };
  });

  afterAll(async () => {
    await service?.end('SIGKILL');
    await exchange.close();
    await server.stop();
  });

  const marina = async (args: readonly string[]): Promise<{ status: unknown; stdout: string }> => {
    const child = spawn(process.execPath, [CLI, ...args], {
      env: { ...env, PATH: `${server.bin}:${process.env['PATH'] ?? ''}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close') as Promise<[number | null]>;
    const stdout = await text(child.stdout);
    const [status] = await closed;
    return { status, stdout };
  };

  const turn = (address: string, to: string): Promise<unknown> =>
    call(address, 'POST', `/v1/ops/${to}`, { reason: 'a drill' });

  const posts = (): number =>
    exchange.exchange.control.calls().filter(({ endpoint }) => endpoint === 'order/post').length;

  it('starts paused on a machine without any checkpoint, and sends no order again', async () => {
    service = await ServiceProcess.start({ ...env, MARINA_CHECKPOINT_DIR: temporaryFolder() });
    await turn(service.address, 'pause');
    const queued = await postOrder(service.address, 'queued');
    const made = await marina(['backup', '--out', temporaryFolder(), '--json']);
    const { path } = JSON.parse(made.stdout) as { path: string };
    await turn(service.address, 'resume');
    while (posts() < 1) await pause(20);
    await service.end('SIGKILL');

    env = {
      ...env,
      DATABASE_URL: await server.database('restored'),
      MARINA_CHECKPOINT_DIR: temporaryFolder(),
    };
    const restored = await marina(['restore', path]);
    expect(restored).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('The next start sends nothing'),
    });
    service = await ServiceProcess.start(env);
    const { body } = await call(service.address, 'GET', '/v1/ops/status');
    expect(body).toMatchObject({ restored: { since: expect.any(String) } });
    await turn(service.address, 'resume');
    const order = await call(service.address, 'GET', `/v1/orders/${queued}`);
    expect(order.body).toMatchObject({ pending: { kind: 'Post', state: 'Unknown' } });
    expect(posts()).toBe(1);
    const verdict = await call(service.address, 'POST', '/v1/audit/verifications');
    expect(verdict.body).toMatchObject({ valid: true });
  });
});
