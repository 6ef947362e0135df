import type { Clock } from '../../../infra/runtime/clock.js';
import type { Database } from '../../../infra/database/database.js';
import {
  closeOf,
  tradingDateOf,
  type Sessions,
  CLOSE_GRACE_MS,
} from '../../../market/trading-calendar/trading-day.js';
import type { ExecutionEvidence } from '../../order/evidence.js';
import type { TradingDayStore } from '../../trading-days/trading-day-store.js';
import type { SightingRegister } from '../../order-numbers/sighting-register.js';
import { bookedFillsOf } from './booked-fills.js';
import type { TradeCorrections } from './trade-corrections.js';
import { phaseOf, type DayOfTrades } from '../collect/day-over.js';
import type { Enquirer } from '../collect/enquirer.js';
import type { ExternalTrades } from '../external-orders/external-trades.js';
import type { OrphanFills } from '../external-orders/orphan-fills.js';
import type { PollingState } from '../collect/polling-state.js';
import type { Subject } from '../collect/subjects.js';
import { numbersShown } from './traded-numbers.js';
import type { TradeBooking } from './trade-booking.js';
import { tradeDatesOf, tradeDatesOfScope } from './trade-dates.js';
import { byDay, dayOf, dayTraded, numbersByDay, once, type Executions } from './trade-evidence.js';

/** What an answer says of the day as a whole. */
interface Told {
  readonly executions: readonly ExecutionEvidence[];
  readonly unread: number;
}

const RESCAN_MS = 10 * 60_000;

/** What the trades of the days have shown, and proven. */
export interface TradesRead {
  readonly trades: readonly DayOfTrades[];
  /** Those of today were answered. */
  readonly tradesAnswered: boolean;
  /** Dates of which the exchange answered, if only that there are none. */
  readonly answered: readonly string[];
  readonly fills: number;
}

/** Which trades a pass asks for. */
export interface TradesWanted {
  readonly sessions: Sessions;
  /** The orders of a scope; null: every day that still matters, of all orders. */
  readonly ofScope: readonly Subject[] | null;
  /** Days that are asked for first, in their order. */
  readonly owed: readonly string[];
  readonly isCutShort: () => boolean;
}

/** The doors through which what a day's trades say is written. */
export interface TradeDoors {
  readonly booking: TradeBooking;
  readonly changes: TradeCorrections;
  readonly strangers: SightingRegister;
  readonly orphans: OrphanFills;
  readonly externals: ExternalTrades;
  /** Null in a dry run: what the day was read to be is no change of an order. */
  readonly days: TradingDayStore | null;
}

/** Asks for the trades of every day that matters, and books what they prove. */
export class TradeReading {
  constructor(
    private readonly database: Database,
    private readonly doors: TradeDoors,
    private readonly clock: Clock,
    private readonly memory: PollingState,
  ) {}

  async read(enquirer: Enquirer, wanted: TradesWanted): Promise<TradesRead> {
    const { ofScope, sessions, isCutShort } = wanted;
    const { booking, changes } = this.doors;
    const trades: DayOfTrades[] = [];
    const saidNone: string[] = [];
    let fills = 0;
    const now = this.clock.now();
    const dates =
      ofScope === null
        ? await this.dates(wanted, now)
        : await tradeDatesOfScope(this.database.reading, ofScope, { sessions, now });
    const meant = ofScope === null ? null : new Set(ofScope.map(({ order }) => order.id));
    await enquirer.prepareLists(dates, ofScope === null);
    for (const date of dates) {
      if (isCutShort()) break;
      const answer = await enquirer.trades(date);
      if (ofScope === null) this.memory.tradesAskedAt.set(date, this.clock.steady());
      if (answer.kind !== 'Answer') {
        if (answer.said) saidNone.push(date);
        continue;
      }
      const day = { ...answer, date };
      trades.push(day);
      const traded = await booking.executionsOf(answer.rows, date);
      const beside = await bookedFillsOf(this.database.reading, traded.executions, date);
      // What is booked has an order: whose its number is, nobody has to note or to be told.
      const { unbooked } = beside;
      if (ofScope === null) await this.noteNumbers(day, { ...traded, executions: unbooked });
      const booked = await booking.book(traded, beside, date, meant);
      fills += booked.fills;
      if (ofScope !== null) {
        await changes.tell(date, booked.differing);
        continue;
      }
      const { executions, unread } = traded;
      await changes.follow(day, { ...booked, executions, unread });
      for (const [on, rows] of byDay(await once(unbooked), date)) {
        await this.doors.orphans.tell(rows, day.answeredAt, on);
      }
      const ofTheDay = traded.contradicting.filter((row) => dayOf(row, date) === date);
      await this.doors.orphans.tell(ofTheDay, day.answeredAt, date);
      const rows = await once(executions, booked.doubled);
      await this.tellOthers(day, { executions: rows, unread: unread.length }, sessions, now);
    }
    const read = trades.map(({ date }) => date);
    const tradesAnswered = read.includes(tradingDateOf(now));
    return { trades, tradesAnswered, answered: [...read, ...saidNone], fills };
  }

  /** What today's trades say of whose the numbers of our orders are. */
  async compareNumbers(
    subjects: readonly Subject[],
    trades: readonly DayOfTrades[],
    brokerCode: string,
  ): Promise<void> {
    const today = tradingDateOf(this.clock.now());
    for (const shown of await numbersShown(subjects, trades, { today, brokerCode })) {
      await this.doors.booking.compareNumber(shown);
    }
  }

  private async dates({ sessions, owed }: TradesWanted, now: number): Promise<Iterable<string>> {
    const { watched, others } = await tradeDatesOf(this.database.reading, sessions, now);
    return new Set([...owed, ...watched, ...others.filter((date) => this.isDue(date))]);
  }

  private async noteNumbers({ answeredAt, date }: DayOfTrades, shown: Executions): Promise<void> {
    for (const [day, numbers] of await numbersByDay(shown, date)) {
      await this.doors.strangers.note(numbers, answeredAt, day);
    }
  }

  /** What the trades say of no order of ours, and of the day as a whole. */
  private async tellOthers(
    day: DayOfTrades,
    { executions, unread }: Told,
    sessions: Sessions,
    now: number,
  ): Promise<void> {
    const { externals, days, changes } = this.doors;
    const { date, callId, answeredAt } = day;
    await externals.track(executions);
    if (days === null || phaseOf(date, sessions, now, [day]) !== 'over') return;
    // What is read whole after the close is what the day is closed with.
    const ofTheDay = executions.filter((row) => dayTraded(row, date) === date);
    const leftOut = await changes.leftOutOfReport(date, executions);
    const overAt = closeOf(sessions, date) + CLOSE_GRACE_MS;
    const read = { executions: ofTheDay, leftOut, unread, callId, answeredAt };
    await days.noteReading(date, read, overAt);
  }

  /** A day that is not watched is asked for now and then, also one that is refused. */
  private isDue(date: string): boolean {
    const at = this.memory.tradesAskedAt.get(date);
    return at === undefined || this.clock.steady() - at >= RESCAN_MS;
  }
}
