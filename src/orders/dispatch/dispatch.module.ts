import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MarketModule } from '../../market/market.module.js';
import { DeskSwitchModule } from '../desk-switch/desk-switch.module.js';
import { OrderNumbersModule } from '../order-numbers/order-numbers.module.js';
import { OrderModule } from '../order/order.module.js';
import { CountRequestsHandler } from './count-requests.js';
import { Dispatcher } from './dispatcher.js';
import { Outbox } from './outbox.js';
import { RestoreGuard } from './restore-guard.js';

/** Sends stored requests to the exchange and records the replies. */
@Module({
  imports: [CqrsModule, MarketModule, OrderModule, OrderNumbersModule, DeskSwitchModule],
  providers: [Outbox, Dispatcher, RestoreGuard, CountRequestsHandler],
  exports: [Dispatcher, RestoreGuard],
})
export class DispatchModule {}
