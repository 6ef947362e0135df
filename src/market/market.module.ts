import { Module } from '@nestjs/common';
import { ExchangeRecords } from './exchange-records.js';
import { ExchangeController } from './exchange.controller.js';
import { MarketData } from './market-data.js';
import { MarketController } from './market.controller.js';
import { SecurityDirectory } from './security-directory.js';

@Module({
  controllers: [MarketController, ExchangeController],
  providers: [MarketData, ExchangeRecords, SecurityDirectory],
  exports: [SecurityDirectory],
})
export class MarketModule {}
