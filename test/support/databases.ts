import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sqlitePath } from '../../src/infra/config/config.js';

/** Both engines; the same tests run on each. */
export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** Removed when the test file is over (`file-environment.js`), so that a whole run needs little memory. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(process.env['MARINA_TEST_FOLDER'] ?? tmpdir(), 'marina-'));
  leftovers().folders.push(folder);
  return folder;
}

interface Leftovers {
  readonly folders: string[];
  readonly databases: string[];
}

function leftovers(): Leftovers {
  return (globalThis as typeof globalThis & { marinaLeftovers: Leftovers }).marinaLeftovers;
}

/** The address of a fresh, empty database. */
export async function freshDatabase(engine: Engine): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${join(temporaryFolder(), 'marina.db')}`;
  return newPostgres();
}

async function newPostgres(options = ''): Promise<string> {
  // Every file has modules of its own, so only chance makes a name that no other file makes.
  const name = `marina_${randomBytes(8).toString('hex')}`;
  leftovers().databases.push(name, `${name}_backup`);
  await toServer(`CREATE DATABASE ${name} ${options}`);
  return `${postgresServer()}/${name}`;
}

/** The address of a fresh database that has its schema: for tests that are not about how it gets it. */
export async function readyDatabase(engine: Engine): Promise<string> {
  if (engine === 'sqlite') return freshDatabase(engine);
  return newPostgres(`TEMPLATE ${String(process.env['MARINA_TEST_TEMPLATE'])}`);
}

/** Takes a PostgreSQL database away from whoever uses it. */
export async function loseDatabase(url: string): Promise<void> {
  await toServer(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

/** Ends all connections to a PostgreSQL database and lets nobody in until the returned function is called. */
export async function shutOut(url: string): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1);
  await toServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await toServer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  return () => toServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
}

/** Copies a database that nobody uses; the returned function puts the copy back in its place. */
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

/** As if the claims of a process that died were an hour old: on PostgreSQL others wait for that. */
export async function ageClaims(url: string): Promise<void> {
  if (sqlitePath(url) !== null) return;
  await inDatabase(url, async (client) => {
    // There is none yet where the first migration was killed half-way.
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

/** The connection ends whatever happens: one that is left open dies with its database, and the worker with it. */
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
