import { inList } from '../../../infra/database/in-list.js';
import type { Reading } from '../../../infra/database/reads.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import {
  startOfDay,
  tradingDateOf,
  tradingDatesFrom,
  type Sessions,
} from '../../../market/trading-calendar/trading-day.js';
import type { OrderRow } from '../../order/order.entity.js';
import {
  UNSETTLED_AFTER_CLOSE,
  UNSETTLED_AFTER_CLOSE_MS,
  EXPIRED,
  expiredSince,
  LONGEST_BREAK_MS,
  type OrderUnderReview,
} from '../collect/orders-under-review.js';

/** Dates whose trades may still matter. */
export interface TradeDates {
  /** Today, and the latest days with orders that work or are in doubt: asked for in every run. */
  readonly watched: readonly string[];
  /** Further such days, and those of which nothing is left but trades that come late: now and then. */
  readonly others: readonly string[];
}

const SCOPE_DATES_MOST = 10;

/**
 * The trading days on which orders of a scope may have been traded: from when they were posted until
 * they ended, or today. The latest come first, so many at the most.
 */
export async function tradeDatesOfScope(
  reading: Reading,
  subjects: readonly OrderUnderReview[],
  { sessions, now }: { readonly sessions: Sessions; readonly now: number },
): Promise<readonly string[]> {
  const dates = new Set<string>();
  for await (const slice of inBatches(subjects)) {
    const { marks, values } = inList(slice.map(({ order }) => order.id));
    const rows = await reading.query<Pick<OrderRow, 'tradingDate' | 'closedAt'>>(
      `SELECT trading_date AS "tradingDate", closed_at AS "closedAt" FROM orders
        WHERE id IN (${marks})`,
      values,
    );
    for (const { tradingDate, closedAt } of rows) {
      const until = Math.min(closedAt ?? now, now);
      const from = Math.max(startOfDay(tradingDate), until - LONGEST_BREAK_MS);
      for (const date of tradingDatesFrom(sessions, from, until)) dates.add(date);
      // Also if the calendar has made it a holiday since.
      if (tradingDate <= tradingDateOf(now)) dates.add(tradingDate);
    }
  }
  return [...dates].sort().reverse().slice(0, SCOPE_DATES_MOST);
}

/** Trading days of the days just before that one. */
function datesBefore(sessions: Sessions, date: string, spanMs: number): string[] {
  const start = startOfDay(date);
  return tradingDatesFrom(sessions, start - spanMs, start - 1);
}

const LATELY_MS = 4 * 24 * 3_600_000;
const WATCHED_MOST = 3;
const OTHERS_MOST = 8;

export async function tradeDatesOf(
  reading: Reading,
  sessions: Sessions,
  now: number,
): Promise<TradeDates> {
  const today = tradingDateOf(now);
  // One SELECT for each index: in a single one SQLite scans all orders. SQLite also pushes the outer `"date" < ?` into
  // each part, and would use the wrong index for the third: `|| ''` hides the column from it.
  const older = await reading.query<{ date: string; watched: number }>(
    `SELECT "date", max(watched) AS watched FROM (
       SELECT DISTINCT trading_date AS "date", 1 AS watched FROM orders
        WHERE status IN ('Posted', 'Open', 'Amended') AND trading_date < ?
       UNION SELECT trading_date, 1 FROM orders WHERE certain = 0
       UNION SELECT trading_date || '', 1 FROM orders WHERE closed_at > ? AND ${UNSETTLED_AFTER_CLOSE}
       UNION SELECT trading_date, 0 FROM orders WHERE closed_at > ? AND ${EXPIRED}) AS days
      WHERE "date" < ? GROUP BY "date" ORDER BY watched DESC, "date" DESC
      LIMIT ${WATCHED_MOST + OTHERS_MOST}`,
    [today, now - UNSETTLED_AFTER_CLOSE_MS, expiredSince(sessions, now), today],
  );
  const watched = older.filter((row) => row.watched === 1).map(({ date }) => date);
  const often = watched.slice(0, WATCHED_MOST - 1);
  // A number may be linked, or a trade published, after its day was read: no day is read only once.
  const lately = sessions.usual === 'always' ? [] : datesBefore(sessions, today, LATELY_MS);
  const all = new Set([...older.map(({ date }) => date), ...lately]);
  return { watched: [today, ...often], others: [...all].filter((date) => !often.includes(date)) };
}
