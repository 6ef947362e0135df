import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../../runtime/clock.js';
import { AppLogger } from '../../observability/logging.js';
import type { WireReply } from './exchange-transport.js';
import type { Lane } from './rate-limiter.js';

/**
 * Whether the exchange answers at all. After five calls in a row without any answer the line is
 * down: a post would only become one more order of unknown fate, so posts and edits stay queued and
 * reading rests. After the rest one reading call tries the line, never a post while reading can; an
 * answer of whatever kind brings it back. Cancels always go: they make nothing worse.
 */
export interface LineState {
  /** Calls in a row that got no answer. */
  readonly failures: number;
  /** When it went down, and until when nobody tries it; null while it is up. */
  readonly downSince: number | null;
  readonly restsUntil: number;
  /** A call is trying it, and is given up at this time. */
  readonly trialUntil: number;
}

export const LINE_UP: LineState = { failures: 0, downSince: null, restsUntil: 0, trialUntil: 0 };

const FAILURES_MAX = 5;
const REST_MS = 2_000;
const REST_MOST_MS = 30_000;
const TRIAL_MS = 15_000;
/** Posts wait so much longer than reading does, in case no key may read. */
const HEAD_START_MS = 10_000;
/** A gateway that says that it cannot reach what is behind it. */
const NOBODY_THERE = new Set([502, 503, 504]);

/** When a call of the lane may start: null is now. */
export function lineWait(line: LineState, lane: Lane, now: number): number | null {
  if (line.downSince === null || lane === 'cancel') return null;
  const headStart = lane === 'trade' ? HEAD_START_MS : 0;
  const from = Math.max(line.restsUntil + headStart, line.trialUntil);
  return now >= from ? null : from;
}

/** A call that tries the line keeps the others away; a cancel only passes by. */
export function lineAfterStart(line: LineState, lane: Lane, now: number): LineState {
  if (line.downSince === null || lane === 'cancel') return line;
  return { ...line, trialUntil: now + TRIAL_MS };
}

export function lineAfterEnd(
  line: LineState,
  lane: Lane,
  answered: boolean,
  now: number,
): LineState {
  if (answered) return LINE_UP;
  // Cancels go on during a rest: their failures must not put off whoever tries the line.
  if (line.downSince !== null && lane === 'cancel') return line;
  const failures = line.failures + 1;
  if (failures < FAILURES_MAX) return { ...line, failures };
  const rest = Math.min(REST_MS * 2 ** (failures - FAILURES_MAX), REST_MOST_MS);
  return {
    failures,
    downSince: line.downSince ?? now,
    restsUntil: now + rest,
    trialUntil: 0,
  };
}

export function isAnswer(reply: WireReply): boolean {
  return reply.kind === 'Reply' && !NOBODY_THERE.has(reply.status);
}

@Injectable()
export class CircuitBreaker {
  private line = LINE_UP;
  private readonly logger: Logger;

  constructor(
    private readonly clock: Clock,
    logger: AppLogger,
  ) {
    this.logger = logger.for('exchange');
  }

  get state(): LineState {
    return this.line;
  }

  /**
   * How many milliseconds a call of the lane has to wait; 0 lets it pass, and if the line is down it
   * is the one that tries it, until it has ended or is given back.
   */
  enter(lane: Lane): number {
    const now = this.clock.steady();
    const wait = (lineWait(this.line, lane, now) ?? now) - now;
    if (wait === 0) this.line = lineAfterStart(this.line, lane, now);
    return wait;
  }

  /** Whoever was let pass makes no call after all. */
  giveBack(lane: Lane): void {
    if (lane !== 'cancel') this.line = { ...this.line, trialUntil: 0 };
  }

  ended(lane: Lane, reply: WireReply): void {
    const before = this.line;
    this.line = lineAfterEnd(before, lane, isAnswer(reply), this.clock.steady());
    if (before.downSince === null && this.line.downSince !== null) {
      const { failures } = this.line;
      this.logger.error({ failures }, 'the exchange does not answer: posts and edits wait');
    }
    if (before.downSince !== null && this.line.downSince === null) {
      this.logger.warn('the exchange answers again');
    }
  }
}
