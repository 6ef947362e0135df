import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MarketModule } from '../../market/market.module.js';
import { OrderNumbersModule } from '../order-numbers/order-numbers.module.js';
import { OrderModule } from '../order/order.module.js';
import { CountRequestsHandler } from './count-requests.js';
import { Dispatcher } from './dispatcher.js';
import { RequestQueue } from './outbox.js';
import { RestoredDesk } from './restore-guard.js';

/** From a stored request to the exchange and back. */
@Module({
  imports: [CqrsModule, MarketModule, OrderModule, OrderNumbersModule],
  providers: [RequestQueue, Dispatcher, RestoredDesk, CountRequestsHandler],
  exports: [Dispatcher, RestoredDesk],
})
export class DispatchModule {}
