import type { Clock } from '../../../infra/runtime/clock.js';
import type { Database } from '../../../infra/database/database.js';
import {
  closeOf,
  tradingDateOf,
  type Sessions,
  CLOSE_GRACE_MS,
} from '../../../market/trading-calendar/trading-day.js';
import type { NoAnswer } from '../../../infra/exchange/api/enquiry-api.js';
import type { ExecutionEvidence } from '../../order/evidence/evidence.js';
import { isListedSince, type TradingDayStore } from '../../trading-days/trading-day-store.js';
import type { SightingRegister } from '../../order-numbers/sighting-register.js';
import { keyOfTrade } from '../../breaks/trade-difference.js';
import { compareWithFills } from './booked-fills.js';
import type { TradeCorrections } from './watch-trade-corrections.js';
import { isCompleteAnswer, phaseOf, type DayOfTrades } from '../collect/day-over.js';
import type { ExchangeSnapshot } from '../collect/exchange-poller.js';
import type { ExternalTrades } from '../external-orders/external-trades.js';
import type { StrayTrades } from '../external-orders/report-stray-trades.js';
import type { OrphanTrades } from '../external-orders/orphan-trades.js';
import type { PollingState } from '../collect/polling-state.js';
import {
  filledOfTwoBrokers,
  workingByNumber,
  type OrderUnderReview,
} from '../collect/orders-under-review.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import {
  filledByOwnRows,
  numbersOfTwoBrokers,
  numbersShown,
  type ShownNumber,
  otherBrokersRows,
  type NumberOfTwoBrokers,
} from './traded-numbers.js';
import type { NumbersInTrades } from './numbers-in-trades.js';
import type { TradeBooking } from './trade-booking.js';
import { tradeDatesOf, tradeDatesOfScope } from './trade-dates.js';
import { byDay, dayOf, dayTraded, numbersByDay, once, type Executions } from './trade-evidence.js';

/** What an answer shows of the day as a whole. */
interface DayTrades {
  readonly executions: readonly ExecutionEvidence[];
  /** Those of our orders that are not booked. */
  readonly unbooked: readonly ExecutionEvidence[];
  readonly unread: number;
  /** Nothing has failed when they were booked. */
  readonly isBooked: boolean;
}

const RESCAN_MS = 10 * 60_000;
/** Characters of the exchange's words in the day's report; the call keeps the whole reply. */
const SAID_MOST = 200;

/** What the trades of the days showed and proved. */
export interface TradesRead {
  readonly trades: readonly DayOfTrades[];
  /** Today's trades were answered. */
  readonly tradesAnswered: boolean;
  /** Dates that the exchange answered, even with a refusal. */
  readonly answered: readonly string[];
  readonly fills: number;
}

/** What decides which trades a run asks for. */
export interface TradesScope {
  readonly sessions: Sessions;
  /** The orders of a scope; null: every day that still matters, of all orders. */
  readonly ofScope: readonly OrderUnderReview[] | null;
  /** Days that are asked for first, in their order. */
  readonly owed: readonly string[];
}

/** The days whose trades a run asks for, and of which orders. */
export interface TradesWanted extends TradesScope {
  readonly dates: readonly string[];
}

/** Where what the trades prove is written. */
export interface TradeWriters {
  readonly booking: TradeBooking;
  readonly numbers: NumbersInTrades;
  readonly changes: TradeCorrections;
  readonly sightings: SightingRegister;
  readonly orphans: OrphanTrades;
  readonly strays: StrayTrades;
  readonly externals: ExternalTrades;
  /** Null in a dry run: what the day was read to be is no change of an order. */
  readonly days: TradingDayStore | null;
}

/** Chooses the days whose trades are asked for, and books what the answers prove. */
export class TradeReconciliation {
  constructor(
    private readonly database: Database,
    private readonly writers: TradeWriters,
    private readonly clock: Clock,
    private readonly polling: PollingState,
  ) {}

  async wanted(scope: TradesScope): Promise<TradesWanted> {
    const { ofScope, sessions, owed } = scope;
    const { reading } = this.database;
    const now = this.clock.now();
    if (ofScope !== null) {
      return { ...scope, dates: await tradeDatesOfScope(reading, ofScope, { sessions, now }) };
    }
    const { watched, others } = await tradeDatesOf(reading, sessions, now);
    const due = others.filter((date) => this.isDue(date));
    return { ...scope, dates: [...new Set([...owed, ...watched, ...due])] };
  }

  async book(
    { trades: answers }: Pick<ExchangeSnapshot, 'trades'>,
    { ofScope, sessions }: TradesWanted,
  ): Promise<TradesRead> {
    const now = this.clock.now();
    const trades: DayOfTrades[] = [];
    const saidNone: string[] = [];
    let fills = 0;
    for (const [date, answer] of answers) {
      if (ofScope === null) this.polling.tradesAskedAt.set(date, this.clock.steady());
      if (answer.kind !== 'Answer') {
        if (answer.isExplicit) saidNone.push(date);
        if (answer.isExplicit && ofScope === null) await this.noteNoTrades(date, answer, sessions);
        continue;
      }
      const day = { ...answer, date };
      trades.push(day);
      fills +=
        ofScope === null
          ? await this.bookDay(day, sessions, now)
          : await this.bookForScope(day, new Set(ofScope.map(({ order }) => order.id)));
    }
    const read = trades.map(({ date }) => date);
    const tradesAnswered = read.includes(tradingDateOf(now));
    return { trades, tradesAnswered, answered: [...read, ...saidNone], fills };
  }

  private async bookForScope(day: DayOfTrades, meant: ReadonlySet<string>): Promise<number> {
    const { booking, changes } = this.writers;
    const { callId } = day;
    const traded = { ...(await booking.executionsOf(day.rows, day.date)), callId };
    const compared = await compareWithFills(this.database.reading, traded.executions, day.date);
    const booked = await booking.book(traded, compared, day.date, meant);
    await changes.reportDiffering(day.date, booked.differing);
    return booked.fills;
  }

  private async bookDay(day: DayOfTrades, sessions: Sessions, now: number): Promise<number> {
    const { booking, changes, orphans, strays } = this.writers;
    const { date, answeredAt, callId } = day;
    const traded = { ...(await booking.executionsOf(day.rows, date)), callId };
    const compared = await compareWithFills(this.database.reading, traded.executions, date);
    // Booked executions have an order: their numbers need no sighting and no break.
    const { unbooked } = compared;
    await this.noteNumbers(day, { ...traded, executions: unbooked });
    const booked = await booking.book(traded, compared, date, null);
    const { executions, unread } = traded;
    const overAt = closeOf(sessions, date) + CLOSE_GRACE_MS;
    const differing = await changes.follow(day, { ...booked, executions, unread }, overAt);
    const doubtful = new Set([...booked.doubtful, ...(differing ?? [])]);
    for (const [on, rows] of byDay(await once(unbooked), date)) {
      await orphans.report(rows, answeredAt, on);
      for (const orderId of await strays.doubt(rows, on, answeredAt)) doubtful.add(orderId);
    }
    if (isCompleteAnswer(day) && differing !== null) await booking.endDoubts(date, doubtful);
    else if (day.rows.length === 0) await booking.endDoubtsOf(date, await changes.keptOf(date));
    const ofTheDay = traded.contradicting.filter((row) => dayOf(row, date) === date);
    await orphans.report(ofTheDay, answeredAt, date);
    // What may be a copy is no trade of the day yet.
    const isTrade = (row: ExecutionEvidence): boolean => !booked.copies.has(keyOfTrade(row));
    const rows = (await once(executions, booked.doubled)).filter(isTrade);
    const { unbooked: held, isFullyBooked: isBooked } = booked;
    const others = { executions: rows, unbooked: held, unread: unread.length, isBooked };
    await this.reportOthers(day, others, sessions, now);
    return booked.fills;
  }

  /** Once for each account that is shown under a number, or confirmed numbers would be doubted again by each answer. */
  private async doubtSwapped(shown: ShownNumber): Promise<void> {
    const { orderNumber, accountNumber } = shown.row;
    const key = `${orderNumber} ${accountNumber ?? ''}`;
    const { swappedNumbers } = this.polling;
    if (!shown.isOtherOrder || swappedNumbers.has(key)) return;
    // Before the number itself is doubted: a run that ends half-way is repeated.
    await this.writers.numbers.doubtSwapped(shown);
    swappedNumbers.add(key);
  }

  /** What today's trades say of whose the numbers of our orders are. */
  async compareNumbers(trades: readonly DayOfTrades[], brokerCode: string): Promise<void> {
    const today = tradingDateOf(this.clock.now());
    const numbers = new Set<string>();
    for await (const rows of inBatches(trades.find(({ date }) => date === today)?.rows ?? []))
      for (const { orderNumber } of rows) numbers.add(orderNumber);
    const subjects = await workingByNumber(this.database.reading, [...numbers]);
    for (const shown of await numbersShown(subjects, trades, { today, brokerCode })) {
      await this.doubtSwapped(shown);
      await this.writers.numbers.compareNumber(shown);
    }
    const others = await otherBrokersRows(trades, { today, brokerCode });
    if (others === null) return;
    this.polling.otherBrokersRows = others;
    await this.doubtShared(numbersOfTwoBrokers(subjects, others));
    const filled = await filledOfTwoBrokers(this.database.reading, [...others.byNumber.keys()]);
    for (const { id } of await filledByOwnRows(filled, trades, { today, brokerCode }))
      await this.writers.numbers.endDoubtOfFilled(id);
  }

  /** Once for each order: when an enquiry has shown ours since, there is nothing to write. */
  private async doubtShared(shared: readonly NumberOfTwoBrokers[]): Promise<void> {
    const { numbersOfTwoBrokers: known } = this.polling;
    const ids = new Set(shared.map(({ orderId }) => orderId));
    for (const orderId of known.keys()) if (!ids.has(orderId)) known.delete(orderId);
    for (const { doubt, ...number } of shared) {
      // The number is doubted for another reason. When that doubt ends, the other broker's order may still be there.
      if (doubt !== null && doubt !== 'OtherBroker' && !number.isAlike) {
        known.delete(number.orderId);
        continue;
      }
      const saying = `${number.orderNumber}${number.isAlike ? ' alike' : ''}`;
      const isAgain = known.get(number.orderId) === saying;
      known.set(number.orderId, saying);
      if (!isAgain || doubt !== null)
        await this.writers.numbers.doubtNumberOfTwoBrokers({ ...number, isAgain });
    }
  }

  private async noteNumbers({ answeredAt, date }: DayOfTrades, shown: Executions): Promise<void> {
    for (const [day, numbers] of await numbersByDay(shown, date)) {
      await this.writers.sightings.note(numbers, answeredAt, day);
    }
  }

  /** What the trades say of no order of ours, and of the day as a whole. */
  private async reportOthers(
    day: DayOfTrades,
    { executions, unbooked: all, unread, isBooked }: DayTrades,
    sessions: Sessions,
    now: number,
  ): Promise<void> {
    const { externals, days, changes } = this.writers;
    const { date, callId, answeredAt } = day;
    await externals.track(executions);
    if (days === null || !isBooked || phaseOf(date, sessions, now, [day]) !== 'over') return;
    // What is read whole after the close is what the day is closed with.
    const ofTheDay = executions.filter((row) => dayTraded(row, date) === date);
    const leftOut = await changes.leftOutOfReport(date, executions);
    const overAt = closeOf(sessions, date) + CLOSE_GRACE_MS;
    const unbooked = all.filter((row) => dayTraded(row, date) === date);
    const read = { executions: ofTheDay, leftOut, unbooked, unread, callId, answeredAt };
    await days.noteReading(date, read, overAt);
  }

  /** Counts only after the close, and while no list of the day has been read since. */
  private async noteNoTrades(
    date: string,
    { call, detail }: NoAnswer,
    sessions: Sessions,
  ): Promise<void> {
    const { days, changes, booking } = this.writers;
    const overAt = closeOf(sessions, date) + CLOSE_GRACE_MS;
    if (call === undefined || call.askedAt < overAt) return;
    const { callId, answeredAt } = call;
    if (await isListedSince(this.database.reading, date, overAt)) return;
    await booking.endDoubtsOf(date, await changes.followDenial(date));
    if (days === null) return;
    const said = detail.slice(0, SAID_MOST);
    await days.noteNoTrades(date, { said, callId, answeredAt }, overAt);
  }

  /** Days that are not watched are asked for now and then, refused ones too. */
  private isDue(date: string): boolean {
    const at = this.polling.tradesAskedAt.get(date);
    return at === undefined || this.clock.steady() - at >= RESCAN_MS;
  }
}
