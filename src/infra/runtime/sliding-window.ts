import type { Clock } from './clock.js';

/** So many times in a window that slides, for each key. Kept in memory: each instance counts for itself. */
export class SlidingWindow {
  /** Monotonic times, by key. */
  private readonly taken = new Map<string, readonly number[]>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: { readonly max: number; readonly windowMs: number },
  ) {}

  /** Null if the key may, which counts from now on; else how long it has to wait, in milliseconds. */
  take(key: string): number | null {
    const { max, windowMs } = this.limits;
    const now = this.clock.steady();
    const lately = (this.taken.get(key) ?? []).filter((at) => now - at < windowMs);
    const [first] = lately;
    if (first !== undefined && lately.length >= max) return windowMs - (now - first);
    this.taken.set(key, [...lately, now]);
    return null;
  }
}
