import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MarketModule } from '../../market/market.module.js';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { OrderNumbersModule } from '../order-numbers/order-numbers.module.js';
import { OrderModule } from '../order/order.module.js';
import { ReconciliationModule } from '../reconciliation/reconciliation.module.js';
import { AcceptedDifferences } from './resolutions/accepted-differences.js';
import { Adoption } from './resolutions/adoption.js';
import { AssignBreakHandler } from './assign-break.js';
import { BreakBulkController } from './break-bulk.controller.js';
import { BreakDesk } from './break-desk.js';
import { BreakLimits } from './break-limits.js';
import { BreaksController } from './breaks.controller.js';
import { CommentBreakHandler } from './comment-break.js';
import { DecideApprovalHandler, WithdrawApprovalHandler } from './approvals/decide-approval.js';
import { FindApprovalsHandler, GetApprovalHandler } from './approvals/find-approvals.js';
import { GetOrderCandidatesHandler } from './candidates/find-candidates.js';
import { FindBreaksHandler, GetBreakHandler } from './find-breaks.js';
import { ReopenBreakHandler } from './resolutions/reopen-break.js';
import { ResolveBreakHandler } from './resolutions/resolve-break.js';

/** What people do about breaks: assign, comment, propose, approve, adopt, recheck. */
@Module({
  imports: [
    CqrsModule,
    MarketModule,
    OrderModule,
    OrderNumbersModule,
    DispatchModule,
    ReconciliationModule,
  ],
  controllers: [BreakBulkController, BreaksController],
  providers: [
    BreakDesk,
    BreakLimits,
    Adoption,
    AcceptedDifferences,
    AssignBreakHandler,
    CommentBreakHandler,
    ResolveBreakHandler,
    DecideApprovalHandler,
    WithdrawApprovalHandler,
    ReopenBreakHandler,
    FindBreaksHandler,
    GetBreakHandler,
    GetOrderCandidatesHandler,
    FindApprovalsHandler,
    GetApprovalHandler,
  ],
  exports: [BreakDesk],
})
export class BreakDeskModule {}
