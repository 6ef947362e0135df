import type { SqlValue } from './units/unit-of-work.js';

/**
 * The values of an `IN (…)`, padded with the last one to a power of two. Statements are prepared and
 * cached by their text, so this avoids one cached statement for every possible number of values.
 */
export function inList<T extends SqlValue>(
  values: readonly T[],
): { readonly marks: string; readonly values: readonly T[] } {
  const last = values.at(-1);
  if (last === undefined) return { marks: 'NULL', values };
  const length = 2 ** Math.ceil(Math.log2(values.length));
  const filled = [...values, ...Array.from({ length: length - values.length }, () => last)];
  return { marks: filled.map(() => '?').join(), values: filled };
}
