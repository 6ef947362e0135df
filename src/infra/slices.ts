/**
 * Long work is done in slices, and between two of them the event loop serves everybody else: an order
 * does not wait for a list. What fits into one slice is done without a pause.
 */
const ROWS_OF_A_SLICE = 1_000;

export async function* inSlices<T>(
  rows: readonly T[],
  size = ROWS_OF_A_SLICE,
): AsyncGenerator<readonly T[], void, undefined> {
  for (let start = 0; start < rows.length; start += size) {
    if (start > 0) await nextTurn();
    yield rows.slice(start, start + size);
  }
}

/** The event loop has been round once. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
