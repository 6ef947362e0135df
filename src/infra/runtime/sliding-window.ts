import type { Clock } from './clock.js';

/** So many times in a window that slides, for each key. Kept in memory: each instance counts for itself. */
export class SlidingWindow {
  /** Monotonic times, by key. */
  private readonly taken = new Map<string, readonly number[]>();
  private forgottenAt = 0;

  constructor(
    private readonly clock: Clock,
    private readonly limits: { readonly max: number; readonly windowMs: number },
  ) {}

  /** Null if the key may, which counts from now on; else how long it has to wait, in milliseconds. */
  take(key: string): number | null {
    const { max, windowMs } = this.limits;
    const now = this.clock.steady();
    this.forget(now);
    const lately = (this.taken.get(key) ?? []).filter((at) => now - at < windowMs);
    const [first] = lately;
    if (first !== undefined && lately.length >= max) return windowMs - (now - first);
    this.taken.set(key, [...lately, now]);
    return null;
  }

  /** Of the keys that it remembers. */
  get size(): number {
    return this.taken.size;
  }

  /** Once in a window, of the keys of which nothing counts any more. */
  private forget(now: number): void {
    const { windowMs } = this.limits;
    if (now - this.forgottenAt < windowMs) return;
    this.forgottenAt = now;
    for (const [key, times] of this.taken)
      if (now - (times.at(-1) ?? 0) >= windowMs) this.taken.delete(key);
  }
}
