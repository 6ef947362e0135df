import type { DataSource, EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import type { SqlValue } from './units/unit-of-work.js';

/**
 * SQL statements generated once from TypeORM's entity metadata: frequent writes cost only a prepared
 * statement, and the entities stay the single source of the schema.
 */
export class EntitySql {
  private readonly inserts = new Map<EntityMetadata, Statement>();
  private readonly arrayInserts = new Map<EntityMetadata, Statement>();
  private readonly selects = new Map<EntityMetadata, string>();

  constructor(private readonly dataSource: DataSource) {}

  insert<T extends ObjectLiteral>(entity: EntityTarget<T>, row: T): [string, SqlValue[]] {
    const metadata = this.dataSource.getMetadata(entity);
    let statement = this.inserts.get(metadata);
    if (statement === undefined) {
      statement = insertStatement(metadata);
      this.inserts.set(metadata, statement);
    }
    return [statement.sql, statement.properties.map((property) => valueOf(row, property))];
  }

  /** PostgreSQL: one statement for any number of rows, with an array for each column. */
  insertAll<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    rows: readonly T[],
  ): readonly [string, SqlValue[][]] {
    const metadata = this.dataSource.getMetadata(entity);
    let statement = this.arrayInserts.get(metadata);
    if (statement === undefined) {
      statement = arrayInsertStatement(metadata);
      this.arrayInserts.set(metadata, statement);
    }
    const { sql, properties } = statement;
    return [sql, properties.map((property) => rows.map((row) => valueOf(row, property)))];
  }

  select<T extends ObjectLiteral>(entity: EntityTarget<T>, where: string): string {
    const metadata = this.dataSource.getMetadata(entity);
    let head = this.selects.get(metadata);
    if (head === undefined) {
      const columns = metadata.columns.map((c) => `${c.databaseName} AS "${c.propertyName}"`);
      head = `SELECT ${columns.join(', ')} FROM ${metadata.tableName}`;
      this.selects.set(metadata, head);
    }
    return `${head} WHERE ${where}`;
  }

  update<T extends ObjectLiteral>(
    entity: EntityTarget<T>,
    key: Partial<T>,
    changes: Partial<T>,
  ): [string, SqlValue[]] {
    const metadata = this.dataSource.getMetadata(entity);
    const set = Object.keys(changes);
    const where = Object.keys(key);
    const column = (property: string): string => `${columnName(metadata, property)} = ?`;
    const sql = `UPDATE ${metadata.tableName} SET ${set.map(column).join(', ')} WHERE ${where.map(column).join(' AND ')}`;
    const values = [...set.map((p) => valueOf(changes, p)), ...where.map((p) => valueOf(key, p))];
    return [sql, values];
  }
}

interface Statement {
  readonly sql: string;
  readonly properties: readonly string[];
}

function insertStatement(metadata: EntityMetadata): Statement {
  const names = metadata.columns.map((column) => column.databaseName);
  const marks = names.map(() => '?');
  return {
    sql: `INSERT INTO ${metadata.tableName} (${names.join(', ')}) VALUES (${marks.join(', ')})`,
    properties: metadata.columns.map((column) => column.propertyName),
  };
}

function arrayInsertStatement({ tableName, columns }: EntityMetadata): Statement {
  const names = columns.map((column) => column.databaseName).join(', ');
  const arrays = columns.map((column) => `?::${String(column.type)}[]`).join(', ');
  return {
    sql: `INSERT INTO ${tableName} (${names}) SELECT * FROM unnest(${arrays})`,
    properties: columns.map((column) => column.propertyName),
  };
}

function columnName(metadata: EntityMetadata, property: string): string {
  const column = metadata.findColumnWithPropertyName(property);
  if (column === undefined) throw new Error(`${metadata.tableName} has no column for ${property}`);
  return column.databaseName;
}

function valueOf(row: ObjectLiteral, property: string): SqlValue {
  const value: unknown = row[property];
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return value;
  }
  throw new Error(`The column ${property} must be a text or a number`);
}
