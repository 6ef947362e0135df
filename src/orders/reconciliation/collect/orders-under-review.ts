import { inList } from '../../../infra/database/in-list.js';
import type { Reading } from '../../../infra/database/reads.js';
import { inBatches, nextTurn } from '../../../infra/runtime/batches.js';
import {
  closeOf,
  startOfDay,
  tradingDateOf,
  tradingDatesFrom,
  type Sessions,
} from '../../../market/trading-calendar/trading-day.js';
import { unreportedDeadline } from '../../order/changes/unreported-fills.js';
import type { OrderRequest } from '../../order/requests/order-request.js';
import { OrderRequestRow } from '../../order/requests/order-request.entity.js';
import type { OrderRow } from '../../order/order.entity.js';
import { isWithin, type RunScope } from './scope.js';

/** The columns of an order that a run needs; in a book of 100,000 orders every column counts. */
export type ReviewedOrder = Pick<
  OrderRow,
  | 'id' | 'orderNumber' | 'side' | 'security' | 'units' | 'timeInForce' | 'accountNumber' | 'clientName'
  | 'tradingDate' | 'status' | 'exchangeStatus' | 'grade' | 'lastOwnChangeAt' | 'timesMissing' | 'missingSince' | 'certain'
  | 'openBreaks' | 'matchedUnits' | 'filledUnits' | 'listedVersion' | 'version' | 'price' | 'priceGrade'
  | 'numberGrade' | 'numberDoubt' | 'matchedUnderPriorNumbers' | 'shownPending' | 'fewerMatchedSince'
  | 'tradesDifferOn' | 'shownWorkingAt'
>; // prettier-ignore

const COLUMNS = `id, order_number AS "orderNumber", side, security, units,
  time_in_force AS "timeInForce", account_number AS "accountNumber", client_name AS "clientName", trading_date AS "tradingDate",
  status, exchange_status AS "exchangeStatus", grade, touched_at AS "lastOwnChangeAt", misses AS "timesMissing",
  missing_since AS "missingSince", certain,
  open_breaks AS "openBreaks", matched_units AS "matchedUnits",
  filled_units AS "filledUnits", listed_version AS "listedVersion", version,
  matched_under_prior_numbers AS "matchedUnderPriorNumbers", shown_pending AS "shownPending", price, price_grade AS "priceGrade", number_grade AS "numberGrade", number_doubt AS "numberDoubt",
  fewer_matched_since AS "fewerMatchedSince", trades_differ_on AS "tradesDifferOn", shown_working_at AS "shownWorkingAt"`;

/** An order that a run looks at, and its requests of unknown outcome. */
export interface OrderUnderReview {
  readonly order: ReviewedOrder;
  readonly unknown: readonly OrderRequest[];
}

/** Which orders a run looks at. */
export interface ReviewFilter {
  readonly sessions: Sessions;
  readonly now: number;
  /** Null: everything. */
  readonly scope: RunScope | null;
}

/** How long after an order closed we confirm its acknowledged cancel and look for late executions. */
export const UNSETTLED_AFTER_CLOSE_MS = 24 * 3_600_000;
/** An expired order may turn out to be working, or to have traded at the last moment. */
const EXPIRED_MS = 4 * 24 * 3_600_000;
/** No holidays take longer. */
export const LONGEST_BREAK_MS = 30 * 24 * 3_600_000;

/** How long a closed order is watched like an open one. */
const JUST_ENDED_MS = 60_000;

/** Recently closed orders that may still change. A partial index has this condition. */
export const UNSETTLED_AFTER_CLOSE = `order_number IS NOT NULL
  AND (grade IN ('Acknowledged', 'Operator') OR filled_units <> matched_units
    OR fewer_matched_since IS NOT NULL OR trades_differ_on IS NOT NULL)`;
export const EXPIRED = "status = 'Expired'";
const PAGE = 1_000;

const NOTHING: readonly OrderRequest[] = [];
const NO_REQUESTS: ReadonlyMap<string, readonly OrderRequest[]> = new Map();

/**
 * Every order that is working, uncertain, or recently closed only by an acknowledgement or by people. Read in
 * pages, each a snapshot of its own; a change in between counts as having happened after the run. Indexes keep
 * the cost independent of how many orders closed long ago. A scope keeps only its orders; orders that are named
 * by id are looked at whatever their status.
 */
export async function loadOrdersUnderReview(
  reading: Reading,
  { sessions, now, scope }: ReviewFilter,
): Promise<OrderUnderReview[]> {
  if (scope !== null && 'orderIds' in scope) return named(reading, scope.orderIds);
  const orders = new Map<string, ReviewedOrder>();
  const keep = (page: readonly ReviewedOrder[]): void => {
    for (const order of page) {
      if (scope === null || isWithin(scope, order)) orders.set(order.id, order);
    }
  };
  // In the order of an order's life: one that moves on meanwhile is read twice instead of being missed.
  const open = ['certain = 0', "status = 'Posted'", "status = 'Open'", "status = 'Amended'"];
  for (const condition of open) {
    for (let last = ''; ; await nextTurn()) {
      const page = await pageAfter(reading, condition, last);
      keep(page);
      last = page.at(-1)?.id ?? last;
      if (page.length < PAGE) break;
    }
  }
  await endedSince(reading, EXPIRED, expiredSince(sessions, now), keep);
  await endedSince(reading, UNSETTLED_AFTER_CLOSE, now - UNSETTLED_AFTER_CLOSE_MS, keep);
  return withDoubts(reading, [...orders.values()]);
}

function pageAfter(
  reading: Reading,
  condition: string,
  last: string,
): Promise<readonly ReviewedOrder[]> {
  return reading.query<ReviewedOrder>(
    `SELECT ${COLUMNS} FROM orders WHERE ${condition} AND id > ? ORDER BY id LIMIT ${PAGE}`,
    [last],
  );
}

async function ordersOf(reading: Reading, ids: readonly string[]): Promise<ReviewedOrder[]> {
  if (ids.length === 0) return [];
  const { marks, values } = inList(ids);
  const sql = `SELECT ${COLUMNS} FROM orders WHERE id IN (${marks}) ORDER BY id`;
  return reading.query<ReviewedOrder>(sql, values);
}

/** Working orders that have one of these numbers, without their requests. */
export async function workingByNumber(
  reading: Reading,
  numbers: readonly string[],
): Promise<OrderUnderReview[]> {
  const found: OrderUnderReview[] = [];
  for await (const slice of inBatches(numbers)) {
    const { marks, values } = inList(slice);
    const orders = await reading.query<ReviewedOrder>(
      `SELECT ${COLUMNS} FROM orders WHERE order_number IN (${marks})
          AND status IN ('Posted', 'Open', 'Amended') ORDER BY id`,
      values,
    );
    found.push(...orders.map((order) => ({ order, unknown: NOTHING })));
  }
  return found;
}

/** Filled orders that have one of these numbers, which another broker's order has, too. */
export async function filledOfTwoBrokers(
  reading: Reading,
  numbers: readonly string[],
): Promise<readonly ReviewedOrder[]> {
  const found: ReviewedOrder[] = [];
  for await (const slice of inBatches(numbers)) {
    const { marks, values } = inList(slice);
    const orders = await reading.query<ReviewedOrder>(
      `SELECT ${COLUMNS} FROM orders WHERE order_number IN (${marks}) AND status = 'Filled'
          AND number_doubt IN ('OtherBroker', 'OtherBrokersAlike') ORDER BY id`,
      values,
    );
    found.push(...orders);
  }
  return found;
}

async function named(reading: Reading, orderIds: readonly string[]): Promise<OrderUnderReview[]> {
  return withDoubts(reading, await ordersOf(reading, orderIds));
}

/**
 * The orders of a run a moment later. Reads again what the run has changed and what was or is uncertain.
 * Changes by others meanwhile count as having happened after the run.
 */
export async function refreshed(
  reading: Reading,
  subjects: readonly OrderUnderReview[],
  changed: ReadonlySet<string>,
): Promise<OrderUnderReview[]> {
  const fresh = new Map<string, OrderUnderReview>();
  const stale: string[] = [];
  for await (const slice of inBatches(subjects)) {
    for (const { order } of slice) {
      if (order.certain === 0 || changed.has(order.id)) stale.push(order.id);
    }
  }
  for await (const ids of inBatches(stale, PAGE)) {
    for (const subject of await named(reading, ids)) fresh.set(subject.order.id, subject);
  }
  for (const subject of await loadDoubted(reading)) fresh.set(subject.order.id, subject);
  const now: OrderUnderReview[] = [];
  for await (const slice of inBatches(subjects)) {
    for (const subject of slice) {
      now.push(fresh.get(subject.order.id) ?? subject);
      fresh.delete(subject.order.id);
    }
  }
  return [...now, ...fresh.values()];
}

/** Reads requests only if an order is uncertain. */
async function withDoubts(
  reading: Reading,
  all: readonly ReviewedOrder[],
): Promise<OrderUnderReview[]> {
  const isInDoubt = all.some((order) => order.certain === 0);
  const unknown = isInDoubt ? await unknownRequests(reading) : NO_REQUESTS;
  const subjects: OrderUnderReview[] = [];
  for await (const slice of inBatches(all)) {
    for (const order of slice) subjects.push({ order, unknown: unknown.get(order.id) ?? NOTHING });
  }
  return subjects;
}

/** Reads by a partial index, because nothing more happens to most closed orders. */
async function endedSince(
  reading: Reading,
  condition: string,
  since: number,
  keep: (page: readonly ReviewedOrder[]) => void,
): Promise<void> {
  let [lastAt, lastId] = [since, ''];
  for (; ; await nextTurn()) {
    const page = await reading.query<ReviewedOrder & { closedAt: number }>(
      `SELECT ${COLUMNS}, closed_at AS "closedAt" FROM orders
        WHERE (closed_at, id) > (?, ?) AND ${condition} ORDER BY closed_at, id LIMIT ${PAGE}`,
      [lastAt, lastId],
    );
    keep(page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    [lastAt, lastId] = [last.closedAt, last.id];
  }
}

/** The uncertain orders. */
export async function loadDoubted(reading: Reading): Promise<OrderUnderReview[]> {
  const sql = `SELECT ${COLUMNS} FROM orders WHERE certain = 0 ORDER BY id`;
  return withDoubts(reading, await reading.query<ReviewedOrder>(sql));
}

/** Orders of these days that are Rejected, or Cancelled without a number, only because no search found them. */
export async function loadRefused(
  reading: Reading,
  days: readonly string[],
): Promise<ReviewedOrder[]> {
  const { marks, values } = inList(days);
  const ofDays = `trading_date IN (${marks})`;
  return reading.query<ReviewedOrder>(
    `SELECT ${COLUMNS} FROM orders WHERE status = 'Rejected' AND ${ofDays} AND grade IN ('Inferred', 'Operator')
     UNION ALL
     SELECT ${COLUMNS} FROM orders WHERE status = 'Cancelled' AND ${ofDays} AND order_number IS NULL AND grade = 'Inferred'
      ORDER BY id`,
    [...values, ...values],
  );
}

/** By their orders. */
async function unknownRequests(
  reading: Reading,
): Promise<ReadonlyMap<string, readonly OrderRequest[]>> {
  const unknown = new Map<string, OrderRequest[]>();
  for (const request of await reading.find(OrderRequestRow, "state = 'Unknown' ORDER BY id")) {
    const others = unknown.get(request.orderId);
    if (others === undefined) unknown.set(request.orderId, [request]);
    else others.push(request);
  }
  return unknown;
}

/** Since when expired orders are watched: at least since the last trading day, however many holidays followed. */
export function expiredSince(sessions: Sessions, now: number): number {
  const today = startOfDay(tradingDateOf(now));
  const last = tradingDatesFrom(sessions, now - LONGEST_BREAK_MS, today - 1).at(-1);
  return Math.min(now - EXPIRED_MS, last === undefined ? now : closeOf(sessions, last));
}

/** How long after its acknowledgement a cancel that is not done may have to be found out. */
const CONFIRMED_WITHIN_MS = 60_000;

/** Whether a cancel is on its way, or only its acknowledgement says that it was done. What waits or is unknown for long is not. */
export async function anyCancelToConfirm(reading: Reading, now: number): Promise<boolean> {
  const [row] = await reading.query(
    `SELECT 1 FROM order_requests r WHERE r.state = 'Queued' AND r.blocked_by IS NULL AND r.kind = 'Cancel'
      UNION ALL SELECT 1 FROM order_requests WHERE state IN ('Sent', 'Unknown') AND kind = 'Cancel' AND claimed_at > ?
      UNION ALL SELECT 1 FROM orders
        WHERE closed_at > ? AND ${UNSETTLED_AFTER_CLOSE} AND status = 'Cancelled' AND grade = 'Acknowledged'
      LIMIT 1`,
    [now - CONFIRMED_WITHIN_MS, now - CONFIRMED_WITHIN_MS],
  );
  return row !== undefined;
}

/** Whether any order is open, unsent, uncertain, or waiting for late trades. */
export async function anythingOpen(reading: Reading, now: number): Promise<boolean> {
  const [row] = await reading.query(
    `SELECT 1 FROM orders
      WHERE status IN ('New', 'Posted', 'Open', 'Amended') OR certain = 0 LIMIT 1`,
  );
  if (row !== undefined) return true;
  // A list may still show a recently closed order as working.
  const [ended] = await reading.query('SELECT 1 FROM orders WHERE closed_at > ? LIMIT 1', [
    now - JUST_ENDED_MS,
  ]);
  if (ended !== undefined) return true;
  // Trades may lag behind the record that filled the last order.
  const [late] = await reading.query('SELECT 1 FROM orders WHERE unreported_since > ? LIMIT 1', [
    unreportedDeadline(now),
  ]);
  return late !== undefined;
}
