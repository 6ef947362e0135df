import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MarketModule } from '../market/market.module.js';
import { CancelOrderHandler } from './commands/cancel-order.js';
import { EditOrderHandler } from './commands/edit-order.js';
import { PostOrderHandler } from './commands/post-order.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { RestoredDesk } from './dispatch/restored-desk.js';
import { AuditController } from './http/audit.controller.js';
import { OpsController } from './http/ops.controller.js';
import { OrdersController } from './http/orders.controller.js';
import { ReconciliationController } from './http/reconciliation.controller.js';
import { StreamController } from './http/stream.controller.js';
import { OrderWaiter } from './order-waiter.js';
import { OrdersSchedule } from './orders.schedule.js';
import { AuditEndHandler, AuditEventsHandler } from './queries/audit-events.js';
import { CountRequestsHandler } from './queries/count-requests.js';
import { FindBreaksHandler, GetBreakHandler } from './queries/find-breaks.js';
import { FindOrdersHandler } from './queries/find-orders.js';
import { FindRunsHandler } from './queries/find-runs.js';
import { FindShapesHandler } from './queries/find-shapes.js';
import { GetOrderHandler } from './queries/get-order.js';
import { OrderHistoryHandler } from './queries/order-history.js';
import { CatchUp } from './reconciliation/catch-up.js';
import { Reconciler } from './reconciliation/reconciler.js';
import { RecordBooking } from './reconciliation/record-booking.js';
import { Searching } from './reconciliation/searching.js';
import { TradeBooking } from './reconciliation/trade-booking.js';
import { BreakBook } from './store/break-book.js';
import { OrderStore } from './store/order-store.js';
import { RequestQueue } from './store/request-queue.js';
import { StrangerBook } from './store/stranger-book.js';

@Module({
  imports: [CqrsModule, MarketModule],
  controllers: [
    OrdersController,
    StreamController,
    AuditController,
    ReconciliationController,
    OpsController,
  ],
  providers: [
    // What may be asked of an order
    PostOrderHandler,
    EditOrderHandler,
    CancelOrderHandler,
    // What may be asked about orders
    GetOrderHandler,
    FindOrdersHandler,
    OrderHistoryHandler,
    AuditEventsHandler,
    AuditEndHandler,
    FindBreaksHandler,
    GetBreakHandler,
    FindRunsHandler,
    CountRequestsHandler,
    FindShapesHandler,
    // Where they are kept
    OrderStore,
    RequestQueue,
    BreakBook,
    StrangerBook,
    // How they reach the exchange, and how its answers reach them
    Dispatcher,
    RestoredDesk,
    Reconciler,
    CatchUp,
    RecordBooking,
    TradeBooking,
    Searching,
    OrderWaiter,
    OrdersSchedule,
  ],
})
export class OrdersModule {}
