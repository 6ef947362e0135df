import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DayReports } from './report/day-reports.js';

/** Its `DayView` as JSON. */
export class GetTradingDay extends Query<Uint8Array> {
  constructor(
    readonly tradingDate: string,
    readonly masksClients: boolean,
  ) {
    super();
  }
}

@QueryHandler(GetTradingDay)
export class GetTradingDayHandler implements IQueryHandler<GetTradingDay> {
  constructor(private readonly reports: DayReports) {}

  execute({ tradingDate, masksClients }: GetTradingDay): Promise<Uint8Array> {
    return this.reports.view(tradingDate, masksClients);
  }
}
