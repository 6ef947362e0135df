import { hash } from 'node:crypto';
import pg, { type Client, type QueryConfig, type QueryResult } from 'pg';
import type { DataSource, EntityTarget, ObjectLiteral, QueryRunner } from 'typeorm';
import { EntitySql } from '../entity-sql.js';
import { NoConnection, withLostConnection } from '../lost-connection.js';
import type { Waiting } from './joint-units.js';
import type { Done, Failed, LeftForCommit, UnitConnection } from './unit-queue.js';
import { errorCode, type CommitBatch, type SqlValue, type Unit } from './unit-of-work.js';

/**
 * The connection on which an instance writes to PostgreSQL: READ COMMITTED transactions, ordered by row locks between
 * instances. It is taken from the pool for each transaction, so that one that was cut is replaced.
 */
export const POSTGRES_TIME = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at';
/** The server has aborted the unit because of a deadlock or serialisation failure. */
const RETRYABLE = new Set(['40001', '40P01']);
/** Classes of errors after which nobody knows whether a commit happened: no connection, operator intervention. */
const CONNECTION_LOST = /^(08|57)/;
const SAVEPOINT = 'SAVEPOINT unit';
const NEXT_SAVEPOINT = 'RELEASE unit; SAVEPOINT unit';
/** Statements that are named; those beyond, of which there should be none, cost a plan each time. */
const NAMED_MAX = 1_000;

export class PostgresConnection implements UnitConnection {
  readonly sql: EntitySql;
  private readonly statements = new Map<string, QueryConfig>();
  private runner: QueryRunner | null = null;
  private client: Client | null = null;
  private isIntact = false;
  private hasSavepoint = false;
  private commitInDoubt = false;
  /** It was lost, or leads to a server that takes no writes. */
  private isOfNoUse = false;

  constructor(private readonly dataSource: DataSource) {
    this.sql = new EntitySql(dataSource);
  }

  async begin(): Promise<void> {
    this.commitInDoubt = false;
    this.hasSavepoint = false;
    this.runner = this.dataSource.createQueryRunner();
    try {
      this.client = (await this.runner.connect()) as Client;
      await this.client.query('BEGIN');
      this.isIntact = true;
    } catch (error) {
      // Nothing but a connection is asked for yet.
      this.isOfNoUse = true;
      await this.release();
      throw error instanceof NoConnection ? error : new NoConnection(error);
    }
  }

  async commit(): Promise<void> {
    const { command } = await this.ask({ text: 'COMMIT' }).catch((error: unknown) => {
      this.commitInDoubt = !isRefusal(error);
      throw error;
    });
    // So it answers when a unit has swallowed an error: then nothing was committed, without a doubt.
    if (command !== 'COMMIT') throw new Error('PostgreSQL rolled back the transaction');
    await this.release();
  }

  async rollback(): Promise<void> {
    await this.client?.query('ROLLBACK').catch(() => undefined);
    await this.release();
  }

  inTransaction(): boolean {
    return this.isIntact;
  }

  isRetryable(error: unknown): boolean {
    return RETRYABLE.has(errorCode(error));
  }

  isCommitInDoubt(): boolean {
    return this.commitInDoubt;
  }

  /** A unit that is alone in its transaction needs no savepoint: the transaction ends with it. */
  async inSavepoint(
    waiting: Waiting,
    left: LeftForCommit,
    isAlone: boolean,
  ): Promise<Done | Failed> {
    try {
      // The one before is released on the same journey to the server, and the last one by the commit.
      if (!isAlone) await this.ask({ text: this.hasSavepoint ? NEXT_SAVEPOINT : SAVEPOINT });
      this.hasSavepoint = !isAlone;
    } catch (error) {
      // The unit before has swallowed an error, or the connection is gone. Its savepoint must not be rolled back to:
      // it counts as done.
      this.isIntact = false;
      throw error;
    }
    try {
      const value = await waiting.work(this.unit(left));
      return { waiting, value, left };
    } catch (error) {
      this.isIntact = !isAlone && (await this.undo());
      return { waiting, error };
    }
  }

  unit(left: LeftForCommit): Unit {
    return new PostgresUnit(this, left);
  }

  /** A named statement is parsed once on each connection, and after some runs no longer planned. */
  run(sql: string, parameters: readonly (SqlValue | SqlValue[])[]): Promise<QueryResult> {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      const text = withNumbers(sql);
      const isNamed = this.statements.size < NAMED_MAX;
      // Of the text alone: the connections of the pool outlive this object.
      statement = isNamed ? { name: hash('sha256', text).slice(0, 32), text } : { text };
      if (isNamed) this.statements.set(sql, statement);
    }
    return this.ask({ ...statement, values: [...parameters] });
  }

  async ask(query: QueryConfig): Promise<QueryResult> {
    if (this.client === null) throw new Error('The unit of work has ended');
    try {
      return await this.client.query(query);
    } catch (error) {
      const known = withLostConnection(error);
      this.isOfNoUse ||= known instanceof NoConnection;
      throw known;
    }
  }

  private async undo(): Promise<boolean> {
    try {
      await this.ask({ text: 'ROLLBACK TO unit' });
      return true;
    } catch {
      return false;
    }
  }

  private async release(): Promise<void> {
    const { runner, client } = this;
    // The pool replaces a connection that has ended, and would hand out one that takes no writes again.
    if (this.isOfNoUse) void client?.end();
    this.isOfNoUse = false;
    this.runner = null;
    this.client = null;
    this.isIntact = false;
    await runner?.release();
  }
}

/** The server has answered that it did not commit. All else, as a connection that was reset, says nothing. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !CONNECTION_LOST.test(errorCode(error));
}

/** Replaces `?` by `$1`, `$2`, …; our statements contain no other question marks. */
export function withNumbers(sql: string): string {
  let count = 0;
  return sql.replace(/\?/g, () => `$${(count += 1)}`);
}

class PostgresUnit implements Unit {
  readonly rowLock = ' FOR UPDATE';

  constructor(
    private readonly connection: PostgresConnection,
    private readonly left: LeftForCommit,
  ) {}

  async now(): Promise<number> {
    const [row] = await this.query<{ at: number }>(POSTGRES_TIME);
    if (row === undefined) throw new Error('PostgreSQL did not return its time');
    return row.at;
  }

  async query<T>(sql: string, parameters: readonly SqlValue[] = []): Promise<T[]> {
    const { rows } = await this.connection.run(sql, parameters);
    return rows as T[];
  }

  async execute(sql: string, parameters: readonly SqlValue[] = []): Promise<number> {
    const { rowCount } = await this.connection.run(sql, parameters);
    return rowCount ?? 0;
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

  async insertAll<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    rows: readonly T[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const [sql, columns] = this.connection.sql.insertAll(entity, rows);
    await this.connection.run(sql, columns);
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
