import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sqlitePath } from '../src/infra/config/config.js';
import { SqliteDriver } from '../src/infra/database/sqlite-driver.js';

/** What the service holds at one moment. */
export interface Sample {
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly openFiles: number;
  /** Sockets, timers and other things that Node.js waits for. */
  readonly resources: number;
  /** Of SQLite; 0 on PostgreSQL, which bounds its own. */
  readonly walBytes: number;
  /** To PostgreSQL; 0 on SQLite. */
  readonly connections: number;
  readonly databaseBytes: number;
  /** Below the data folder and the folder of temporary files, without the database. */
  readonly files: number;
  readonly rows: Readonly<Record<string, number>>;
}

export interface Watched {
  readonly url: string;
  readonly databaseUrl: string;
  readonly folder: string;
}

export async function takeSample({ url, databaseUrl, folder }: Watched): Promise<Sample> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const path = sqlitePath(databaseUrl);
  const database = path === null ? await inPostgres(databaseUrl) : inSqlite(path);
  return {
    residentBytes: metricIn(page, 'process_resident_memory_bytes'),
    heapBytes: metricIn(page, 'nodejs_heap_size_used_bytes'),
    openFiles: metricIn(page, 'process_open_fds'),
    resources: metricIn(page, 'nodejs_active_resources_total'),
    files: filesBelow(folder).filter((name) => !isOfDatabase(name, path)).length,
    ...database,
  };
}

type OfDatabase = Pick<Sample, 'walBytes' | 'connections' | 'databaseBytes' | 'rows'>;

function inSqlite(path: string): OfDatabase {
  const database = new SqliteDriver(path, { readonly: true });
  try {
    const tables = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck()
      .all() as string[];
    const count = (table: string): number =>
      Number(database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
    return {
      walBytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      connections: 0,
      databaseBytes: statSync(path).size,
      rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
    };
  } finally {
    database.close();
  }
}

async function inPostgres(databaseUrl: string): Promise<OfDatabase> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const column = async (sql: string): Promise<unknown[]> => {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows.map(([value]) => value);
  };
  try {
    const tables = await column("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    const rows: Record<string, number> = {};
    for (const table of tables as string[])
      rows[table] = Number((await column(`SELECT count(*) FROM "${table}"`))[0]);
    const others = 'datname = current_database() AND pid <> pg_backend_pid()';
    const [connections] = await column(`SELECT count(*) FROM pg_stat_activity WHERE ${others}`);
    const [bytes] = await column('SELECT pg_database_size(current_database())');
    return {
      walBytes: 0,
      connections: Number(connections),
      databaseBytes: Number(bytes),
      rows,
    };
  } finally {
    await client.end();
  }
}

function metricIn(page: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1] ?? Number.NaN);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The file itself, its log, its shared memory and its lock. */
function isOfDatabase(name: string, path: string | null): boolean {
  return path !== null && name.startsWith(path);
}
