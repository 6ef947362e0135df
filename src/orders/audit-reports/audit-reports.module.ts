import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AuditReportsController } from './audit-reports.controller.js';
import { FindHandledOrdersHandler } from './find-handled-orders.js';
import { FindOverridesHandler } from './find-overrides.js';
import { FindUnknownOutcomesHandler } from './find-unknown-outcomes.js';

/** What compliance asks of the trail, beyond its entries. */
@Module({
  imports: [CqrsModule],
  controllers: [AuditReportsController],
  providers: [FindUnknownOutcomesHandler, FindHandledOrdersHandler, FindOverridesHandler],
})
export class AuditReportsModule {}
