import { DataSource } from 'typeorm';
import { sqlitePath } from '../src/infra/config/config.js';
import { dataSourceOptions } from '../src/infra/database/data-source-options.js';
import { EntitySql } from '../src/infra/database/entity-sql.js';
import { SqliteDriver } from '../src/infra/database/sqlite-driver.js';
import { SCHEMA } from '../src/schema.js';

export type Insert<T> = (row: T) => void;

/** Writes many rows into a new database, in one transaction. */
export interface BookRows {
  insertion<T extends object>(entity: new () => T): Insert<T>;
  /** Awaited now and then, so that not all rows are held in memory. */
  flush(): Promise<void>;
  run(sql: string): Promise<unknown>;
}

export async function writingRows<T>(
  databaseUrl: string,
  write: (rows: BookRows) => Promise<T>,
): Promise<T> {
  const dataSource = await new DataSource(dataSourceOptions(databaseUrl, SCHEMA)).initialize();
  try {
    await dataSource.runMigrations({ transaction: 'each' });
    const path = sqlitePath(databaseUrl);
    if (path !== null) return await toSqlite({ dataSource, path }, write);
    const written = await toPostgres(dataSource, write);
    // What the server does by itself while a table grows as slowly as in life.
    await dataSource.query('ANALYZE');
    return written;
  } finally {
    await dataSource.destroy();
  }
}

async function toSqlite<T>(
  { dataSource, path }: { readonly dataSource: DataSource; readonly path: string },
  write: (rows: BookRows) => Promise<T>,
): Promise<T> {
  const database = new SqliteDriver(path);
  const sql = new EntitySql(dataSource);
  try {
    database.exec('BEGIN');
    const written = await write({
      insertion: (entity) => {
        const statement = database.prepare(sql.insert(entity, new entity())[0]);
        return (row) => void statement.run(...sql.insert(entity, row)[1]);
      },
      flush: () => Promise.resolve(),
      run: (text) => Promise.resolve(database.exec(text)),
    });
    database.exec('COMMIT');
    return written;
  } finally {
    database.close();
  }
}

/** One statement for all rows of a table since the last flush. */
function toPostgres<T>(dataSource: DataSource, write: (rows: BookRows) => Promise<T>): Promise<T> {
  return dataSource.transaction(async (manager) => {
    await manager.query('SET LOCAL statement_timeout = 0');
    const waiting = new Map<string, object[]>();
    const flush = async (): Promise<void> => {
      for (const [table, rows] of waiting) {
        const sql = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`;
        if (rows.length > 0) await manager.query(sql, [JSON.stringify(rows)]);
        rows.length = 0;
      }
    };
    const written = await write({
      insertion: (entity) => {
        const { tableName, columns } = dataSource.getMetadata(entity);
        const rows: object[] = [];
        waiting.set(tableName, rows);
        return (row) => {
          const values = columns.map((column) => [
            column.databaseName,
            (row as Record<string, unknown>)[column.propertyName] ?? null,
          ]);
          rows.push(Object.fromEntries(values) as object);
        };
      },
      flush,
      run: (text) => manager.query(text),
    });
    await flush();
    return written;
  });
}
