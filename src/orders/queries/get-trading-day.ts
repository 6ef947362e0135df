import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Config } from '../../infra/config.js';
import { Database } from '../../infra/database/database.js';
import { TradingCalendar } from '../../market/trading-calendar.js';
import { closeOf } from '../../market/trading-day.js';
import { dayView, type DayView } from '../day-view.js';
import { loadDay } from '../store/day-facts.js';

/** One trading day: ours beside the exchange's, what is unsettled, and who has signed. */
export class GetTradingDay extends Query<DayView> {
  constructor(readonly tradingDate: string) {
    super();
  }
}

@QueryHandler(GetTradingDay)
export class GetTradingDayHandler implements IQueryHandler<GetTradingDay> {
  constructor(
    private readonly database: Database,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
  ) {}

  async execute({ tradingDate }: GetTradingDay): Promise<DayView> {
    const closesAt = closeOf(await this.calendar.sessions(), tradingDate);
    const { brokerCode } = this.config;
    return dayView(await loadDay(this.database.reading, { brokerCode, tradingDate, closesAt }));
  }
}
