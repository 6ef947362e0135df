import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MarketModule } from '../../market/market.module.js';
import { DeskSwitchModule } from '../desk-switch/desk-switch.module.js';
import { OrderNumbersModule } from '../order-numbers/order-numbers.module.js';
import { OrderModule } from '../order/order.module.js';
import { StatusMappingsModule } from '../status-mappings/status-mappings.module.js';
import { TradingDaysModule } from '../trading-days/trading-days.module.js';
import { CallerActs } from './runs/caller-acts.js';
import { CatchUp } from './runs/catch-up.js';
import { DryRun } from './runs/dry-run.js';
import { FindRunsHandler, GetRunHandler } from './runs/find-runs.js';
import { MissedDays } from './runs/missed-days.js';
import { Reconciler } from './runs/reconciler.js';
import { ReconciliationController } from './runs/reconciliation.controller.js';
import { RunContexts } from './runs/run-context.js';
import { RunWriters } from './apply/run-writers.js';
import { FindMissingOrdersHandler } from './runs/find-missing-orders.js';
import { InferredNumbers } from './unknown-outcomes/inferred-numbers.js';

/** Asks the exchange what became of everything, and applies what it shows. */
@Module({
  imports: [
    CqrsModule,
    MarketModule,
    OrderModule,
    OrderNumbersModule,
    DeskSwitchModule,
    StatusMappingsModule,
    TradingDaysModule,
  ],
  controllers: [ReconciliationController],
  providers: [
    Reconciler,
    CallerActs,
    CatchUp,
    MissedDays,
    RunContexts,
    DryRun,
    RunWriters,
    InferredNumbers,
    FindRunsHandler,
    GetRunHandler,
    FindMissingOrdersHandler,
  ],
  exports: [Reconciler, InferredNumbers],
})
export class ReconciliationModule {}
