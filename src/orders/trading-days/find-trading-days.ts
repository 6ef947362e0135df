import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ActorName, Instant, LagosDate, Sha256, Whole } from '../../infra/formats.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import type { Reading } from '../../infra/database/reads.js';
import { cursorKey, cursorOf, notACursor, type Page } from '../../infra/http/page.js';
import { isCalendarDate } from '../../infra/http/validation.js';
import { nextTurn } from '../../infra/runtime/batches.js';
import { Clock } from '../../infra/runtime/clock.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import {
  isTradingDay,
  startOfDay,
  tradingDateOf,
  type Sessions,
} from '../../market/trading-calendar/trading-day.js';
import { loadDay } from './day-facts.js';
import { dayView, type DayView } from './day-view.js';
import type { Traded } from './traded.js';

const DAY_MS = 86_400_000;
/** A large day takes half a second, so a page ends early rather than hold its caller and the readers behind it. */
const PAGE_WORK_MS = 2_000;

/** A trading day without its lines. */
export interface DaySummary {
  readonly tradingDate: LagosDate;
  /** Where it stands. */
  readonly status: DayView['status'];
  /**
   * Orders of the day by status, as in the report.
   * @example { "Filled": 3, "Expired": 1 }
   */
  readonly orders: Readonly<Record<string, number>>;
  /** Ours and the exchange's; the latter null until the day was read after its close. */
  readonly totals: { readonly ours: Traded; readonly exchange: Traded | null };
  /**
   * Why the day cannot be signed; empty when it can.
   * @example ["1 order is uncertain"]
   */
  readonly unsettled: readonly string[];
  readonly reportHash: Sha256;
  /** When the exchange first gave the answer in the report; null before any since the close. */
  readonly readAt: Instant | null;
  /** When the day is over and can be closed; null for a date without a session. */
  readonly closableFrom: Instant | null;
  /** Of the signatures on this report since the day was last closed, or of the certificate that holds. */
  readonly signedBy: readonly ActorName[];
  /** Of the newest certificate; null for a day that was never closed. */
  readonly revision: Whole | null;
  readonly closedAt: Instant | null;
}

export interface DayFilters {
  /** Both inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly status?: DayView['status'];
}

/** The trading days until now, newest first, and other dates with orders. */
export class FindTradingDays extends Query<Page<DaySummary>> {
  constructor(
    readonly filters: DayFilters,
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindTradingDays)
export class FindTradingDaysHandler implements IQueryHandler<FindTradingDays> {
  constructor(
    private readonly database: Database,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async execute({ filters, limit, cursor }: FindTradingDays): Promise<Page<DaySummary>> {
    const { reading } = this.database;
    const sessions = await this.calendar.sessions(reading);
    const range = await this.rangeOf(filters, cursor);
    const data: DaySummary[] = [];
    const until = this.clock.steady() + PAGE_WORK_MS;
    let reached: string | null = null;
    for await (const tradingDate of this.daysIn(sessions, range)) {
      // At least one a page, so that a caller always gets on.
      if (reached !== null && (data.length === limit || this.clock.steady() >= until)) {
        return { data, page: { limit, nextCursor: cursorOf(reached), hasMore: true } };
      }
      const day = await this.summary(tradingDate, sessions);
      if (filters.status === undefined || filters.status === day.status) data.push(day);
      reached = tradingDate;
      await nextTurn();
    }
    return { data, page: { limit, nextCursor: null, hasMore: false } };
  }

  private async rangeOf({ from = '', to }: DayFilters, cursor: string | null): Promise<Range> {
    const { reading } = this.database;
    const today = tradingDateOf(this.clock.now());
    const [known] = await reading.query<{ first: string | null; last: string | null }>(
      // Two queries, because each is then one look into the index.
      `SELECT (SELECT min(trading_date) FROM orders) AS first,
              (SELECT max(trading_date) FROM orders) AS last`,
    );
    const { first, last } = known ?? {};
    // Orders that wait for the next session are of a day to come.
    const newest = smaller(larger(today, last ?? today), to ?? LAST_DATE);
    const before = cursor === null ? null : dateIn(cursor);
    return {
      today,
      first: larger(first ?? today, from),
      last: before === null ? newest : smaller(newest, dayBefore(before)),
    };
  }

  private async *daysIn(sessions: Sessions, { first, last, today }: Range): AsyncGenerator<string> {
    for (let day = last; day >= first; day = dayBefore(day)) {
      const hasSession = day <= today && isTradingDay(sessions, day);
      if (hasSession || (await hasOrders(this.database.reading, day))) yield day;
    }
  }

  private async summary(tradingDate: string, sessions: Sessions): Promise<DaySummary> {
    const { brokerCode } = this.config;
    const question = { brokerCode, tradingDate, sessions, now: this.clock.now() };
    const day = dayView(await loadDay(this.database.reading, question));
    const { status, report, reportHash, readAt, closableFrom, certificate } = day;
    const signedBy = day.signOffs.map((one) => one.signedBy);
    return {
      tradingDate,
      status,
      orders: report.facts.orders,
      totals: report.facts.totals,
      unsettled: report.unsettled,
      reportHash,
      readAt,
      closableFrom,
      signedBy: status === 'Closed' ? (certificate?.signedBy ?? []) : signedBy,
      revision: certificate?.revision ?? null,
      closedAt: certificate?.closedAt ?? null,
    };
  }
}

/** Both inclusive. */
interface Range {
  readonly first: string;
  readonly last: string;
  readonly today: string;
}

const LAST_DATE = '9999-12-31';

async function hasOrders(reading: Reading, tradingDate: string): Promise<boolean> {
  const rows = await reading.query('SELECT id FROM orders WHERE trading_date = ? LIMIT 1', [
    tradingDate,
  ]);
  return rows.length > 0;
}

function dateIn(cursor: string): string {
  const key = cursorKey(cursor);
  if (!isCalendarDate(key)) throw notACursor();
  return key;
}

function dayBefore(date: string): string {
  return tradingDateOf(startOfDay(date) - DAY_MS);
}

function larger(a: string, b: string): string {
  return a > b ? a : b;
}

function smaller(a: string, b: string): string {
  return a < b ? a : b;
}
