import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MarketModule } from '../../market/market.module.js';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { OrderLimitsModule } from '../order-limits/order-limits.module.js';
import { OrderModule } from '../order/order.module.js';
import { ReconciliationModule } from '../reconciliation/reconciliation.module.js';
import { CancelOrderHandler } from './cancel-order.js';
import { EditLimits } from './edit-limits.js';
import { EditOrderHandler } from './edit-order.js';
import { IsCancelIdleHandler } from './is-cancel-idle.js';
import { OrderEntryController } from './order-entry.controller.js';
import { OutcomeWaiter } from './outcome-waiter.js';
import { PostAcceptance } from './post-acceptance.js';
import { PostOrderHandler } from './post-order.js';

/** What dealers do: post, edit, cancel, enquire. */
@Module({
  imports: [
    CqrsModule,
    MarketModule,
    OrderModule,
    OrderLimitsModule,
    DispatchModule,
    ReconciliationModule,
  ],
  controllers: [OrderEntryController],
  providers: [
    PostOrderHandler,
    EditOrderHandler,
    CancelOrderHandler,
    IsCancelIdleHandler,
    PostAcceptance,
    EditLimits,
    OutcomeWaiter,
  ],
})
export class OrderEntryModule {}
