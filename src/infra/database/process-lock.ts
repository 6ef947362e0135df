import type BetterSqlite3 from 'better-sqlite3';
import { SqliteDriver } from './sqlite-driver.js';
import { errorCode } from './unit-of-work.js';

/**
 * One process per SQLite file. The lock is an exclusive transaction on a small database beside it,
 * held as long as the process lives; the kernel frees it even after kill -9.
 */
export class ProcessLock {
  private constructor(private readonly database: BetterSqlite3.Database) {}

  /** Throws when another process holds the file. */
  static take(databasePath: string): ProcessLock {
    const database = new SqliteDriver(`${databasePath}.lock`, { timeout: 0 });
    try {
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      if (!errorCode(error).startsWith('SQLITE_BUSY')) throw error;
      throw new Error(`Another Marina process uses ${databasePath}; only one may at a time`, {
        cause: error,
      });
    }
    return new ProcessLock(database);
  }

  release(): void {
    this.database.close();
  }
}
