import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pause } from '../dealers.js';
import { temporaryFolder } from './databases.js';
import { freePort } from './own-postgres.js';

/** Why no server can be had here that the installed `pg_dump` can dump; null: one can. */
export function clientLacks(): string | null {
  const folder = binFolder();
  if (folder === null) return 'pg_dump is not installed';
  const isThere = ['pg_dump', 'pg_restore', 'initdb', 'postgres'].every((name) =>
    existsSync(join(folder, name)),
  );
  return isThere ? null : `${folder} has no server of the version of its pg_dump`;
}

function binFolder(): string | null {
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
}

/** A server of the version of the installed `pg_dump`: that of the other tests may be newer, which it refuses. */
export class ClientPostgres {
  private constructor(
    private readonly server: ChildProcess,
    private readonly port: number,
    /** With `pg_dump`, to be the first in PATH. */
    readonly bin: string,
  ) {}

  static async start(): Promise<ClientPostgres> {
    const bin = binFolder() ?? '';
    const folder = mkdtempSync(join(temporaryFolder(), 'postgres-'));
    for (const path of [folder, join(folder, '..')]) chmodSync(path, 0o777);
    const data = join(folder, 'data');
    mkdirSync(data);
    const user = userOfServer();
    if (user !== null) chownSync(data, user.uid, user.gid);
    const initdb = ['--pgdata', data, '--username=marina', '--auth=trust', '--no-sync'];
    execFileSync(join(bin, 'initdb'), initdb, { ...(user ?? {}), cwd: folder, stdio: 'pipe' });
    const port = await freePort();
    const settings = ['-p', String(port), '-k', folder, '-c', 'fsync=off'];
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], {
      ...(user ?? {}),
      cwd: folder,
      stdio: 'ignore',
    });
    const started = new ClientPostgres(server, port, bin);
    while (!(await started.answers())) await pause(50);
    return started;
  }

  async stop(): Promise<void> {
    const ended = once(this.server, 'exit');
    this.server.kill('SIGINT');
    await ended;
  }

  /** The URL of a new, empty database. */
  async database(name: string): Promise<string> {
    await this.query(`CREATE DATABASE ${name}`);
    return this.urlOf(name);
  }

  private async answers(): Promise<boolean> {
    if (this.server.exitCode !== null) throw new Error('The server did not start');
    return this.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  private async query(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.urlOf('postgres') });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(sql).finally(() => client.end());
  }

  private urlOf(name: string): string {
    return `postgres://marina:secret-of-the-url@127.0.0.1:${this.port}/${name}`;
  }
}

/** The server refuses to run as root. */
function userOfServer(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
