/** How often the event loop went round meanwhile. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const turns = countTurns();
  try {
    await work();
    return turns.soFar();
  } finally {
    turns.end();
  }
}

/** Until it is ended nothing else ends either: the event loop never rests. */
export function countTurns(): { readonly soFar: () => number; readonly end: () => void } {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  return { soFar: () => turns, end: () => clearImmediate(next) };
}
