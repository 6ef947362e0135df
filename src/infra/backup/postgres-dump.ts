import { statSync } from 'node:fs';
import type { Config } from '../config/config.js';
import type { Schema } from '../database/data-source-options.js';
import { readOnly, readWithoutLock } from '../database/database.js';
import { PostgresReading } from '../database/reads.js';
import { examineTrail, type Examination } from './examination.js';
import { requireTools, runTool, ToolFailed } from './postgres-tools.js';

type Places = Pick<Config, 'checkpointDir' | 'checkpointSinks'>;

/**
 * Dumps a PostgreSQL database to a file, also beside the services that use it, and examines what was dumped: `pg_dump`
 * and the examination read one snapshot, whatever is written meanwhile.
 */
export async function dumpPostgres(
  url: string,
  file: string,
  { schema, places }: { readonly schema: Schema; readonly places: Places },
): Promise<Examination> {
  const source = await readOnly(url, schema, { statementTimeoutMs: 0, mayBeReadOnly: true });
  const runner = source.createQueryRunner();
  const reading = new PostgresReading(source, runner);
  try {
    const [found] = await reading.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    );
    await requireTools(found?.version ?? 0);
    await runner.startTransaction('REPEATABLE READ');
    await runner.query('SET TRANSACTION READ ONLY');
    // It stands still while the dump is made.
    await runner.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const [snapshot] = await reading.query<{ name: string }>('SELECT pg_export_snapshot() AS name');
    const format = ['--format=custom', `--snapshot=${String(snapshot?.name)}`, `--file=${file}`];
    await runTool('pg_dump', format, url);
    const examined = await examineTrail(
      { engine: 'postgres', manager: runner.manager, reading },
      schema,
      places,
    );
    return { ...examined, problems: [...examined.problems, ...(await damageOfDump(file))] };
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    await runner.release();
    await source.destroy();
  }
}

/** Reads the whole file, and looks for the trail in its list. What the trail says is not looked at. */
export async function damageOfDump(file: string): Promise<readonly string[]> {
  try {
    const list = await runTool('pg_restore', ['--list', file]);
    if (!/ TABLE DATA \S+ audit_entries /.test(list)) return ['it holds no audit trail'];
    await runTool('pg_restore', ['--file=/dev/null', file]);
    return [];
  } catch (error) {
    // A program that is missing, too old or stopped says nothing about the dump.
    if (!(error instanceof ToolFailed)) throw error;
    return [`it cannot be read: ${error.message}`];
  }
}

/** Restores a dump into an empty database, and examines it there. */
export async function examineInScratch(
  file: string,
  scratch: string,
  { schema, places }: { readonly schema: Schema; readonly places: Places },
): Promise<Examination> {
  if (!statSync(file).isFile()) throw new Error(`${file} is no file`);
  if (!(await isEmpty(scratch, schema)))
    throw new Error('The scratch database is not empty, and was not touched');
  await restoreInto(scratch, file);
  return examineDatabase(scratch, { schema, places });
}

/** In one transaction. Who owns what, and who may read it, is decided by the database that it goes to. */
export async function restoreInto(url: string, file: string): Promise<void> {
  const how = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges'];
  await runTool('pg_restore', [...how, file], url);
}

/** A database that nobody writes to. */
export function examineDatabase(
  url: string,
  { schema, places }: { readonly schema: Schema; readonly places: Places },
): Promise<Examination> {
  return readWithoutLock(url, schema, (manager, reading) =>
    examineTrail({ engine: 'postgres', manager, reading }, schema, places),
  );
}

export function isEmpty(url: string, schema: Schema): Promise<boolean> {
  return readWithoutLock(url, schema, async (_, reading) => {
    const found = await reading.query(
      `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') LIMIT 1`,
    );
    return found.length === 0;
  });
}
