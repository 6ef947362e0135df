import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { AuditLog } from './audit/audit-log.js';
import { AuditTail } from './audit/audit-tail.js';
import { ChainMark } from './audit/chain-mark.js';
import { ApiKeysController } from './auth/api-keys.controller.js';
import { ApiKeys, KeyPepper } from './auth/api-keys.js';
import { Clock } from './clock.js';
import { Config } from './config.js';
import { Database } from './database/database.js';
import { DeskSwitch } from './desk-switch.js';
import { CallJournal } from './exchange/call-journal.js';
import { Capabilities } from './exchange/capabilities.js';
import { EnquiryApi } from './exchange/enquiry-api.js';
import { ExchangeKeys } from './exchange/exchange-keys.js';
import { ExchangeTransport } from './exchange/exchange-transport.js';
import { ExchangeLine } from './exchange/line.js';
import { MarketDataApi } from './exchange/market-data-api.js';
import { RecordApi } from './exchange/record-api.js';
import { ReplyStore } from './exchange/reply-store.js';
import { ShapeCatalogue } from './exchange/shape-catalogue.js';
import { HealthController } from './health.controller.js';
import { Ids, Random } from './ids.js';
import { AppLogger } from './logging.js';
import { Metrics } from './metrics.js';

/** What exists before the application does: it is made by whoever starts it. */
export interface Ground {
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

@Global()
@Module({})
export class InfraModule implements OnApplicationShutdown {
  constructor(
    private readonly transport: ExchangeTransport,
    private readonly database: Database,
    private readonly mark: ChainMark,
    private readonly logger: AppLogger,
  ) {}

  static on(ground: Ground): DynamicModule {
    const shared = [
      AuditLog,
      AuditTail,
      ChainMark,
      DeskSwitch,
      ApiKeys,
      Ids,
      CallJournal,
      ReplyStore,
      EnquiryApi,
      MarketDataApi,
      RecordApi,
    ];
    const given = [
      { provide: Config, useValue: ground.config },
      { provide: Database, useValue: ground.database },
      { provide: Clock, useValue: ground.clock },
      { provide: Random, useValue: ground.random },
      { provide: KeyPepper, useValue: new KeyPepper(ground.pepper) },
      { provide: AppLogger, useValue: ground.logger },
    ];
    const transport =
      ground.transport === undefined
        ? ExchangeTransport
        : { provide: ExchangeTransport, useValue: ground.transport };
    const providers = [
      ...given,
      transport,
      ...shared,
      ExchangeKeys,
      ExchangeLine,
      ShapeCatalogue,
      Capabilities,
      Metrics,
    ];
    return {
      module: InfraModule,
      controllers: [HealthController, ApiKeysController],
      providers,
      exports: providers,
    };
  }

  /** Last of all: everybody who writes or calls has stopped by now. */
  async onApplicationShutdown(): Promise<void> {
    await this.transport.close();
    // A mark that is a few seconds old is still true: its loss must not keep the database open.
    await this.mark.write().catch((error: unknown) => {
      this.logger.for('mark').error({ err: error }, 'the mark of the audit chain was not written');
    });
    await this.database.close();
  }
}
