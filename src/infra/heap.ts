import { setFlagsFromString } from 'node:v8';

/**
 * How far the heap may grow before what is not needed any more is let go: by so much of what was needed the
 * last time. Left to itself it grows up to fourfold; a pass over a large book leaves much behind, and needs
 * little. A V8 that does not know the flag says so on stderr, and goes on as it would.
 */
const GROWS_BY_PERCENT = 100;

export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWS_BY_PERCENT}`);
}
