import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Clock } from '../../runtime/clock.js';

/** Callers remembered. One that is forgotten begins a new window. */
const CALLERS_MAX = 10_000;

interface Window {
  readonly endsAt: number;
  count: number;
}

/** The counters of `@fastify/rate-limit` on our clock; its own read the wall clock, which can be set back. */
export function requestWindows(clock: Pick<Clock, 'steady'>): FastifyRateLimitStoreCtor {
  return class RequestWindows implements FastifyRateLimitStore {
    private readonly windows = new Map<string, Window>();

    incr(
      caller: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      const now = clock.steady();
      let window = this.windows.get(caller);
      if (window === undefined || window.endsAt <= now) {
        window = { endsAt: now + windowMs, count: 0 };
        this.windows.delete(caller);
        this.makeRoom();
        this.windows.set(caller, window);
      }
      window.count += 1;
      callback(null, { current: window.count, ttl: window.endsAt - now });
    }

    child(): FastifyRateLimitStore {
      return new RequestWindows();
    }

    /** The oldest window goes; it is the one that ends first. */
    private makeRoom(): void {
      const [oldest] = this.windows.keys();
      if (oldest !== undefined && this.windows.size >= CALLERS_MAX) this.windows.delete(oldest);
    }
  };
}
