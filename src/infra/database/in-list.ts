import type { SqlValue } from './unit-of-work.js';

/**
 * The values of an `IN (…)`, filled up with the last of them to one of few lengths: a statement is
 * prepared and kept for each text, and must not be for each number of values that ever occurs.
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
