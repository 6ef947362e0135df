import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';
import type { Reading } from '../../infra/database/reads.js';
import { cursorKey, cursorOf, notACursor, type Page } from '../../infra/http/input/page.js';
import { isCalendarDate } from '../../infra/http/input/validation.js';
import { nextTurn } from '../../infra/runtime/batches.js';
import { Clock } from '../../infra/runtime/clock.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import {
  isTradingDay,
  startOfDay,
  tradingDateOf,
  type Sessions,
} from '../../market/trading-calendar/trading-day.js';
import { DayReports } from './report/day-reports.js';
import type { DaySummary } from './day-summary.js';
import type { DayView } from './day-view.js';

const DAY_MS = 86_400_000;
/** A large day takes half a second, so a page ends early rather than hold its caller and those behind it in the queue. */
const PAGE_WORK_MS = 2_000;

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
    private readonly reports: DayReports,
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
      const day = await this.reports.summary(tradingDate, sessions);
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
      if (hasSession || (await hasOrders(this.database.questions, day))) yield day;
    }
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
