import { Clock, type Uptime } from '../../../src/infra/runtime/clock.js';

/** Friday 20 November 2026, 12:00 in Lagos. */
export const NOON = Date.UTC(2026, 10, 20, 11);

/** A clock that moves only when a test moves it. */
export class HandClock extends Clock {
  private timers: { readonly at: number; readonly action: () => void }[] = [];

  constructor(private time = NOON) {
    super();
  }

  override now(): number {
    return this.time;
  }

  override steady(): number {
    return this.time;
  }

  override uptime(): Uptime {
    return { boot: 'the only one', ms: this.time };
  }

  override after(delayMs: number, action: () => void): () => void {
    const timer = { at: this.time + delayMs, action };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** Moves the time and runs the timers that became due. */
  pass(ms: number): void {
    this.time += ms;
    const due = this.timers.filter(({ at }) => at <= this.time);
    this.timers = this.timers.filter(({ at }) => at > this.time);
    for (const { action } of due) action();
  }

  get waiting(): number {
    return this.timers.length;
  }
}
