import { Module } from '@nestjs/common';
import { ExchangeQuestions } from './market-data/exchange-questions.js';
import { ExchangeRecords } from './market-data/exchange-records.js';
import { ExchangeController } from './market-data/exchange.controller.js';
import { LastPrices } from './market-data/last-prices.js';
import { ReaderCalls } from './market-data/reader-calls.js';
import { MarketData } from './market-data/market-data.js';
import { MarketController } from './market-data/market.controller.js';
import { SecurityDirectory } from './securities/security-directory.js';
import { TradingCalendarController } from './trading-calendar/trading-calendar.controller.js';
import { TradingCalendar } from './trading-calendar/trading-calendar.js';

@Module({
  controllers: [MarketController, ExchangeController, TradingCalendarController],
  providers: [
    ReaderCalls,
    MarketData,
    LastPrices,
    ExchangeQuestions,
    ExchangeRecords,
    SecurityDirectory,
    TradingCalendar,
  ],
  exports: [MarketData, LastPrices, SecurityDirectory, TradingCalendar],
})
export class MarketModule {}
