import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { EnquiryApi } from './api/enquiry-api.js';
import { MarketDataApi } from './api/market-data-api.js';
import { RecordApi } from './api/record-api.js';
import { CallJournal } from './client/call-journal.js';
import { CallMetrics } from './client/call-metrics.js';
import { Capabilities } from './keys/capabilities.js';
import { CircuitBreaker } from './keys/circuit-breaker.js';
import { DriftCatalogue } from './client/drift-catalogue.js';
import { ExchangeKeys } from './keys/exchange-keys.js';
import { ExchangeTransport } from './transport/exchange-transport.js';
import { ReplyStore } from './client/reply-store.js';

/** The wire: calls to the exchange, their rate budget and journal, and the decoding of replies. */
@Global()
@Module({})
export class ExchangeModule implements OnApplicationShutdown {
  constructor(private readonly transport: ExchangeTransport) {}

  /** Simulations pass a `transport` that replaces the sockets. */
  static with(transport: ExchangeTransport | undefined): DynamicModule {
    const providers = [
      transport === undefined
        ? ExchangeTransport
        : { provide: ExchangeTransport, useValue: transport },
      ExchangeKeys,
      CircuitBreaker,
      CallJournal,
      CallMetrics,
      ReplyStore,
      DriftCatalogue,
      Capabilities,
      EnquiryApi,
      MarketDataApi,
      RecordApi,
    ];
    return { module: ExchangeModule, providers, exports: providers };
  }

  /** Nest calls this after all modules that use the exchange have stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.transport.close();
  }
}
