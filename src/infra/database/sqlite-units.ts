import type BetterSqlite3 from 'better-sqlite3';
import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import { nextTurn } from '../runtime/batches.js';
import type { Commits } from './commits.js';
import type { DatabaseTime } from './database-time.js';
import { EntitySql } from './entity-sql.js';
import type { SqlValue, Unit, UnitOfWork } from './unit-of-work.js';

/**
 * Units of work on SQLite: one connection and one queue. Waiting units share a commit, and with it one
 * flush to disk. Each runs inside its own savepoint, so a failing unit is rolled back alone. Promises
 * resolve only after the shared commit has returned.
 */
const GROUP_SIZE_MAX = 128;
/** After this long, units of a commit yield to the event loop before the next one runs. */
export const YIELD_AFTER_MS = 8;

export class SqliteUnits implements UnitOfWork {
  private waiting: Waiting[] = [];
  /** Set while the queue is being processed. */
  private draining: Promise<void> | null = null;
  private hasEnded = false;
  private readonly connection: Connection;

  constructor(
    database: BetterSqlite3.Database,
    dataSource: DataSource,
    private readonly time: DatabaseTime,
    /** How long the units of a commit may block the event loop; 0 yields after every unit. */
    private readonly yieldAfterMs: number,
    private readonly commits: Commits,
  ) {
    this.connection = new Connection(database, new EntitySql(dataSource), time);
  }

  run<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    if (this.hasEnded) return Promise.reject(new Error('The database is closed'));
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.draining ??= this.drain();
    });
  }

  /** Accepts no more units; resolves when those in the queue are done. */
  async end(): Promise<void> {
    this.hasEnded = true;
    await this.draining;
  }

  private async drain(): Promise<void> {
    // Units that arrive in this turn of the event loop join the same commit.
    await nextTurn();
    while (this.waiting.length > 0) {
      await this.commit(this.waiting.splice(0, GROUP_SIZE_MAX));
      await nextTurn();
    }
    this.draining = null;
  }

  private async commit(group: readonly Waiting[]): Promise<void> {
    const done: Done[] = [];
    const failed: Failed[] = [];
    try {
      this.connection.begin();
    } catch (error) {
      for (const waiting of group) waiting.reject(error);
      return;
    }
    let durationMs: number;
    try {
      let heldSince = this.time.now();
      for (const waiting of group) {
        const outcome = await this.connection.inSavepoint(waiting);
        if ('error' in outcome) failed.push(outcome);
        else done.push(outcome);
        if (!this.connection.inTransaction()) throw new TransactionLost(waiting);
        if (this.time.now() - heldSince < this.yieldAfterMs) continue;
        await nextTurn();
        heldSince = this.time.now();
      }
      const since = this.time.now();
      this.connection.commit();
      durationMs = this.time.now() - since;
    } catch (error) {
      this.connection.rollback();
      await this.retryAlone(group, failed, error);
      return;
    }
    // Not where an error would run again what is committed.
    this.commits.done({ units: done.length, durationMs });
    for (const one of failed) one.waiting.reject(one.error);
    for (const one of done) {
      for (const action of one.afterCommit) action();
      one.waiting.resolve(one.value);
    }
  }

  /** SQLite may roll back the whole transaction, for example when the disk is full. Then retry each unit alone. */
  private async retryAlone(
    group: readonly Waiting[],
    failed: readonly Failed[],
    error: unknown,
  ): Promise<void> {
    const [first] = group;
    if (group.length === 1 && first !== undefined) {
      first.reject(failed[0]?.error ?? error);
      return;
    }
    for (const one of failed) one.waiting.reject(one.error);
    const rejected = new Set(failed.map((one) => one.waiting));
    for (const waiting of group) {
      if (!rejected.has(waiting)) await this.commit([waiting]);
    }
  }
}

interface Waiting {
  readonly work: (unit: Unit) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Done {
  readonly waiting: Waiting;
  readonly value: unknown;
  readonly afterCommit: readonly (() => void)[];
}

interface Failed {
  readonly waiting: Waiting;
  readonly error: unknown;
}

class TransactionLost extends Error {
  constructor(readonly by: Waiting) {
    super('SQLite rolled back the transaction');
  }
}

class Connection {
  private readonly statements = new Map<string, BetterSqlite3.Statement<unknown[]>>();

  constructor(
    private readonly database: BetterSqlite3.Database,
    readonly sql: EntitySql,
    readonly time: DatabaseTime,
  ) {}

  begin(): void {
    this.prepared('BEGIN IMMEDIATE').run();
  }

  commit(): void {
    this.prepared('COMMIT').run();
  }

  rollback(): void {
    if (this.database.inTransaction) this.database.exec('ROLLBACK');
  }

  inTransaction(): boolean {
    return this.database.inTransaction;
  }

  async inSavepoint(waiting: Waiting): Promise<Done | Failed> {
    const afterCommit: (() => void)[] = [];
    this.prepared('SAVEPOINT unit').run();
    try {
      const value = await waiting.work(new SqliteUnit(this, afterCommit));
      this.prepared('RELEASE unit').run();
      return { waiting, value, afterCommit };
    } catch (error) {
      if (this.database.inTransaction) {
        this.prepared('ROLLBACK TO unit').run();
        this.prepared('RELEASE unit').run();
      }
      return { waiting, error };
    }
  }

  prepared(sql: string): BetterSqlite3.Statement<unknown[]> {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare<unknown[]>(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}

class SqliteUnit implements Unit {
  readonly rowLock = '';

  constructor(
    private readonly connection: Connection,
    private readonly actions: (() => void)[],
  ) {}

  now(): Promise<number> {
    return Promise.resolve(this.connection.time.now());
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- an error must reject, not throw
  async query<T>(sql: string, parameters: readonly SqlValue[] = []): Promise<T[]> {
    return this.connection.prepared(sql).all(...parameters) as T[];
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- an error must reject, not throw
  async execute(sql: string, parameters: readonly SqlValue[] = []): Promise<number> {
    return this.connection.prepared(sql).run(...parameters).changes;
  }

  find<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    where: string,
    parameters: readonly SqlValue[] = [],
  ): Promise<T[]> {
    return this.query<T>(this.connection.sql.select(entity, where), parameters);
  }

  async insert<T extends ObjectLiteral>(entity: EntityTarget<T>, row: T): Promise<void> {
    const [sql, values] = this.connection.sql.insert(entity, row);
    await this.execute(sql, values);
  }

  update<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    key: Partial<T>,
    changes: Partial<T>,
  ): Promise<number> {
    const [sql, values] = this.connection.sql.update(entity, key, changes);
    return this.execute(sql, values);
  }

  afterCommit(action: () => void): void {
    this.actions.push(action);
  }
}
