import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sqlitePath } from '../../src/infra/config/config.js';
import { temporaryFolder } from './databases.js';
import type { VirtualClock } from './virtual-clock.js';

/**
 * Lets a PostgreSQL database tell the virtual time: a function of the server's own name stands before
 * it in the search path, and reads what the clock writes into a file. SQLite asks the clock itself.
 */
export async function followClock(databaseUrl: string, clock: VirtualClock): Promise<void> {
  if (sqlitePath(databaseUrl) !== null) return;
  const folder = temporaryFolder();
  // The server may run as a user of its own.
  chmodSync(folder, 0o755);
  const file = join(folder, 'time');
  clock.follow((at) => {
    writeFileSync(`${file}.next`, String(at));
    // Whole or not at all: a statement may read it at any moment.
    renameSync(`${file}.next`, file);
  });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const name = new URL(databaseUrl).pathname.slice(1);
  await client.query('CREATE SCHEMA IF NOT EXISTS virtual_time');
  await client.query(`
    CREATE OR REPLACE FUNCTION virtual_time.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT 'epoch'::timestamptz + pg_read_file('${file}')::bigint * interval '1 millisecond' $$`);
  await client.query(`ALTER DATABASE ${name} SET search_path = public, virtual_time, pg_catalog`);
  await client.end();
}
