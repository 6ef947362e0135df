import { Module } from '@nestjs/common';
import { MarketData } from './market-data.js';
import { MarketController } from './market.controller.js';
import { SecurityDirectory } from './security-directory.js';

@Module({
  controllers: [MarketController],
  providers: [MarketData, SecurityDirectory],
  exports: [SecurityDirectory],
})
export class MarketModule {}
