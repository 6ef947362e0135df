import type { Clock } from '../../../infra/runtime/clock.js';

/** Dry runs, and runs over a scope, that wait at the same time. */
const WAITING_MOST_OF_CALLER = 5;
const WAITING_MOST = 10;

/** So many times as long as the last dry run took: what others write waits while it goes through the book. */
const RESTS = 9;
const LONGEST_REST_MS = 2_000;

/**
 * The queue of dry runs and runs over a scope, which only callers ask for: how many may wait, and how long the next dry
 * run rests, so that whoever asks for one after the other takes a tenth of the time from the orders of others.
 */
export class AskedRuns {
  private readonly waiting = new Map<string, number>();
  private restsUntil = 0;
  private endRest: (() => void) | null = null;
  private rest: Promise<void> | null = null;

  constructor(private readonly clock: Pick<Clock, 'steady' | 'after'>) {}

  /** False if too many wait. Otherwise the caller must {@link leave}. */
  enter(caller: string): boolean {
    const ofCaller = this.waiting.get(caller) ?? 0;
    const all = [...this.waiting.values()].reduce((sum, count) => sum + count, 0);
    if (ofCaller >= WAITING_MOST_OF_CALLER || all >= WAITING_MOST) return false;
    this.waiting.set(caller, ofCaller + 1);
    return true;
  }

  leave(caller: string): void {
    const left = (this.waiting.get(caller) ?? 0) - 1;
    if (left > 0) this.waiting.set(caller, left);
    else this.waiting.delete(caller);
  }

  /** A dry run has ended. */
  noteDryRun(tookMs: number): void {
    this.restsUntil = this.clock.steady() + Math.min(LONGEST_REST_MS, RESTS * tookMs);
  }

  /** Resolves when the next dry run may start; null: it may now. */
  untilRested(): Promise<void> | null {
    const left = this.restsUntil - this.clock.steady();
    if (left <= 0) return null;
    this.rest ??= new Promise<void>((resolve) => {
      const cancel = this.clock.after(left, resolve);
      this.endRest = () => {
        cancel();
        resolve();
      };
    }).finally(() => {
      this.rest = null;
      this.endRest = null;
    });
    return this.rest;
  }

  /** Those that rest go on, to learn that the service stops. */
  stop(): void {
    this.restsUntil = 0;
    this.endRest?.();
  }
}
