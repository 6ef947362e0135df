import { setFlagsFromString } from 'node:v8';

/**
 * How far the heap may grow before what is not needed any more is let go: by so much of what was needed the
 * last time. Left to itself it grows fourfold; a pass over a large book leaves much behind, and needs little.
 * A flag that a later V8 does not know does nothing.
 */
const GROWS_BY_PERCENT = 100;

export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWS_BY_PERCENT}`);
}
