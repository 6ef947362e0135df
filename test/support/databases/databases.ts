import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sqlitePath } from '../../../src/infra/config/config.js';

/** What reads or writes the database itself is tested on both engines. */
export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** What the desk does is the same on both: it is tested on SQLite, and every night on both. */
export const ENGINES_OF_BEHAVIOUR: readonly Engine[] =
  process.env['MARINA_TEST_ENGINES'] === 'both' ? ENGINES : ['sqlite'];

/** Instances on one PostgreSQL database must have the same. */
export const PEPPER = 'test-pepper-0123456789-0123456789';

/** What the test file that is running has made: removed in the next one, so that a whole run needs little memory. */
let leftovers = { file: '', folders: [] as string[], databases: [] as string[] };
/** Of earlier test files of this process. */
const outlived: string[] = [];
process.once('exit', removeFolders);

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(process.env['MARINA_TEST_FOLDER'] ?? tmpdir(), 'marina-'));
  leftoversOfFile().folders.push(folder);
  return folder;
}

function leftoversOfFile(): typeof leftovers {
  const { testPath: file = '' } = expect.getState();
  if (file !== leftovers.file) {
    removeFolders();
    outlived.push(...leftovers.databases);
    leftovers = { file, folders: [], databases: [] };
  }
  return leftovers;
}

function removeFolders(): void {
  for (const folder of leftovers.folders) rmSync(folder, { recursive: true, force: true });
}

/** The URL of a fresh, empty database. */
export async function freshDatabase(engine: Engine): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${join(temporaryFolder(), 'marina.db')}`;
  return newPostgres();
}

async function newPostgres(options = ''): Promise<string> {
  // Several processes run tests.
  const name = `marina_${randomBytes(8).toString('hex')}`;
  leftoversOfFile().databases.push(name, `${name}_backup`);
  for (const old of outlived.splice(0)) {
    await toServer(`DROP DATABASE IF EXISTS ${old} WITH (FORCE)`);
  }
  await toServer(`CREATE DATABASE ${name} ${options}`);
  return `${postgresServer()}/${name}`;
}

/** The URL of a fresh database with its schema, for tests that are not about migrations. */
export async function readyDatabase(engine: Engine): Promise<string> {
  if (engine === 'postgres')
    return newPostgres(`TEMPLATE ${String(process.env['MARINA_TEST_TEMPLATE'])}`);
  const url = await freshDatabase(engine);
  copyFileSync(String(process.env['MARINA_TEST_SQLITE_TEMPLATE']), sqlitePath(url) ?? '');
  return url;
}

/** Drops a PostgreSQL database while it is in use. */
export async function loseDatabase(url: string): Promise<void> {
  await toServer(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

/**
 * Closes all connections to a PostgreSQL database and rejects new ones until the returned function is
 * called.
 */
export async function shutOut(url: string): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1);
  await toServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await toServer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  return () => toServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
}

/** Makes a PostgreSQL database read-only for all its connections, old and new, until the returned function is called. */
export async function setReadOnly(url: string): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1);
  await toServer(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await toServer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  return () => toServer(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
}

/** Copies a database that is not in use; the returned function restores the copy. */
export async function backUp(url: string): Promise<() => Promise<void>> {
  const path = sqlitePath(url);
  if (path !== null) {
    const copy = join(temporaryFolder(), 'backup.db');
    copyFileSync(path, copy);
    return async () => {
      for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
      copyFileSync(copy, path);
    };
  }
  const name = new URL(url).pathname.slice(1);
  await toServer(`CREATE DATABASE ${name}_backup TEMPLATE ${name}`);
  return async () => {
    await toServer(`DROP DATABASE ${name} WITH (FORCE)`);
    await toServer(`CREATE DATABASE ${name} TEMPLATE ${name}_backup`);
  };
}

/** The URL of a copy of a database that is not in use. */
export async function copyOf(url: string): Promise<string> {
  const path = sqlitePath(url);
  if (path === null) return newPostgres(`TEMPLATE ${new URL(url).pathname.slice(1)}`);
  const copy = await freshDatabase('sqlite');
  copyFileSync(path, sqlitePath(copy) ?? '');
  return copy;
}

/** Makes the claims of a dead process look an hour old: on PostgreSQL other instances wait for that. */
export async function ageClaims(url: string): Promise<void> {
  if (sqlitePath(url) !== null) return;
  await inDatabase(url, async (client) => {
    // The table does not exist if the first migration was killed half-way.
    const { rows } = await client.query<{ found: string | null }>(
      "SELECT to_regclass('order_requests') AS found",
    );
    if (rows[0]?.found === null) return;
    await client.query(
      "UPDATE order_requests SET claimed_at = claimed_at - 3600000 WHERE state = 'Sent'",
    );
  });
}

function postgresServer(): string {
  const server = process.env['MARINA_TEST_POSTGRES'];
  if (server === undefined) throw new Error('The PostgreSQL server of the test run is missing');
  return server;
}

async function toServer(statement: string): Promise<void> {
  await inDatabase(`${postgresServer()}/postgres`, (client) => client.query(statement));
}

/** Always closes the connection: an open one would break with its database and crash the worker. */
async function inDatabase(
  url: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
