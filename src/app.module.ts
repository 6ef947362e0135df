import { Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { InfraModule, type BootstrapContext } from './infra/infra.module.js';
import { OrdersModule } from './orders/orders.module.js';

/** The composition root. */
@Module({})
export class AppModule {
  static with(context: BootstrapContext): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ScheduleModule.forRoot({ intervals: context.scheduled ?? true }),
        InfraModule.with(context),
        OrdersModule,
      ],
    };
  }
}
