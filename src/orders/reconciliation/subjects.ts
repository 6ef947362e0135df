import type { Reading } from '../../infra/database/reads.js';
import {
  closeOf,
  startOfDay,
  tradingDateOf,
  tradingDatesFrom,
  type Sessions,
} from '../../market/trading-day.js';
import type { OrderRequest } from '../domain/order-request.js';
import { OrderRequestRow } from '../store/order-request.entity.js';
import { OrderRow } from '../store/order.entity.js';

/** An order that a pass looks at, and what of it is not known. */
export interface Subject {
  readonly order: OrderRow;
  readonly unknown: readonly OrderRequest[];
}

/** Acknowledged cancels are confirmed, and late executions looked for, this long after the end. */
const AFTERMATH_MS = 24 * 3_600_000;
/** What has expired may turn out to work, or to have been traded last of all. */
const EXPIRED_MS = 4 * 24 * 3_600_000;
/** No holidays take longer. */
const LONGEST_BREAK_MS = 30 * 24 * 3_600_000;

const WATCHED = `status IN ('Posted', 'Open', 'Amended') OR certain = 0
  OR (closed_at > ? AND order_number IS NOT NULL
      AND (grade IN ('Acknowledged', 'Operator') OR filled_units <> matched_units))`;
const NOT_DONE_WITH = `${WATCHED} OR (closed_at > ? AND status = 'Expired')`;

/** Every order that works, is in doubt, or has ended lately on an acknowledgement or by people alone. */
export async function loadSubjects(
  reading: Reading,
  sessions: Sessions,
  now: number,
): Promise<Subject[]> {
  const orders = await reading.find(OrderRow, `${NOT_DONE_WITH} ORDER BY id`, [
    now - AFTERMATH_MS,
    expiredSince(sessions, now),
  ]);
  const unknown = new Map<string, OrderRequest[]>();
  if (orders.some((order) => order.certain === 0)) {
    for (const request of await reading.find(OrderRequestRow, "state = 'Unknown' ORDER BY id")) {
      const others = unknown.get(request.orderId);
      if (others === undefined) unknown.set(request.orderId, [request]);
      else others.push(request);
    }
  }
  return orders.map((order) => ({ order, unknown: unknown.get(order.id) ?? [] }));
}

/** So long ago, and on the last trading day however many holidays there were since. */
function expiredSince(sessions: Sessions, now: number): number {
  const today = startOfDay(tradingDateOf(now));
  const last = tradingDatesFrom(sessions, now - LONGEST_BREAK_MS, today - 1).at(-1);
  return Math.min(now - EXPIRED_MS, last === undefined ? now : closeOf(sessions, last));
}

/** Whether any order works, is about to be sent, or is in doubt. */
export async function anythingOpen(reading: Reading): Promise<boolean> {
  const [row] = await reading.query(
    `SELECT 1 FROM orders
      WHERE status IN ('New', 'Posted', 'Open', 'Amended') OR certain = 0 LIMIT 1`,
  );
  return row !== undefined;
}

/** Dates whose executions may still concern us. */
export interface TradeDates {
  /** Today, and the latest days with orders that work or are in doubt: asked for in every pass. */
  readonly watched: readonly string[];
  /** Further such days, and those of which nothing is left but trades that come late: now and then. */
  readonly others: readonly string[];
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
  const older = await reading.query<{ date: string; watched: number }>(
    `SELECT trading_date AS "date", max(CASE WHEN ${WATCHED} THEN 1 ELSE 0 END) AS watched
       FROM orders WHERE trading_date < ? AND (${NOT_DONE_WITH})
      GROUP BY trading_date ORDER BY watched DESC, trading_date DESC
      LIMIT ${WATCHED_MOST + OTHERS_MOST}`,
    [now - AFTERMATH_MS, today, now - AFTERMATH_MS, expiredSince(sessions, now)],
  );
  const watched = older.filter((row) => row.watched === 1).map(({ date }) => date);
  const often = watched.slice(0, WATCHED_MOST - 1);
  // A number may be bound, or a trade published, after its day was read: no day is read only once.
  const lately = sessions.usual === 'always' ? [] : datesBefore(sessions, today, LATELY_MS);
  const all = new Set([...older.map(({ date }) => date), ...lately]);
  return { watched: [today, ...often], others: [...all].filter((date) => !often.includes(date)) };
}
