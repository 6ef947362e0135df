import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { AuditCheckpoint } from './audit/audit-checkpoint.js';
import { AuditModule } from './audit/audit.module.js';
import { KeyPepper } from './auth/api-keys.js';
import { AuthModule } from './auth/auth.module.js';
import { Clock } from './runtime/clock.js';
import { Config } from './config/config.js';
import { Database } from './database/database.js';
import { ExchangeModule } from './exchange/exchange.module.js';
import type { ExchangeTransport } from './exchange/client/exchange-transport.js';
import { Ids, Random } from './runtime/ids.js';
import { AppLogger } from './observability/logging.js';
import { Metrics } from './observability/metrics.js';

/** What exists before the application does: it is made by whoever starts it. */
export interface BootstrapContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly pepper: string;
  readonly logger: AppLogger;
  /** Stands in for the socket in simulations. */
  readonly transport?: ExchangeTransport;
  /** False where somebody else runs the schedule, on a clock of theirs. */
  readonly scheduled?: boolean;
}

/** What every subject stands on; it knows nothing of trading. */
@Global()
@Module({})
export class InfraModule implements OnApplicationShutdown {
  constructor(
    private readonly database: Database,
    private readonly checkpoint: AuditCheckpoint,
    private readonly logger: AppLogger,
  ) {}

  static with(context: BootstrapContext): DynamicModule {
    const providers = [
      { provide: Config, useValue: context.config },
      { provide: Database, useValue: context.database },
      { provide: Clock, useValue: context.clock },
      { provide: Random, useValue: context.random },
      { provide: KeyPepper, useValue: new KeyPepper(context.pepper) },
      { provide: AppLogger, useValue: context.logger },
      Ids,
      Metrics,
    ];
    return {
      module: InfraModule,
      imports: [AuditModule, AuthModule, ExchangeModule.with(context.transport)],
      providers,
      exports: providers,
    };
  }

  /** Last of all: everybody who writes or calls has stopped by now. */
  async onApplicationShutdown(): Promise<void> {
    // A mark that is a few seconds old is still true: its loss must not keep the database open.
    await this.checkpoint.write().catch((error: unknown) => {
      this.logger.for('mark').error({ err: error }, 'the mark of the audit chain was not written');
    });
    await this.database.close();
  }
}
