import type { DataSource } from 'typeorm';
import { READ_TIMEOUT_MS, type Schema } from '../data-source-options.js';
import { readOnly, sqliteHandle } from '../database.js';
import { withinLimit } from '../query-timeout.js';
import { PostgresReading, Questions, SqliteReading } from '../reads.js';

/** A connection of its own that only reads: all that one question reads is of one moment. */
export class Snapshots {
  private constructor(private readonly source: DataSource) {}

  static async open(url: string, schema: Pick<Schema, 'entities'>): Promise<Snapshots> {
    return new Snapshots(await readOnly(url, schema, { statementTimeoutMs: READ_TIMEOUT_MS }));
  }

  /** One at a time: a connection to SQLite has one transaction. */
  read<T>(question: (questions: Questions) => Promise<T>): Promise<T> {
    return this.source.options.type === 'postgres'
      ? withinLimit(this.readPostgres(question))
      : this.readSqlite(question);
  }

  private async readSqlite<T>(question: (questions: Questions) => Promise<T>): Promise<T> {
    const handle = sqliteHandle(this.source);
    handle.exec('BEGIN');
    try {
      const reading = new SqliteReading(handle, this.source);
      return await question(new Questions(reading, (read) => read(this.source.manager)));
    } finally {
      handle.exec('ROLLBACK');
    }
  }

  private async readPostgres<T>(question: (questions: Questions) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    try {
      await runner.startTransaction('REPEATABLE READ');
      await runner.query('SET TRANSACTION READ ONLY');
      const reading = new PostgresReading(this.source, runner);
      return await question(new Questions(reading, (read) => read(runner.manager)));
    } finally {
      // On a lost connection that fails, too; the first error says more.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  }
}
