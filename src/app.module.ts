import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { ApiKeyGuard } from './infra/auth/api-key.guard.js';
import { InfraModule, type Ground } from './infra/infra.module.js';
import { OrdersModule } from './orders/orders.module.js';

/** The composition root. */
@Module({})
export class AppModule {
  static on(ground: Ground): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ScheduleModule.forRoot({ intervals: ground.scheduled ?? true }),
        InfraModule.on(ground),
        OrdersModule,
      ],
      providers: [{ provide: APP_GUARD, useClass: ApiKeyGuard }],
    };
  }
}
