import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

/** A row with a value for each column, none of them null. */
export function filledRow<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  given: Partial<T>,
): T {
  const columns = manager.dataSource.getMetadata(entity).columns;
  const values = columns.map(({ propertyName, type }, place) => {
    const value = type === 'text' ? `${propertyName} ${place}` : place + 1;
    return [propertyName, value] as const;
  });
  return { ...(Object.fromEntries(values) as unknown as T), ...given };
}
