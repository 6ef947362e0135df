import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Simulator, startSimulator } from '../../../simulator/server.js';
import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import {
  ENGINES,
  freshDatabase,
  temporaryFolder,
  type Engine,
} from '../../support/databases/databases.js';
import { call, killSettings, pause, postOrder } from '../../support/dealers.js';
import { inherited, ServiceProcess } from '../../support/process.js';

const CLI = resolve('dist/cli.js');
const TYPES = ['TRAIL_VERIFIED', 'ORDERS_COMPARED', 'AUDIT_EXPORTED', 'AUDIT_READ', 'BACKUP_MADE'];

/** Whoever runs the tests. */
const WHO = { uid: userInfo().uid, name: userInfo().username };

function userOf({ body }: EventView): unknown {
  return (body as { readonly osUser?: unknown }).osUser;
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe.each(ENGINES)('What commands do beside a service on %s', (engine: Engine) => {
  let exchange: Simulator;
  let env: Record<string, string>;
  let cwd: string;
  let service: ServiceProcess | null = null;

  beforeEach(async () => {
    exchange = await startSimulator({ seed: 'commands' });
    cwd = temporaryFolder();
    env = {
      ...killSettings(exchange.url, ['sk_test_simulator']),
      DATABASE_URL: await freshDatabase(engine),
      MARINA_CHECKPOINT_DIR: temporaryFolder(),
      MARINA_SIGNING_KEY_FILE: join(temporaryFolder(), 'signing-key.pem'),
    };
    service = await ServiceProcess.start(env, { cwd });
  });

  afterEach(async () => {
    await service?.end('SIGKILL');
    await exchange.close();
    service = null;
  });

  const marina = async (...args: readonly string[]): Promise<Ended> => {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd,
      env: { ...inherited(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = once(child, 'close') as Promise<[number | null]>;
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [status] = await closed;
    return { status, stdout, stderr };
  };

  const done = async (...args: readonly string[]): Promise<string> => {
    const ended = await marina(...args);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    return ended.stdout;
  };

  const byCommands = async (): Promise<readonly EventView[]> => {
    const question = `/v1/audit/events?actor=system:command-line&type=${TYPES.join(',')}`;
    const { body } = await call(String(service?.address), 'GET', question);
    return (body as { data: readonly EventView[] }).data;
  };

  const eventually = async (count: number): Promise<readonly EventView[]> => {
    for (;;) {
      const events = await byCommands();
      if (events.length >= count) return events;
      await pause(50);
    }
  };

  it('is in the trail, with what they found, and their result does not depend on it', async () => {
    await postOrder(String(service?.address), 'one');
    await call(String(service?.address), 'POST', '/v1/audit/signed-checkpoints');
    await done('audit', 'verify');
    await done('audit', 'rebuild');
    const file = join(temporaryFolder(), 'trail.ndjson');
    await done('audit', 'export', '--format', 'ndjson', '--out', file);
    await done('audit', 'export', '--format', 'zip', '--out', `${file}.zip`);
    await done('audit', 'proof', '--sequence', '1');
    const events = await eventually(5);
    expect(events.map(({ type, body }) => ({ type, body }))).toEqual([
      {
        type: 'TRAIL_VERIFIED',
        body: expect.objectContaining({ asked: 'full', valid: true, problems: 0 }),
      },
      { type: 'ORDERS_COMPARED', body: expect.objectContaining({ orders: 1, differences: 0 }) },
      { type: 'AUDIT_EXPORTED', body: expect.objectContaining({ format: 'ndjson', filters: {} }) },
      { type: 'AUDIT_EXPORTED', body: expect.objectContaining({ format: 'zip' }) },
      {
        type: 'AUDIT_READ',
        body: expect.objectContaining({ route: 'marina audit proof', filters: { sequence: '1' } }),
      },
    ]);
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(5);
    expect(events.every(({ explanation }) => explanation !== null)).toBe(true);
    expect(events.map(userOf)).toEqual(events.map(() => WHO));
    expect(existsSync(file)).toBe(true);
    await done('audit', 'verify');
  });

  it('is in the trail at the latest when the service runs again', async () => {
    await service?.kill();
    await done('audit', 'verify');
    service = await ServiceProcess.start(env, { cwd });
    expect(await eventually(1)).toMatchObject([{ type: 'TRAIL_VERIFIED' }]);
  });

  it('names who ran a command that changes something, too', async () => {
    // An SQLite file has one writer.
    if (engine === 'sqlite') await service?.end('SIGTERM');
    await done('keys', 'create', '--name', 'night desk', '--scopes', 'orders:read');
    if (engine === 'sqlite') service = await ServiceProcess.start(env, { cwd });
    const question = '/v1/audit/events?type=KEY_CREATED&actor=system:command-line';
    const { body } = await call(String(service?.address), 'GET', question);
    expect((body as { data: readonly EventView[] }).data.map(userOf)).toEqual([WHO]);
  });

  // Of PostgreSQL with the server that the installed `pg_dump` can dump: test/infra/backup.
  if (engine === 'sqlite') {
    it('is in the trail for a backup, with what its manifest says', async () => {
      const made = JSON.parse(await done('backup', '--out', temporaryFolder(), '--json')) as {
        manifest: Record<string, unknown>;
      };
      const [event] = await eventually(1);
      const { file, entries, bytes, sha256 } = made.manifest;
      expect(event).toMatchObject({
        type: 'BACKUP_MADE',
        body: { file, entries, bytes, sha256, encrypted: false },
      });
      expect(event?.sequence).toBeGreaterThan(Number(entries));
    });
  }
});
