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

const NOT_DONE_WITH = `status IN ('Posted', 'Open', 'Amended') OR certain = 0
  OR (closed_at > ? AND (grade = 'Acknowledged' OR filled_units <> matched_units))`;

/** Every order that works, is in doubt, or has ended lately on an acknowledgement alone. */
export async function loadSubjects(reading: Reading, now: number): Promise<Subject[]> {
  const orders = await reading.find(OrderRow, `${NOT_DONE_WITH} ORDER BY id`, [now - AFTERMATH_MS]);
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

/** Dates whose executions may still concern us: today, and the days of orders not done with yet. */
export async function tradeDatesOf(
  reading: Reading,
  now: number,
  today: string,
): Promise<readonly string[]> {
  const older = await reading.query<{ date: string }>(
    `SELECT DISTINCT trading_date AS "date" FROM orders
      WHERE trading_date < ? AND (${NOT_DONE_WITH}) ORDER BY trading_date DESC LIMIT ${DATES_MAX - 1}`,
    [today, now - AFTERMATH_MS],
  );
  return [today, ...older.map(({ date }) => date)];
}

const DATES_MAX = 3;
