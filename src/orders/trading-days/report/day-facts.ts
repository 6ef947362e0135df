import { digestOf } from '../../../infra/audit/digest.js';
import { type Json } from '../../../infra/audit/audit-chain.js';
import { instant } from '../../../infra/runtime/clock.js';
import type { Reading } from '../../../infra/database/reads.js';
import {
  closeOf,
  isTradingDay,
  startOfDay,
  type Sessions,
  CLOSE_GRACE_MS,
} from '../../../market/trading-calendar/trading-day.js';
import { inList } from '../../../infra/database/in-list.js';
import { DAY_ORDER } from '../../../infra/exchange/schema/durations.js';
import { keyOfTrade, type DisputedTrade } from '../../breaks/trade-difference.js';
import type { AcceptedGap, Explanation } from './explained-differences.js';
import { findKeptOfDay } from './kept-days.js';
import { dayDoubt } from '../../breaks/doubtful-answer.js';
import { ownershipOfTrade } from '../../order-numbers/ownership.js';
import {
  isEmpty,
  LIVES_ON,
  reportOf,
  type DayReport,
  type DayService,
  type OrdersOfDay,
  type ResolvedBreak,
  type UnresolvedBreak,
} from './day-report.js';
import type { Booked, Executed } from '../traded.js';
import { type DayCertificateRow, DayReadingRow, DaySignOffRow } from '../day-close.entity.js';
import { provenCertificates, type CertifiedFacts } from '../proven-certificates.js';
import { findStillBooked } from '../../fills/still-booked.js';
import { identityOf } from '../../breaks/break.js';
import { WHOLE_DESK } from '../../breaks/break-register.js';
import { fillsOfDay } from '../../fills/fills-of-day.js';
import { inferredNumbersOn } from './inferred-numbers.js';
import { ownersOn } from '../../order/number-owners.js';
import { REMOVED } from '../../order/order.js';

const DAY_MS = 86_400_000;
const BATCH = 500;

/** A trading day as it is now, with its signatures and certificates. */
export interface DayState {
  readonly report: DayReport;
  readonly reportHash: string;
  readonly factsHash: string;
  /** When the exchange first gave the answer in the report; null before any since the close. */
  readonly readAt: number | null;
  /** When the day is over, and so can be closed; null if it had no session and nothing was done. */
  readonly closableFrom: number | null;
  /** When its session ends; null if it has none. */
  readonly closesAt: number | null;
  /** Signatures on this very report since the day was last closed, oldest first. */
  readonly signOffs: readonly DaySignOffRow[];
  /** All signatures, also on reports that have changed since. */
  readonly allSignOffs: readonly DaySignOffRow[];
  /** One for each close of the day, oldest first. */
  readonly certificates: readonly DayCertificateRow[];
  /** Ids of rows of certificates that the audit trail does not have, and that so are none. */
  readonly unproven: readonly string[];
  /** Of the next certificate. */
  readonly revision: number;
}

export interface DayOptions {
  readonly brokerCode: string;
  readonly tradingDate: string;
  readonly sessions: Sessions;
  readonly now: number;
  /** What the caller remembers of signed reports. */
  readonly facts: CertifiedFacts;
}

export async function loadDay(
  reading: Reading,
  { brokerCode, tradingDate, sessions, now, facts }: DayOptions,
): Promise<DayState> {
  const closesAt = closeOf(sessions, tradingDate);
  const overAt = closesAt + CLOSE_GRACE_MS;
  const [read] = await reading.find(DayReadingRow, 'trading_date = ?', [tradingDate]);
  const isRead = read !== undefined && read.readAt >= overAt;
  const executed = read === undefined ? null : (JSON.parse(read.executions) as Executed[]);
  const hasSession = isTradingDay(sessions, tradingDate);
  const report = reportOf({
    brokerCode,
    tradingDate,
    isTradingDay: hasSession,
    isOver: now >= overAt,
    isRead,
    executed,
    unread: read?.unread ?? 0,
    said: read?.said ?? null,
    booked: await bookedOn(reading, tradingDate),
    unbooked: new Set(JSON.parse(read?.unbooked ?? '[]') as string[]),
    orders: await ordersOf(reading, tradingDate),
    accountOf: await accountsOf(reading, brokerCode, tradingDate, executed ?? []),
    breaks: await unresolvedOf(reading, tradingDate),
    resolvedBreaks: await resolvedOf(reading, tradingDate),
    explanations: await explanationsOf(reading, tradingDate),
    gaps: await gapsOf(reading, tradingDate),
    inferred: await inferredNumbersOn(reading, tradingDate),
    // Only until the close, so that the report stops changing.
    service: await serviceOf(reading, startOfDay(tradingDate), closesAt),
  });
  const reportHash = digestOf(report as unknown as Json);
  const factsHash = digestOf(report.facts as unknown as Json);
  const present = { reportHash, factsHash };
  facts.remember(present);
  const { certificates, unproven, revision } = await provenCertificates(
    reading,
    tradingDate,
    facts,
  );
  const signed = certificates.at(-1);
  const kept = signed !== undefined && (await isRemovedFrom(reading, tradingDate)) ? signed : null;
  const signOffs = await reading.find(DaySignOffRow, 'trading_date = ? ORDER BY id', [tradingDate]);
  return {
    ...(kept === null ? { report, ...present } : asSigned(kept)),
    readAt: isRead ? read.readAt : null,
    closableFrom: hasSession || !isEmpty(report.facts) ? overAt : null,
    closesAt: hasSession ? closesAt : null,
    signOffs: signOffs.filter((one) => one.revision === revision && one.reportHash === reportHash),
    allSignOffs: signOffs,
    certificates,
    unproven,
    revision,
  };
}

/** The clients of orders of the day are removed, so that its report cannot be made again: what was signed stands. */
async function isRemovedFrom(reading: Reading, tradingDate: string): Promise<boolean> {
  const rows = await reading.query(
    `SELECT id FROM orders WHERE trading_date = ? AND account_number = ?
     UNION SELECT o.id FROM fills f JOIN orders o ON o.id = f.order_id
      WHERE f.trade_date = ? AND o.account_number = ? LIMIT 1`,
    [tradingDate, REMOVED, tradingDate, REMOVED],
  );
  return rows.length > 0;
}

function asSigned({
  report,
  reportHash,
  factsHash,
}: DayCertificateRow): Pick<DayState, 'report' | 'reportHash' | 'factsHash'> {
  return { report: JSON.parse(report) as DayReport, reportHash, factsHash };
}

function bookedOn(reading: Reading, tradingDate: string): Promise<Booked[]> {
  return fillsOfDay<Booked>(reading, tradingDate, {
    columns: `f.id AS id, f.order_number AS "orderNumber", o.account_number AS "accountNumber",
      f.security AS security, f.side AS side, f.units AS units, f.price AS price`,
    joined: 'JOIN orders o ON o.id = f.order_id',
  });
}

/** People have accepted the order's unreported fill quantity; that ends when the quantity changes. */
const GAP_ACCEPTED = `b.order_id = o.id AND b.kind = 'UnreportedFill' AND b.status = 'Resolved'`;

function gapsOf(reading: Reading, tradingDate: string): Promise<AcceptedGap[]> {
  return reading.query<AcceptedGap>(
    `SELECT min(b.id) AS "breakId", o.id AS "orderId", o.matched_units AS "matchedUnits",
            o.filled_units AS "bookedUnits", min(b.outcome) AS text, min(b.closed_by) AS "closedBy"
       FROM orders o JOIN breaks b ON ${GAP_ACCEPTED}
      WHERE o.trading_date = ? AND o.filled_units <> o.matched_units
        AND NOT (${OUTLIVES})
      GROUP BY o.id, o.matched_units, o.filled_units ORDER BY o.id`,
    [tradingDate, ...outlivesValues(tradingDate)],
  );
}

/** A multi-day order that did not end on its first day. */
const OUTLIVES = `o.time_in_force <> ? AND (o.status IN ('Posted', 'Open', 'Amended')
  OR (o.status <> 'Rejected' AND o.closed_at >= ?))`;

function outlivesValues(tradingDate: string): [string, number] {
  return [DAY_ORDER, startOfDay(tradingDate) + DAY_MS];
}

/** A multi-day order counts as living on, whatever later days do to it: the report must not change then. */
function ordersOf(reading: Reading, tradingDate: string): Promise<OrdersOfDay[]> {
  return reading.query<OrdersOfDay>(
    `SELECT account_number AS "accountNumber", security AS security, side AS side, became AS status,
            sum(1 - certain) AS uncertain,
            sum(unbooked) AS unbooked,
            count(*) AS count
       FROM (SELECT o.*, CASE WHEN filled_units <> matched_units AND NOT (${OUTLIVES})
                                AND NOT EXISTS (SELECT 1 FROM breaks b WHERE ${GAP_ACCEPTED})
                              THEN 1 ELSE 0 END AS unbooked,
                    CASE WHEN ${OUTLIVES} THEN '${LIVES_ON}' ELSE status END AS became
               FROM orders o WHERE trading_date = ?) of_the_day
      GROUP BY account_number, security, side, became
      ORDER BY account_number, security, side, became`,
    [...outlivesValues(tradingDate), ...outlivesValues(tradingDate), tradingDate],
  );
}

/** The account of each executed order number that was ours on the day. */
async function accountsOf(
  reading: Reading,
  brokerCode: string,
  tradingDate: string,
  executed: readonly Executed[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = [...new Set(executed.map((row) => row.orderNumber))];
  const owners = await ownersOn(reading, brokerCode, numbers, tradingDate);
  const ours = new Set(
    executed
      .filter((row) => ownershipOfTrade(owners.get(row.orderNumber), row) !== 'foreign')
      .map((row) => row.orderNumber),
  );
  const owned = [...owners.values()].filter(({ orderNumber }) => ours.has(orderNumber));
  const accounts = new Map<string, string>();
  for (let start = 0; start < owned.length; start += BATCH) {
    const batch = owned.slice(start, start + BATCH);
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

/** Open breaks of the day's orders, of the day itself, and of external orders first seen on it. */
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

const RESOLVED = `b.id AS id, b.type AS type, b.severity AS severity, b.order_id AS "orderId",
  b.order_number AS "orderNumber", b.opened_at AS "openedAt", b.closed_at AS "closedAt",
  b.closed_by AS "closedBy", b.outcome AS outcome`;

/** The same as those that are open, in two parts, because each has its own index. */
async function resolvedOf(reading: Reading, tradingDate: string): Promise<ResolvedBreak[]> {
  const start = startOfDay(tradingDate);
  const rows = await reading.query<ResolvedRow>(
    `SELECT ${RESOLVED} FROM orders o JOIN breaks b ON b.order_id = o.id
      WHERE o.trading_date = ? AND b.closed_at IS NOT NULL
      UNION ALL
     SELECT ${RESOLVED} FROM breaks b
      WHERE b.order_id IS NULL AND b.closed_at IS NOT NULL
        AND (b.identity = ? OR (b.order_number IS NOT NULL AND b.opened_at >= ? AND b.opened_at < ?))`,
    [tradingDate, identityOf(WHOLE_DESK, dayDoubt(tradingDate)), start, start + DAY_MS],
  );
  return rows.map(({ openedAt, closedAt, ...row }) => ({
    ...row,
    openedAt: instant(openedAt),
    closedAt: instant(closedAt),
  }));
}

type ResolvedRow = Omit<ResolvedBreak, 'openedAt' | 'closedAt'> & {
  readonly openedAt: number;
  readonly closedAt: number;
};

/**
 * What people last decided about each differing trade of the day, if it is still booked as it was then.
 * The redundant condition on the status makes the query use its partial index.
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
    const trade = JSON.parse(json) as DisputedTrade;
    const { tradeDate, shownFor } = trade;
    const day = tradeDate < shownFor ? tradeDate : shownFor;
    if (day === tradingDate) last.set(keyOfTrade(trade), { ...row, trade });
  }
  const all = [...last.values()];
  const stillBooked = await findStillBooked(
    reading,
    all.map(({ trade }) => trade),
  );
  const kept = (await findKeptOfDay(reading, tradingDate)).filter(
    ({ trade }) => last.get(keyOfTrade(trade))?.trade.shown !== null,
  );
  const isKept = new Set(kept.map(({ trade }) => keyOfTrade(trade)));
  const single = all.filter(
    ({ trade }) => stillBooked.has(trade) && !isKept.has(keyOfTrade(trade)),
  );
  const sortKey = ({ breakId, trade }: Explanation): string => `${breakId} ${keyOfTrade(trade)}`;
  return [...single, ...kept].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/** Whether executions are booked of the day, beyond those that people keep though they are no longer shown. */
export async function hasUnexplainedFills(reading: Reading, tradingDate: string): Promise<boolean> {
  const booked = await fillsOfDay<KeyOfFill>(reading, tradingDate, {
    columns: `f.trade_date AS "tradeDate", f.matching_id AS "matchingId",
      f.order_number AS "orderNumber", f.side AS side`,
  });
  if (booked.length === 0) return false;
  const explanations = await explanationsOf(reading, tradingDate);
  const kept = new Set(
    explanations.flatMap(({ trade }) => (trade.shown === null ? keyOfTrade(trade) : [])),
  );
  return booked.some((fill) => !kept.has(keyOfTrade(fill)));
}

type KeyOfFill = Parameters<typeof keyOfTrade>[0];
type ExplainedRow = Omit<Explanation, 'trade'> & { readonly trade: string };

async function serviceOf(reading: Reading, from: number, to: number): Promise<DayService> {
  const [row] = await reading.query<DayService>(
    `SELECT coalesce(sum(CASE WHEN dry_run = 0 AND scope IS NULL THEN 1 ELSE 0 END), 0) AS runs,
            coalesce(sum(calls), 0) AS calls,
            coalesce(sum(answered), 0) AS answered
       FROM reconciliation_runs WHERE started_at >= ? AND started_at < ?`,
    [from, to],
  );
  const { runs = 0, calls = 0, answered = 0 } = row ?? {};
  return { runs, calls, answered };
}
