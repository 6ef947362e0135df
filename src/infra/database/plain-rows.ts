import type { EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** A row as TypeORM has read it: its columns by the alias of their table. */
export type RawRow = Readonly<Record<string, unknown>>;

/**
 * Takes the columns of one table out of a row that was read by `getRawMany`. Making entities of a page takes as long as
 * reading it, and holds the event loop meanwhile. Only for entities whose columns have no transformers.
 */
export function plainRow<T extends ObjectLiteral>(
  { dataSource }: Pick<SelectQueryBuilder<ObjectLiteral>, 'dataSource'>,
  entity: EntityTarget<T>,
  alias: string,
): (row: RawRow) => T {
  const columns = dataSource
    .getMetadata(entity)
    .columns.map(({ propertyName, databaseName }) => [propertyName, `${alias}_${databaseName}`]);
  return (row) => {
    const plain: Record<string, unknown> = {};
    for (const [property = '', column = ''] of columns) plain[property] = row[column];
    return plain as T;
  };
}
