import { Module } from '@nestjs/common';
import { MarketModule } from '../market/market.module.js';
import { AuditExportsModule } from './audit-exports/audit-exports.module.js';
import { AuditReportsModule } from './audit-reports/audit-reports.module.js';
import { AuditTrailModule } from './audit-trail/audit-trail.module.js';
import { BestExecutionModule } from './best-execution/best-execution.module.js';
import { BreakDeskModule } from './break-desk/break-desk.module.js';
import { DispatchModule } from './dispatch/dispatch.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { OrderEntryModule } from './order-entry/order-entry.module.js';
import { OrderQueriesModule } from './order-queries/order-queries.module.js';
import { OrderReportModule } from './order-report/order-report.module.js';
import { OrdersSchedule } from './orders.schedule.js';
import { ReconciliationModule } from './reconciliation/reconciliation.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { SavedQuestionsModule } from './saved-questions/saved-questions.module.js';
import { StatusMappingsModule } from './status-mappings/status-mappings.module.js';
import { TradingDaysModule } from './trading-days/trading-days.module.js';

/** The order desk: every subject of it, and what happens by itself. */
@Module({
  imports: [
    DispatchModule,
    TradingDaysModule,
    StatusMappingsModule,
    ReconciliationModule,
    AuditTrailModule,
    AuditExportsModule,
    AuditReportsModule,
    BestExecutionModule,
    SavedQuestionsModule,
    RetentionModule,
    OrderQueriesModule,
    OrderReportModule,
    OrderEntryModule,
    BreakDeskModule,
    OperationsModule,
    MarketModule,
  ],
  providers: [OrdersSchedule],
})
export class OrdersModule {}
