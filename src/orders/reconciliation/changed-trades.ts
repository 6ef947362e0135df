import type { Logger } from 'pino';
import { RECONCILER } from '../../infra/auth/actor.js';
import type { Clock } from '../../infra/clock.js';
import type { Database } from '../../infra/database/database.js';
import type { AppLogger } from '../../infra/logging.js';
import { endChanged, tellChanged } from '../domain/as-shown.js';
import {
  changedTrade,
  keyOfTrade,
  LEFT_OUT,
  sameTrade,
  type ChangedTrade,
  type TradeTerms,
} from '../domain/changed-trade.js';
import type { ExecutionEvidence } from '../domain/evidence.js';
import { BreakRow } from '../store/break.entity.js';
import { isBookedAs } from '../store/booked-as.js';
import { tradeIn } from '../store/break-book.js';
import { FillRow } from '../store/fill.entity.js';
import type { OrderStore } from '../store/order-store.js';
import { isWhole, type DayOfTrades } from './day-over.js';
import type { PassMemory } from './pass-memory.js';

/**
 * Watches whether a day's trades still are what is booked of them.
 *   - An execution that reads otherwise is told of at once, and stays as it is booked.
 *   - One that is left out is told of when whole answers leave it out again and again.
 *   - An answer that leaves out most of what is booked is doubted as a whole: it tells of none.
 */
const FEW = 10;
const PAGE = 1_000;

/** A booked execution, and the row that shows it otherwise. */
export interface Differing {
  readonly fill: FillRow;
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
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly clock: Clock,
    private readonly memory: PassMemory,
    logger: AppLogger,
  ) {
    this.logger = logger.for('trades');
  }

  async tell(differing: readonly Differing[]): Promise<void> {
    await this.tellOf(
      differing.map(({ fill, row }) => ({
        orderId: fill.orderId,
        trade: changedTrade(fill, row),
      })),
    );
  }

  /** The whole answer for a day, beside what is booked and what is told of it. */
  async follow(day: DayOfTrades, { executions, standing }: Watched): Promise<void> {
    const gone = isWhole(day) ? await this.goneFrom(day.date, executions, standing) : [];
    await this.tellOf(
      gone.map((fill) => ({ orderId: fill.orderId, trade: changedTrade(fill, null) })),
    );
    await this.endOver(day.date, executions, new Set(gone.map(keyOfTrade)));
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

  /** Mostly as many are shown as are booked, and none has to be looked at. */
  private async goneFrom(
    date: string,
    executions: readonly ExecutionEvidence[],
    standing: number,
  ): Promise<readonly FillRow[]> {
    const booked = await this.countBooked(date);
    const missing = booked > standing ? await this.missingFrom(date, executions) : [];
    if (missing.length > FEW && missing.length * 2 > booked) {
      this.logger.warn({ date, booked, missing: missing.length }, 'an answer lacks most trades');
      return [];
    }
    const before = this.memory.unshown.get(date);
    const now = this.clock.steady();
    const counted = missing.map((fill) => {
      const { times, since } = before?.get(fill.id) ?? { times: 0, since: now };
      return { fill, times: times + 1, since };
    });
    if (counted.length === 0) this.memory.unshown.delete(date);
    else this.memory.unshown.set(date, new Map(counted.map((one) => [one.fill.id, one])));
    return counted
      .filter(({ times, since }) => times >= LEFT_OUT.answers && now - since >= LEFT_OUT.forMs)
      .map(({ fill }) => fill);
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
    }
  }

  /** Ends what was told of trades that are shown as they are booked again, or in another way. */
  private async endOver(
    date: string,
    executions: readonly ExecutionEvidence[],
    gone: ReadonlySet<string>,
  ): Promise<void> {
    for (const { orderId, trade } of await this.toldOf(date)) {
      const key = keyOfTrade(trade);
      const rows = executions.filter((row) => keyOfTrade(row) === key);
      const now: TradeTerms | null = rows[0] ?? null;
      const stands = await isBookedAs(this.database.reading, trade);
      const isSame = rows.some((row) => trade.shown !== null && sameTrade(row, trade.shown));
      const isStillGone = now === null && (trade.shown === null || !gone.has(key));
      if (stands && (isSame || isStillGone)) continue;
      await this.store.change(orderId, RECONCILER, (state, at) =>
        endChanged(state, { trade, now, stands }, at),
      );
    }
  }

  private async toldOf(date: string): Promise<readonly Told[]> {
    const where = "type = 'FillMismatch' AND trade IS NOT NULL AND closed_at IS NULL ORDER BY id";
    const rows = await this.database.reading.find(BreakRow, where);
    return rows.flatMap((row) => {
      const trade = tradeIn(row);
      if (row.orderId === null || trade?.shownFor !== date) return [];
      return { orderId: row.orderId, trade };
    });
  }
}
