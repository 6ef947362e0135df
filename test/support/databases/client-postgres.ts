import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
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

export interface ServerOptions {
  /** Of the superuser `marina`; without one, whoever comes is let in. */
  readonly password?: string;
  /** Where it listens alone, without any network. */
  readonly socketFolder?: string;
  /** Added to `postgresql.conf`. */
  readonly settings?: string;
}

const SOCKET_PORT = 5432;

/** A server of the version of the installed `pg_dump`: that of the other tests may be newer, which it refuses. */
export class ClientPostgres {
  private constructor(
    private readonly server: ChildProcess,
    readonly port: number,
    /** With `pg_dump`, to be the first in PATH. */
    readonly bin: string,
    readonly data: string,
    private readonly options: ServerOptions,
  ) {}

  static async start(options: ServerOptions = {}): Promise<ClientPostgres> {
    const bin = binFolder() ?? '';
    const folder = mkdtempSync(join(temporaryFolder(), 'postgres-'));
    for (const path of [folder, join(folder, '..')]) chmodSync(path, 0o777);
    const data = join(folder, 'data');
    mkdirSync(data);
    const { password } = options;
    const passwordFile = join(folder, 'password');
    if (password !== undefined) writeFileSync(passwordFile, password);
    const auth =
      password === undefined
        ? ['--auth=trust']
        : ['--auth=scram-sha-256', '--pwfile', passwordFile];
    giveToServer(data, passwordFile);
    const initdb = ['--pgdata', data, '--username=marina', '--no-sync', ...auth];
    const user = userOfServer() ?? {};
    execFileSync(join(bin, 'initdb'), initdb, { ...user, cwd: folder, stdio: 'pipe' });
    rmSync(passwordFile, { force: true });
    return ClientPostgres.startOn(data, options);
  }

  /** On the data folder of another server, which does not run. */
  static async startOn(data: string, options: ServerOptions = {}): Promise<ClientPostgres> {
    const bin = binFolder() ?? '';
    const folder = join(data, '..');
    const { socketFolder = folder, settings = '' } = options;
    giveToServer(data, socketFolder);
    appendFileSync(join(data, 'postgresql.conf'), `\n${settings}\n`);
    const isLocal = options.socketFolder !== undefined;
    const port = isLocal ? SOCKET_PORT : await freePort();
    const args = ['-D', data, '-p', String(port), '-k', socketFolder, '-c', 'fsync=off'];
    if (isLocal) args.push('-c', 'listen_addresses=');
    const server = spawn(join(bin, 'postgres'), args, {
      ...(userOfServer() ?? {}),
      cwd: folder,
      stdio: 'ignore',
    });
    const started = new ClientPostgres(server, port, bin, data, options);
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

  async query(
    sql: string,
    url = this.urlOf('postgres'),
  ): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query(sql);
      return rows as readonly Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  private urlOf(name: string): string {
    const { password = 'secret-of-the-url', socketFolder } = this.options;
    const folder = socketFolder === undefined ? '' : `?host=${encodeURIComponent(socketFolder)}`;
    return `postgres://marina:${password}@127.0.0.1:${this.port}/${name}${folder}`;
  }
}

/** What it reads and writes. */
function giveToServer(...paths: readonly string[]): void {
  const user = userOfServer();
  if (user === null) return;
  const there = paths.filter((path) => existsSync(path));
  execFileSync('chown', ['--recursive', `${user.uid}:${user.gid}`, ...there]);
}

/** The server refuses to run as root. */
function userOfServer(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
