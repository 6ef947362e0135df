import { Injectable } from '@nestjs/common';
import { problem } from '../../infra/http/problems/problem.js';
import { Clock } from '../../infra/runtime/clock.js';

/** Of a caller, in a minute: fewer than half of what all readers have, so that no one of them has it alone. */
const CALLS_MAX = 15;
const MINUTE_MS = 60_000;

/** Reads that cost a call at the exchange, whose few calls dealers' enquiries share. */
@Injectable()
export class ReaderCalls {
  /** Monotonic times, by the caller's name at the exchange. */
  private readonly spent = new Map<string, readonly number[]>();

  constructor(private readonly clock: Clock) {}

  /** Null while the caller may make a call, which counts from now on; else how long it has to wait. */
  spend(operator: string): number | null {
    const now = this.clock.steady();
    const lately = (this.spent.get(operator) ?? []).filter((at) => now - at < MINUTE_MS);
    const [first] = lately;
    if (first !== undefined && lately.length >= CALLS_MAX) return MINUTE_MS - (now - first);
    this.spent.set(operator, [...lately, now]);
    return null;
  }
}

export function tooManyCalls(waitMs: number): Error {
  const detail = `You have read what costs a call at the exchange ${CALLS_MAX} times within a minute.`;
  return problem('rate-limited', detail, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
