import { existsSync } from 'node:fs';
import type { EntityManager, EntityMetadata } from 'typeorm';
import type { Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { AuditTail } from '../audit/audit-tail.js';
import { verifyChain } from '../audit/verification/audit-verifier.js';
import { AuditCheckpoint } from '../audit/checkpoints/audit-checkpoint.js';
import { sqlitePath, type Config } from '../config/config.js';
import type { Schema } from '../database/data-source-options.js';
import { startTimeOf } from '../database/database-time.js';
import { Database, readWithoutLock } from '../database/database.js';
import { ProcessLock } from '../database/ownership/process-lock.js';
import type { Unit } from '../database/units/unit-of-work.js';
import type { Clock } from '../runtime/clock.js';
import type { Random } from '../runtime/ids.js';
import { isDoubted } from './examination.js';
import { copyTable, type CopiedTable } from './table-copy.js';

export interface Move {
  /** `postgres://…`, an empty database. */
  readonly to: string;
  readonly by: Actor;
  readonly clock: Clock;
  readonly random: Random;
}

export interface Moved {
  readonly tables: readonly CopiedTable[];
  /** Audit entries that were moved; the chain of the target was verified. */
  readonly entries: number;
}

type Source = Pick<Config, 'databaseUrl' | 'checkpointDir' | 'checkpointSinks'>;

const DOUBTED =
  'The SQLite database is older than its checkpoint, or a backup was restored: start the service on it once, so that it asks the exchange before it sends anything. Nothing was moved';

/** The time of an SQLite process; PostgreSQL has the clock of its server. */
const OF_SQLITE_ALONE: ReadonlySet<string> = new Set(['database_time']);
/** The first migration puts one row into each. */
const MADE_WITH_A_ROW: ReadonlySet<string> = new Set([
  'audit_head',
  'desk',
  'schema_version',
  'scheduler_lease',
]);

/**
 * Moves an SQLite database that no service uses into an empty PostgreSQL database: every table in one transaction,
 * compared before it commits. The source is only read. A checkpoint then shows that the source is the older one. One that
 * its next start has to doubt is not moved: the target would be believed.
 */
export async function moveDatabase(source: Source, schema: Schema, move: Move): Promise<Moved> {
  const path = sqlitePath(source.databaseUrl);
  if (path === null || path === ':memory:' || !existsSync(path)) {
    throw new Error('DATABASE_URL must name the SQLite database that is moved');
  }
  const lock = ProcessLock.take(path);
  try {
    return await readWithoutLock(source.databaseUrl, schema, async (manager, reading) => {
      await checkSource(manager, schema, move.clock);
      const doubted = await isDoubted(reading, source);
      const target = await Database.open(move.to, schema, move.clock, { unitTimeoutMs: 0 });
      try {
        return await fill(target, manager, { ...source, doubted }, move);
      } finally {
        await target.close();
      }
    });
  } finally {
    lock.release();
  }
}

async function checkSource(source: EntityManager, schema: Schema, clock: Clock): Promise<void> {
  const applied = await source.query<{ name: string }[]>('SELECT name FROM migrations');
  const wanted = Object.values(schema.migrations).map(({ name }) => name);
  if (
    applied
      .map(({ name }) => name)
      .sort()
      .join() !== [...wanted].sort().join()
  ) {
    throw new Error('The schema of the SQLite database is of another release: run marina migrate');
  }
  const heldUntil = await callsHeldUntil(source, clock);
  if (heldUntil > 0) {
    const seconds = Math.ceil(heldUntil / 1000);
    throw new Error(
      `Calls of the exchange still count against its limit for ${seconds} s. PostgreSQL has another clock: move the database once they no longer do`,
    );
  }
  const verdict = await verifyChain(source);
  if (verdict.valid) return;
  throw new Error(
    `The audit chain of the SQLite database is broken at entry ${String(verdict.firstBadSequence)}: nothing was moved`,
  );
}

/** For how many milliseconds a call may still hold its slot, or a key rests. */
async function callsHeldUntil(source: EntityManager, clock: Clock): Promise<number> {
  const [stored] = await source.query<{ boot: string; upMs: number; at: number }[]>(
    'SELECT boot, up_ms AS "upMs", at FROM database_time',
  );
  const [calls] = await source.query<{ last: number | null; free: number | null }[]>(
    'SELECT max(started_at) AS last, max(free_at) AS free FROM exchange_calls',
  );
  const [keys] = await source.query<{ rest: number | null }[]>(
    'SELECT max(cooldown_until) AS rest FROM exchange_keys',
  );
  const now = startTimeOf(clock.steady(), clock.uptime(), stored ?? null, calls?.last ?? null).at;
  return Math.max(calls?.free ?? 0, keys?.rest ?? 0) - now;
}

async function fill(
  target: Database,
  source: EntityManager,
  { checkpointDir, doubted }: Source & { readonly doubted: boolean },
  { by, clock, random }: Move,
): Promise<Moved> {
  if (target.engine !== 'postgres') throw new Error('A database is moved to PostgreSQL');
  const tables = source.dataSource.entityMetadatas.filter(
    ({ tableName }) => !OF_SQLITE_ALONE.has(tableName),
  );
  const log = new AuditLog(clock, new AuditTail());
  const copied = await target.units.run(async (unit) => {
    await prepare(unit, tables);
    if (doubted) throw new Error(DOUBTED);
    const done: CopiedTable[] = [];
    for (const table of tables) done.push(await copyTable(source, unit, table));
    const rows = done.reduce((sum, one) => sum + one.rows, 0);
    const body = { from: 'sqlite', to: 'postgres', tables: done.length, rows };
    await log.append(unit, 'database', by, [{ type: 'DATABASE_MOVED', body }]);
    // What the planner goes by; it has never seen these tables.
    await unit.execute('ANALYZE');
    return done;
  });
  const verdict = await target.read((manager) => verifyChain(manager));
  if (!verdict.valid) {
    throw new Error(`The moved audit chain is broken at ${String(verdict.firstBadSequence)}`);
  }
  await new AuditCheckpoint({ checkpointDir } as Config, target, clock, random).write();
  const entries = copied.find(({ table }) => table === 'audit_entries')?.rows ?? 0;
  return { tables: copied, entries };
}

/** Keeps everybody else out, and sees that nothing is in it. */
async function prepare(unit: Unit, tables: readonly EntityMetadata[]): Promise<void> {
  // A large table takes long.
  for (const limit of ['statement', 'idle_in_transaction_session']) {
    await unit.execute(`SET LOCAL ${limit}_timeout = 0`);
  }
  const names = tables.map(({ tableName }) => tableName);
  await unit.execute(`LOCK TABLE ${names.join(', ')} IN EXCLUSIVE MODE`);
  for (const name of names) {
    const allowed = MADE_WITH_A_ROW.has(name) ? 1 : 0;
    const rows = await unit.query(`SELECT 1 FROM ${name} LIMIT 2`);
    if (rows.length > allowed)
      throw new Error(`The PostgreSQL database is not empty: ${name} has rows`);
  }
  for (const name of MADE_WITH_A_ROW) await unit.execute(`DELETE FROM ${name}`);
}
