import type BetterSqlite3 from 'better-sqlite3';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataSource, type EntityManager } from 'typeorm';
import type { Clock } from '../runtime/clock.js';
import { sqlitePath } from '../config/config.js';
import { dataSourceOptions, type Schema } from './data-source-options.js';
import { beginTime, type DatabaseTime } from './database-time.js';
import { POSTGRES_TIME, PostgresUnits } from './postgres-units.js';
import { ProcessLock } from './process-lock.js';
import { PostgresReading, SqliteReading, UnitReading, type Reading } from './reads.js';
import { HELD_MS, SqliteUnits } from './sqlite-units.js';
import { StepUnits } from './step-units.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * On SQLite they share a commit, and all others wait for as long as they take together; on PostgreSQL
 * each has a connection, and most of the pool is taken by them.
 */
const AT_ONCE = { sqlite: 32, postgres: 8 } as const;

/** Releases before it can corrupt a WAL file that two connections reset at once. */
const SQLITE_LEAST = [3, 51, 3] as const;

/**
 * The open database: migrated, checked, and with its one door for writes. Reads for answers go
 * through `read`, which never sees what is not committed.
 */
export class Database {
  private constructor(
    readonly engine: 'sqlite' | 'postgres',
    readonly units: UnitOfWork,
    /** Plain reads, prepared once; `?` marks a parameter on both engines. */
    readonly reading: Reading,
    private readonly writer: DataSource,
    private readonly reader: DataSource | null,
    private readonly lock: ProcessLock | null,
    /** Null on PostgreSQL, where the server tells it. */
    private readonly time: DatabaseTime | null,
  ) {}

  static async open(
    url: string,
    schema: Schema,
    clock: Clock,
    heldMs = HELD_MS,
  ): Promise<Database> {
    const path = sqlitePath(url);
    return path === null
      ? openPostgres(url, schema)
      : Database.openSqlite(url, path, schema, clock, heldMs);
  }

  private static async openSqlite(
    url: string,
    path: string,
    schema: Schema,
    clock: Clock,
    heldMs: number,
  ): Promise<Database> {
    const inMemory = path === ':memory:';
    if (!inMemory) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const lock = inMemory ? null : ProcessLock.take(path);
    try {
      const writer = await new DataSource(dataSourceOptions(url, schema)).initialize();
      await writer.runMigrations({ transaction: 'each' });
      const handle = sqliteHandle(writer);
      if (!inMemory) {
        chmodSync(path, 0o600);
        checkSqlite(handle);
        // What a process that died had not flushed may be read already: it is on the disk after this.
        handle.pragma('wal_checkpoint(PASSIVE)');
      }
      const reader = inMemory ? null : await readOnly(url, schema);
      const time = beginTime(handle, clock);
      const units = new SqliteUnits(handle, writer, time, heldMs);
      const reading =
        reader === null ? new UnitReading(units) : new SqliteReading(sqliteHandle(reader), reader);
      return new Database('sqlite', units, reading, writer, reader, lock, time);
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  /** @internal */
  static forPostgres(dataSource: DataSource): Database {
    const units = new PostgresUnits(dataSource);
    const reading = new PostgresReading(dataSource);
    return new Database('postgres', units, reading, dataSource, null, null, null);
  }

  read<T>(question: (manager: EntityManager) => Promise<T>): Promise<T> {
    if (this.reader !== null) return question(this.reader.manager);
    if (this.engine === 'postgres') return question(this.writer.manager);
    return this.units.run(() => question(this.writer.manager));
  }

  /**
   * Does the work on this database as it is now, and undoes all of it: what the work writes it sees
   * itself, and nobody else ever does. It is one unit, with the rules of one; `units` and `reading` of
   * the database that it is given belong to it, `read` does not.
   */
  async rehearse<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const { engine, writer, reader, time } = this;
    try {
      return await this.units.run<never>(async (unit) => {
        const units = new StepUnits(unit);
        try {
          const rehearsed = new Database(engine, units, unit, writer, reader, null, time);
          throw new Undone(await work(rehearsed));
        } finally {
          // A step that nobody waits for any more must not run on in somebody else's unit.
          await units.end();
        }
      });
    } catch (error) {
      if (error instanceof Undone) return error.value as T;
      throw error;
    }
  }

  /** How many units one job begins at one time. */
  get atOnce(): number {
    return AT_ONCE[this.engine];
  }

  /** False when a start of the machine lies between: how old a call is, nobody knows. */
  get timeContinues(): boolean {
    return this.time?.continues ?? true;
  }

  /** Database time, as `Unit.now` tells it. */
  async now(): Promise<number> {
    if (this.time !== null) return this.time.now();
    const [row] = await this.reading.query<{ at: number }>(POSTGRES_TIME);
    if (row === undefined) throw new Error('PostgreSQL did not tell its time');
    return row.at;
  }

  async close(): Promise<void> {
    if (this.units instanceof SqliteUnits) await this.units.end();
    await this.reader?.destroy();
    if (this.engine === 'sqlite') sqliteHandle(this.writer).pragma('wal_checkpoint(TRUNCATE)');
    await this.writer.destroy();
    this.lock?.release();
  }
}

/** Takes what a rehearsal came to out of the unit that it undoes. */
class Undone extends Error {
  constructor(readonly value: unknown) {
    super('A rehearsal leaves nothing behind');
  }
}

/** Readers see committed rows only, and see one moment: WAL gives them their own snapshot. */
function readOnly(url: string, schema: Schema): Promise<DataSource> {
  const options = dataSourceOptions(url, { entities: schema.entities, migrations: [] });
  if (options.type !== 'better-sqlite3') return new DataSource(options).initialize();
  const { prepareDatabase: _, ...rest } = options;
  return new DataSource({ ...rest, readonly: true, enableWAL: false }).initialize();
}

/** Reads beside a running service: no lock is taken and nothing is written. */
export async function readBeside<T>(
  url: string,
  schema: Schema,
  question: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const source = await readOnly(url, schema);
  try {
    return await question(source.manager);
  } finally {
    await source.destroy();
  }
}

async function openPostgres(url: string, schema: Schema): Promise<Database> {
  const dataSource = await new DataSource(dataSourceOptions(url, schema)).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    // Two instances that start together must not migrate together.
    await runner.startTransaction();
    // A migration of a large book takes its time, and who waits for it waits.
    for (const limit of ['statement', 'lock', 'idle_in_transaction_session']) {
      await runner.query(`SET LOCAL ${limit}_timeout = 0`);
    }
    await runner.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await dataSource.runMigrations({ transaction: 'each' });
    await runner.commitTransaction();
  } finally {
    await runner.release();
  }
  return Database.forPostgres(dataSource);
}

const MIGRATION_LOCK = 7_301_977;

function sqliteHandle(dataSource: DataSource): BetterSqlite3.Database {
  const driver: unknown = dataSource.driver;
  if (typeof driver === 'object' && driver !== null && 'databaseConnection' in driver) {
    return driver.databaseConnection as BetterSqlite3.Database;
  }
  throw new Error('This is not the better-sqlite3 driver');
}

/**
 * A write that changes nothing, as nothing here has a use for this number, but is one: an UPDATE to what
 * stands there already reaches no page.
 */
export const REAL_WRITE = 'PRAGMA user_version = 0';

/** better-sqlite3 falls back to synchronous=NORMAL at the first write: so write first, then look. */
function checkSqlite(handle: BetterSqlite3.Database): void {
  const version = String(handle.prepare('SELECT sqlite_version()').pluck().get());
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [a, b, c] = SQLITE_LEAST;
  if (major * 1e6 + minor * 1e3 + patch < a * 1e6 + b * 1e3 + c) {
    throw new Error(`SQLite ${version} is too old: ${SQLITE_LEAST.join('.')} is the least`);
  }
  handle.exec(REAL_WRITE);
  const expected: readonly [string, unknown][] = [
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['recursive_triggers', 1],
  ];
  for (const [name, value] of expected) {
    const found = handle.pragma(name, { simple: true });
    if (found !== value)
      throw new Error(`SQLite has ${name} = ${String(found)}, not ${String(value)}`);
  }
}
