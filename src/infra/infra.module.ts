import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AuditCheckpoint } from './audit/checkpoints/audit-checkpoint.js';
import { AuditModule } from './audit/audit.module.js';
import { ServiceLife, ServiceVersion } from './audit/service-life/service-life.js';
import { KeyPepper } from './auth/api-keys/api-keys.js';
import { AuthModule } from './auth/auth.module.js';
import { BackupMetrics } from './backup/backup-metrics.js';
import { Clock } from './runtime/clock.js';
import { Config } from './config/config.js';
import { CommitMetrics } from './database/units/commit-metrics.js';
import { Database } from './database/database.js';
import { ReadingThreads, ThreadPrograms } from './database/threads/reading-thread.js';
import { SchedulerLease } from './database/ownership/scheduler-lease.js';
import { ExchangeModule } from './exchange/exchange.module.js';
import type { ExchangeTransport } from './exchange/transport/exchange-transport.js';
import { Ids, InstanceId, Random } from './runtime/ids.js';
import { AppLogger } from './observability/logging.js';
import { RateLimits } from './http/limits/rate-limits.js';
import { CommandSpans } from './observability/command-spans.js';
import { Metrics } from './observability/metrics.js';
import { Tracing } from './observability/tracing.js';

/** Everything that is created before the Nest application. */
export interface BootstrapContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly pepper: string;
  readonly logger: AppLogger;
  /** Of Marina. Without it the trail does not have the start: simulations start often. */
  readonly version?: string;
  /** Without it no spans are made. */
  readonly tracing?: Tracing;
  /** Shared with the HTTP server. */
  readonly limits?: RateLimits;
  /** Replaces the sockets in simulations. */
  readonly transport?: ExchangeTransport;
  /** False in simulations, which run the scheduled jobs themselves. */
  readonly scheduled?: boolean;
  /** The folder of the threads' programs. Without it, what they would do is done on the event loop. */
  readonly programs?: URL | null;
  /** Replaces the measured delay of the event loop in tests, whose machine may be slow. */
  readonly loopDelayMs?: () => number;
}

/** The foundation of all other modules. It knows nothing about trading. */
@Global()
@Module({})
export class InfraModule implements OnApplicationShutdown {
  constructor(
    private readonly database: Database,
    private readonly life: ServiceLife,
    private readonly checkpoint: AuditCheckpoint,
    private readonly logger: AppLogger,
    private readonly tracing: Tracing,
  ) {}

  static with(context: BootstrapContext): DynamicModule {
    const { config, clock } = context;
    const limits = context.limits ?? new RateLimits(config.callers, clock);
    const providers = [
      { provide: Config, useValue: context.config },
      { provide: Database, useValue: context.database },
      { provide: Clock, useValue: context.clock },
      { provide: Random, useValue: context.random },
      { provide: KeyPepper, useValue: new KeyPepper(context.pepper) },
      { provide: AppLogger, useValue: context.logger },
      { provide: Tracing, useValue: context.tracing ?? Tracing.off },
      { provide: RateLimits, useValue: limits },
      { provide: ThreadPrograms, useValue: new ThreadPrograms(context.programs ?? null) },
      { provide: ServiceVersion, useValue: new ServiceVersion(context.version ?? null) },
      ReadingThreads,
      Ids,
      InstanceId,
      Metrics,
      CommitMetrics,
      BackupMetrics,
      SchedulerLease,
    ];
    return {
      module: InfraModule,
      imports: [CqrsModule, AuditModule, AuthModule, ExchangeModule.with(context.transport)],
      providers: [...providers, CommandSpans],
      exports: providers,
    };
  }

  /** Runs last, when nothing writes or calls any more. */
  async onApplicationShutdown(): Promise<void> {
    await this.life.stop();
    // An older checkpoint is still true, so a failure to write one must not keep the database open.
    await this.checkpoint.write().catch((error: unknown) => {
      this.logger.for('checkpoint').error({ err: error }, 'could not write the audit checkpoint');
    });
    await this.database.close();
    await this.tracing.stop();
  }
}
