import type { Clock } from '../../infra/clock.js';
import type { Config } from '../../infra/config.js';
import type { Database } from '../../infra/database/database.js';
import type { Answer, TradeRow } from '../../infra/exchange/enquiry-api.js';
import { tradingDateOf } from '../../market/trading-day.js';
import type { DayBook } from '../store/day-book.js';
import type { StrangerBook } from '../store/stranger-book.js';
import { phaseOf, type DayOfTrades } from './day-over.js';
import type { Enquirer } from './enquirer.js';
import type { OrphanTrades } from './orphan-trades.js';
import type { PassMemory } from './pass-memory.js';
import { tradeDatesOf, tradeDatesOfScope, type Subject } from './subjects.js';
import type { TradeBooking } from './trade-booking.js';

const RESCAN_MS = 10 * 60_000;

/** What the trades of the days have shown, and proven. */
export interface TradesRead {
  readonly trades: readonly DayOfTrades[];
  /** The trades of today were answered. */
  readonly tradesAnswered: boolean;
  readonly fills: number;
  readonly changed: ReadonlySet<string>;
}

/** Which trades a pass asks for. */
export interface TradesWanted {
  /** The orders of a scope; null: every day that still matters, of all orders. */
  readonly ofScope: readonly Subject[] | null;
  /** Further days. */
  readonly owed: readonly string[];
  readonly isCutShort: () => boolean;
}

/** Asks for the trades of every day that matters, and books what they prove. */
export class TradeReading {
  constructor(
    private readonly database: Database,
    private readonly booking: TradeBooking,
    private readonly strangers: StrangerBook,
    private readonly orphans: OrphanTrades,
    /** Null in a dry run: what the day was read to be is no change of an order. */
    private readonly days: DayBook | null,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly memory: PassMemory,
  ) {}

  async read(enquirer: Enquirer, wanted: TradesWanted): Promise<TradesRead> {
    const { ofScope, owed } = wanted;
    const trades: DayOfTrades[] = [];
    const changed = new Set<string>();
    let fills = 0;
    const now = this.clock.now();
    const dates = ofScope === null ? await this.dates(now, owed) : tradeDatesOfScope(ofScope, now);
    const meant = ofScope === null ? null : new Set(ofScope.map(({ order }) => order.id));
    for (const date of dates) {
      if (wanted.isCutShort()) break;
      const answer = await enquirer.trades(date);
      if (meant === null) this.memory.tradesAskedAt.set(date, this.clock.steady());
      if (answer.kind !== 'Answer') continue;
      trades.push({ ...answer, date });
      await this.strangers.note(this.booking.ourNumbers(answer.rows), answer.answeredAt);
      const isMeant = (orderId: string): boolean => meant?.has(orderId) ?? true;
      const booked = await this.booking.book(answer.rows, date, isMeant);
      fills += booked.fills;
      for (const orderId of booked.orders) changed.add(orderId);
      if (meant === null) await this.noteDay(date, answer, now);
    }
    const tradesAnswered = trades.some(({ date }) => date === tradingDateOf(now));
    return { trades, tradesAnswered, fills, changed };
  }

  private async dates(now: number, owed: readonly string[]): Promise<Iterable<string>> {
    const { watched, others } = await tradeDatesOf(this.database.reading, now, tradingDateOf(now));
    return new Set([...watched, ...owed, ...others.filter((date) => this.isDue(date))]);
  }

  /** What the trades say of no order of ours, and of the day as a whole. */
  private async noteDay(date: string, answer: Answer<TradeRow>, now: number): Promise<void> {
    const traded = this.booking.executionsOf(answer.rows, date);
    await this.orphans.tell(traded.executions, answer.answeredAt);
    if (phaseOf(date, this.config.session, now, [{ ...answer, date }]) === 'over') {
      // What is read whole after the close is what the day is closed with.
      const { callId, answeredAt } = answer;
      await this.days?.noteReading(date, { ...traded, callId, answeredAt });
    }
  }

  /** A day that is not watched is asked for now and then, also one that is refused. */
  private isDue(date: string): boolean {
    const at = this.memory.tradesAskedAt.get(date);
    return at === undefined || this.clock.steady() - at >= RESCAN_MS;
  }
}
