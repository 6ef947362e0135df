import { Injectable } from '@nestjs/common';
import type { Origin } from '../../../infra/audit/actor.js';
import { Clock } from '../../../infra/runtime/clock.js';
import { Config } from '../../../infra/config/config.js';
import { Database } from '../../../infra/database/database.js';
import { AppLogger } from '../../../infra/observability/logging.js';
import { TradingCalendar } from '../../../market/trading-calendar/trading-calendar.js';
import { TradingDayStore } from '../../trading-days/trading-day-store.js';
import type { Preview } from '../apply/preview.js';
import { RunWriters, type Writers } from '../apply/run-writers.js';
import { SightingRegister } from '../../order-numbers/sighting-register.js';
import { MappingsInForce } from '../../status-mappings/mappings-in-force.js';
import { TradeCorrections } from '../trades/watch-trade-corrections.js';
import { StrayTrades } from '../external-orders/report-stray-trades.js';
import { ExternalTrades } from '../external-orders/external-trades.js';
import { OrphanTrades } from '../external-orders/orphan-trades.js';
import { graceMsOf } from '../order-records/record-rules.js';
import { PollingState } from '../collect/polling-state.js';
import { EnquiryApplication } from '../apply/enquiry-application.js';
import { ListApplication } from '../apply/list-application.js';
import { RecordWriter } from '../apply/record-writer.js';
import { RefusedOrders } from '../unknown-outcomes/refused-orders.js';
import { UnknownOutcomeSearch } from '../unknown-outcomes/search.js';
import { ExternalOrders } from '../external-orders/external-orders.js';
import { NumbersInTrades } from '../trades/numbers-in-trades.js';
import { TradeBooking } from '../trades/trade-booking.js';
import { TradeReconciliation } from '../trades/trade-reconciliation.js';

/** What one run reads, decides and writes with. */
export interface RunContext {
  readonly database: Database;
  readonly polling: PollingState;
  readonly lists: ListApplication;
  readonly enquiries: EnquiryApplication;
  readonly externalOrders: ExternalOrders;
  readonly trades: TradeReconciliation;
  readonly searches: UnknownOutcomeSearch;
  readonly refusals: RefusedOrders;
  readonly writers: Writers;
  readonly mappings: Pick<MappingsInForce, 'mappings'>;
  readonly clock: Clock;
  readonly brokerCode: string;
  /** How long an acknowledged edit or cancel may take to show in the exchange's records. */
  readonly graceMs: number;
  /** The conformance kit has seen that an edited order keeps its number. */
  readonly editKeepsNumber: boolean;
  /** The conformance kit has seen that `BasePrice` is the limit. */
  readonly basePriceIsLimit: boolean;
  /** The conformance kit has seen what `BasePrice` is. */
  readonly basePriceIsKnown: boolean;
  /** Nothing is sent while it runs, and it is repeated after each round of questions. */
  readonly isDryRun: boolean;
}

/** Makes the context of a run: over the database, or for a dry run over a unit that is rolled back. */
@Injectable()
export class RunContexts {
  constructor(
    private readonly database: Database,
    private readonly writers: RunWriters,
    private readonly sightings: SightingRegister,
    private readonly days: TradingDayStore,
    private readonly calendar: TradingCalendar,
    private readonly mappings: MappingsInForce,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: AppLogger,
  ) {}

  forRun(polling: PollingState, origin: Origin): RunContext {
    const { database, sightings, days } = this;
    const writers = this.writers.forRun(database, origin);
    return this.contextOf({ database, polling, sightings, days, writers });
  }

  /** Works on a copy of the polling state, because nothing of a dry run may be remembered. */
  forDryRun(database: Database, known: PollingState): RunContext & { preview: () => Preview } {
    const { preview, ...writers } = this.writers.forDryRun(database);
    const sightings = this.sightings.on(database);
    const polling = new PollingState(known);
    const context = this.contextOf({ database, polling, sightings, days: null, writers });
    return { ...context, preview, isDryRun: true };
  }

  private contextOf(of: Foundation): RunContext {
    const { calendar, mappings, config, clock, logger } = this;
    const { database, polling, sightings, days, writers } = of;
    const { store, externalOrderBreaks, systemBreaks, watermarks } = writers;
    const externalOrders = new ExternalOrders(
      database,
      externalOrderBreaks,
      sightings,
      config,
      store,
    );
    const writer = new RecordWriter(
      database, store, externalOrders, config, clock, mappings, polling, logger,
    ); // prettier-ignore
    const searches = new UnknownOutcomeSearch(
      polling, database, store, sightings, calendar, config, clock, mappings,
    ); // prettier-ignore
    const numbers = new NumbersInTrades(database, store, config);
    const tradeWriters = {
      changes: new TradeCorrections(database, store, systemBreaks, clock, polling),
      booking: new TradeBooking(database, store, numbers, config, logger),
      numbers,
      sightings,
      orphans: new OrphanTrades(database, externalOrderBreaks, sightings, config, polling, store),
      strays: new StrayTrades(database, store, config, polling),
      externals: new ExternalTrades(database, externalOrderBreaks),
      days,
    };
    return {
      database,
      polling,
      lists: new ListApplication(
        database, writer, watermarks, externalOrders, config, clock, mappings, polling, logger,
      ), // prettier-ignore
      enquiries: new EnquiryApplication(database, writer, config, clock, mappings, polling),
      externalOrders,
      trades: new TradeReconciliation(database, tradeWriters, clock, polling),
      searches,
      refusals: new RefusedOrders(polling, database, store, sightings, clock, searches),
      writers,
      mappings,
      clock,
      brokerCode: config.brokerCode,
      graceMs: graceMsOf(config),
      editKeepsNumber: config.exchangeSettings?.editKeepsOrderNumber === 'yes',
      basePriceIsLimit: config.exchangeSettings?.basePrice === 'current-limit',
      basePriceIsKnown: (config.exchangeSettings?.basePrice ?? 'unknown') !== 'unknown',
      isDryRun: false,
    };
  }
}

interface Foundation {
  readonly database: Database;
  readonly polling: PollingState;
  readonly sightings: SightingRegister;
  /** Null in a dry run. */
  readonly days: TradingDayStore | null;
  readonly writers: Writers;
}
