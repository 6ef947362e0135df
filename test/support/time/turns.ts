/** How many turns the event loop made during the work. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const turns = countTurns();
  try {
    await work();
    return turns.soFar();
  } finally {
    turns.end();
  }
}

/** Keeps the event loop busy until it is ended, so nothing else ends before. */
export function countTurns(): { readonly soFar: () => number; readonly end: () => void } {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  return { soFar: () => turns, end: () => clearImmediate(next) };
}
