import type BetterSqlite3 from 'better-sqlite3';
import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { DatabaseTime } from '../database-time.js';
import { EntitySql } from '../entity-sql.js';
import type { Waiting } from './joint-units.js';
import type { Done, Failed, LeftForCommit, UnitConnection } from './unit-queue.js';
import type { CommitBatch, SqlValue, Unit } from './unit-of-work.js';

/** After this long, units of a commit yield to the event loop before the next one runs. */
export const YIELD_AFTER_MS = 8;

/** The one connection that writes to an SQLite file. */
export class SqliteConnection implements UnitConnection {
  readonly sql: EntitySql;
  private readonly statements = new Map<string, BetterSqlite3.Statement<unknown[]>>();

  constructor(
    private readonly database: BetterSqlite3.Database,
    dataSource: DataSource,
    readonly time: DatabaseTime,
  ) {
    this.sql = new EntitySql(dataSource);
  }

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

  async inSavepoint(waiting: Waiting, left: LeftForCommit): Promise<Done | Failed> {
    this.prepared('SAVEPOINT unit').run();
    const unit = new SqliteUnit(this, left);
    try {
      const value = await waiting.work(unit);
      this.prepared('RELEASE unit').run();
      return { waiting, value, left };
    } catch (error) {
      // What it has begun beside the step that failed must not be written after the rollback.
      unit.end();
      if (this.database.inTransaction) {
        this.prepared('ROLLBACK TO unit').run();
        this.prepared('RELEASE unit').run();
      }
      return { waiting, error };
    }
  }

  unit(left: LeftForCommit): Unit {
    return new SqliteUnit(this, left);
  }

  isRetryable(): boolean {
    return false;
  }

  isCommitInDoubt(): boolean {
    return false;
  }

  /** A full disk ends the transaction by itself: whatever follows would be stored for good, outside of it. */
  write(sql: string, parameters: readonly SqlValue[]): number {
    if (!this.database.inTransaction) throw new Error('The transaction has ended');
    return this.prepared(sql).run(...parameters).changes;
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
  private hasFailed = false;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly left: LeftForCommit,
  ) {}

  now(): Promise<number> {
    return Promise.resolve(this.connection.time.now());
  }

  // oxlint-disable-next-line typescript/require-await -- an error must reject, not throw
  async query<T>(sql: string, parameters: readonly SqlValue[] = []): Promise<T[]> {
    return this.connection.prepared(sql).all(...parameters) as T[];
  }

  // oxlint-disable-next-line typescript/require-await -- an error must reject, not throw
  async execute(sql: string, parameters: readonly SqlValue[] = []): Promise<number> {
    return this.write(sql, parameters);
  }

  end(): void {
    this.hasFailed = true;
  }

  private write(sql: string, parameters: readonly SqlValue[]): number {
    if (this.hasFailed) throw new Error('The unit of work has failed');
    return this.connection.write(sql, parameters);
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

  /** All of them before anything else happens: what is handed over at once is not mixed up, and ends with the first error. */
  // oxlint-disable-next-line typescript/require-await -- an error must reject, not throw
  async insertAll<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    rows: readonly T[],
  ): Promise<void> {
    for (const row of rows) this.write(...this.connection.sql.insert(entity, row));
  }

  update<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    key: Partial<T>,
    changes: Partial<T>,
  ): Promise<number> {
    const [sql, values] = this.connection.sql.update(entity, key, changes);
    return this.execute(sql, values);
  }

  atCommit<T>(batch: CommitBatch<T>, item: T): void {
    this.left.items.push([batch, item]);
  }

  afterCommit(action: () => void): void {
    this.left.actions.push(action);
  }
}
