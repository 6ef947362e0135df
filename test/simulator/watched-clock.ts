import { HandClock } from '../support/hand-clock.js';

/** Stands still, and tells what the exchange waits for. */
export class WatchedClock extends HandClock {
  private onWait: (ms: number) => void = () => undefined;

  override after(delayMs: number, action: () => void): () => void {
    const stop = super.after(delayMs, action);
    this.onWait(delayMs);
    return stop;
  }

  /** Resolves when the exchange has begun to wait for so long. */
  waitFor(ms: number): Promise<void> {
    return new Promise((begun) => {
      this.onWait = (asked) => {
        if (asked === ms) begun();
      };
    });
  }

  /** From now on short waits are over as soon as others have had their turn. */
  hurry(): void {
    this.onWait = (ms) => {
      if (ms < SHORT_MS) setImmediate(() => this.pass(ms));
    };
  }
}

/** Shorter than the pulse of the market, which would never end. */
const SHORT_MS = 100;
