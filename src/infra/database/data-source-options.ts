import type BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import type { DataSourceOptions, MixedList } from 'typeorm';
import { sqlitePath } from '../config/config.js';
import { SqliteDriver } from './sqlite-driver.js';

/** What the database holds; every entity and migration is named, none is found by a pattern. */
export interface Schema {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- TypeORM's own type
  readonly entities: readonly Function[];
  // eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- TypeORM's own type
  readonly migrations: MixedList<Function>;
}

/** How long a statement on SQLite waits for another process. */
export const BUSY_TIMEOUT_MS = 5_000;

/** By how much the log grows before a commit moves it into the file: 16 MiB, as a page has 4 KiB. */
export const LOG_PAGES = 4_096;

/** Our 64-bit columns are milliseconds and sequences, far below 2^53: numbers, as on SQLite. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function dataSourceOptions(url: string, schema: Schema): DataSourceOptions {
  const path = sqlitePath(url);
  const common = {
    entities: [...schema.entities],
    migrations: schema.migrations,
    synchronize: false,
    logging: false,
  };
  if (path === null) {
    return {
      ...common,
      type: 'postgres',
      url,
      poolSize: 10,
      extra: {
        statement_timeout: 30_000,
        lock_timeout: 10_000,
        idle_in_transaction_session_timeout: 30_000,
      },
    };
  }
  return {
    ...common,
    type: 'better-sqlite3',
    driver: SqliteDriver,
    database: path,
    enableWAL: path !== ':memory:',
    timeout: BUSY_TIMEOUT_MS,
    prepareDatabase: (database: BetterSqlite3.Database) => {
      database.pragma('synchronous = FULL');
      database.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
      database.pragma('foreign_keys = ON');
      database.pragma('recursive_triggers = ON');
      // What a savepoint needs to be undone; a group of units would spill it to a file otherwise.
      database.pragma('temp_store = MEMORY');
    },
  };
}
