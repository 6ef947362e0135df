import { Injectable } from '@nestjs/common';
import { Clock } from '../../../infra/runtime/clock.js';
import { Config } from '../../../infra/config/config.js';
import { Database } from '../../../infra/database/database.js';
import { AppLogger } from '../../../infra/observability/logging.js';
import { TradingCalendar } from '../../../market/trading-calendar/trading-calendar.js';
import { TradingDayStore } from '../../trading-days/trading-day-store.js';
import type { Preview } from './preview.js';
import { RunWriters, type Writers } from './run-writers.js';
import { SightingRegister } from '../../order-numbers/sighting-register.js';
import { MappingsInForce } from '../../status-mappings/mappings-in-force.js';
import { TradeCorrections } from '../trades/trade-corrections.js';
import { ExternalTrades } from '../external-orders/external-trades.js';
import { OrphanFills } from '../external-orders/orphan-fills.js';
import { PollingState } from '../collect/polling-state.js';
import { RecordBooking } from './record-booking.js';
import { UnknownOutcomeSearch } from '../unknown-outcomes/search.js';
import { ExternalOrders } from '../external-orders/external-orders.js';
import { TradeBooking } from '../trades/trade-booking.js';
import { TradeReading } from '../trades/trade-reading.js';

/** Everything that one pass reads, decides and writes with. */
export interface RunBooks {
  readonly database: Database;
  readonly memory: PollingState;
  readonly records: RecordBooking;
  readonly strangers: ExternalOrders;
  readonly trades: TradeReading;
  readonly searching: UnknownOutcomeSearch;
  readonly writers: Writers;
  readonly clock: Clock;
  readonly brokerCode: string;
}

/** Where the books of a pass are put together, over the database or over a rehearsal of it. */
@Injectable()
export class RunReaders {
  constructor(
    private readonly database: Database,
    private readonly doors: RunWriters,
    private readonly numbers: SightingRegister,
    private readonly days: TradingDayStore,
    private readonly calendar: TradingCalendar,
    private readonly words: MappingsInForce,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: AppLogger,
  ) {}

  open(memory: PollingState): RunBooks {
    const { database, numbers, days } = this;
    return this.books({ database, memory, numbers, days, writers: this.doors.open(database) });
  }

  /** The memory is copied: what was only rehearsed is not remembered. */
  rehearse(database: Database, memory: PollingState): RunBooks & { foreseen: () => Preview } {
    const { foreseen, ...writers } = this.doors.rehearse(database);
    const numbers = this.numbers.on(database);
    const copy = new PollingState(memory);
    return {
      ...this.books({ database, memory: copy, numbers, days: null, writers }),
      foreseen,
    };
  }

  private books(of: Foundation): RunBooks {
    const { calendar, words, config, clock, logger } = this;
    const { database, memory, numbers, days, writers } = of;
    const { store, strangerBreaks, deskBreaks, listings } = writers;
    const strangers = new ExternalOrders(database, strangerBreaks, numbers, config);
    const doors = {
      changes: new TradeCorrections(database, store, deskBreaks, clock, memory),
      booking: new TradeBooking(database, store, config, logger),
      strangers: numbers,
      orphans: new OrphanFills(database, strangerBreaks, numbers, config, memory),
      externals: new ExternalTrades(database, strangerBreaks),
      days,
    };
    return {
      database,
      memory,
      records: new RecordBooking(
        database, store, listings, strangers, config, clock, words, memory, logger,
      ), // prettier-ignore
      strangers,
      trades: new TradeReading(database, doors, clock, memory),
      searching: new UnknownOutcomeSearch(
        memory,
        database,
        store,
        numbers,
        calendar,
        config,
        clock,
        words,
      ),
      writers,
      clock,
      brokerCode: config.brokerCode,
    };
  }
}

interface Foundation {
  readonly database: Database;
  readonly memory: PollingState;
  readonly numbers: SightingRegister;
  readonly days: TradingDayStore | null;
  readonly writers: Writers;
}
