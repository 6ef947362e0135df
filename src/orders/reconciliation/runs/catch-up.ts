import { Injectable } from '@nestjs/common';
import { DeskSwitch } from '../../desk-switch/desk-switch.js';
import { tradingDateOf, tradingDatesFrom } from '../../../market/trading-calendar/trading-day.js';
import type { DayOfTrades } from '../collect/day-over.js';
import type { ListComparisonResult } from '../lists/broker-list.js';
import type { RunStart } from './run-input.js';

/**
 * What a restored database must read before anything is sent again: the trades of every trading day since its
 * last audit entry and, in the same run as today's trades, the broker's whole list. An answer with an
 * unreadable row does not count.
 */
const DATES_PER_RUN = 20;

export interface CatchUpBacklog {
  readonly restoredAt: number;
  /** Trading days still to be read, the oldest first. */
  readonly dates: readonly string[];
}

@Injectable()
export class CatchUp {
  /** Days read since the restore; it may take several runs. */
  private done = { restoredAt: 0, dates: new Set<string>() };

  constructor(private readonly desk: DeskSwitch) {}

  /** Null: the desk is not behind. */
  async backlog({ startedAt: now, sessions }: RunStart): Promise<CatchUpBacklog | null> {
    const { restoredAt, knownUntil, doubtsPending } = await this.desk.read();
    if (restoredAt === null || knownUntil === null || doubtsPending === 1) return null;
    if (this.done.restoredAt !== restoredAt) this.done = { restoredAt, dates: new Set() };
    const dates = tradingDatesFrom(sessions, Date.parse(knownUntil), now);
    const owed = dates.filter((date) => !this.done.dates.has(date));
    return { restoredAt, dates: owed.slice(0, DATES_PER_RUN) };
  }

  /** The days that need not be read again. */
  private note(trades: readonly DayOfTrades[]): void {
    for (const { date, odd } of trades) if (odd === 0) this.done.dates.add(date);
  }

  /** After a run: once everything has been read, sending resumes. */
  async noteRead(backlog: CatchUpBacklog | null, read: FullRun): Promise<void> {
    const { list, trades, start } = read;
    if (backlog === null || backlog.restoredAt !== this.done.restoredAt) return;
    this.note(trades);
    if (list === null || list.answer.odd > 0) return;
    const today = tradingDateOf(start.startedAt);
    if (!trades.some(({ date, odd }) => date === today && odd === 0)) return;
    const left = await this.backlog(start);
    if (left?.restoredAt !== backlog.restoredAt) return;
    if (left.dates.every((date) => date === today)) {
      await this.desk.caughtUp(backlog.restoredAt, start.id);
    }
  }
}

/** What a full run has read. */
export interface FullRun {
  readonly start: RunStart;
  readonly list: ListComparisonResult | null;
  readonly trades: readonly DayOfTrades[];
}
