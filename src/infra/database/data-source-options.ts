import type BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { sqlitePath } from '../config/config.js';
import { PostgresClient, refuseReadOnly } from './postgres-client.js';
import type { Reading } from './reads.js';
import type { SchemaVersions } from './schema-version.js';
import { SqliteDriver } from './sqlite-driver.js';

/** The entities, migrations and proofs, listed by name rather than found by a file pattern. */
export interface Schema extends SchemaVersions {
  // oxlint-disable-next-line typescript/no-unsafe-function-type -- TypeORM's own type
  readonly entities: readonly Function[];
  /** For each table whose rows count only with an entry of the audit trail. */
  readonly findUnprovenRows: readonly FindUnprovenRows[];
  /** For each table whose rows must not be missing or changed: other decisions go by them. */
  readonly findContradictions: readonly FindContradictions[];
}

/** The rows of a table that have no entry, each as what "the database has": "a certificate 1 of the trading day …". */
export type FindUnprovenRows = (reading: Reading) => Promise<readonly string[]>;

/** What the trail has and a table has not, or has otherwise, each as a sentence. */
export type FindContradictions = (reading: Reading) => Promise<readonly string[]>;

/** How long an SQLite statement waits for another process. */
export const BUSY_TIMEOUT_MS = 5_000;

/** SQLite copies the write-ahead log into the file after this many pages: 16 MiB with 4 KiB pages. */
export const CHECKPOINT_PAGES = 4_096;

/**
 * PostgreSQL ends a statement of the service after this, of a unit of work and of a read. All are short: a stall of the server's disk is
 * shorter, and a server that died without a word lets no statement wait for longer (decision 66).
 */
export const UNIT_TIMEOUT_MS = 10_000;
export const READ_TIMEOUT_MS = 10_000;
/** Of a command: nobody waits for it, and it may read, or change, everything that there is. */
export const COMMAND_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** Less than a statement has, so that the error says what it waited for. */
const LOCK_TIMEOUT_MS = 8_000;
/** After the end of a statement, the server's word of it has arrived. */
const ANSWER_LATE_MS = 2_000;

/** Our 64-bit columns hold milliseconds and sequences, far below 2^53: read them as numbers, as SQLite does. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Of the connections to PostgreSQL. */
export interface ConnectionOptions {
  /** 0: no limit. */
  readonly statementTimeoutMs?: number;
  readonly poolSize?: number;
  /** For what only reads, and may do so from a standby. */
  readonly mayBeReadOnly?: boolean;
}

function settingsOf(statementTimeoutMs: number): string {
  // Pages of an index cost little more than those of a table on today's disks; the default is for spindles.
  const settings = '-c random_page_cost=1.1';
  // The driver does not send a 0, and the limit of the role or the database would end what takes long.
  return statementTimeoutMs === 0 ? `${settings} -c statement_timeout=0` : settings;
}

export function dataSourceOptions(
  url: string,
  schema: Pick<Schema, 'entities' | 'migrations'>,
  options: ConnectionOptions = {},
): DataSourceOptions {
  const { statementTimeoutMs = UNIT_TIMEOUT_MS, poolSize = 10 } = options;
  const path = sqlitePath(url);
  const common = {
    entities: [...schema.entities],
    migrations: [...schema.migrations],
    synchronize: false,
    logging: false,
  };
  if (path === null) {
    return {
      ...common,
      type: 'postgres',
      url,
      poolSize,
      extra: {
        // Statements of a unit that need not wait for each other's answer make one journey to the server.
        pipeline: true,
        Client: PostgresClient,
        ...(options.mayBeReadOnly === true ? {} : { onConnect: refuseReadOnly }),
        // For a connection to the server, or a free one of the pool.
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        // Notices a server that is gone without a word, as after a failover: while nothing is asked, …
        keepAlive: true,
        keepAliveInitialDelayMillis: CONNECT_TIMEOUT_MS,
        // … and while an answer is awaited, which the server's own limit does not bound then.
        query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + ANSWER_LATE_MS,
        statement_timeout: statementTimeoutMs,
        lock_timeout: LOCK_TIMEOUT_MS,
        idle_in_transaction_session_timeout: 30_000,
        options: settingsOf(statementTimeoutMs),
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
      database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      database.pragma('foreign_keys = ON');
      database.pragma('recursive_triggers = ON');
      // Keeps savepoint journals in memory; large groups of units would spill them to a file.
      database.pragma('temp_store = MEMORY');
    },
  };
}
