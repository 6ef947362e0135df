import { Injectable } from '@nestjs/common';
import { DeskSwitch } from '../../desk-switch/desk-switch.js';
import {
  closeOf,
  startOfDay,
  tradingDateOf,
  tradingDatesFrom,
  CLOSE_GRACE_MS,
} from '../../../market/trading-calendar/trading-day.js';
import type { RunStart } from '../collect/run-plan.js';

/**
 * Trading days that ended without their trades being read: the service was down, or the exchange did
 * not answer. They are read the oldest first, and until then the queue lets no post and no edit go.
 * Lists have no date: after the days that were missed the broker's list must have been answered too.
 */
const DATES_OF_A_PASS = 20;
const DAY_MS = 86_400_000;

/** What a pass was answered. */
export interface Answered {
  /** Dates whose trades were, also those of which the exchange said that there are none. */
  readonly dates: readonly string[];
  readonly list: boolean;
}

@Injectable()
export class MissedDays {
  /** Days that were answered, and wait for an earlier one or for the list: not asked for again. */
  private readonly answered = new Set<string>();

  constructor(private readonly desk: DeskSwitch) {}

  /** What this pass has to ask for, the oldest first. */
  async owed(start: RunStart): Promise<readonly string[]> {
    const { tradesReadUntil } = await this.desk.read();
    if (tradesReadUntil === null) return [];
    const unread = over(start, tradesReadUntil).filter((date) => !this.answered.has(date));
    return unread.slice(0, DATES_OF_A_PASS);
  }

  /** After a pass: days count as read in their order. */
  async settle(start: RunStart, { dates, list }: Answered): Promise<void> {
    const { tradesReadUntil } = await this.desk.read();
    const today = tradingDateOf(start.startedAt);
    if (tradesReadUntil === null) {
      // Nothing is known of what was before: from now on no day is missed.
      await this.desk.tradesRead(tradingDateOf(startOfDay(today) - 1), [], start.id);
      return;
    }
    const days = over(start, tradesReadUntil);
    for (const date of days) if (dates.includes(date)) this.answered.add(date);
    const open = days.findIndex((date) => !this.answered.has(date));
    const read = open === -1 ? days : days.slice(0, open);
    const missed = read.filter((date) => date < today);
    const until = read.at(-1);
    if (until === undefined || (missed.length > 0 && !list)) return;
    await this.desk.tradesRead(until, missed, start.id);
    for (const date of read) this.answered.delete(date);
  }
}

/** Trading days after that one whose last trades should be there by now; today too, in the evening. */
function over({ sessions, startedAt: now }: RunStart, after: string): readonly string[] {
  const dates = tradingDatesFrom(sessions, startOfDay(after) + DAY_MS, now);
  return dates.filter((date) => now >= closeOf(sessions, date) + CLOSE_GRACE_MS);
}
