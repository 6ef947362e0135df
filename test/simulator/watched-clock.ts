import { HandClock } from '../support/time/hand-clock.js';

/** Stands still, and reports what the exchange waits for. */
export class WatchedClock extends HandClock {
  private onWait: (ms: number) => void = () => undefined;

  override after(delayMs: number, action: () => void): () => void {
    const stop = super.after(delayMs, action);
    this.onWait(delayMs);
    return stop;
  }

  /** Resolves when the exchange has started to wait for this long. */
  waitFor(ms: number): Promise<void> {
    return new Promise((begun) => {
      this.onWait = (asked) => {
        if (asked === ms) begun();
      };
    });
  }

  /** From now on, short waits end after one turn of the event loop. */
  hurry(): void {
    this.onWait = (ms) => {
      if (ms < SHORT_MS) setImmediate(() => this.pass(ms));
    };
  }
}

/** Shorter than the market's pulse, which would never end. */
const SHORT_MS = 100;
