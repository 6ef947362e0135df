import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { freshDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { call, Dealers, KILL_ADMIN, pause, postOrder } from '../../support/dealers.js';
import { ServiceProcess } from '../../support/process.js';

const CLI = resolve('dist/cli.js');

interface Made {
  readonly path: string;
  readonly manifest: { readonly entries: number };
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('A backup by the command line, beside the service', () => {
  let exchange: Simulator;
  let env: Record<string, string>;
  let service: ServiceProcess | null = null;

  const environment = async (): Promise<void> => {
    exchange = await startSimulator({ seed: 'backup', parameters: { duplicateCheck: 'off' } });
    env = {
      DATABASE_URL: await freshDatabase('sqlite'),
      EXCHANGE_BASE_URL: exchange.url,
      EXCHANGE_API_KEYS: 'sk_test_simulator',
      BROKER_CODE: 'MARINA',
      TRADING_SESSION: 'always',
      MARINA_ADMIN_KEY: KILL_ADMIN,
      MARINA_CHECKPOINT_DIR: temporaryFolder(),
    };
  };

  afterEach(async () => {
    await service?.end('SIGKILL');
    await exchange.close();
    service = null;
  });

  /** Not synchronous: dealers and the exchange go on meanwhile. */
  const marina = async (args: readonly string[], before = ''): Promise<Ended> => {
    const script = `${before}exec "$0" "$@"`;
    const child = spawn('sh', ['-c', script, process.execPath, CLI, ...args], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = once(child, 'close') as Promise<[number | null]>;
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [status] = await closed;
    return { status, stdout, stderr };
  };

  const lastCheckpoint = (): number => {
    const folder = String(env['MARINA_CHECKPOINT_DIR']);
    const name = readdirSync(folder).find((one) => one.endsWith('.checkpoint.json'));
    const found = readFileSync(join(folder, String(name)), 'utf8');
    return (JSON.parse(found) as { sequence: number }).sequence;
  };

  const orders = (): number => exchange.exchange.control.orders().length;

  const posts = (): number =>
    exchange.exchange.control.calls().filter(({ endpoint }) => endpoint === 'order/post').length;

  it('restored after kill -9 and the loss of the disk, starts paused and sends no order again', async () => {
    await environment();
    service = await ServiceProcess.start(env);
    await postOrder(service.address, 'sent');
    while (orders() < 1) await pause(20);
    await call(service.address, 'POST', '/v1/ops/pause', { reason: 'a drill' });
    const queued = await postOrder(service.address, 'queued');
    const folder = temporaryFolder();
    const made = await marina(['backup', '--out', folder, '--json']);
    expect(made).toMatchObject({ status: 0, stderr: '' });
    const { path, manifest } = JSON.parse(made.stdout) as Made;
    await call(service.address, 'POST', '/v1/ops/resume', { reason: 'a drill' });
    while (orders() < 2) await pause(20);
    while (lastCheckpoint() <= manifest.entries) await pause(20);
    const checked = await marina(['restore', path, '--check', '--json']);
    expect(checked).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(checked.stdout)).toMatchObject({ good: true, keyPepper: true });
    await service.end('SIGKILL');

    const file = String(env['DATABASE_URL']).slice('sqlite:'.length);
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    const restored = await marina(['restore', path]);
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    expect(restored.stdout).toContain('it is behind by');
    service = await ServiceProcess.start(env);
    const { body } = await call(service.address, 'GET', '/v1/ops/status');
    expect(body).toMatchObject({ restored: { since: expect.any(String) } });
    await call(service.address, 'POST', '/v1/ops/resume', { reason: 'a drill' });
    const order = await call(service.address, 'GET', `/v1/orders/${queued}`);
    expect(order.body).toMatchObject({ pending: { kind: 'Post', state: 'Unknown' } });
    expect(orders()).toBe(2);
    expect(posts()).toBe(2);
    const verdict = await call(service.address, 'POST', '/v1/audit/verifications');
    expect(verdict.body).toMatchObject({ valid: true });
  });

  it('is whole while orders are written, and leaves nothing on a full disk', async () => {
    await environment();
    service = await ServiceProcess.start(env);
    const dealers = new Dealers(4, 5);
    let over = false;
    const running = dealers.run(service.address, () => over);
    await dealers.accepting(20);
    const folder = temporaryFolder();
    const whole = await marina(['backup', '--out', join(folder, 'one.db')]);
    expect(whole).toMatchObject({ status: 0, stderr: '' });
    const full = await marina(['backup', '--out', join(folder, 'two.db')], 'ulimit -f 64; ');
    over = true;
    await running;
    expect(full).toMatchObject({ status: 1, stdout: '' });
    expect(full.stderr).toMatch(/could not be written to .*is there room for it/);
    expect(readdirSync(folder).sort()).toEqual(['one.db', 'one.db.manifest.json']);
  });
});
