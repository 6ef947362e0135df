import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { GetOrderReportHandler } from './get-order-report.js';
import { OrderReportController } from './order-report.controller.js';

/** The history of one order, on paper. */
@Module({
  imports: [CqrsModule],
  controllers: [OrderReportController],
  providers: [GetOrderReportHandler],
})
export class OrderReportModule {}
