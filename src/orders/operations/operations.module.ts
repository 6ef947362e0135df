import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MarketModule } from '../../market/market.module.js';
import { DeskSwitchModule } from '../desk-switch/desk-switch.module.js';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { CommittedFacts } from './committed-facts.js';
import { CountBreaksHandler } from './count-breaks.js';
import { ExchangeCallsController } from './exchange-calls.controller.js';
import { FindExchangeCallsHandler } from './find-exchange-calls.js';
import { FindSchemaDriftHandler } from './find-schema-drift.js';
import { HealthController } from './health.controller.js';
import { MeasureProofHandler } from './measure-proof.js';
import { MeasureQueueHandler } from './measure-queue.js';
import { OpsController } from './ops.controller.js';
import { OrderMetrics } from './order-metrics.js';

/** For operations staff: status, pause, metrics, schema drift. */
@Module({
  imports: [CqrsModule, MarketModule, DispatchModule, DeskSwitchModule],
  controllers: [OpsController, ExchangeCallsController, HealthController],
  providers: [
    CountBreaksHandler,
    MeasureProofHandler,
    MeasureQueueHandler,
    FindSchemaDriftHandler,
    FindExchangeCallsHandler,
    OrderMetrics,
    CommittedFacts,
  ],
})
export class OperationsModule {}
