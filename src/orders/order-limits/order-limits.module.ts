import { Module } from '@nestjs/common';
import { MarketModule } from '../../market/market.module.js';
import { OrderLimitsController } from './order-limits.controller.js';
import { OrderTermsController } from './order-terms.controller.js';
import { LimitRefusals } from './limit-refusals.js';
import { OwnLimits } from './own-limits.js';
import { PreTradeLimits } from './pre-trade-limits.js';

/** The pre-trade limits of the firm, of keys and of accounts: most Naira, most units, and the furthest price of one order or edit. */
@Module({
  imports: [MarketModule],
  controllers: [OrderLimitsController, OrderTermsController],
  providers: [PreTradeLimits, OwnLimits, LimitRefusals],
  exports: [PreTradeLimits],
})
export class OrderLimitsModule {}
