import { differenceOf } from '../breaks/trade-difference.js';
import {
  isNothing,
  minus,
  NOTHING,
  plus,
  sum,
  tradedOf,
  type Booked,
  type Executed,
  type Traded,
} from './traded.js';
import { holding, type AcceptedGap, type Explanation } from './explained-differences.js';

/**
 * A trading day as it is signed: ours beside the exchange's, by account, security and side; what
 * became of its orders; what is not settled. Pure, and the same facts give the same report to the
 * letter: nothing in it is of the moment at which it is made, but that the day is not over, which no
 * report that is signed says.
 */
export interface DayLine {
  readonly accountNumber: string;
  readonly security: string;
  readonly side: string;
  /** Orders of ours of that trading day. */
  readonly orders: number;
  readonly ours: Traded;
  readonly exchange: Traded;
  /** The exchange's less ours; all zero when they agree. */
  readonly difference: Traded;
  /** What of the difference is of trades of which two people have said that they stand as booked; absent: nothing. */
  readonly explained?: Traded;
}

export interface OrdersOfDay {
  readonly accountNumber: string;
  readonly security: string;
  readonly side: string;
  readonly status: string;
  /** Of them, those of which something is not known. */
  readonly uncertain: number;
  /** Of them, those of which more is matched than executions are booked. */
  readonly unbooked: number;
  readonly count: number;
}

export interface UnresolvedBreak {
  readonly id: string;
  readonly type: string;
  readonly severity: string;
  readonly assignee: string | null;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
}

export interface DayService {
  /** Passes of the reconciler begun on that day before its close, their calls, and answers. */
  readonly passes: number;
  readonly calls: number;
  readonly answered: number;
}

export interface DayFacts {
  readonly tradingDate: string;
  /** The calendar has a session on that date. */
  readonly isTradingDay: boolean;
  /** Its close, and the time for the last trades to be published, are past. */
  readonly isOver: boolean;
  /** False too when they were read, and the calendar has moved the close since. */
  readonly isRead: boolean;
  /** Null while the trades of the day were not read whole after its close. */
  readonly executed: readonly Executed[] | null;
  /** Rows of the day with units traded that say too little to be an execution. */
  readonly unread: number;
  readonly booked: readonly Booked[];
  readonly orders: readonly OrdersOfDay[];
  /** Whose account each number is of those that were executed and are ours. */
  readonly accountOf: ReadonlyMap<string, string>;
  readonly breaks: readonly UnresolvedBreak[];
  readonly explanations: readonly Explanation[];
  readonly gaps: readonly AcceptedGap[];
  readonly service: DayService;
}

export interface DayReport {
  readonly tradingDate: string;
  readonly facts: {
    readonly lines: readonly DayLine[];
    readonly totals: { readonly ours: Traded; readonly exchange: Traded };
    /** Executed under our broker code, of orders that we did not send; in no line and no total. */
    readonly external: readonly Executed[];
    /** Trades that differ, and stand as they are booked, as two people have said; absent: none. */
    readonly explanations?: readonly Explanation[];
    /** Orders of which more is matched than booked, and stays so, as two people have said; absent: none. */
    readonly gaps?: readonly AcceptedGap[];
    /** Orders by status; LivesOn: of more than a day, and not ended on this one. */
    readonly orders: Readonly<Record<string, number>>;
  };
  readonly breaks: readonly UnresolvedBreak[];
  readonly service: DayService;
  /** What keeps the day from being signed; empty when nothing does. */
  readonly unsettled: readonly string[];
}

/** What became of an order that is not of one day, on a day on which it did not end. */
export const LIVES_ON = 'LivesOn';

const WORKING: ReadonlySet<string> = new Set(['New', 'Posted', 'Open', 'Amended']);

export function reportOf(facts: DayFacts): DayReport {
  const { booked, executed } = facts;
  const explanations = holding(facts.explanations, booked, executed ?? []);
  const lines = linesOf(facts, explanations);
  const statuses = new Map<string, number>();
  for (const row of facts.orders) {
    statuses.set(row.status, (statuses.get(row.status) ?? 0) + row.count);
  }
  const external = (executed ?? []).filter((row) => !facts.accountOf.has(row.orderNumber));
  return {
    tradingDate: facts.tradingDate,
    facts: {
      lines,
      totals: {
        ours: sum(lines.map((line) => line.ours)),
        exchange: sum(lines.map((line) => line.exchange)),
      },
      // What has none reads as it did before there were any: it may be signed.
      ...(explanations.length > 0 ? { explanations } : {}),
      ...(facts.gaps.length > 0 ? { gaps: facts.gaps } : {}),
      external,
      orders: Object.fromEntries(statuses),
    },
    breaks: [...facts.breaks].sort((a, b) => (a.id < b.id ? -1 : 1)),
    service: facts.service,
    unsettled: [
      ...notToBeClosed(facts, lines.length + external.length === 0),
      ...unsettledOf(facts, lines, statuses),
    ],
  };
}

function linesOf(
  { executed, booked, orders, accountOf }: DayFacts,
  explanations: readonly Explanation[],
): DayLine[] {
  const lines = new Map<string, DayLine>();
  const at = (accountNumber: string, security: string, side: string): [string, DayLine] => {
    const key = JSON.stringify([accountNumber, security, side]);
    const empty = {
      orders: 0,
      ours: NOTHING,
      exchange: NOTHING,
      difference: NOTHING,
    };
    return [key, lines.get(key) ?? { accountNumber, security, side, ...empty }];
  };
  for (const { accountNumber, security, side, count } of orders) {
    const [key, line] = at(accountNumber, security, side);
    lines.set(key, { ...line, orders: line.orders + count });
  }
  for (const row of booked) {
    const [key, line] = at(row.accountNumber, row.security, row.side);
    lines.set(key, { ...line, ours: plus(line.ours, tradedOf(row)) });
  }
  for (const row of executed ?? []) {
    const owner = accountOf.get(row.orderNumber);
    if (owner === undefined) continue;
    const [key, line] = at(row.accountNumber ?? owner, row.security, row.side);
    lines.set(key, { ...line, exchange: plus(line.exchange, row) });
  }
  for (const { accountNumber, security, trade } of explanations) {
    const [key, line] = at(accountNumber, security, trade.side);
    lines.set(key, { ...line, explained: plus(line.explained ?? NOTHING, differenceOf(trade)) });
  }
  return [...lines.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => ({ ...line, difference: minus(line.exchange, line.ours) }));
}

/**
 * Of a date without a session nothing is to be closed, and its trades are not waited for, unless
 * something was done on it after all: before it became a holiday, for instance.
 */
function notToBeClosed(
  { tradingDate, isTradingDay, isOver, isRead }: DayFacts,
  isEmpty: boolean,
): string[] {
  if (!isTradingDay && isEmpty) return [`${tradingDate} is no trading day`];
  return [
    ...(isOver ? [] : ['the day is not over']),
    ...(isRead ? [] : ['the trades of the day were not read whole after its close']),
  ];
}

function unsettledOf(
  { executed, unread, orders, breaks }: DayFacts,
  lines: readonly DayLine[],
  statuses: ReadonlyMap<string, number>,
): string[] {
  const unsettled: string[] = [];
  const working = [...statuses].reduce(
    (total, [status, count]) => total + (WORKING.has(status) ? count : 0),
    0,
  );
  if (working > 0) unsettled.push(`${working} orders of the day have not ended`);
  const uncertain = orders.reduce((total, row) => total + row.uncertain, 0);
  if (uncertain > 0) unsettled.push(`of ${uncertain} orders something is not known`);
  const unbooked = orders.reduce((total, row) => total + row.unbooked, 0);
  if (unbooked > 0) unsettled.push(`of ${unbooked} orders executions are not booked yet`);
  if (unread > 0) unsettled.push(`${unread} trades of the day could not be read`);
  const differing = lines.filter(
    (line) => !isNothing(minus(line.difference, line.explained ?? NOTHING)),
  ).length;
  if (executed !== null && differing > 0) unsettled.push(`${differing} lines differ`);
  const owned = breaks.filter((found) => found.assignee === null).length;
  if (owned > 0) unsettled.push(`${owned} breaks have no owner`);
  return unsettled;
}
