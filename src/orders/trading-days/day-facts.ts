import { digestOf } from '../../infra/audit/digest.js';
import { type Json } from '../../infra/audit/audit-chain.js';
import type { Reading } from '../../infra/database/reads.js';
import {
  closeOf,
  isTradingDay,
  startOfDay,
  type Sessions,
  CLOSE_GRACE_MS,
} from '../../market/trading-calendar/trading-day.js';
import { inList } from '../../infra/database/in-list.js';
import { DAY_ORDER } from '../order/order.js';
import { keyOfTrade, type TradeDifference } from '../breaks/trade-difference.js';
import type { AcceptedGap, Explanation } from './explained-differences.js';
import { dayDoubt } from '../breaks/doubtful-answer.js';
import { claimOfTrade } from '../order-numbers/ownership.js';
import {
  LIVES_ON,
  reportOf,
  type DayReport,
  type DayService,
  type OrdersOfDay,
  type UnresolvedBreak,
} from './day-report.js';
import type { Booked, Executed } from './traded.js';
import { DayCertificateRow, DayReadingRow, DaySignOffRow } from './day-close.entity.js';
import { bookedAs } from '../fills/booked-as.js';
import { identityOf, WHOLE_DESK } from '../breaks/break-register.js';
import { fillsOfDay } from '../fills/fills-of-day.js';
import { ownersOn } from '../order/number-owners.js';

const DAY_MS = 86_400_000;
const BATCH = 500;

/** A trading day as it is now: the report and its hashes, who has signed it, and what was signed. */
export interface DayState {
  readonly report: DayReport;
  readonly reportHash: string;
  readonly factsHash: string;
  /** When the exchange first answered as the report has it; null while it was not asked. */
  readonly readAt: number | null;
  /** Of this report since the day was last closed, in the order in which they were given. */
  readonly signOffs: readonly DaySignOffRow[];
  /** Every signature that was ever given, those of reports that have changed since included. */
  readonly given: readonly DaySignOffRow[];
  /** One for each time that the day was closed, the oldest first. */
  readonly certificates: readonly DayCertificateRow[];
}

export interface DayAsked {
  readonly brokerCode: string;
  readonly tradingDate: string;
  readonly sessions: Sessions;
  readonly now: number;
}

export async function loadDay(
  reading: Reading,
  { brokerCode, tradingDate, sessions, now }: DayAsked,
): Promise<DayState> {
  const closesAt = closeOf(sessions, tradingDate);
  // What was read after a close that the calendar has since moved says nothing of the rest.
  const overAt = closesAt + CLOSE_GRACE_MS;
  const [read] = await reading.find(DayReadingRow, 'trading_date = ?', [tradingDate]);
  const executed = read === undefined ? null : (JSON.parse(read.executions) as Executed[]);
  const report = reportOf({
    tradingDate,
    isTradingDay: isTradingDay(sessions, tradingDate),
    isOver: now >= overAt,
    isRead: read !== undefined && read.readAt >= overAt,
    executed,
    unread: read?.unread ?? 0,
    booked: await bookedOn(reading, tradingDate),
    orders: await ordersOf(reading, tradingDate),
    accountOf: await accountsOf(reading, brokerCode, tradingDate, executed ?? []),
    breaks: await unresolvedOf(reading, tradingDate),
    explanations: await explanationsOf(reading, tradingDate),
    gaps: await gapsOf(reading, tradingDate),
    // What the desk did until the close, so that the report comes to rest.
    service: await serviceOf(reading, startOfDay(tradingDate), closesAt),
  });
  const reportHash = digestOf(report as unknown as Json);
  const certificates = await reading.find(DayCertificateRow, 'trading_date = ? ORDER BY revision', [
    tradingDate,
  ]);
  const revision = certificates.length + 1;
  const given = await reading.find(DaySignOffRow, 'trading_date = ? ORDER BY id', [tradingDate]);
  return {
    report,
    reportHash,
    factsHash: digestOf(report.facts as unknown as Json),
    readAt: read?.readAt ?? null,
    signOffs: given.filter((one) => one.revision === revision && one.reportHash === reportHash),
    given,
    certificates,
  };
}

function bookedOn(reading: Reading, tradingDate: string): Promise<Booked[]> {
  return fillsOfDay<Booked>(reading, tradingDate, {
    columns: `f.id AS id, f.order_number AS "orderNumber", o.account_number AS "accountNumber",
      f.security AS security, f.side AS side, f.units AS units, f.price AS price`,
    joined: 'JOIN orders o ON o.id = f.order_id',
  });
}

/** What people have said of the gap of an order: that it is left so. Of a gap that was another it is ended. */
const SAID_OF_GAP = `b.order_id = o.id AND b.kind = 'UnreportedFill' AND b.status = 'Resolved'`;

function gapsOf(reading: Reading, tradingDate: string): Promise<AcceptedGap[]> {
  return reading.query<AcceptedGap>(
    `SELECT min(b.id) AS "breakId", o.id AS "orderId", o.matched_units AS "matchedUnits",
            o.filled_units AS "bookedUnits", min(b.outcome) AS text, min(b.closed_by) AS "closedBy"
       FROM orders o JOIN breaks b ON ${SAID_OF_GAP}
      WHERE o.trading_date = ? AND o.filled_units <> o.matched_units
        AND NOT (${OUTLIVES})
      GROUP BY o.id, o.matched_units, o.filled_units ORDER BY o.id`,
    [tradingDate, ...outliving(tradingDate)],
  );
}

/** An order of more than a day that did not end on its first. */
const OUTLIVES = `o.time_in_force <> ? AND (o.status IN ('Posted', 'Open', 'Amended')
  OR (o.status <> 'Rejected' AND o.closed_at >= ?))`;

function outliving(tradingDate: string): [string, number] {
  return [DAY_ORDER, startOfDay(tradingDate) + DAY_MS];
}

/** What lives longer than a day lived on after this one, unless it ended on it: later days change nothing of that. */
function ordersOf(reading: Reading, tradingDate: string): Promise<OrdersOfDay[]> {
  return reading.query<OrdersOfDay>(
    `SELECT account_number AS "accountNumber", security AS security, side AS side, became AS status,
            sum(1 - certain) AS uncertain,
            sum(unbooked) AS unbooked,
            count(*) AS count
       FROM (SELECT o.*, CASE WHEN filled_units <> matched_units AND NOT (${OUTLIVES})
                                AND NOT EXISTS (SELECT 1 FROM breaks b WHERE ${SAID_OF_GAP})
                              THEN 1 ELSE 0 END AS unbooked,
                    CASE WHEN ${OUTLIVES} THEN '${LIVES_ON}' ELSE status END AS became
               FROM orders o WHERE trading_date = ?) of_the_day
      GROUP BY account_number, security, side, became
      ORDER BY account_number, security, side, became`,
    [...outliving(tradingDate), ...outliving(tradingDate), tradingDate],
  );
}

/** Whose account each number of ours was on the day. */
async function accountsOf(
  reading: Reading,
  brokerCode: string,
  tradingDate: string,
  executed: readonly Executed[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = [...new Set(executed.map((row) => row.orderNumber))];
  const holders = await ownersOn(reading, brokerCode, numbers, tradingDate);
  const shown = executed.filter(
    (row) => claimOfTrade(holders.get(row.orderNumber), row) !== 'free',
  );
  const ours = new Set(shown.map((row) => row.orderNumber));
  const having = [...holders.values()].filter(({ orderNumber }) => ours.has(orderNumber));
  const accounts = new Map<string, string>();
  for (let start = 0; start < having.length; start += BATCH) {
    const batch = having.slice(start, start + BATCH);
    const { marks, values } = inList(batch.map(({ orderId }) => orderId));
    const rows = await reading.query<{ id: string; account: string }>(
      `SELECT id, account_number AS account FROM orders WHERE id IN (${marks})`,
      values,
    );
    const accountOf = new Map(rows.map(({ id, account }) => [id, account]));
    for (const { orderNumber, orderId } of batch) {
      const account = accountOf.get(orderId);
      if (account !== undefined) accounts.set(orderNumber, account);
    }
  }
  return accounts;
}

/** Open breaks of the day's orders, of the day itself, and of numbers that were first seen on it. */
function unresolvedOf(reading: Reading, tradingDate: string): Promise<UnresolvedBreak[]> {
  const start = startOfDay(tradingDate);
  return reading.query<UnresolvedBreak>(
    `SELECT b.id AS id, b.type AS type, b.severity AS severity, b.assignee AS assignee,
            b.order_id AS "orderId", b.order_number AS "orderNumber"
       FROM breaks b LEFT JOIN orders o ON o.id = b.order_id
      WHERE b.closed_at IS NULL
        AND (o.trading_date = ? OR b.identity = ? OR (b.order_id IS NULL AND b.order_number IS NOT NULL
          AND b.opened_at >= ? AND b.opened_at < ?))`,
    [tradingDate, identityOf(WHOLE_DESK, dayDoubt(tradingDate)), start, start + DAY_MS],
  );
}

/**
 * The last word of people on each trade of the day that is shown otherwise, and booked as it was then. What is said
 * twice of the status is the condition of the index.
 */
async function explanationsOf(reading: Reading, tradingDate: string): Promise<Explanation[]> {
  const rows = await reading.query<ExplainedRow>(
    `SELECT b.id AS "breakId", b.trade AS trade, b.reason_code AS "reasonCode", b.outcome AS text,
            b.closed_by AS "closedBy", o.account_number AS "accountNumber", o.security AS security
       FROM breaks b JOIN orders o ON o.id = b.order_id
      WHERE b.type = 'FillMismatch' AND b.trade IS NOT NULL AND b.status = 'Resolved'
        AND b.status <> 'AutoResolved' AND b.resolution = 'close' AND b.trade LIKE ? ORDER BY b.seen_at, b.id`,
    [`%"${tradingDate}"%`],
  );
  const last = new Map<string, Explanation>();
  for (const { trade: json, ...row } of rows) {
    const trade = JSON.parse(json) as TradeDifference;
    const { tradeDate, shownFor } = trade;
    const day = tradeDate < shownFor ? tradeDate : shownFor;
    if (day === tradingDate) last.set(keyOfTrade(trade), { ...row, trade });
  }
  const all = [...last.values()];
  const standing = await bookedAs(
    reading,
    all.map(({ trade }) => trade),
  );
  return all
    .filter(({ trade }) => standing.has(trade))
    .sort((a, b) => (a.breakId < b.breakId ? -1 : 1));
}

type ExplainedRow = Omit<Explanation, 'trade'> & { readonly trade: string };

async function serviceOf(reading: Reading, from: number, to: number): Promise<DayService> {
  const [row] = await reading.query<DayService>(
    `SELECT coalesce(sum(CASE WHEN dry_run = 0 AND scope IS NULL THEN 1 ELSE 0 END), 0) AS passes,
            coalesce(sum(calls), 0) AS calls,
            coalesce(sum(answered), 0) AS answered
       FROM reconciliation_runs WHERE started_at >= ? AND started_at < ?`,
    [from, to],
  );
  const { passes = 0, calls = 0, answered = 0 } = row ?? {};
  return { passes, calls, answered };
}
