/**
 * Splits long work into batches and yields to the event loop between them, so that a new order never
 * waits for a long list. Work that fits into one batch does not yield.
 */
const BATCH_ROWS = 1_000;

export async function* inBatches<T>(
  rows: readonly T[],
  size = BATCH_ROWS,
): AsyncGenerator<readonly T[], void, undefined> {
  for (let start = 0; start < rows.length; start += size) {
    if (start > 0) await nextTurn();
    yield rows.slice(start, start + size);
  }
}

/** Resolves after one turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
