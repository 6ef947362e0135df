import { Injectable } from '@nestjs/common';
import { DeskSwitch } from '../../desk-switch/desk-switch.js';
import { tradingDateOf, tradingDatesFrom } from '../../../market/trading-calendar/trading-day.js';
import type { DayOfTrades } from '../collect/day-over.js';
import type { ListReading } from '../lists/broker-list.js';
import type { RunStart } from '../collect/run-plan.js';

/**
 * What a desk on a restored database has to read before it sends again: the trades of every trading
 * day since its last entry, and, in the same pass as today's trades, the broker's whole list. An
 * answer with a row that cannot be read counts as none.
 */
const DATES_OF_A_PASS = 20;

export interface Arrears {
  readonly restoredAt: number;
  /** Trading days still to be read, the oldest first. */
  readonly dates: readonly string[];
}

@Injectable()
export class CatchUp {
  /** Days that were read since then; a pass need not read all of them. */
  private done = { restoredAt: 0, dates: new Set<string>() };

  constructor(private readonly desk: DeskSwitch) {}

  /** Null: the desk is not behind. */
  async arrears({ startedAt: now, sessions }: RunStart): Promise<Arrears | null> {
    const { restoredAt, knownUntil, doubtsOwed } = await this.desk.read();
    if (restoredAt === null || knownUntil === null || doubtsOwed === 1) return null;
    if (this.done.restoredAt !== restoredAt) this.done = { restoredAt, dates: new Set() };
    const dates = tradingDatesFrom(sessions, Date.parse(knownUntil), now);
    const owed = dates.filter((date) => !this.done.dates.has(date));
    return { restoredAt, dates: owed.slice(0, DATES_OF_A_PASS) };
  }

  /** The days that need not be read again. */
  private note(trades: readonly DayOfTrades[]): void {
    for (const { date, odd } of trades) if (odd === 0) this.done.dates.add(date);
  }

  /** After a pass: when nothing is owed any more, the desk may send. */
  async settle(arrears: Arrears | null, read: WholePass): Promise<void> {
    const { list, trades, start } = read;
    if (arrears === null || arrears.restoredAt !== this.done.restoredAt) return;
    this.note(trades);
    if (list === null || list.answer.odd > 0) return;
    const today = tradingDateOf(start.startedAt);
    if (!trades.some(({ date, odd }) => date === today && odd === 0)) return;
    const left = await this.arrears(start);
    if (left?.restoredAt !== arrears.restoredAt) return;
    if (left.dates.every((date) => date === today)) {
      await this.desk.caughtUp(arrears.restoredAt, start.id);
    }
  }
}

/** What a pass has read. */
export interface WholePass {
  readonly start: RunStart;
  readonly list: ListReading | null;
  readonly trades: readonly DayOfTrades[];
}
