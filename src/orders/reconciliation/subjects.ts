import type { Reading } from '../../infra/database/reads.js';
import { tradingDateOf } from '../../market/trading-day.js';
import type { OrderRequest } from '../domain/order-request.js';
import { OrderRequestRow } from '../store/order-request.entity.js';
import { OrderRow } from '../store/order.entity.js';
import { within, type Scope } from './scope.js';

/** An order that a pass looks at, and what of it is not known. */
export interface Subject {
  readonly order: OrderRow;
  readonly unknown: readonly OrderRequest[];
}

/** Acknowledged cancels are confirmed, and late executions looked for, this long after the end. */
const AFTERMATH_MS = 24 * 3_600_000;
/** What has expired may turn out to work, or to have been traded last of all: over a long week-end. */
const EXPIRED_MS = 4 * 24 * 3_600_000;

const WATCHED = `status IN ('Posted', 'Open', 'Amended') OR certain = 0
  OR (closed_at > ? AND order_number IS NOT NULL
      AND (grade IN ('Acknowledged', 'Operator') OR filled_units <> matched_units))`;
const NOT_DONE_WITH = `${WATCHED} OR (closed_at > ? AND status = 'Expired')`;

/**
 * Every order that works, is in doubt, or has ended lately on an acknowledgement or by people alone;
 * of a scope, those of them that are in it.
 */
export async function loadSubjects(
  reading: Reading,
  now: number,
  scope: Scope | null,
): Promise<Subject[]> {
  const ages = [now - AFTERMATH_MS, now - EXPIRED_MS];
  const [where, values] = within(scope, NOT_DONE_WITH, ages);
  const orders = await reading.find(OrderRow, `${where} ORDER BY id`, values);
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

const SCOPE_DATES_MOST = 10;

/**
 * The days on which orders of a scope may have been traded: when they were posted, and when they
 * ended or today. The latest come first, so many at the most.
 */
export function tradeDatesOfScope(subjects: readonly Subject[], now: number): readonly string[] {
  const dates = subjects.flatMap(({ order }) => [
    order.tradingDate,
    tradingDateOf(order.closedAt ?? now),
  ]);
  return [...new Set(dates)].sort().reverse().slice(0, SCOPE_DATES_MOST);
}

const WATCHED_MOST = 3;
const OTHERS_MOST = 8;

export async function tradeDatesOf(
  reading: Reading,
  now: number,
  today: string,
): Promise<TradeDates> {
  const older = await reading.query<{ date: string; watched: number }>(
    `SELECT trading_date AS "date", max(CASE WHEN ${WATCHED} THEN 1 ELSE 0 END) AS watched
       FROM orders WHERE trading_date < ? AND (${NOT_DONE_WITH})
      GROUP BY trading_date ORDER BY watched DESC, trading_date DESC
      LIMIT ${WATCHED_MOST + OTHERS_MOST}`,
    [now - AFTERMATH_MS, today, now - AFTERMATH_MS, now - EXPIRED_MS],
  );
  const watched = older.filter((row) => row.watched === 1).map(({ date }) => date);
  const often = watched.slice(0, WATCHED_MOST - 1);
  const all = older.map(({ date }) => date);
  return { watched: [today, ...often], others: all.filter((date) => !often.includes(date)) };
}
