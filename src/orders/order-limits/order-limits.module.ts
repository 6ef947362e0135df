import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { PreTradeLimits } from './pre-trade-limits.js';

/** The firm's pre-trade limits: most Naira, most units, and the furthest price of one order or edit. */
@Module({
  imports: [MarketModule],
  providers: [PreTradeLimits],
  exports: [PreTradeLimits],
})
export class OrderLimitsModule {}
