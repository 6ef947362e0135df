import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '../../infra/runtime/clock.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import { dayView, type DayView } from './day-view.js';
import { loadDay } from './day-facts.js';
import { RecentReports } from './recent-reports.js';

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
    private readonly clock: Clock,
    private readonly reports: RecentReports,
  ) {}

  async execute({ tradingDate }: GetTradingDay): Promise<DayView> {
    const { reading } = this.database;
    const { brokerCode } = this.config;
    const sessions = await this.calendar.sessions(reading, tradingDate);
    const day = await loadDay(reading, {
      brokerCode,
      tradingDate,
      sessions,
      now: this.clock.now(),
    });
    this.reports.remember(day.reportHash, day.report);
    return dayView(day);
  }
}
