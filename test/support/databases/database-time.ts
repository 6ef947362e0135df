import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sqlitePath } from '../../../src/infra/config/config.js';
import { temporaryFolder } from './databases.js';
import type { VirtualClock } from '../time/virtual-clock.js';

/**
 * Makes a PostgreSQL database use virtual time: a function with the name of the server's own comes
 * first in the search path and reads what the clock writes to a file. SQLite uses the clock directly.
 */
export async function followClock(databaseUrl: string, clock: VirtualClock): Promise<void> {
  if (sqlitePath(databaseUrl) !== null) return;
  const folder = temporaryFolder();
  // The server may run as another user.
  chmodSync(folder, 0o755);
  const file = join(folder, 'time');
  clock.follow((at) => {
    writeFileSync(`${file}.next`, String(at));
    // Replaced atomically, because a statement may read it at any moment.
    renameSync(`${file}.next`, file);
  });
  await replaceTime(
    databaseUrl,
    `'epoch'::timestamptz + pg_read_file('${file}')::bigint * interval '1 millisecond'`,
  );
}

/** Makes the time of a PostgreSQL database stand still at this instant. */
export async function stopTime(databaseUrl: string, at: number): Promise<void> {
  if (sqlitePath(databaseUrl) !== null) return;
  await replaceTime(databaseUrl, `'${new Date(at).toISOString()}'::timestamptz`);
}

async function replaceTime(databaseUrl: string, time: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const name = new URL(databaseUrl).pathname.slice(1);
  await client.query('CREATE SCHEMA IF NOT EXISTS virtual_time');
  await client.query(`
    CREATE OR REPLACE FUNCTION virtual_time.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT ${time} $$`);
  await client.query(`ALTER DATABASE ${name} SET search_path = public, virtual_time, pg_catalog`);
  await client.end();
}
