import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ReportForm } from '../day-answers.js';
import { DayReports } from './day-reports.js';

/** The report of a day as it is shown: JSON, CSV or a page. */
export class GetDayReport extends Query<Uint8Array> {
  constructor(
    readonly tradingDate: string,
    readonly form: ReportForm,
  ) {
    super();
  }
}

@QueryHandler(GetDayReport)
export class GetDayReportHandler implements IQueryHandler<GetDayReport> {
  constructor(private readonly reports: DayReports) {}

  execute({ tradingDate, form }: GetDayReport): Promise<Uint8Array> {
    return this.reports.report(tradingDate, form);
  }
}
