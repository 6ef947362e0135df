import { RECONCILER } from '../../infra/auth/actor.js';
import type { Clock } from '../../infra/clock.js';
import type { Database } from '../../infra/database/database.js';
import { nextTurn } from '../../infra/slices.js';
import { tradingDateOf } from '../../market/trading-day.js';
import { endChanged, tellChanged } from '../domain/as-shown.js';
import {
  changedTrade,
  isDoubted,
  keyOfTrade,
  LEFT_OUT,
  sameTrade,
  type ChangedTrade,
} from '../domain/changed-trade.js';
import type { ExecutionEvidence } from '../domain/evidence.js';
import { isBookedAs } from '../store/booked-as.js';
import { tradeIn } from '../store/break-book.js';
import { BreakRow } from '../store/break.entity.js';
import type { DayBreaks } from '../store/day-breaks.js';
import { FillRow } from '../store/fill.entity.js';
import type { OrderStore } from '../store/order-store.js';
import { isWhole, type DayOfTrades } from './day-over.js';
import type { PassMemory, Unshown } from './pass-memory.js';

/**
 * Watches whether a day's trades still are what is booked of them.
 *   - An execution that reads otherwise is told of at once, and stays as it is booked.
 *   - One that is left out is told of when whole answers leave it out again and again.
 *   - Answers that leave out most of what is booked are doubted: the day is told of, no execution is.
 *   - What is shown as it is booked again ends what was told of it, and what people have said of it.
 */
const PAGE = 1_000;
const DAY_MS = 86_400_000;
/** Trades of days before that are not asked for any more. */
const WATCHED_MS = 10 * DAY_MS;

/** What is compared of a booked execution. */
export type BookedFill = Pick<
  FillRow,
  'orderId' | 'tradeDate' | 'matchingId' | 'orderNumber' | 'side' | 'units' | 'price' | 'shownFor'
>;

/** A booked execution, and the row that shows it otherwise. */
export interface Differing {
  readonly fill: BookedFill;
  readonly row: ExecutionEvidence;
}

/** What a day's answer has shown of what is booked. */
export interface Watched {
  readonly executions: readonly ExecutionEvidence[];
  /** How many of the booked executions that are known from answers for this day it shows. */
  readonly standing: number;
}

interface Told {
  readonly orderId: string;
  readonly trade: ChangedTrade;
}

export class ChangedTrades {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly dayBreaks: DayBreaks,
    private readonly clock: Clock,
    private readonly memory: PassMemory,
  ) {}

  async tell(differing: readonly Differing[]): Promise<void> {
    await this.tellOf(
      differing.map(({ fill, row }) => ({
        orderId: fill.orderId,
        trade: changedTrade({ ...fill, shownFor: row.shownFor }, row),
      })),
    );
  }

  /** The whole answer for a day, beside what is booked and what is told of it. True: it is doubted. */
  async follow(day: DayOfTrades, watched: Watched): Promise<boolean> {
    const told = await this.toldOf(day.date);
    const booked = await this.countBooked(day.date);
    const knownGone = told.filter(({ trade }) => trade.shown === null).length;
    // Mostly as many are shown as are booked, and none has to be looked at.
    const isLess = booked - knownGone > watched.standing;
    const missing = isLess ? await this.missingFrom(day.date, watched.executions) : [];
    const doubted = isDoubted(booked, missing.length, day.date === this.today);
    const long = this.countAgain(day, watched.executions, missing, doubted);
    if (doubted) {
      if (long.length > 0) await this.dayBreaks.tellDoubted(day.date);
      return true;
    }
    if (isWhole(day) && !isLess) await this.dayBreaks.endDoubt(day.date);
    const gone = long.map((fill) => ({ orderId: fill.orderId, trade: changedTrade(fill, null) }));
    await this.tellOf(gone);
    await this.endOver(told, watched.executions, new Set(long.map(keyOfTrade)));
    return false;
  }

  private get today(): string {
    return tradingDateOf(this.clock.now());
  }

  private async tellOf(told: readonly Told[]): Promise<void> {
    const byOrder = new Map<string, ChangedTrade[]>();
    for (const { orderId, trade } of told) {
      byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), trade]);
    }
    for (const [orderId, trades] of byOrder) {
      await this.store.change(orderId, RECONCILER, (state, at) => tellChanged(state, trades, at));
    }
  }

  private async countBooked(date: string): Promise<number> {
    const [row] = await this.database.reading.query<{ booked: number }>(
      'SELECT count(*) AS booked FROM fills WHERE shown_for = ? AND reversed_at IS NULL',
      [date],
    );
    return row?.booked ?? 0;
  }

  private async missingFrom(
    date: string,
    executions: readonly ExecutionEvidence[],
  ): Promise<FillRow[]> {
    const shown = new Set(executions.map(keyOfTrade));
    const missing: FillRow[] = [];
    const where = `shown_for = ? AND reversed_at IS NULL AND id > ? ORDER BY id LIMIT ${PAGE}`;
    for (let after = ''; ;) {
      const page = await this.database.reading.find(FillRow, where, [date, after]);
      missing.push(...page.filter((fill) => !shown.has(keyOfTrade(fill))));
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return missing;
      after = last.id;
      await nextTurn();
    }
  }

  /** Those that answer after answer has left out. One that may not be whole only shows what it shows. */
  private countAgain(
    day: DayOfTrades,
    executions: readonly ExecutionEvidence[],
    missing: readonly FillRow[],
    doubted: boolean,
  ): readonly FillRow[] {
    const before = this.memory.unshown.get(day.date) ?? new Map<string, Unshown>();
    this.memory.forgetUnshown(tradingDateOf(this.clock.now() - WATCHED_MS));
    if (!isWhole(day)) {
      const left = new Map(before);
      if (left.size > 0) for (const row of executions) left.delete(keyOfTrade(row));
      this.memory.unshown.set(day.date, left);
      return [];
    }
    const now = this.clock.steady();
    const counted = new Map<string, Unshown>();
    const long: FillRow[] = [];
    // Of a doubted answer one is enough to count by.
    for (const fill of doubted ? missing.slice(0, 1) : missing) {
      const key = doubted ? day.date : keyOfTrade(fill);
      const { times, since } = before.get(key) ?? { times: 0, since: now };
      counted.set(key, { times: times + 1, since });
      if (times + 1 >= LEFT_OUT.answers && now - since >= LEFT_OUT.forMs) long.push(fill);
    }
    this.memory.unshown.set(day.date, counted);
    return long;
  }

  /** Ends what was told of trades that are shown as they are booked again, or in another way. */
  private async endOver(
    told: readonly Told[],
    executions: readonly ExecutionEvidence[],
    gone: ReadonlySet<string>,
  ): Promise<void> {
    if (told.length === 0) return;
    const wanted = new Map(told.map(({ trade }) => [keyOfTrade(trade), [] as ExecutionEvidence[]]));
    for (const row of executions) wanted.get(keyOfTrade(row))?.push(row);
    for (const { orderId, trade } of told) {
      const key = keyOfTrade(trade);
      const rows = wanted.get(key) ?? [];
      const now = rows[0] ?? null;
      const stands = await isBookedAs(this.database.reading, trade);
      const isSame = rows.some((row) => trade.shown !== null && sameTrade(row, trade.shown));
      const isStillGone = now === null && (trade.shown === null || !gone.has(key));
      if (stands && (isSame || isStillGone)) continue;
      await this.store.change(orderId, RECONCILER, (state, at) =>
        endChanged(state, { trade, now, stands }, at),
      );
    }
  }

  /** By answers for that day: what nobody has ended, and what people have said stands. */
  private async toldOf(date: string): Promise<readonly Told[]> {
    const where = `type = 'FillMismatch' AND trade IS NOT NULL AND (closed_at IS NULL OR
      (status = 'Resolved' AND resolution = 'close' AND opened_at >= ?)) ORDER BY id`;
    const since = this.clock.now() - WATCHED_MS;
    const rows = await this.database.reading.find(BreakRow, where, [since]);
    return rows.flatMap((row) => {
      const trade = tradeIn(row);
      if (row.orderId === null || trade?.shownFor !== date) return [];
      return { orderId: row.orderId, trade };
    });
  }
}
