import { Injectable } from '@nestjs/common';
import { Clock } from '../../infra/clock.js';
import { Database } from '../../infra/database/database.js';
import { EnquiryApi } from '../../infra/exchange/enquiry-api.js';
import { closeOf, tradingDateOf } from '../../market/trading-day.js';
import { CLOSE_GRACE_MS } from '../domain/day-end.js';
import { DayBook } from '../store/day-book.js';
import { StrangerBook } from '../store/stranger-book.js';
import { ExternalTrades } from './external-trades.js';
import { OrphanTrades } from './orphan-trades.js';
import { phaseOf, type DayOfTrades } from './day-over.js';
import { note, type Pass } from './pass.js';
import { tradeDatesOf } from './subjects.js';
import { TradeBooking } from './trade-booking.js';
import { once } from './trade-evidence.js';

const RESCAN_MS = 10 * 60_000;

interface Read {
  readonly trades: readonly DayOfTrades[];
  /** Those of today were. */
  readonly tradesAnswered: boolean;
  /** Dates of which the exchange answered, if only that there are none. */
  readonly answered: readonly string[];
}

/** Asks for the trades of every day that still matters, and books what they prove. */
@Injectable()
export class TradeReading {
  /** Monotonic time at which the trades of each day were last asked for. */
  private readonly askedAt = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly enquiries: EnquiryApi,
    private readonly booking: TradeBooking,
    private readonly strangers: StrangerBook,
    private readonly orphans: OrphanTrades,
    private readonly externals: ExternalTrades,
    private readonly days: DayBook,
    private readonly clock: Clock,
  ) {}

  /** `owed`: days that are asked for first, in their order. */
  async read(pass: Pass, owed: readonly string[]): Promise<Read> {
    const answers: DayOfTrades[] = [];
    const saidNone: string[] = [];
    const now = this.clock.now();
    const today = tradingDateOf(now);
    const { watched, others } = await tradeDatesOf(this.database.reading, pass.sessions, now);
    const due = others.filter((date) => this.isDue(date));
    const dates = new Set([...owed, ...watched, ...due]);
    for (const date of dates) {
      if (pass.isCutShort()) break;
      const answer = await this.enquiries.trades(date, { lane: 'reconcile' });
      note(pass, `trades ${date}`, answer);
      this.askedAt.set(date, this.clock.steady());
      if (answer.kind !== 'Answer') {
        if (answer.said) saidNone.push(date);
        continue;
      }
      answers.push({ ...answer, date });
      await this.strangers.note(this.booking.ourNumbers(answer.rows), answer.answeredAt, date);
      const traded = await this.booking.executionsOf(answer.rows, date);
      const executions = once(traded.executions);
      const booked = await this.booking.book(traded, date);
      pass.fills += booked.fills;
      for (const orderId of booked.orders) pass.changed.add(orderId);
      await this.orphans.tell(executions, answer.answeredAt);
      await this.externals.track(executions);
      if (phaseOf(date, pass.sessions, now, [{ ...answer, date }]) === 'over') {
        // What is read whole after the close is what the day is closed with.
        const reading = { executions, unread: traded.unread.length };
        const { callId, answeredAt } = answer;
        const overAt = closeOf(pass.sessions, date) + CLOSE_GRACE_MS;
        await this.days.noteReading(date, { ...reading, callId, answeredAt }, overAt);
      }
    }
    const read = answers.map(({ date }) => date);
    const answered = [...read, ...saidNone];
    return { trades: answers, tradesAnswered: read.includes(today), answered };
  }

  /** A day that is not watched is asked for now and then, also one that is refused. */
  private isDue(date: string): boolean {
    const at = this.askedAt.get(date);
    return at === undefined || this.clock.steady() - at >= RESCAN_MS;
  }
}
