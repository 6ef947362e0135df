import type { AccountNumber, OrderNumber, Security } from '../../../market/formats.js';
import type {
  ActorName,
  Id,
  Instant,
  LagosDate,
  PersonName,
  Text,
  Whole,
} from '../../../infra/formats.js';
import { isSameAccount } from '../../order/order.js';
import { differenceOf } from '../../breaks/trade-difference.js';
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
} from '../traded.js';
import { validExplanations, type AcceptedGap, type Explanation } from './explained-differences.js';

/**
 * The report of a trading day that people sign: our executions beside the exchange's, the day's orders by
 * status, and what is unsettled. Pure, and byte for byte the same for the same facts: only a day that is
 * not over, and so cannot be signed, depends on the current time.
 */
export interface DayLine {
  readonly accountNumber: AccountNumber;
  readonly security: Security;
  /**
   * BUY or SELL.
   * @example "BUY"
   */
  readonly side: string;
  /** Our orders of that trading day. */
  readonly orders: Whole;
  /** Of the executions that we have booked. */
  readonly ours: Traded;
  /** Null until the day's trades have been read since its close. */
  readonly exchange: Traded | null;
  /** Exchange minus ours: all zero when they agree, null while the exchange's is. */
  readonly difference: Traded | null;
  /** The part of the difference that two people have accepted: what is booked stands so; absent: none. */
  readonly explained?: Traded;
}

export interface OrdersOfDay {
  readonly accountNumber: string;
  readonly security: string;
  readonly side: string;
  readonly status: string;
  readonly uncertain: number;
  /** Orders with more matched units than booked executions. */
  readonly unbooked: number;
  readonly count: number;
}

export interface UnresolvedBreak {
  readonly id: Id;
  /**
   * What does not agree.
   * @example "FillMismatch"
   */
  readonly type: string;
  /**
   * How bad it is.
   * @example "High"
   */
  readonly severity: string;
  readonly assignee: PersonName | null;
  readonly orderId: Id | null;
  readonly orderNumber: OrderNumber | null;
}

/** A break of the day that has ended. */
export interface ResolvedBreak {
  readonly id: Id;
  /**
   * What does not agree.
   * @example "FillMismatch"
   */
  readonly type: string;
  /**
   * How bad it is.
   * @example "High"
   */
  readonly severity: string;
  readonly orderId: Id | null;
  readonly orderNumber: OrderNumber | null;
  readonly openedAt: Instant;
  readonly closedAt: Instant;
  /** Both names where it took two people; null if it ended by itself. */
  readonly closedBy: ActorName | null;
  /** What became of it. */
  readonly outcome: Text | null;
}

/**
 * An order whose number nothing has proven, and executions under it that count as ours on the day. No break need be
 * open about it, and another desk's order may have the number: whoever signs says that it is ours.
 */
export interface InferredNumber {
  readonly orderId: Id;
  readonly orderNumber: OrderNumber;
  /**
   * Executed under the number on the day.
   * @example "600"
   */
  readonly units: string;
}

export interface DayService {
  /** Reconciliation runs that were started on that day before the close. */
  readonly runs: Whole;
  /** Their calls. */
  readonly calls: Whole;
  /** Those of them that were answered. */
  readonly answered: Whole;
}

export interface DayFacts {
  readonly brokerCode: string;
  readonly tradingDate: string;
  /** The calendar has a session on that date. */
  readonly isTradingDay: boolean;
  /** Past the close and the time in which the last trades are published. */
  readonly isOver: boolean;
  /** The day's trades were read after the close; false again if the calendar moves the close. */
  readonly isRead: boolean;
  /** Null until the day's trades were read completely after its close. */
  readonly executed: readonly Executed[] | null;
  /** Rows with traded units that lack what an execution needs. */
  readonly unread: number;
  /** What the exchange answered instead of a list; null if it answered a list. */
  readonly said: string | null;
  readonly booked: readonly Booked[];
  /** Trades of our orders among the executed that are not booked; see `validExplanations`. */
  readonly unbooked: ReadonlySet<string>;
  readonly orders: readonly OrdersOfDay[];
  /** The account of each executed order number that is ours. */
  readonly accountOf: ReadonlyMap<string, string>;
  readonly breaks: readonly UnresolvedBreak[];
  readonly resolvedBreaks: readonly ResolvedBreak[];
  readonly explanations: readonly Explanation[];
  readonly gaps: readonly AcceptedGap[];
  readonly inferred: readonly InferredNumber[];
  readonly service: DayService;
}

export interface DayReport {
  /**
   * Whose report it is.
   * @example "MRNA"
   */
  readonly brokerCode: string;
  readonly tradingDate: LagosDate;
  /** What was ordered and traded: the part that a close freezes. */
  readonly facts: {
    /** By account, security and side. */
    readonly lines: readonly DayLine[];
    /** Of all lines. */
    readonly totals: { readonly ours: Traded; readonly exchange: Traded | null };
    /** Executions of external orders under our broker code; in no line and no total. */
    readonly external: readonly Executed[];
    /**
     * The exchange gave no list of the day's trades after the close, but answered this; absent: it gave a list. Whoever
     * signs the report says that this means no trades.
     * @example "No trades found"
     */
    readonly exchangeSaid?: string;
    /** Differing trades that two people have accepted as booked, or left out of the book; absent: none. */
    readonly explanations?: readonly Explanation[];
    /** Unreported fill quantities that two people have accepted; absent: none. */
    readonly gaps?: readonly AcceptedGap[];
    /** Orders by status; LivesOn: a multi-day order that did not end on this day. */
    readonly orders: Readonly<Record<string, number>>;
  };
  /** Breaks of the day that are open. */
  readonly breaks: readonly UnresolvedBreak[];
  /** Breaks of the day that have ended. */
  readonly resolvedBreaks: readonly ResolvedBreak[];
  /** Orders whose executions count although their number is only inferred; absent: none. */
  readonly inferredNumbers?: readonly InferredNumber[];
  readonly service: DayService;
  /**
   * Why the day cannot be signed; empty when it can.
   * @example ["1 order is uncertain"]
   */
  readonly unsettled: readonly string[];
}

/** Reported as the status of a multi-day order on a day on which it did not end. */
export const LIVES_ON = 'LivesOn';

const WORKING: ReadonlySet<string> = new Set(['New', 'Posted', 'Open', 'Amended']);

export function reportOf(facts: DayFacts): DayReport {
  // An earlier answer may lack trades, so before the close the exchange has no figures at all.
  const executed = facts.isRead ? facts.executed : null;
  const explanations =
    executed === null ? [] : validExplanations(facts.explanations, { ...facts, executed });
  const lines = linesOf(facts, executed, explanations);
  const statuses = new Map<string, number>();
  for (const row of facts.orders) {
    statuses.set(row.status, (statuses.get(row.status) ?? 0) + row.count);
  }
  const external = (executed ?? []).filter((row) => !facts.accountOf.has(row.orderNumber));
  return {
    brokerCode: facts.brokerCode,
    tradingDate: facts.tradingDate,
    facts: {
      lines,
      totals: {
        ours: sum(lines.map((line) => line.ours)),
        exchange: executed === null ? null : sum(lines.map((line) => line.exchange ?? NOTHING)),
      },
      // Left out when empty: reports signed before these fields existed must keep their hash.
      ...(explanations.length > 0 ? { explanations } : {}),
      ...(facts.gaps.length > 0 ? { gaps: facts.gaps } : {}),
      ...(executed !== null && facts.said !== null ? { exchangeSaid: facts.said } : {}),
      external,
      orders: Object.fromEntries(statuses),
    },
    breaks: byId(facts.breaks),
    resolvedBreaks: byId(facts.resolvedBreaks),
    // Not among the facts: that a number was proven after the close reopens no day.
    ...(facts.inferred.length > 0 ? { inferredNumbers: facts.inferred } : {}),
    service: facts.service,
    unsettled: [
      ...notYetClosable(facts, isEmpty({ lines, external })),
      ...unsettledOf(facts, lines, statuses),
    ],
  };
}

function byId<T extends { readonly id: string }>(rows: readonly T[]): readonly T[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Nothing was ordered or traded. */
export function isEmpty({
  lines,
  external,
}: Pick<DayReport['facts'], 'lines' | 'external'>): boolean {
  return lines.length + external.length === 0;
}

function linesOf(
  { booked, orders, accountOf }: DayFacts,
  executed: readonly Executed[] | null,
  explanations: readonly Explanation[],
): DayLine[] {
  const lines = new Map<string, DayLine>();
  const at = (accountNumber: string, security: string, side: string): [string, DayLine] => {
    const key = JSON.stringify([accountNumber, security, side]);
    const exchange = executed === null ? null : NOTHING;
    const empty = { orders: 0, ours: NOTHING, exchange, difference: null };
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
    const isOwners = row.accountNumber === null || isSameAccount(row.accountNumber, owner);
    const [key, line] = at(isOwners ? owner : row.accountNumber, row.security, row.side);
    lines.set(key, { ...line, exchange: plus(line.exchange ?? NOTHING, row) });
  }
  for (const { accountNumber, security, trade } of explanations) {
    const [key, line] = at(accountNumber, security, trade.side);
    lines.set(key, { ...line, explained: plus(line.explained ?? NOTHING, differenceOf(trade)) });
  }
  return [...lines.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => ({
      ...line,
      difference: line.exchange === null ? null : minus(line.exchange, line.ours),
    }));
}

/** A date without a session cannot be closed, unless it has orders or trades: it became a holiday late. */
function notYetClosable(
  { tradingDate, isTradingDay, isOver, isRead }: DayFacts,
  nothingDone: boolean,
): string[] {
  if (!isTradingDay && nothingDone) return [`${tradingDate} is no trading day`];
  return [
    ...(isOver ? [] : ['the day is not over']),
    ...(isRead ? [] : ['the trades of the day have not been read completely since its close']),
  ];
}

function unsettledOf(
  { isRead, unread, orders, breaks }: DayFacts,
  lines: readonly DayLine[],
  statuses: ReadonlyMap<string, number>,
): string[] {
  const unsettled: string[] = [];
  const working = [...statuses].reduce(
    (total, [status, count]) => total + (WORKING.has(status) ? count : 0),
    0,
  );
  if (working > 0)
    unsettled.push(
      counted(working, 'order of the day has not ended', 'orders of the day have not ended'),
    );
  const uncertain = orders.reduce((total, row) => total + row.uncertain, 0);
  if (uncertain > 0)
    unsettled.push(counted(uncertain, 'order is uncertain', 'orders are uncertain'));
  const unbooked = orders.reduce((total, row) => total + row.unbooked, 0);
  if (unbooked > 0)
    unsettled.push(
      counted(
        unbooked,
        'order has executions that are not booked yet',
        'orders have executions that are not booked yet',
      ),
    );
  if (isRead && unread > 0)
    unsettled.push(
      counted(unread, 'trade of the day could not be read', 'trades of the day could not be read'),
    );
  const differing = lines.filter(
    ({ difference, explained = NOTHING }) =>
      difference !== null && !isNothing(minus(difference, explained)),
  ).length;
  if (differing > 0) unsettled.push(counted(differing, 'line differs', 'lines differ'));
  const unassigned = breaks.filter((found) => found.assignee === null).length;
  if (unassigned > 0)
    unsettled.push(counted(unassigned, 'break has no owner', 'breaks have no owner'));
  return unsettled;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
