import { Injectable } from '@nestjs/common';
import { DeskSwitch } from '../../desk-switch/desk-switch.js';
import {
  closeOf,
  startOfDay,
  tradingDateOf,
  tradingDatesFrom,
  CLOSE_GRACE_MS,
} from '../../../market/trading-calendar/trading-day.js';
import type { RunStart } from './run-input.js';

/**
 * Trading days whose trades were never read after the close, because the service was down or the exchange did
 * not answer. They are read oldest first, and no post or edit is sent until then. Lists carry no date, so the
 * broker's list must have been answered as well.
 */
const DATES_PER_RUN = 20;
const DAY_MS = 86_400_000;

/** What the exchange answered in a run. */
export interface Answered {
  /** Dates whose trades were answered, including an answer that there are none. */
  readonly dates: readonly string[];
  readonly list: boolean;
}

@Injectable()
export class MissedDays {
  /** Days that were answered and wait for an earlier day or for the list. They are not asked for again. */
  private readonly answered = new Set<string>();

  constructor(private readonly desk: DeskSwitch) {}

  /** Days that this run must ask for, oldest first. */
  async owed(start: RunStart): Promise<readonly string[]> {
    const { tradesReadUntil } = await this.desk.read();
    if (tradesReadUntil === null) return [];
    const unread = over(start, tradesReadUntil).filter((date) => !this.answered.has(date));
    return unread.slice(0, DATES_PER_RUN);
  }

  /** After a run: days count as read in their order. */
  async noteRead(start: RunStart, { dates, list }: Answered): Promise<void> {
    const { tradesReadUntil } = await this.desk.read();
    const today = tradingDateOf(start.startedAt);
    if (tradesReadUntil === null) {
      // A new desk: no day before today was missed.
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

/** Trading days after that one that have closed; their last trades should be there. */
function over({ sessions, startedAt: now }: RunStart, after: string): readonly string[] {
  const dates = tradingDatesFrom(sessions, startOfDay(after) + DAY_MS, now);
  return dates.filter((date) => now >= closeOf(sessions, date) + CLOSE_GRACE_MS);
}
