import { RECONCILER } from '../../../infra/audit/actor.js';
import type { Clock } from '../../../infra/runtime/clock.js';
import type { Database } from '../../../infra/database/database.js';
import type { TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import { inList } from '../../../infra/database/in-list.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { startOfDay, tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import {
  doubtLeftOut,
  endTradeDifference,
  tradeDifferenceBreak,
} from '../../fills/trade-corrections.js';
import {
  tradeDifference,
  keyOfDifference,
  keyOfTrade,
  sameTrade,
  type TradeDifference,
} from '../../breaks/trade-difference.js';
import {
  dayBreak,
  dayBreakEnd,
  FEW_MISSING,
  isDoubted,
  LEFT_OUT_TIMES,
} from '../../breaks/doubtful-answer.js';
import type { ExecutionEvidence } from '../../order/evidence/evidence.js';
import { findStillBooked } from '../../fills/still-booked.js';
import { tradeIn } from '../../breaks/break-register.js';
import { BreakRow } from '../../breaks/break.entity.js';
import { findUnshownSince, type LeftOut } from '../../trading-days/trading-day-store.js';
import type { SystemBreaks } from '../../breaks/system-breaks.js';
import type { FillRow } from '../../order/fill.entity.js';
import { reportNeverDecided } from '../../fills/stray-trades.js';
import { countShownFor, findFillsOfDay, findShownFor } from '../../fills/fills-of-day.js';
import type { OrderStore } from '../../order/order-store.js';
import { isCompleteAnswer, type DayOfTrades } from '../collect/day-over.js';
import type { PollingState, Streak } from '../collect/polling-state.js';

/**
 * Watches whether a day's trades still are what is booked of them.
 *   - An execution that is shown with other terms opens a break at once, and stays as it is booked.
 *   - One that is left out opens a break when whole answers leave it out again and again; until then it
 *     counts as shown. A row of it that cannot be read shows it.
 *   - Answers that leave out most of what is booked are doubted: the day has a break, no execution has one.
 *   - An empty list of an earlier day mostly says nothing: the exchange may not show earlier days. But where no answer
 *     since the close has shown the executions, nothing else will settle the day, and the list is told of.
 *   - If a trade made an order uncertain, no break was opened, and answers for that day now show no trades, a break opens:
 *     only people can end that doubt.
 *   - Once an execution is shown as booked again, its break ends, and so does what people decided about it.
 */

/** Orders told of at once; the next answer tells of others. */
const UNDECIDED_MOST = 50;
/** Breaks of trades that are not booked, or no longer shown: what makes the trades of an order differ. */
const OF_DOUBT = `breaks.type = 'FillMismatch' AND breaks.kind IN
  ('NoMatchingId', 'InvalidRow', 'DuplicateRow', 'PossibleCopy', 'StrayTrade', 'Correction')`;

/** The compared part of a booked execution. */
export type BookedFill = Pick<
  FillRow,
  'orderId' | 'tradeDate' | 'matchingId' | 'orderNumber' | 'side' | 'units' | 'price' | 'shownFor'
>;

/** A booked execution, and the row that shows it differently. */
export interface Differing {
  readonly fill: BookedFill;
  readonly row: ExecutionEvidence;
}

/** What a day's answer shows of the booked executions. */
export interface Watched {
  readonly executions: readonly ExecutionEvidence[];
  /** Rows that lack what an execution needs. */
  readonly unread: readonly TradeRow[];
  readonly differing: readonly Differing[];
  /** How many executions this answer shows that were booked from an answer for the same day. */
  readonly confirmedCount: number;
  /** Keys of the executions it shows that were booked from an answer for another day. */
  readonly elsewhere: ReadonlySet<string>;
}

interface ReportedDifference {
  readonly orderId: string;
  readonly trade: TradeDifference;
  /** Two people have decided that the execution stands as booked. */
  readonly isAccepted?: boolean;
}

export class TradeCorrections {
  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly deskBreaks: SystemBreaks,
    private readonly clock: Clock,
    private readonly polling: PollingState,
  ) {}

  /** For an answer of which only some rows count: reports those that differ. */
  async reportDiffering(date: string, differing: readonly Differing[]): Promise<void> {
    await this.report(differing.map(changed), await this.reportedOn(date));
  }

  /**
   * Compares a day's answer with the booked fills and with what was reported before. Returns the orders whose
   * executions differ; null if the answer itself is doubtful, and so confirms none of them.
   */
  async follow(
    day: DayOfTrades,
    watched: Watched,
    overAt: number,
  ): Promise<ReadonlySet<string> | null> {
    const { date } = day;
    const { reading } = this.database;
    const reported = await this.reportedOn(date);
    await this.report(watched.differing.map(changed), reported);
    const { shownElsewhere } = this.polling;
    if (watched.elsewhere.size > 0) shownElsewhere.set(date, watched.elsewhere);
    else shownElsewhere.delete(date);
    // Mostly as many are shown as are booked, and none has to be looked at.
    const known = await countShownFor(reading, date);
    const left = known > watched.confirmedCount ? await this.leftOut(date, watched.executions) : [];
    const { news, missing, unreadable } = this.missingOf(left, watched, reported);
    const isEmptyEarlier = this.isEmptyEarlierDay(day);
    if (isEmptyEarlier) await this.reportUndecided(date, left);
    const isShown = !isEmptyEarlier || (await this.areUnshownSince(date, overAt, missing));
    const doubted = isDoubted(known - (missing.length - news.length), news.length, isShown);
    const saysNothing = doubted && !isShown && !this.polling.showsEarlierDays;
    const long = saysNothing ? [] : this.countLeftOut(day, watched.executions, missing, doubted);
    if (!doubted) {
      const isBelieved = isCompleteAnswer(day) && !(isEmptyEarlier && left.length > 0);
      if (isBelieved) await this.deskBreaks.close(dayBreakEnd(date));
      await this.report(long.map(gone), reported);
      if (isBelieved) await this.doubtLeftOut(news);
    } else if (long.length > 0) await this.deskBreaks.open(dayBreak(date));
    const over = new Set((doubted ? [] : long).map(keyOfTrade));
    await this.endReported(reported, watched, { gone: over, unreadable });
    // What an empty list leaves out is told of. Of what was never booked it says nothing either.
    return doubted || isEmptyEarlier
      ? null
      : ordersOf([...watched.differing.map(changed), ...missing.map(gone)], reported);
  }

  /**
   * The exchange says, and not in a list, that the day has no trades. It may say so of a list that it cannot give, so
   * nothing is doubted at once; said again and again, people are told of what is booked. Returns the orders of which they
   * have kept everything, and of which no other trade is in question.
   */
  async followDenial(date: string): Promise<ReadonlySet<string>> {
    const reported = await this.reportedOn(date);
    const left = await this.leftOut(date, []);
    const { missing } = this.missingOf(left, { unread: [] }, reported);
    await this.reportUndecided(date, left);
    const isMany = missing.length > FEW_MISSING;
    const long = this.countLeftOut({ date, rows: [], odd: 0 }, [], missing, false);
    if (!isMany) await this.report(long.map(gone), reported);
    else if (long.length > 0) await this.deskBreaks.open(dayBreak(date));
    return this.keptOf(date);
  }

  /**
   * The orders of which two people have kept everything that an empty list of the day leaves out, or of which nothing is
   * left out and people have decided what could not be booked.
   */
  async keptOf(date: string): Promise<ReadonlySet<string>> {
    const left = await this.leftOut(date, []);
    const kept = await this.keptOrders(await this.reportedOn(date), left);
    const lacking = new Set(left.map(({ orderId }) => orderId));
    const decided = await this.decidedOn(date);
    return new Set([...kept, ...decided.filter((orderId) => !lacking.has(orderId))]);
  }

  private async decidedOn(date: string): Promise<readonly string[]> {
    const rows = await this.database.reading.query<{ id: string }>(
      `SELECT DISTINCT orders.id AS id FROM orders JOIN breaks ON breaks.order_id = orders.id
        WHERE trades_differ_on = ? AND ${OF_DOUBT} AND breaks.status = 'Resolved' AND breaks.seen_at >= ?`,
      [date, startOfDay(date)],
    );
    return [...(await this.withoutOpenMismatch(rows.map(({ id }) => id)))];
  }

  /**
   * Trades made orders uncertain, the day was over before people were told, and its answers no longer show any: nothing
   * but people ends that.
   */
  private async reportUndecided(date: string, left: readonly FillRow[]): Promise<void> {
    const lacking = new Set(left.map(({ orderId }) => orderId));
    const rows = await this.database.reading.query<{ id: string }>(
      `SELECT id FROM orders WHERE trades_differ_on = ? AND NOT EXISTS (SELECT 1 FROM breaks
        WHERE breaks.order_id = orders.id AND ${OF_DOUBT}
          AND (closed_at IS NULL OR (breaks.status = 'Resolved' AND seen_at >= ?)))
        ORDER BY id LIMIT ${UNDECIDED_MOST}`,
      [date, startOfDay(date)],
    );
    for (const { id } of rows.filter((order) => !lacking.has(order.id))) {
      await this.store.change(id, RECONCILER, (state, at) => reportNeverDecided(state, date, at));
    }
  }

  private keptOrders(
    reported: readonly ReportedDifference[],
    left: readonly FillRow[],
  ): Promise<ReadonlySet<string>> {
    const kept = goneOf(reported.filter(({ isAccepted }) => isAccepted));
    const isKept = (fill: FillRow): boolean => kept.has(keyOfTrade(fill));
    const open = new Set(left.filter((fill) => !isKept(fill)).map(({ orderId }) => orderId));
    const orders = left.filter(isKept).map(({ orderId }) => orderId);
    return this.withoutOpenMismatch(orders.filter((orderId) => !open.has(orderId)));
  }

  private async withoutOpenMismatch(orders: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set(orders);
    for await (const few of inBatches([...found])) {
      const { marks, values } = inList(few);
      const rows = await this.database.reading.query<{ id: string }>(
        `SELECT order_id AS id FROM breaks
          WHERE type = 'FillMismatch' AND closed_at IS NULL AND order_id IN (${marks})`,
        values,
      );
      for (const { id } of rows) found.delete(id);
    }
    return found;
  }

  /** The first answer that leaves a trade out makes its order uncertain. */
  private async doubtLeftOut(news: readonly FillRow[]): Promise<void> {
    for (const fill of news) {
      await this.store.change(fill.orderId, RECONCILER, (state, at) =>
        state.order.tradesDifferOn === null ? doubtLeftOut(state, fill, at) : null,
      );
    }
  }

  private leftOut(date: string, executions: readonly ExecutionEvidence[]): Promise<FillRow[]> {
    const shown = new Set(executions.map(keyOfTrade));
    return findShownFor(this.database.reading, date, (fill) => !shown.has(keyOfTrade(fill)));
  }

  /** The booked executions that an answer lacks, and those of them that no break reports yet. */
  private missingOf(
    left: readonly FillRow[],
    { unread }: Pick<Watched, 'unread'>,
    reported: readonly ReportedDifference[],
  ): {
    readonly missing: readonly FillRow[];
    readonly news: readonly FillRow[];
    readonly unreadable: ReadonlySet<string>;
  } {
    const unreadable = new Set(unread.map(rowKey));
    // What another day's answer shows is not gone.
    const others = [...this.polling.shownElsewhere.values()];
    const missing = left.filter((fill) => {
      const key = keyOfTrade(fill);
      return !unreadable.has(rowKey(fill)) && !others.some((keys) => keys.has(key));
    });
    const gone = goneOf(reported);
    return { missing, news: missing.filter((fill) => !gone.has(keyOfTrade(fill))), unreadable };
  }

  /** Executions of the day's report that its answer leaves out. */
  async leftOutOfReport(
    date: string,
    executions: readonly ExecutionEvidence[],
  ): Promise<readonly (LeftOut & Pick<FillRow, 'matchingId'>)[]> {
    const shown = new Set(executions.map(keyOfTrade));
    const isLeftOut = (fill: FillRow): boolean => !shown.has(keyOfTrade(fill));
    const left = await findFillsOfDay(this.database.reading, date, isLeftOut);
    if (left.length === 0) return [];
    const reported = [...new Set(left.map(({ shownFor }) => shownFor))].map((day) =>
      this.reportedOn(day),
    );
    const gone = goneOf((await Promise.all(reported)).flat());
    const others = [...this.polling.shownElsewhere].filter(([day]) => day !== date);
    return left.map((fill) => {
      const key = keyOfTrade(fill);
      const shownElsewhere = fill.shownFor > date || others.some(([, keys]) => keys.has(key));
      return { ...fill, accountNumber: null, key, isReportedGone: gone.has(key), shownElsewhere };
    });
  }

  /** An earlier day without any row. An exchange that never showed one with rows may not show earlier days at all. */
  private isEmptyEarlierDay({ date, rows }: DayOfTrades): boolean {
    if (date === tradingDateOf(this.clock.now())) return false;
    if (rows.length > 0) this.polling.showsEarlierDays = true;
    return rows.length === 0;
  }

  /** Whether no answer since the close of the day has shown any of these executions. */
  private async areUnshownSince(
    date: string,
    overAt: number,
    missing: readonly FillRow[],
  ): Promise<boolean> {
    const unshown = await findUnshownSince(this.database.reading, date, overAt);
    return missing.every((fill) => unshown?.has(keyOfTrade(fill)) ?? true);
  }

  /** Opens breaks for the differences that no break reports yet. */
  private async report(
    changes: readonly ReportedDifference[],
    reported: readonly ReportedDifference[],
  ): Promise<void> {
    if (changes.length === 0) return;
    const known = new Set(reported.map(({ trade }) => keyOfDifference(trade)));
    const byOrder = new Map<string, TradeDifference[]>();
    for (const { orderId, trade } of changes) {
      if (known.has(keyOfDifference(trade))) continue;
      const trades = byOrder.get(orderId);
      if (trades === undefined) byOrder.set(orderId, [trade]);
      else trades.push(trade);
    }
    for (const [orderId, trades] of byOrder) {
      await this.store.change(orderId, RECONCILER, (state, at) =>
        tradeDifferenceBreak(state, trades, at),
      );
    }
  }

  /** Counts how often whole answers left executions out; returns those that answer after answer lacks. */
  private countLeftOut(
    day: Pick<DayOfTrades, 'date' | 'rows' | 'odd' | 'oddOfOthers'>,
    executions: readonly ExecutionEvidence[],
    missing: readonly FillRow[],
    doubted: boolean,
  ): readonly FillRow[] {
    const before = this.polling.unshown.get(day.date) ?? new Map<string, Streak>();
    if (!isCompleteAnswer(day)) {
      const left = new Map(before);
      if (left.size > 0) for (const row of executions) left.delete(keyOfTrade(row));
      this.polling.keepUnshown(day.date, left);
      return [];
    }
    const now = this.clock.steady();
    const counted = new Map<string, Streak>();
    const long: FillRow[] = [];
    // A doubted answer is counted as a whole, by its first missing execution.
    for (const fill of doubted ? missing.slice(0, 1) : missing) {
      const key = doubted ? day.date : keyOfTrade(fill);
      const { times, since } = before.get(key) ?? { times: 0, since: now };
      counted.set(key, { times: times + 1, since });
      if (times + 1 >= LEFT_OUT_TIMES.answers && now - since >= LEFT_OUT_TIMES.forMs)
        long.push(fill);
    }
    this.polling.keepUnshown(day.date, counted);
    return long;
  }

  /** Closes the breaks of trades that are shown as booked again, or in yet another way. */
  private async endReported(
    reported: readonly ReportedDifference[],
    { executions }: Watched,
    {
      gone,
      unreadable,
    }: { readonly gone: ReadonlySet<string>; readonly unreadable: ReadonlySet<string> },
  ): Promise<void> {
    if (reported.length === 0) return;
    const wanted = new Map(
      reported.map(({ trade }) => [keyOfTrade(trade), [] as ExecutionEvidence[]]),
    );
    for (const row of executions) wanted.get(keyOfTrade(row))?.push(row);
    const trades = reported.map(({ trade }) => trade);
    const stillBooked = await findStillBooked(this.database.reading, trades);
    for (const { orderId, trade } of reported) {
      const key = keyOfTrade(trade);
      const rows = wanted.get(key) ?? [];
      const now = rows[0] ?? null;
      const stands = stillBooked.has(trade);
      const isSame = rows.some((row) => trade.shown !== null && sameTrade(row, trade.shown));
      const isStillGone = now === null && (trade.shown === null || !gone.has(key));
      const cannotBeRead = now === null && unreadable.has(rowKey(trade));
      if (stands && (isSame || isStillGone || cannotBeRead)) continue;
      await this.store.change(orderId, RECONCILER, (state, at) =>
        endTradeDifference(state, { trade, now, isStillBooked: stands }, at),
      );
    }
  }

  /** Differences found by answers for that day: those still open, and those that people have accepted. */
  private async reportedOn(date: string): Promise<readonly ReportedDifference[]> {
    const where = `type = 'FillMismatch' AND trade IS NOT NULL AND status <> 'AutoResolved'
      AND (closed_at IS NULL OR resolution = 'close') AND trade LIKE ? ORDER BY id`;
    const { reading } = this.database;
    const rows = await reading.find(BreakRow, where, [`%"shownFor":"${date}"%`]);
    return rows.flatMap((row) => {
      const trade = tradeIn(row);
      if (row.orderId === null || trade?.shownFor !== date || trade.booked === null) return [];
      return { orderId: row.orderId, trade, isAccepted: row.closedAt !== null };
    });
  }
}

/** Keys of trades that a break reports as no longer shown. */
function goneOf(reported: readonly ReportedDifference[]): ReadonlySet<string> {
  return new Set(reported.flatMap(({ trade }) => (trade.shown === null ? keyOfTrade(trade) : [])));
}

function gone({ orderId, ...fill }: FillRow): ReportedDifference {
  return { orderId, trade: tradeDifference(fill, null) };
}

/** The orders of the differences, without those whose execution people have decided stands as booked. */
function ordersOf(
  differences: readonly ReportedDifference[],
  reported: readonly ReportedDifference[],
): ReadonlySet<string> {
  const accepted = new Set(
    reported.filter(({ isAccepted }) => isAccepted).map(({ trade }) => keyOfDifference(trade)),
  );
  return new Set(
    differences
      .filter(({ trade }) => !accepted.has(keyOfDifference(trade)))
      .map(({ orderId }) => orderId),
  );
}

function changed({ fill, row }: Differing): ReportedDifference {
  const trade = tradeDifference({ ...fill, shownFor: row.shownFor }, row);
  return { orderId: fill.orderId, trade };
}

/** Tells an execution by as much as even an unreadable row shows. */
export function rowKey({
  matchingId,
  orderNumber,
}: Pick<TradeRow, 'matchingId' | 'orderNumber'>): string {
  return JSON.stringify([matchingId, orderNumber]);
}
