import type { Reading } from '../../infra/database/reads.js';
import { nextTurn } from '../../infra/slices.js';
import type { OrderRequest } from '../domain/order-request.js';
import { OrderRequestRow } from '../store/order-request.entity.js';
import type { OrderRow } from '../store/order.entity.js';

/** What a pass looks at of an order: of a book of 100,000 every column counts. */
export type SubjectOrder = Pick<
  OrderRow,
  | 'id' | 'orderNumber' | 'side' | 'security' | 'units' | 'timeInForce' | 'accountNumber'
  | 'tradingDate' | 'status' | 'exchangeStatus' | 'grade' | 'touchedAt' | 'misses' | 'certain'
>; // prettier-ignore

const COLUMNS = `id, order_number AS "orderNumber", side, security, units,
  time_in_force AS "timeInForce", account_number AS "accountNumber", trading_date AS "tradingDate",
  status, exchange_status AS "exchangeStatus", grade, touched_at AS "touchedAt", misses, certain`;

/** An order that a pass looks at, and what of it is not known. */
export interface Subject {
  readonly order: SubjectOrder;
  readonly unknown: readonly OrderRequest[];
}

/** Acknowledged cancels are confirmed, and late executions looked for, this long after the end. */
const AFTERMATH_MS = 24 * 3_600_000;
/** What has expired may turn out to work, or to have been traded last of all: over a long week-end. */
const EXPIRED_MS = 4 * 24 * 3_600_000;

const WATCHED = `status IN ('Posted', 'Open', 'Amended') OR certain = 0
  OR (closed_at > ? AND order_number IS NOT NULL
      AND (grade IN ('Acknowledged', 'Operator') OR filled_units <> matched_units))`;
const PAGE = 1_000;
const NOT_DONE_WITH = `${WATCHED} OR (closed_at > ? AND status = 'Expired')`;

const NOTHING: readonly OrderRequest[] = [];

/**
 * Every order that works, is in doubt, or has ended lately on an acknowledgement or by people alone.
 * Read in pages, each of its own moment: what changes meanwhile is as if it had changed after.
 */
export async function loadSubjects(reading: Reading, now: number): Promise<Subject[]> {
  const orders: SubjectOrder[] = [];
  for (let last = ''; ; await nextTurn()) {
    const page = await reading.query<SubjectOrder>(
      `SELECT ${COLUMNS} FROM orders WHERE id > ? AND (${NOT_DONE_WITH}) ORDER BY id LIMIT ${PAGE}`,
      [last, now - AFTERMATH_MS, now - EXPIRED_MS],
    );
    for (const order of page) orders.push(order);
    last = page.at(-1)?.id ?? last;
    if (page.length < PAGE) break;
  }
  return orders.some((order) => order.certain === 0)
    ? withUnknown(reading, orders)
    : orders.map((order) => ({ order, unknown: NOTHING }));
}

/** Those of them whose last request has no known outcome. */
export async function loadDoubted(reading: Reading): Promise<Subject[]> {
  const sql = `SELECT ${COLUMNS} FROM orders WHERE certain = 0 ORDER BY id`;
  return withUnknown(reading, await reading.query<SubjectOrder>(sql));
}

async function withUnknown(reading: Reading, orders: readonly SubjectOrder[]): Promise<Subject[]> {
  const unknown = new Map<string, OrderRequest[]>();
  for (const request of await reading.find(OrderRequestRow, "state = 'Unknown' ORDER BY id")) {
    const others = unknown.get(request.orderId);
    if (others === undefined) unknown.set(request.orderId, [request]);
    else others.push(request);
  }
  return orders.map((order) => ({ order, unknown: unknown.get(order.id) ?? NOTHING }));
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
