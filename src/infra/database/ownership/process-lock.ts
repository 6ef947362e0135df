import type BetterSqlite3 from 'better-sqlite3';
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SqliteDriver } from '../sqlite-driver.js';
import { errorCode } from '../units/unit-of-work.js';

/** As many as Linux follows. */
const LINKS_MOST = 40;

/**
 * Only one process may use an SQLite file. The lock is an exclusive transaction on a small database next
 * to it, held for the life of the process; the kernel releases it even after kill -9.
 */
export class ProcessLock {
  private constructor(private readonly database: BetterSqlite3.Database) {}

  /** Throws when another process holds the file. */
  static take(databasePath: string): ProcessLock {
    const database = new SqliteDriver(lockOf(databasePath), { timeout: 0 });
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

  /** Whether a process has ever had the file for itself: nobody has that of a copy. */
  static wasTaken(databasePath: string): boolean {
    return existsSync(lockOf(databasePath));
  }

  release(): void {
    this.database.close();
  }
}

function lockOf(databasePath: string): string {
  return `${realPathOf(databasePath)}.lock`;
}

/** A file has one lock, whatever symbolic links lead to it; it need not be there yet. */
function realPathOf(path: string): string {
  let found = path;
  for (let links = 0; links < LINKS_MOST; links += 1) {
    const folder = realpathSync(dirname(found));
    found = join(folder, basename(found));
    if (lstatSync(found, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return found;
    found = resolve(folder, readlinkSync(found));
  }
  throw new Error(`${path} is a symbolic link to too many others`);
}
