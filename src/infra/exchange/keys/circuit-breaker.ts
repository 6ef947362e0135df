import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../../runtime/clock.js';
import { AppLogger } from '../../observability/logging.js';
import type { WireReply } from '../transport/exchange-transport.js';
import type { Lane } from './rate-limiter.js';

/**
 * Whether the exchange answers at all. After five calls in a row without any answer the circuit opens:
 * another post would only become one more order of unknown outcome, so posts and edits stay queued and
 * reads pause. After a delay one read probes the exchange; a post does so only if no read can. Any
 * answer closes the circuit. Cancels are always sent, because they cannot make anything worse.
 */
export interface BreakerState {
  /** Calls in a row that got no answer. */
  readonly failures: number;
  /** Null while the circuit is closed. */
  readonly openSince: number | null;
  /** When the next probe may start. */
  readonly retryAt: number;
  /** A probe is in flight, and counts as lost after this time. */
  readonly probeUntil: number;
}

export const CLOSED: BreakerState = { failures: 0, openSince: null, retryAt: 0, probeUntil: 0 };

const FAILURES_MAX = 5;
const RETRY_MS = 2_000;
const RETRY_MAX_MS = 30_000;
const PROBE_MS = 15_000;
/** Reads get this head start for the probe. Posts probe only if no key may read. */
const HEAD_START_MS = 10_000;
/** The gateway answers that it cannot reach the exchange. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);

/** When a call of this lane may start; null means now. */
export function callAllowedAt(breaker: BreakerState, lane: Lane, now: number): number | null {
  if (breaker.openSince === null || lane === 'cancel') return null;
  const headStart = lane === 'trade' ? HEAD_START_MS : 0;
  const from = Math.max(breaker.retryAt + headStart, breaker.probeUntil);
  return now >= from ? null : from;
}

/** A probe keeps other calls back. A cancel is never a probe. */
export function afterCallStarted(breaker: BreakerState, lane: Lane, now: number): BreakerState {
  if (breaker.openSince === null || lane === 'cancel') return breaker;
  return { ...breaker, probeUntil: now + PROBE_MS };
}

export function afterCallEnded(
  breaker: BreakerState,
  lane: Lane,
  answered: boolean,
  now: number,
): BreakerState {
  if (answered) return CLOSED;
  // Cancels are sent while the circuit is open: their failures must not postpone the next probe.
  if (breaker.openSince !== null && lane === 'cancel') return breaker;
  const failures = breaker.failures + 1;
  if (failures < FAILURES_MAX) return { ...breaker, failures };
  const delay = Math.min(RETRY_MS * 2 ** (failures - FAILURES_MAX), RETRY_MAX_MS);
  return {
    failures,
    openSince: breaker.openSince ?? now,
    retryAt: now + delay,
    probeUntil: 0,
  };
}

export function isAnswer(reply: WireReply): boolean {
  return reply.kind === 'Reply' && !GATEWAY_ERRORS.has(reply.status);
}

@Injectable()
export class CircuitBreaker {
  private current = CLOSED;
  private readonly logger: Logger;

  constructor(
    private readonly clock: Clock,
    logger: AppLogger,
  ) {
    this.logger = logger.for('exchange');
  }

  get state(): BreakerState {
    return this.current;
  }

  /**
   * How many milliseconds a call of this lane has to wait. 0 admits it; while the circuit is open it is
   * then the probe, until it is recorded or withdrawn.
   */
  admit(lane: Lane): number {
    const now = this.clock.steady();
    const wait = (callAllowedAt(this.current, lane, now) ?? now) - now;
    if (wait === 0) this.current = afterCallStarted(this.current, lane, now);
    return wait;
  }

  /** An admitted call is not made after all. */
  withdraw(lane: Lane): void {
    if (lane !== 'cancel') this.current = { ...this.current, probeUntil: 0 };
  }

  record(lane: Lane, reply: WireReply): void {
    const before = this.current;
    this.current = afterCallEnded(before, lane, isAnswer(reply), this.clock.steady());
    if (before.openSince === null && this.current.openSince !== null) {
      const { failures } = this.current;
      this.logger.error({ failures }, 'the exchange does not answer; posts and edits stay queued');
    }
    if (before.openSince !== null && this.current.openSince === null) {
      this.logger.warn('the exchange answers again');
    }
  }
}
