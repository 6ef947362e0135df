import { createHash, type Hash } from 'node:crypto';
import type { EntityManager, EntityMetadata } from 'typeorm';
import type { SqlValue, Unit } from '../database/units/unit-of-work.js';

/** One table, copied from SQLite to PostgreSQL and read back. */
export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 over its rows in the order of its key, each value as a text; the same on both sides. */
  readonly sha256: string;
}

/** Rows that are held in memory at a time: a reply of the exchange has up to some megabytes. */
const BATCH_ROWS = 100;

type Row = Readonly<Record<string, string | null>>;

/**
 * Copies a table, and reads it back to see that each value is the same text as before. Both engines have the same
 * columns of texts and whole numbers, so each value travels as its text, and PostgreSQL converts it or refuses.
 */
export async function copyTable(
  source: EntityManager,
  target: Unit,
  metadata: EntityMetadata,
): Promise<CopiedTable> {
  const table = tableOf(metadata);
  const sent = new RowDigest(table.columns);
  for (let last: Row | null = null; ;) {
    const rows: readonly Row[] = await page(source, table, last);
    for (const row of rows) sent.add(row);
    const end = rows.at(-1);
    if (end === undefined) break;
    await insert(target, table, rows);
    last = end;
  }
  const found = await readBack(target, table);
  if (found.rows !== sent.rows || found.sha256 !== sent.sha256) {
    throw new Error(
      `${table.name} is not the same on both sides: ${sent.rows} rows were sent, ${found.rows} were found`,
    );
  }
  return { table: table.name, rows: sent.rows, sha256: sent.sha256 };
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly { readonly name: string; readonly isText: boolean }[];
}

function tableOf(metadata: EntityMetadata): Table {
  return {
    name: metadata.tableName,
    columns: metadata.columns.map(({ databaseName }) => databaseName),
    key: metadata.primaryColumns.map(({ databaseName, type }) => ({
      name: databaseName,
      isText: type === 'text',
    })),
  };
}

/** The next rows after `last` in the order of the key. */
function page(source: EntityManager, { name, columns, key }: Table, last: Row | null) {
  const texts = columns.map((column) => `CAST(${column} AS text) AS ${column}`);
  const names = key.map((column) => `t.${column.name}`).join(', ');
  const marks = key.map(({ isText }) => (isText ? '?' : 'CAST(? AS integer)')).join(', ');
  const after = last === null ? '' : `WHERE (${names}) > (${marks})`;
  const values = last === null ? [] : key.map((column) => last[column.name]);
  return source.query<Row[]>(
    `SELECT ${texts.join(', ')} FROM ${name} t ${after} ORDER BY ${names} LIMIT ${BATCH_ROWS}`,
    values,
  );
}

/** All rows as one parameter: PostgreSQL takes the types from its own table. */
async function insert(target: Unit, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const list = columns.join(', ');
  const values: readonly SqlValue[] = [JSON.stringify(rows)];
  await target.execute(
    `INSERT INTO ${name} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${name}, ?::json)`,
    values,
  );
}

async function readBack(target: Unit, { name, columns, key }: Table): Promise<RowDigest> {
  const texts = columns.map((column) => `${column}::text AS ${column}`);
  // As SQLite orders texts.
  const order = key.map((column) => `t.${column.name}${column.isText ? ' COLLATE "C"' : ''}`);
  // Of its own name: statements are prepared by their text, and the rows of each table differ.
  const cursor = `moved_${name}`;
  await target.execute(
    `DECLARE ${cursor} CURSOR FOR SELECT ${texts.join(', ')} FROM ${name} t ORDER BY ${order.join(', ')}`,
  );
  const digest = new RowDigest(columns);
  for (;;) {
    const rows = await target.query<Row>(`FETCH ${BATCH_ROWS} FROM ${cursor}`);
    for (const row of rows) digest.add(row);
    if (rows.length === 0) break;
  }
  await target.execute(`CLOSE ${cursor}`);
  return digest;
}

class RowDigest {
  rows = 0;
  private readonly hash: Hash = createHash('sha256');
  private digest: string | null = null;

  constructor(private readonly columns: readonly string[]) {}

  add(row: Row): void {
    this.rows += 1;
    const values = this.columns.map((column) => row[column] ?? null);
    this.hash.update(`${JSON.stringify(values)}\n`);
  }

  get sha256(): string {
    this.digest ??= this.hash.digest('hex');
    return this.digest;
  }
}
