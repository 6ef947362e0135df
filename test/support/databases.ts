import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** Both engines; the same tests run on each. */
export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'marina-'));
}

/** The address of a fresh, empty database. */
export async function freshDatabase(engine: Engine): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${join(temporaryFolder(), 'marina.db')}`;
  // Every file has modules of its own, so only chance makes a name that no other file makes.
  const name = `marina_${randomBytes(8).toString('hex')}`;
  await toServer(`CREATE DATABASE ${name}`);
  return `${postgresServer()}/${name}`;
}

/** Takes a PostgreSQL database away from whoever uses it. */
export async function loseDatabase(url: string): Promise<void> {
  await toServer(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

function postgresServer(): string {
  const server = process.env['MARINA_TEST_POSTGRES'];
  if (server === undefined) throw new Error('The PostgreSQL server of the test run is missing');
  return server;
}

async function toServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgresServer()}/postgres` });
  await client.connect();
  await client.query(statement);
  await client.end();
}
