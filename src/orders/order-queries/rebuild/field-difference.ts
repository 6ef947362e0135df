/** A field that is not as the trail has it. */
export interface FieldDifference {
  readonly field: string;
  /** What the trail says. */
  readonly trail: string;
  /** What the table has. */
  readonly table: string;
}

/** Undefined, if both are the same. */
export function fieldDifference(
  field: string,
  trail: unknown,
  table: unknown,
): FieldDifference | undefined {
  if (JSON.stringify(trail ?? null) === JSON.stringify(table ?? null)) return undefined;
  return { field, trail: asText(trail), table: asText(table) };
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
