import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MarketModule } from '../../market/market.module.js';
import { BreaksModule } from '../breaks/breaks.module.js';
import { DeskSwitchModule } from '../desk-switch/desk-switch.module.js';
import { OrderNumbersModule } from '../order-numbers/order-numbers.module.js';
import { OrderModule } from '../order/order.module.js';
import { CountRequestsHandler } from './count-requests.js';
import { Dispatcher } from './dispatcher.js';
import { OrderTrails } from './order-trails.js';
import { Outbox } from './outbox.js';
import { WaitingRequests } from './waiting-requests.js';
import { RestoreGuard } from './restore-guard.js';

/** Sends stored requests to the exchange and records the replies. */
@Module({
  imports: [
    CqrsModule,
    BreaksModule,
    MarketModule,
    OrderModule,
    OrderNumbersModule,
    DeskSwitchModule,
  ],
  providers: [OrderTrails, Outbox, Dispatcher, WaitingRequests, RestoreGuard, CountRequestsHandler],
  exports: [Dispatcher, WaitingRequests, RestoreGuard],
})
export class DispatchModule {}
