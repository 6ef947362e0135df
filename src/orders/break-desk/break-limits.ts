import { Injectable } from '@nestjs/common';
import { problem } from '../../infra/http/problems/problem.js';
import { Clock } from '../../infra/runtime/clock.js';
import { SlidingWindow } from '../../infra/runtime/sliding-window.js';

/** Of one break, whoever does it. */
const A_MINUTE_MAX = 60;
const MINUTE_MS = 60_000;

/**
 * How often a break may be assigned, and commented on. Each stays in the trail of its order, which is read before a
 * request of that is sent.
 */
@Injectable()
export class BreakLimits {
  private readonly assignments: SlidingWindow;
  private readonly comments: SlidingWindow;

  constructor(clock: Clock) {
    const limits = { max: A_MINUTE_MAX, windowMs: MINUTE_MS };
    this.assignments = new SlidingWindow(clock, limits);
    this.comments = new SlidingWindow(clock, limits);
  }

  /** Throws when it was assigned too often; otherwise this time counts. */
  takeAssignment(breakId: string): void {
    const waitMs = this.assignments.take(breakId);
    if (waitMs === null) return;
    const detail = `The break has been assigned ${A_MINUTE_MAX} times within a minute.`;
    throw problem('too-many-assignments', detail, { retryAfterSeconds: secondsOf(waitMs) });
  }

  /** The same of a comment. */
  takeComment(breakId: string): void {
    const waitMs = this.comments.take(breakId);
    if (waitMs === null) return;
    const detail = `The break has had ${A_MINUTE_MAX} comments within a minute.`;
    throw problem('too-many-comments', detail, { retryAfterSeconds: secondsOf(waitMs) });
  }
}

function secondsOf(waitMs: number): number {
  return Math.ceil(waitMs / 1_000);
}
