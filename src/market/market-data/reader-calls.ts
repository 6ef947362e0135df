import { Injectable } from '@nestjs/common';
import { problem } from '../../infra/http/problems/problem.js';
import { Clock } from '../../infra/runtime/clock.js';
import { SlidingWindow } from '../../infra/runtime/sliding-window.js';

/** Of a key, in a minute: fewer than half of what all readers have. */
const CALLS_MAX = 15;
const MINUTE_MS = 60_000;

/**
 * Reads of keys that are bound to accounts, of clients for example, that cost a call at the exchange: the firm's enquiries
 * share these few calls. Keys of the whole firm are not counted.
 */
@Injectable()
export class ReaderCalls {
  private readonly lately: SlidingWindow;

  constructor(clock: Clock) {
    this.lately = new SlidingWindow(clock, { max: CALLS_MAX, windowMs: MINUTE_MS });
  }

  /** Null while the key may make a call, which counts from now on; else how long it has to wait. */
  spend(keyId: string): number | null {
    return this.lately.take(keyId);
  }
}

export function tooManyCalls(waitMs: number): Error {
  const detail = `You have read what costs a call at the exchange ${CALLS_MAX} times within a minute.`;
  return problem('rate-limited', detail, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
