import type BetterSqlite3 from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataSource, type EntityManager } from 'typeorm';
import type { Clock } from '../runtime/clock.js';
import { sqlitePath } from '../config/config.js';
import { Commits } from './units/commits.js';
import {
  dataSourceOptions,
  COMMAND_TIMEOUT_MS,
  READ_TIMEOUT_MS,
  UNIT_TIMEOUT_MS,
  type ConnectionOptions,
  type Schema,
} from './data-source-options.js';
import { startDatabaseTime, type DatabaseTime } from './database-time.js';
import { POSTGRES_TIME, PostgresConnection } from './units/postgres-units.js';
import { ensurePrivate } from './private-folder.js';
import { ProcessLock } from './ownership/process-lock.js';
import { withinLimit } from './query-timeout.js';
import { PostgresReading, Questions, SqliteReading, UnitReading, type Reading } from './reads.js';
import { SqliteConnection, YIELD_AFTER_MS } from './units/sqlite-units.js';
import { migrate, type SchemaState } from './schema-version.js';
import { SavepointUnits } from './units/savepoint-units.js';
import type { UnitOfWork } from './units/unit-of-work.js';
import { UnitQueue } from './units/unit-queue.js';

/** Connections to PostgreSQL for what order entry and the desk look up. */
const OWN_READS = 6;

/** Concurrent units share a commit, and everybody else waits for all of them. */
const CONCURRENT_UNITS = 32;

/** Older releases can corrupt a WAL file that two connections reset at the same time. */
const SQLITE_MIN_VERSION = [3, 51, 3] as const;

export interface OpenOptions {
  /** On SQLite: how long the units of a commit may hold the event loop. */
  readonly yieldAfterMs?: number;
  /** On PostgreSQL: of a statement that reads, and of one of a unit of work; 0 is no limit. */
  readonly readTimeoutMs?: number;
  readonly unitTimeoutMs?: number;
  /** On PostgreSQL: told every few seconds while a start waits for whoever migrates the database, or restores into it. */
  readonly onMigrationWait?: ((waitedMs: number) => void) | undefined;
}

/**
 * The open database, migrated and checked. All writes go through `units`. What order entry and the desk look up goes through
 * `read` and `reading`, what callers ask for through `questions`; they see only committed data.
 */
export class Database {
  /** The schema as it was found when the database was opened, before any migration; null if that was only for reading. */
  found: SchemaState | null = null;
  /** On PostgreSQL by connections of their own: whatever callers ask for, order entry and cancels have theirs. */
  readonly questions: Questions;
  private probing: Promise<void> | null = null;

  private constructor(
    readonly engine: 'sqlite' | 'postgres',
    readonly schema: Schema,
    readonly units: UnitOfWork,
    /** Plain SQL reads as prepared statements; `?` is a parameter on both engines. */
    readonly reading: Reading,
    private readonly writer: DataSource,
    private readonly reader: DataSource | null,
    private readonly lock: ProcessLock | null,
    /** Null on PostgreSQL, which uses the server's clock. */
    private readonly time: DatabaseTime | null,
    readonly commits = new Commits(),
    private readonly callersReader: DataSource | null = null,
  ) {
    this.questions =
      callersReader === null
        ? new Questions(reading, (question) => this.read(question))
        : new Questions(new PostgresReading(callersReader), (question) =>
            withinLimit(question(callersReader.manager)),
          );
  }

  static async open(
    url: string,
    schema: Schema,
    clock: Clock,
    options: OpenOptions = {},
  ): Promise<Database> {
    const path = sqlitePath(url);
    return path === null
      ? openPostgres(url, schema, clock, options)
      : Database.openSqlite(url, path, schema, clock, options.yieldAfterMs ?? YIELD_AFTER_MS);
  }

  /** For reading while the service runs: takes no lock, migrates nothing, and has no units of work. */
  static async openForReading(url: string, schema: Schema): Promise<Database> {
    const limit = { statementTimeoutMs: COMMAND_TIMEOUT_MS };
    const source = await readOnly(url, schema, { ...limit, mayBeReadOnly: true });
    const isSqlite = sqlitePath(url) !== null;
    const reading = isSqlite
      ? new SqliteReading(sqliteHandle(source), source)
      : new PostgresReading(source);
    const engine = isSqlite ? 'sqlite' : 'postgres';
    return new Database(engine, schema, new NoUnits(), reading, source, source, null, null);
  }

  private static async openSqlite(
    url: string,
    path: string,
    schema: Schema,
    clock: Clock,
    yieldAfterMs: number,
  ): Promise<Database> {
    const inMemory = path === ':memory:';
    if (!inMemory) ensurePrivate(dirname(path));
    const lock = inMemory ? null : ProcessLock.take(path);
    try {
      const writer = await new DataSource(dataSourceOptions(url, schema)).initialize();
      const found = await migrate(writer, schema);
      const handle = sqliteHandle(writer);
      if (!inMemory) {
        chmodSync(path, 0o600);
        checkSqlite(handle);
        // After a crash the WAL may contain commits that were not flushed but are visible to readers.
        // The checkpoint puts them on disk.
        handle.pragma('wal_checkpoint(PASSIVE)');
      }
      const reader = inMemory ? null : await readOnly(url, schema);
      const time = startDatabaseTime(handle, clock);
      const commits = new Commits();
      const connection = new SqliteConnection(handle, writer, time);
      const steady = (): number => time.now();
      const units = new UnitQueue(connection, { yieldAfterMs, steady, commits, isShared: false });
      const reading =
        reader === null ? new UnitReading(units) : new SqliteReading(sqliteHandle(reader), reader);
      const database = new Database(
        'sqlite',
        schema,
        units,
        reading,
        writer,
        reader,
        lock,
        time,
        commits,
      );
      database.found = found;
      return database;
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  /** @internal */
  static forPostgres(
    schema: Schema,
    writer: DataSource,
    reader: DataSource,
    callersReader: DataSource,
    clock: Clock,
  ): Database {
    const commits = new Commits();
    const steady = (): number => clock.steady();
    const connection = new PostgresConnection(writer);
    // Each statement waits for the server, so the event loop has its turn.
    const yieldAfterMs = Number.POSITIVE_INFINITY;
    const units = new UnitQueue(connection, { yieldAfterMs, steady, commits, isShared: true });
    const reading = new PostgresReading(reader);
    return new Database(
      'postgres', schema, units, reading, writer, reader, null, null, commits, callersReader,
    ); // prettier-ignore
  }

  read<T>(question: (manager: EntityManager) => Promise<T>): Promise<T> {
    if (this.reader !== null) return withinLimit(question(this.reader.manager));
    return this.units.run(() => question(this.writer.manager));
  }

  /**
   * Runs the work in one unit and rolls it back. The work sees its own writes; nobody else ever does. The
   * rules of a unit of work apply. `units` and `reading` of the database passed to `work` belong to that
   * unit; `read` does not.
   */
  async runAndRollBack<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const { engine, schema, writer, reader, time } = this;
    try {
      return await this.apart().run<never>(async (unit) => {
        const units = new SavepointUnits(unit);
        try {
          const inner = new Database(engine, schema, units, unit, writer, reader, null, time);
          throw new RolledBack(await work(inner));
        } finally {
          // An abandoned step must not go on inside the next unit.
          await units.end();
        }
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.value as T;
      throw error;
    }
  }

  /** PostgreSQL has other connections for what would keep everybody waiting. */
  private apart(): UnitOfWork {
    if (this.engine === 'sqlite') return this.units;
    const options = { yieldAfterMs: 0, steady: () => 0, commits: new Commits(), isShared: true };
    return new UnitQueue(new PostgresConnection(this.writer), options);
  }

  /** It was opened for reading. */
  get isReadOnly(): boolean {
    return this.units instanceof NoUnits;
  }

  /** Why nothing can be stored, by the last write; null: it was stored. Everybody may read it. */
  get storageProblem(): string | null {
    return this.commits.problem;
  }

  /**
   * Writes something while writes fail, so that it is known when they succeed again although nobody else tries. One at a
   * time: while a server is silent each takes as long as it takes to give up, and orders would wait behind all of them.
   */
  probeStorage(): Promise<void> {
    if (this.commits.problem === null) return Promise.resolve();
    this.probing ??= this.writeProbe().finally(() => (this.probing = null));
    return this.probing;
  }

  private async writeProbe(): Promise<void> {
    const write = this.engine === 'sqlite' ? REAL_WRITE : REAL_WRITE_OF_POSTGRES;
    await this.units.runAlone((unit) => unit.execute(write));
    this.commits.stored();
  }

  /** How many units one job may start at the same time. */
  get concurrentUnits(): number {
    return CONCURRENT_UNITS;
  }

  /** False after a reboot, when the age of earlier calls is unknown. */
  get isTimeContinuous(): boolean {
    return this.time?.isContinuous ?? true;
  }

  /** Database time, the same as `Unit.now`. */
  async now(): Promise<number> {
    if (this.time !== null) return this.time.now();
    const [row] = await this.reading.query<{ at: number }>(POSTGRES_TIME);
    if (row === undefined) throw new Error('PostgreSQL did not return its time');
    return row.at;
  }

  async close(): Promise<void> {
    if (this.units instanceof UnitQueue) await this.units.end();
    await this.callersReader?.destroy();
    await this.reader?.destroy();
    if (this.reader === this.writer) return;
    if (this.engine === 'sqlite') sqliteHandle(this.writer).pragma('wal_checkpoint(TRUNCATE)');
    await this.writer.destroy();
    this.lock?.release();
  }
}

/** Of a database that was opened for reading. */
class NoUnits implements UnitOfWork {
  run(): Promise<never> {
    return Promise.reject(new Error('The database was opened for reading'));
  }

  runOn(): Promise<never> {
    return this.run();
  }

  runAlone(): Promise<never> {
    return this.run();
  }

  runJointly(): Promise<never> {
    return this.run();
  }
}

/** Thrown to roll the unit back; carries the result of the work out of it. */
class RolledBack extends Error {
  constructor(readonly value: unknown) {
    super('Rolled back on purpose');
  }
}

/**
 * Readers see only committed rows; in WAL mode each has its own snapshot. On PostgreSQL they have connections of their
 * own, so that long reads leave those of the units of work alone.
 */
export function readOnly(
  url: string,
  schema: Pick<Schema, 'entities'>,
  connection?: ConnectionOptions,
): Promise<DataSource> {
  const named = { entities: schema.entities, migrations: [] };
  const options = dataSourceOptions(url, named, connection);
  if (options.type !== 'better-sqlite3') return new DataSource(options).initialize();
  const { prepareDatabase: _, ...rest } = options;
  return new DataSource({ ...rest, readonly: true, enableWAL: false }).initialize();
}

/** For reading while the service runs: takes no lock and writes nothing. */
export async function readWithoutLock<T>(
  url: string,
  schema: Schema,
  question: (manager: EntityManager, reading: Reading) => Promise<T>,
): Promise<T> {
  const database = await Database.openForReading(url, schema);
  try {
    return await database.read((manager) => question(manager, database.reading));
  } finally {
    await database.close();
  }
}

async function openPostgres(
  url: string,
  schema: Schema,
  clock: Clock,
  {
    readTimeoutMs = READ_TIMEOUT_MS,
    unitTimeoutMs = UNIT_TIMEOUT_MS,
    onMigrationWait,
  }: OpenOptions,
): Promise<Database> {
  const found = await migratePostgres(url, schema, { clock, onMigrationWait });
  const ofUnits = { statementTimeoutMs: unitTimeoutMs };
  const writer = await new DataSource(dataSourceOptions(url, schema, ofUnits)).initialize();
  const limit = { statementTimeoutMs: readTimeoutMs };
  const reader = await readOnly(url, schema, { ...limit, poolSize: OWN_READS });
  const callersReader = await readOnly(url, schema, limit);
  const database = Database.forPostgres(schema, writer, reader, callersReader, clock);
  database.found = found;
  return database;
}

/** By connections whose statements have no limit: migrating a large database takes long, and so does waiting for another instance to do it. */
async function migratePostgres(
  url: string,
  schema: Schema,
  { clock, onMigrationWait = () => undefined }: MigrationWait,
): Promise<SchemaState> {
  const named = { entities: [], migrations: schema.migrations };
  const options = dataSourceOptions(url, named, { statementTimeoutMs: 0 });
  const source = await new DataSource(options).initialize();
  try {
    const runner = source.createQueryRunner();
    // Two instances that start at the same time must not both migrate.
    await runner.startTransaction();
    for (const limit of ['lock', 'idle_in_transaction_session']) {
      await runner.query(`SET LOCAL ${limit}_timeout = 0`);
    }
    const stopTelling = tellEvery(MIGRATION_WAIT_TOLD_MS, clock, onMigrationWait);
    await runner.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`).finally(stopTelling);
    const found = await migrate(source, schema);
    await runner.commitTransaction();
    await runner.release();
    return found;
  } finally {
    await source.destroy();
  }
}

export const MIGRATION_LOCK = 7_301_977;

/** A start that says nothing looks like one that hangs. */
export const MIGRATION_WAIT_TOLD_MS = 5_000;

interface MigrationWait {
  readonly clock: Clock;
  readonly onMigrationWait: OpenOptions['onMigrationWait'];
}

/** Tells how long it has been, until the returned function is called. */
function tellEvery(everyMs: number, clock: Clock, tell: (passedMs: number) => void): () => void {
  const since = clock.steady();
  let cancel = (): void => undefined;
  const wait = (): void => {
    cancel = clock.after(everyMs, () => {
      tell(clock.steady() - since);
      wait();
    });
  };
  wait();
  return () => cancel();
}

export function sqliteHandle(dataSource: DataSource): BetterSqlite3.Database {
  const driver: unknown = dataSource.driver;
  if (typeof driver === 'object' && driver !== null && 'databaseConnection' in driver) {
    return driver.databaseConnection as BetterSqlite3.Database;
  }
  throw new Error('The data source does not use the better-sqlite3 driver');
}

/**
 * A real write without effect, because we do not use this number. An UPDATE that changes no value would
 * not write a page.
 */
export const REAL_WRITE = 'PRAGMA user_version = 0';
/** PostgreSQL writes the row again. */
const REAL_WRITE_OF_POSTGRES = 'UPDATE scheduler_lease SET expires_at = expires_at WHERE id = 1';

/** Writes before checking, because better-sqlite3 falls back to synchronous=NORMAL at the first write. */
function checkSqlite(handle: BetterSqlite3.Database): void {
  const version = String(handle.prepare('SELECT sqlite_version()').pluck().get());
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [a, b, c] = SQLITE_MIN_VERSION;
  if (major * 1e6 + minor * 1e3 + patch < a * 1e6 + b * 1e3 + c) {
    throw new Error(
      `SQLite ${version} is too old; at least ${SQLITE_MIN_VERSION.join('.')} is required`,
    );
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
