import type { DataSource, EntityTarget, ObjectLiteral, QueryRunner } from 'typeorm';
import { Rows } from './rows.js';
import { errorCode, type SqlValue, type Unit, type UnitOfWork } from './unit-of-work.js';

/**
 * Units of work on PostgreSQL: a transaction each, READ COMMITTED, ordered by row locks. A unit
 * that the server chose as a deadlock's or serialisation's victim is run again as a whole.
 */
const TRIES_MAX = 4;
export const POSTGRES_TIME = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at';
const VICTIM = new Set(['40001', '40P01']);

export class PostgresUnits implements UnitOfWork {
  private readonly rows: Rows;

  constructor(private readonly dataSource: DataSource) {
    this.rows = new Rows(dataSource);
  }

  async run<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.once(work);
      } catch (error) {
        if (tries >= TRIES_MAX || !VICTIM.has(errorCode(error))) throw error;
      }
    }
  }

  private async once<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const unit = new PostgresUnit(runner, this.rows);
    let value: T;
    try {
      await runner.startTransaction();
      try {
        value = await work(unit);
        await runner.commitTransaction();
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

/** `?` becomes `$1`, `$2` …: our statements hold no other question mark. */
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
    private readonly rows: Rows,
  ) {}

  async now(): Promise<number> {
    const [row] = await this.query<{ at: number }>(POSTGRES_TIME);
    if (row === undefined) throw new Error('PostgreSQL did not tell its time');
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
    return this.query<T>(this.rows.select(entity, where), parameters);
  }

  async insert<T extends ObjectLiteral>(entity: EntityTarget<T>, row: T): Promise<void> {
    const [sql, values] = this.rows.insert(entity, row);
    await this.execute(sql, values);
  }

  update<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    key: Partial<T>,
    changes: Partial<T>,
  ): Promise<number> {
    const [sql, values] = this.rows.update(entity, key, changes);
    return this.execute(sql, values);
  }

  afterCommit(action: () => void): void {
    this.actions.push(action);
  }
}
