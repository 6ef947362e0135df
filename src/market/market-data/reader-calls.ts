import { Injectable } from '@nestjs/common';
import { problem } from '../../infra/http/problems/problem.js';
import { Clock } from '../../infra/runtime/clock.js';

/** Of a key, in a minute: fewer than half of what all readers have. */
const CALLS_MAX = 15;
const MINUTE_MS = 60_000;

/**
 * Reads of keys that are bound to accounts, of clients for example, that cost a call at the exchange: the firm's enquiries
 * share these few calls. Keys of the whole firm are not counted.
 */
@Injectable()
export class ReaderCalls {
  /** Monotonic times, by the id of the key. */
  private readonly spent = new Map<string, readonly number[]>();

  constructor(private readonly clock: Clock) {}

  /** Null while the key may make a call, which counts from now on; else how long it has to wait. */
  spend(keyId: string): number | null {
    const now = this.clock.steady();
    const lately = (this.spent.get(keyId) ?? []).filter((at) => now - at < MINUTE_MS);
    const [first] = lately;
    if (first !== undefined && lately.length >= CALLS_MAX) return MINUTE_MS - (now - first);
    this.spent.set(keyId, [...lately, now]);
    return null;
  }
}

export function tooManyCalls(waitMs: number): Error {
  const detail = `You have read what costs a call at the exchange ${CALLS_MAX} times within a minute.`;
  return problem('rate-limited', detail, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
