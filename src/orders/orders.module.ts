import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MarketModule } from '../market/market.module.js';
import { AssignBreakHandler } from './commands/assign-break.js';
import { CancelOrderHandler } from './commands/cancel-order.js';
import { CommentBreakHandler } from './commands/comment-break.js';
import { DecideApprovalHandler } from './commands/decide-approval.js';
import { EditOrderHandler } from './commands/edit-order.js';
import { PostOrderHandler } from './commands/post-order.js';
import { ReopenBreakHandler } from './commands/reopen-break.js';
import { ResolveBreakHandler } from './commands/resolve-break.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { RestoredDesk } from './dispatch/restored-desk.js';
import { AuditController } from './http/audit.controller.js';
import { BreaksController } from './http/breaks.controller.js';
import { OpsController } from './http/ops.controller.js';
import { OrderEntryController } from './http/order-entry.controller.js';
import { OrderQueriesController } from './http/order-queries.controller.js';
import { ReconciliationController } from './http/reconciliation.controller.js';
import { StatusWordsController } from './http/status-words.controller.js';
import { StreamController } from './http/stream.controller.js';
import { DecideStatusWordsHandler } from './commands/decide-status-words.js';
import { ProposeStatusWordsHandler } from './commands/propose-status-words.js';
import { FindStatusWordsHandler, GetStatusWordsHandler } from './queries/find-status-words.js';
import { WordDesk } from './store/word-desk.js';
import { WordsInForce } from './store/words-in-force.js';
import { OrderMetrics } from './order-metrics.js';
import { OrderWaiter } from './order-waiter.js';
import { OrdersSchedule } from './orders.schedule.js';
import { AuditEndHandler, AuditEventsHandler } from './queries/audit-events.js';
import { MeasureProofHandler } from './queries/measure-proof.js';
import { CountBreaksHandler } from './queries/count-breaks.js';
import { CountRequestsHandler } from './queries/count-requests.js';
import { FindApprovalsHandler, GetApprovalHandler } from './queries/find-approvals.js';
import { FindBreaksHandler, GetBreakHandler } from './queries/find-breaks.js';
import { FindOrdersHandler } from './queries/find-orders.js';
import { SignOffDayHandler } from './commands/sign-off-day.js';
import { BreakBulkController } from './http/break-bulk.controller.js';
import { TradingDaysController } from './http/trading-days.controller.js';
import { GetTradingDayHandler } from './queries/get-trading-day.js';
import { DayBook } from './store/day-book.js';
import { ShownReports } from './store/shown-reports.js';
import { FindRunsHandler, GetRunHandler } from './queries/find-runs.js';
import { FindShapesHandler } from './queries/find-shapes.js';
import { GetOrderHandler } from './queries/get-order.js';
import { UnknownOrdersHandler } from './queries/unknown-orders.js';
import { OrderHistoryHandler } from './queries/order-history.js';
import { CatchUp } from './reconciliation/catch-up.js';
import { MissedDays } from './reconciliation/missed-days.js';
import { Bookcase } from './reconciliation/pass-books.js';
import { Reconciler } from './reconciliation/reconciler.js';
import { Rehearsal } from './reconciliation/rehearsal.js';
import { BreakBook } from './store/break-book.js';
import { BreakDesk } from './store/break-desk.js';
import { OrderStore } from './store/order-store.js';
import { PassDoors } from './store/pass-writers.js';
import { RequestQueue } from './store/request-queue.js';
import { Adoption } from './store/adoption.js';
import { StrangerBook } from './store/stranger-book.js';

@Module({
  imports: [CqrsModule, MarketModule],
  controllers: [
    OrderEntryController,
    OrderQueriesController,
    StreamController,
    StatusWordsController,
    AuditController,
    TradingDaysController,
    BreakBulkController,
    ReconciliationController,
    BreaksController,
    OpsController,
  ],
  providers: [
    // What may be asked of an order
    PostOrderHandler,
    EditOrderHandler,
    CancelOrderHandler,
    // What people do about breaks
    AssignBreakHandler,
    CommentBreakHandler,
    ResolveBreakHandler,
    DecideApprovalHandler,
    ReopenBreakHandler,
    // What people say that status words mean
    ProposeStatusWordsHandler,
    DecideStatusWordsHandler,
    GetStatusWordsHandler,
    FindStatusWordsHandler,
    WordDesk,
    WordsInForce,
    // What may be asked about orders
    GetOrderHandler,
    UnknownOrdersHandler,
    FindOrdersHandler,
    OrderHistoryHandler,
    AuditEventsHandler,
    AuditEndHandler,
    FindBreaksHandler,
    GetBreakHandler,
    FindApprovalsHandler,
    GetApprovalHandler,
    FindRunsHandler,
    GetRunHandler,
    GetTradingDayHandler,
    SignOffDayHandler,
    DayBook,
    ShownReports,
    CountRequestsHandler,
    CountBreaksHandler,
    MeasureProofHandler,
    FindShapesHandler,
    // Where they are kept
    OrderStore,
    RequestQueue,
    BreakBook,
    BreakDesk,
    StrangerBook,
    PassDoors,
    Adoption,
    // How they reach the exchange, and how its answers reach them
    Dispatcher,
    RestoredDesk,
    Reconciler,
    CatchUp,
    MissedDays,
    Bookcase,
    Rehearsal,
    OrderWaiter,
    OrderMetrics,
    OrdersSchedule,
  ],
})
export class OrdersModule {}
