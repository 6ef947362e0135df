import type { Reading } from '../../infra/database/reads.js';
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
/** What has expired may turn out to work, or to have been traded last of all: over a long week-end. */
const EXPIRED_MS = 4 * 24 * 3_600_000;

const WATCHED = `status IN ('Posted', 'Open', 'Amended') OR certain = 0
  OR (closed_at > ? AND (grade = 'Acknowledged' OR filled_units <> matched_units))`;
const NOT_DONE_WITH = `${WATCHED} OR (closed_at > ? AND status = 'Expired')`;

/** Every order that works, is in doubt, or has ended lately on an acknowledgement alone. */
export async function loadSubjects(reading: Reading, now: number): Promise<Subject[]> {
  const orders = await reading.find(OrderRow, `${NOT_DONE_WITH} ORDER BY id`, [
    now - AFTERMATH_MS,
    now - EXPIRED_MS,
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

/** Whether any order works, is about to be sent, or is in doubt. */
export async function anythingOpen(reading: Reading): Promise<boolean> {
  const [row] = await reading.query(
    `SELECT 1 FROM orders
      WHERE status IN ('New', 'Posted', 'Open', 'Amended') OR certain = 0 LIMIT 1`,
  );
  return row !== undefined;
}

/** A date whose executions may still concern us. */
export interface TradeDate {
  readonly date: string;
  /** False: all that is left of it are expired orders, and trades that come late. */
  readonly watched: boolean;
}

/** Today, and the days of orders not done with yet. */
export async function tradeDatesOf(
  reading: Reading,
  now: number,
  today: string,
): Promise<readonly TradeDate[]> {
  const older = await reading.query<{ date: string; watched: number }>(
    `SELECT trading_date AS "date", max(CASE WHEN ${WATCHED} THEN 1 ELSE 0 END) AS watched
       FROM orders WHERE trading_date < ? AND (${NOT_DONE_WITH})
      GROUP BY trading_date ORDER BY trading_date DESC LIMIT ${DATES_MAX - 1}`,
    [now - AFTERMATH_MS, today, now - AFTERMATH_MS, now - EXPIRED_MS],
  );
  return [
    { date: today, watched: true },
    ...older.map(({ date, watched }) => ({ date, watched: watched === 1 })),
  ];
}

const DATES_MAX = 3;
