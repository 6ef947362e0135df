import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sqlitePath } from '../../../src/infra/config/config.js';
import { SqliteDriver } from '../../../src/infra/database/sqlite-driver.js';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import { check } from '../../../verifier/marina-verify.mjs';
import { unpack } from '../../support/unpack.js';
import { freshDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { pause } from '../../support/dealers.js';
import { ServiceProcess } from '../../support/process.js';

const ADMIN = 'process-test-admin-key-0123456789-012345';
const CREATE_KEY = ['dist/cli.js', 'keys', 'create', '--name', 'desk', '--scopes', 'orders:read'];

const LIVE = {
  MARINA_ENV: 'live',
  // Nothing listens there: what is shown of it comes before the first call.
  EXCHANGE_BASE_URL: 'https://127.0.0.1:9',
  EXCHANGE_API_KEYS: 'sk_live_a',
  BROKER_CODE: 'MARINA',
  LIMIT_ORDER_VALUE: 'none',
  LIMIT_ORDER_UNITS: 'none',
  LIMIT_PRICE_BAND: 'none',
  MARINA_ADMIN_KEY: '9f2c4b7e1d80a35c6e4f7b2a9d1c8e03',
};

describe('The service as a process', () => {
  let exchange: Simulator | null = null;
  let service: ServiceProcess | null = null;

  afterEach(async () => {
    await service?.end('SIGKILL');
    await exchange?.close();
    service = null;
  });

  const environment = async (): Promise<Record<string, string>> => {
    exchange = await startSimulator({ seed: 'process' });
    return {
      DATABASE_URL: await freshDatabase('sqlite'),
      EXCHANGE_BASE_URL: exchange.url,
      EXCHANGE_API_KEYS: 'sk_test_simulator',
      BROKER_CODE: 'MARINA',
      TRADING_SESSION: 'always',
      MARINA_ADMIN_KEY: ADMIN,
    };
  };

  const signedSize = async (address: string): Promise<number> => {
    const response = await fetch(`${address}/v1/audit/signed-checkpoints`, {
      method: 'POST',
      // The process of the test may stand still for longer than an idle connection lives.
      headers: { authorization: `Bearer ${ADMIN}`, connection: 'close' },
    });
    return ((await response.json()) as { size: number }).size;
  };

  const post = (address: string, clientOrderId = 'p1'): Promise<Response> =>
    fetch(`${address}/v1/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ADMIN}`,
        'content-type': 'application/json',
        connection: 'close',
      },
      body: JSON.stringify({
        clientOrderId,
        side: 'BUY',
        security: 'SD11PLC',
        units: '10',
        price: '12.50',
        timeInForce: 'Day Order (DO)',
        accountNumber: 'C1',
        clientName: 'Ada Obi',
      }),
    });

  const orderAfterRestart = async (env: Record<string, string>): Promise<unknown> => {
    service = await ServiceProcess.start(env);
    const response = await fetch(`${service.address}/v1/orders?clientOrderId=p1`, {
      headers: { authorization: `Bearer ${ADMIN}` },
    });
    const { data } = (await response.json()) as { data: unknown[] };
    return data[0];
  };

  it('finishes the call in flight on SIGTERM, and exits with 0', async () => {
    const env = await environment();
    exchange?.exchange.control.queueFault({
      endpoint: 'order/post',
      fault: 'delay',
      when: 'after',
      ms: 1_200,
    });
    service = await ServiceProcess.start(env);
    expect((await post(service.address)).status).toBe(202);
    await arrived(exchange);
    await service.stop();
    expect(await orderAfterRestart(env)).toMatchObject({
      status: expect.stringMatching(/Posted|Open/),
      pending: null,
    });
  });

  it('makes a request that was in flight at kill -9 Unknown after a restart, and never resends it', async () => {
    // Neither the reply nor the end of the quiet time comes before the test has ended.
    const patience = { EXCHANGE_TIMEOUT_MS: '120000', EXCHANGE_QUIET_MS: '600000' };
    const env = { ...(await environment()), ...patience };
    exchange?.exchange.control.queueFault({
      endpoint: 'order/post',
      fault: 'delay',
      when: 'after',
      ms: 120_000,
    });
    service = await ServiceProcess.start(env);
    await post(service.address);
    await arrived(exchange);
    await service.end('SIGKILL');
    expect(await orderAfterRestart(env)).toMatchObject({
      status: 'New',
      pending: { kind: 'Post', state: 'Unknown' },
      evidence: { certain: false },
    });
    const posts = exchange?.exchange.control
      .calls()
      .filter((call) => call.endpoint === 'order/post');
    expect(posts).toHaveLength(1);
  });

  it.each(['/v1/audit/events', '/v1/orders', '/v1/breaks', '/v1/trading-days'])(
    'reads the numbers in the query of %s, bundled too',
    async (path) => {
      service = await ServiceProcess.start(await environment());
      const response = await fetch(`${service.address}${path}?limit=1`, {
        headers: { authorization: `Bearer ${ADMIN}` },
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ page: { limit: 1 } });
    },
  );

  it('refuses a second process on the same SQLite file', async () => {
    const env = await environment();
    service = await ServiceProcess.start(env);
    await expect(ServiceProcess.start(env)).rejects.toThrow(/only one can at a time/);
  });

  it('reports every configuration problem at once, and does not start', async () => {
    const { status, stderr } = run(['dist/main.js'], {
      PORT: 'x',
      EXCHANGE_BASE_URL: 'ftp://x',
      MARINA_ENV: 'prod',
    });
    expect(status).toBe(2);
    for (const name of ['PORT', 'EXCHANGE_BASE_URL', 'MARINA_ENV']) expect(stderr).toContain(name);
  });

  it('refuses a data folder in which other users can write, and says what to do', async () => {
    const env = await environment();
    const folder = dirname(String(env['DATABASE_URL']).replace('sqlite:', ''));
    chmodSync(folder, 0o777);
    const { status, stderr } = run(['dist/main.js'], env);
    expect(status).toBe(2);
    expect(stderr).toContain(`chmod 700 ${folder}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses to run live on PostgreSQL with a data folder in which other users can write', () => {
    const cwd = temporaryFolder();
    const folder = join(cwd, 'data');
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    const pepper = '51d7c0a9e3864bf2a97d10c85e3fb624';
    const env = {
      ...LIVE,
      DATABASE_URL: 'postgres://127.0.0.1:9/marina',
      MARINA_KEY_PEPPER: pepper,
    };
    const { status, stderr } = run([resolve('dist/main.js')], env, cwd);
    expect(status).toBe(2);
    expect(stderr).toContain(`can write to ${folder} (mode 777)`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses to run a live key as a test', () => {
    const { status, stderr } = run(['dist/main.js'], {
      EXCHANGE_BASE_URL: 'http://127.0.0.1:9',
      EXCHANGE_API_KEYS: 'sk_live_abc',
      BROKER_CODE: 'X',
    });
    expect(status).toBe(2);
    expect(stderr).toContain('MARINA_ENV');
    expect(stderr).not.toContain('sk_live_abc');
  });

  it('refuses to run live against the simulator', () => {
    const env = { MARINA_ENV: 'live', EXCHANGE_API_KEYS: 'sk_live_abc', BROKER_CODE: 'X' };
    const { status, stderr } = run(['dist/main.js'], env);
    expect(status).toBe(2);
    expect(stderr).toContain('EXCHANGE_BASE_URL must be set');
  });

  it('refuses a database of another broker', async () => {
    const env = await environment();
    service = await ServiceProcess.start(env);
    await service.end('SIGTERM');
    const other = run(['dist/main.js'], { ...env, BROKER_CODE: 'OTHER' });
    expect(other.status).toBe(2);
    expect(other.stderr).toContain('BROKER_CODE is OTHER');
    expect(other.stderr).toContain('belongs to MARINA');
  });

  it.each(['live', 'test'])(
    'starts with an administrator’s key that opens nothing only where it is not live: %s',
    async (mode) => {
      const env = {
        ...LIVE,
        DATABASE_URL: await freshDatabase('sqlite'),
        EXCHANGE_API_KEYS: `sk_${mode}_a`,
        MARINA_ENV: mode,
      };
      const start = async (adminKey: string): Promise<void> => {
        service = await ServiceProcess.start({ ...env, MARINA_ADMIN_KEY: adminKey });
        await service.end('SIGKILL');
      };
      await start(env.MARINA_ADMIN_KEY);
      await start(env.MARINA_ADMIN_KEY);
      const unknown = 'c41e7f0a92b85d63e0f7a1b94c2d8e57';
      if (mode === 'test') {
        await start(unknown);
        return;
      }
      const { status, stderr } = run(['dist/main.js'], { ...env, MARINA_ADMIN_KEY: unknown });
      expect(status).toBe(2);
      expect(stderr).toContain('MARINA_ADMIN_KEY opens nothing');
      expect(stderr).not.toContain(unknown);
    },
  );

  it.each([true, false])(
    'makes no keys of a demo with an exchange of its own, and prints at most the first one: %s',
    async (isPrinted) => {
      const { MARINA_ADMIN_KEY, ...env } = await environment();
      service = await ServiceProcess.start(
        isPrinted ? env : { ...env, MARINA_ADMIN_KEY: String(MARINA_ADMIN_KEY) },
      );
      // The welcome is written at once, after the address.
      while (!service.errors.includes('API description')) await pause(20);
      const printed = service.errors.match(/\b[ms]k_[\w-]+/g) ?? [];
      expect(printed).toHaveLength(isPrinted ? 1 : 0);
      expect(service.errors).not.toMatch(/demo|simulat/i);
      expect(service.errors).not.toContain(ADMIN);
      const folder = dirname(String(env['DATABASE_URL']).slice('sqlite:'.length));
      expect(readdirSync(folder).filter((file) => file.includes('demo'))).toEqual([]);
      const listed = run(['dist/cli.js', 'keys', 'list', '--json'], env).stdout;
      expect((JSON.parse(listed) as { name: string }[]).map(({ name }) => name)).toEqual(['admin']);
    },
  );

  it('refuses a database whose keys were made with another pepper', async () => {
    const env = await environment();
    service = await ServiceProcess.start(env);
    await service.end('SIGTERM');
    const pepper = 'another-pepper-0123456789-0123456789';
    for (const args of [['dist/main.js'], CREATE_KEY]) {
      const { status, stderr } = run(args, { ...env, MARINA_KEY_PEPPER: pepper });
      expect(status).toBe(2);
      expect(stderr).toContain('MARINA_KEY_PEPPER');
      expect(stderr).not.toContain(pepper);
    }
  });

  it('answers although more idle connections are open than it may open files', async () => {
    service = await ServiceProcess.start(await environment(), { openFiles: 256 });
    const { hostname, port } = new URL(service.address);
    const idle = Array.from({ length: 300 }, () => connect(Number(port), hostname));
    await Promise.all(
      idle.map((socket) => new Promise((resolve) => socket.on('error', resolve).on('connect', resolve))), // prettier-ignore
    );
    expect((await post(service.address)).status).toBe(202);
    for (const socket of idle) socket.destroy();
  });

  it('has the system keep what connects while it is busy: nobody has to try again', async () => {
    service = await ServiceProcess.start(await environment());
    const { hostname, port } = new URL(service.address);
    service.signal('SIGSTOP');
    await service.stopped();
    // More than the 511 that Node.js has the system keep.
    const length = Math.min(800, maxBacklog());
    const callers = Array.from({ length }, () => connect(Number(port), hostname));
    try {
      // The others would try again, in vain, until the time of the test is up.
      await Promise.all(callers.map((socket) => once(socket, 'connect')));
    } finally {
      for (const socket of callers) socket.on('error', () => undefined).destroy();
    }
    service.signal('SIGCONT');
    expect((await post(service.address)).status).toBe(202);
  });

  it('is healthy for its container while it answers, and only then', async () => {
    service = await ServiceProcess.start(await environment());
    const { port } = new URL(service.address);
    const health = () =>
      run(['deploy/container/health-check.js'], { HOST: '0.0.0.0', PORT: port }).status;
    expect(health()).toBe(0);
    await service.end('SIGTERM');
    expect(health()).toBe(1);
  });

  it('is built to run without any package that only development needs', () => {
    const programs = readdirSync('dist', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join('dist', file), 'utf8'));
    const imported = programs.flatMap((text) =>
      [...text.matchAll(/(?:from |import\(|require\()"((?:@[^"/]+\/)?[^"./][^"/]*)/g)].map(
        ([, name]) => name,
      ),
    );
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { readonly dev?: boolean } | undefined>;
    };
    expect(imported).toContain('pg');
    const isDev = (name = ''): boolean => packages[`node_modules/${name}`]?.dev === true;
    expect(imported.filter(isDev)).toEqual([]);
  });

  it('leaves no file that other users can read', async () => {
    const env = await environment();
    service = await ServiceProcess.start(env);
    await post(service.address);
    const folder = dirname(String(env['DATABASE_URL']).slice('sqlite:'.length));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true });
    const open = files.filter(
      ({ parentPath, name }) => (statSync(join(parentPath, name)).mode & 0o077) !== 0,
    );
    expect(files.length).toBeGreaterThan(2);
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('verifies its audit trail and proves parts of it from the command line, even while the service runs', async () => {
    const env = await environment();
    const audit = (...args: string[]): ReturnType<typeof run> =>
      run(['dist/cli.js', 'audit', ...args], env);
    service = await ServiceProcess.start(env);
    await post(service.address);
    const sizes = [await signedSize(service.address)];
    const full = audit('verify', '--json');
    expect(full.status).toBe(0);
    const whole = { valid: true, firstBadSequence: null, mode: 'full', checkpointsCompared: 1 };
    expect(JSON.parse(full.stdout)).toMatchObject({ ...whole, checkpoint: { contained: true } });
    const kept = run(['dist/cli.js', 'retention', '--json'], env);
    expect(JSON.parse(kept.stdout)).toMatchObject({
      applied: false,
      orders: 0,
      onHold: 0,
      open: 0,
    });
    expect((await post(service.address, 'p2')).status).toBe(202);
    sizes.push(await signedSize(service.address));
    const since = audit('verify', '--since', '--json').stdout;
    expect(JSON.parse(since)).toMatchObject({ ...whole, mode: 'since', checkpointsCompared: 1 });

    const [older, newer] = sizes.map(String);
    const folder = temporaryFolder();
    const exported = (name: string): string => {
      const out = join(folder, name);
      expect(audit('export', '--format', 'ndjson', '--out', out).status).toBe(0);
      return out;
    };
    const running = exported('running.ndjson');
    for (const [file, ...asked] of [
      ['entry.json', '--sequence', '1'],
      ['older.json', '--size', older ?? ''],
      ['both.json', '--size', older ?? '', '--to', newer ?? ''],
    ]) {
      const out = join(folder, file ?? '');
      expect(audit('proof', ...asked, '--out', out).status).toBe(0);
      // Checkpoints are signed meanwhile, too.
      const proven = await check({ export: running, proof: [out], 'allow-later': true });
      expect(proven).toMatchObject({ valid: true, proofs: 1 });
      expect(JSON.parse(audit('proof', ...asked, '--json').stdout)).toEqual(
        JSON.parse(readFileSync(out, 'utf8')),
      );
    }
    expect(audit('proof', '--sequence', '1').stdout).toContain(`checkpoint of ${newer} entries`);
    expect(audit('proof', '--sequence', '99999').status).toBe(1);
    expect(audit('proof', '--sequence', '1', '--to', '2').status).toBe(2);
    expect(audit('verfy').status).toBe(2);
    const zip = join(folder, 'trail.zip');
    const archived = async (out: string) => {
      expect(audit('export', '--format', 'zip', '--out', out).status).toBe(0);
      const unpacked = temporaryFolder();
      await unpack(readFileSync(out), unpacked);
      return check({ archive: unpacked });
    };
    expect(await archived(zip)).toMatchObject({
      valid: true,
      manifest: 'signed',
      entries: Number(newer),
    });
    expect(audit('export', '--format', 'zip').status).toBe(2);

    await service.end('SIGTERM');
    const rotated = audit('rotate-key', '--json');
    expect(JSON.parse(rotated.stdout)).toMatchObject({ rotated: true });
    const trail = exported('rotated.ndjson');
    const data = dirname(String(env['DATABASE_URL']).slice('sqlite:'.length));
    const checkpoints = [join(data, 'checkpoints')];
    expect(await check({ export: trail, checkpoints })).toMatchObject({
      valid: true,
      keys: [expect.any(String), expect.any(String)],
    });
    rmSync(join(data, 'signing-key.pem'));
    expect(audit('rotate-key').status).toBe(1);
    // Checkpoints are there, and no key to sign the manifest with.
    const unsigned = await archived(join(folder, 'unsigned.zip'));
    expect(unsigned).toMatchObject({ valid: true, manifest: 'not signed' });
    expect(unsigned.warnings.join()).toContain('says that it is not signed');
  });

  it('makes, lists and revokes keys from the command line while it is stopped', async () => {
    const env = await environment();
    const create = (name: string): ReturnType<typeof run> =>
      run(
        ['dist/cli.js', 'keys', 'create', '--name', name, '--scopes', 'orders:read', '--json'],
        env,
      );
    const made = create('desk');
    expect(made.status).toBe(0);
    expect(create('de\u200bsk').status).toBe(2);
    const { id, secret } = JSON.parse(made.stdout) as { id: string; secret: string };
    const bound = ['dist/cli.js', 'keys', 'create', '--name', 'client', '--accounts', 'C1,C2'];
    expect(run([...bound, '--scopes', 'orders:read', '--json'], env).stdout).toContain(
      '"accounts":["C1","C2"]',
    );
    expect(run([...bound, '--scopes', 'recon:read'], env).status).toBe(1);
    expect(run([...bound, '--scopes', 'orders:read', '--accounts', 'C1,'], env).status).toBe(2);
    const lastAdmin = ['--scopes', 'admin', '--expires-at', '2999-01-01T00:00:00Z'];
    const passing = run(['dist/cli.js', 'keys', 'create', '--name', 'x', ...lastAdmin], env);
    expect(passing).toMatchObject({ status: 1 });
    expect(passing.stdout).toContain('last administrator');
    service = await ServiceProcess.start(env);
    expect(run(['dist/cli.js', 'keys', 'list'], env).stdout).toContain(`${id}  desk`);
    const read = (key: string): Promise<Response> =>
      fetch(`${service?.address ?? ''}/v1/orders`, { headers: { authorization: `Bearer ${key}` } });
    expect((await read(secret)).status).toBe(200);
    await service.end('SIGTERM');
    const rotated = run(['dist/cli.js', 'keys', 'rotate', id, '--json'], env);
    expect(JSON.parse(rotated.stdout)).toMatchObject({
      id,
      secret: expect.not.stringMatching(secret),
    });
    const removed = run(['dist/cli.js', 'retention', '--apply', '--json'], env);
    expect(JSON.parse(removed.stdout)).toMatchObject({
      applied: true,
      orders: 0,
      runs: { runs: 0, openDays: 0 },
    });
    const none = run(['dist/cli.js', 'retention', '--apply'], {
      ...env,
      RETENTION_YEARS: 'none',
      RUN_RETENTION_DAYS: 'none',
    });
    expect(none.stdout).toBe(
      'RETENTION_YEARS is none: all clients are kept\nRUN_RETENTION_DAYS is none: all runs are kept\n',
    );
    expect(run(['dist/cli.js', 'keys', 'revoke', id], env).status).toBe(0);
    expect(run(['dist/cli.js', 'keys', 'list'], env).stdout).toMatch(
      /desk {2}orders:read {2}revoked/,
    );
    const database = new SqliteDriver(sqlitePath(String(env['DATABASE_URL'])) ?? '');
    const ofCommands = database
      .prepare("SELECT DISTINCT request_id FROM audit_entries WHERE actor = 'system:command-line'")
      .pluck()
      .all();
    database.close();
    expect(ofCommands.length).toBeGreaterThan(3);
    for (const id of ofCommands) expect(id).toMatch(/^cmd_/);
  });
});

async function arrived(exchange: Simulator | null): Promise<void> {
  const posts = () =>
    (exchange?.exchange.control.calls() ?? []).filter(({ endpoint }) => endpoint === 'order/post');
  while (posts().length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
}

function run(
  args: readonly string[],
  env: Record<string, string>,
  cwd = process.cwd(),
): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    encoding: 'utf8',
    timeout: 300_000,
  });
  return { status, stdout, stderr };
}

/** How many connections this system keeps for a process that does not accept them: with 512 or less the test shows nothing. */
function maxBacklog(): number {
  const file = '/proc/sys/net/core/somaxconn';
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 128;
}
