import type { DataSource, EntityTarget, ObjectLiteral, QueryRunner } from 'typeorm';
import type { Clock } from '../runtime/clock.js';
import type { Commits } from './commits.js';
import { EntitySql } from './entity-sql.js';
import { errorCode, type SqlValue, type Unit, type UnitOfWork } from './unit-of-work.js';

/**
 * Units of work on PostgreSQL: one READ COMMITTED transaction each, ordered by row locks. A unit that the
 * server aborts because of a deadlock or serialisation failure is run again from the start.
 */
const ATTEMPTS_MAX = 4;
export const POSTGRES_TIME = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at';
const RETRYABLE = new Set(['40001', '40P01']);

export class PostgresUnits implements UnitOfWork {
  private readonly sql: EntitySql;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly commits: Commits,
  ) {
    this.sql = new EntitySql(dataSource);
  }

  async run<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.once(work);
      } catch (error) {
        if (tries >= ATTEMPTS_MAX || !RETRYABLE.has(errorCode(error))) throw error;
      }
    }
  }

  private async once<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const unit = new PostgresUnit(runner, this.sql);
    let value: T;
    try {
      await runner.startTransaction();
      try {
        value = await work(unit);
        const since = this.clock.steady();
        await runner.commitTransaction();
        this.commits.done({ units: 1, durationMs: this.clock.steady() - since });
      } catch (error) {
        if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
        throw error;
      }
    } finally {
      await runner.release();
    }
    for (const action of unit.actions) action();
    return value;
  }
}

/** Replaces `?` by `$1`, `$2`, …; our statements contain no other question marks. */
const numbered = new Map<string, string>();
export function withNumbers(sql: string): string {
  let text = numbered.get(sql);
  if (text === undefined) {
    let count = 0;
    text = sql.replace(/\?/g, () => `$${(count += 1)}`);
    numbered.set(sql, text);
  }
  return text;
}

class PostgresUnit implements Unit {
  readonly rowLock = ' FOR UPDATE';
  readonly actions: (() => void)[] = [];

  constructor(
    private readonly runner: QueryRunner,
    private readonly sql: EntitySql,
  ) {}

  async now(): Promise<number> {
    const [row] = await this.query<{ at: number }>(POSTGRES_TIME);
    if (row === undefined) throw new Error('PostgreSQL did not return its time');
    return row.at;
  }

  async query<T>(sql: string, parameters: readonly SqlValue[] = []): Promise<T[]> {
    const result = await this.runner.query(withNumbers(sql), [...parameters], true);
    return result.records as T[];
  }

  async execute(sql: string, parameters: readonly SqlValue[] = []): Promise<number> {
    const result = await this.runner.query(withNumbers(sql), [...parameters], true);
    return result.affected ?? 0;
  }

  find<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    where: string,
    parameters: readonly SqlValue[] = [],
  ): Promise<T[]> {
    return this.query<T>(this.sql.select(entity, where), parameters);
  }

  async insert<T extends ObjectLiteral>(entity: EntityTarget<T>, row: T): Promise<void> {
    const [sql, values] = this.sql.insert(entity, row);
    await this.execute(sql, values);
  }

  update<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    key: Partial<T>,
    changes: Partial<T>,
  ): Promise<number> {
    const [sql, values] = this.sql.update(entity, key, changes);
    return this.execute(sql, values);
  }

  afterCommit(action: () => void): void {
    this.actions.push(action);
  }
}
