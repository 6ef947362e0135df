import type BetterSqlite3 from 'better-sqlite3';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SqliteDriver } from './sqlite-driver.js';
import { errorCode } from './units/unit-of-work.js';

/**
 * Only one process may use an SQLite file. The lock is an exclusive transaction on a small database next
 * to it, held for the life of the process; the kernel releases it even after kill -9.
 */
export class ProcessLock {
  private constructor(private readonly database: BetterSqlite3.Database) {}

  /** Throws when another process holds the file. */
  static take(databasePath: string): ProcessLock {
    const database = new SqliteDriver(`${realPathOf(databasePath)}.lock`, { timeout: 0 });
    try {
      database.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      database.close();
      if (!errorCode(error).startsWith('SQLITE_BUSY')) throw error;
      throw new Error(`Another Marina process is using ${databasePath}; only one can at a time`, {
        cause: error,
      });
    }
    return new ProcessLock(database);
  }

  release(): void {
    this.database.close();
  }
}

/** One file has one lock, whatever symbolic links lead to it. */
function realPathOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
}
