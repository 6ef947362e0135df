import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MarketModule } from '../../market/market.module.js';
import { DayReports } from './report/day-reports.js';
import { FindTradingDaysHandler } from './find-trading-days.js';
import { GetDayReportHandler } from './report/get-day-report.js';
import { GetTradingDayHandler } from './get-trading-day.js';
import { SignOffDayHandler } from './sign-off-day.js';
import { TradingDayStore } from './trading-day-store.js';
import { TradingDaysController } from './trading-days.controller.js';

/** The report of a trading day, its sign-off and its certificate. */
@Module({
  imports: [CqrsModule, MarketModule],
  controllers: [TradingDaysController],
  providers: [
    TradingDayStore,
    DayReports,
    FindTradingDaysHandler,
    GetTradingDayHandler,
    GetDayReportHandler,
    SignOffDayHandler,
  ],
  exports: [TradingDayStore],
})
export class TradingDaysModule {}
