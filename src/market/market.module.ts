import { Module } from '@nestjs/common';
import { ExchangeRecords } from './exchange-records.js';
import { ExchangeController } from './exchange.controller.js';
import { MarketData } from './market-data.js';
import { MarketController } from './market.controller.js';
import { SecurityDirectory } from './security-directory.js';
import { TradingCalendarController } from './trading-calendar.controller.js';
import { TradingCalendar } from './trading-calendar.js';

@Module({
  controllers: [MarketController, ExchangeController, TradingCalendarController],
  providers: [MarketData, ExchangeRecords, SecurityDirectory, TradingCalendar],
  exports: [SecurityDirectory, TradingCalendar],
})
export class MarketModule {}
