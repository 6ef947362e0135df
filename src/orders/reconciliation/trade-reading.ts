import { Injectable } from '@nestjs/common';
import { Clock } from '../../infra/clock.js';
import { Database } from '../../infra/database/database.js';
import { EnquiryApi } from '../../infra/exchange/enquiry-api.js';
import { tradingDateOf } from '../../market/trading-day.js';
import { StrangerBook } from '../store/stranger-book.js';
import type { DayOfTrades } from './day-over.js';
import { note, type Pass } from './pass.js';
import { tradeDatesOf } from './subjects.js';
import { TradeBooking } from './trade-booking.js';

const RESCAN_MS = 10 * 60_000;

/** Asks for the trades of every day that still matters, and books what they prove. */
@Injectable()
export class TradeReading {
  /** Monotonic time at which the trades of each earlier day were last read. */
  private readonly readAt = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly enquiries: EnquiryApi,
    private readonly booking: TradeBooking,
    private readonly strangers: StrangerBook,
    private readonly clock: Clock,
  ) {}

  async read(
    pass: Pass,
    owed: readonly string[],
  ): Promise<{ readonly trades: readonly DayOfTrades[]; readonly tradesAnswered: boolean }> {
    const answers: DayOfTrades[] = [];
    const now = this.clock.now();
    const today = tradingDateOf(now);
    const current = (await tradeDatesOf(this.database.reading, now, today)).filter(
      ({ date, watched }) => watched || this.isRescanDue(date),
    );
    const dates = new Set([...current.map(({ date }) => date), ...owed]);
    for (const date of dates) {
      if (pass.isCutShort()) break;
      const answer = await this.enquiries.trades(date, { lane: 'reconcile' });
      note(pass, `trades ${date}`, answer);
      if (answer.kind !== 'Answer') continue;
      answers.push({ ...answer, date });
      if (date !== today) this.readAt.set(date, this.clock.steady());
      await this.strangers.note(this.booking.ourNumbers(answer.rows), answer.answeredAt);
      const booked = await this.booking.book(answer.rows, date);
      pass.fills += booked.fills;
      for (const orderId of booked.orders) pass.changed.add(orderId);
    }
    return { trades: answers, tradesAnswered: answers.length === dates.size };
  }

  /** Trades of a day that is done with come late, if at all: it is looked at now and then. */
  private isRescanDue(date: string): boolean {
    const at = this.readAt.get(date);
    return at === undefined || this.clock.steady() - at >= RESCAN_MS;
  }
}
