import { Injectable } from '@nestjs/common';
import { Clock } from '../../../infra/clock.js';
import { Config } from '../../../infra/config.js';
import { Database } from '../../../infra/database/database.js';
import { AppLogger } from '../../../infra/logging.js';
import { TradingCalendar } from '../../../market/trading-calendar.js';
import { DayBook } from '../../trading-days/trading-day-store.js';
import type { Foreseen } from './preview.js';
import { PassDoors, type PassWriters } from './run-writers.js';
import { StrangerBook } from '../../order-numbers/sighting-register.js';
import { WordsInForce } from '../../status-mappings/mappings-in-force.js';
import { ChangedTrades } from '../trades/trade-corrections.js';
import { ExternalTrades } from '../external-orders/external-trades.js';
import { OrphanTrades } from '../external-orders/orphan-fills.js';
import { PassMemory } from '../collect/polling-state.js';
import { RecordBooking } from './record-booking.js';
import { Searching } from '../unknown-outcomes/search.js';
import { Strangers } from '../external-orders/external-orders.js';
import { TradeBooking } from '../trades/trade-booking.js';
import { TradeReading } from '../trades/trade-reading.js';

/** Everything that one pass reads, decides and writes with. */
export interface PassBooks {
  readonly database: Database;
  readonly memory: PassMemory;
  readonly records: RecordBooking;
  readonly strangers: Strangers;
  readonly trades: TradeReading;
  readonly searching: Searching;
  readonly writers: PassWriters;
  readonly clock: Clock;
  readonly brokerCode: string;
}

/** Where the books of a pass are put together, over the database or over a rehearsal of it. */
@Injectable()
export class Bookcase {
  constructor(
    private readonly database: Database,
    private readonly doors: PassDoors,
    private readonly numbers: StrangerBook,
    private readonly days: DayBook,
    private readonly calendar: TradingCalendar,
    private readonly words: WordsInForce,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: AppLogger,
  ) {}

  open(memory: PassMemory): PassBooks {
    const { database, numbers, days } = this;
    return this.books({ database, memory, numbers, days, writers: this.doors.open(database) });
  }

  /** The memory is copied: what was only rehearsed is not remembered. */
  rehearse(database: Database, memory: PassMemory): PassBooks & { foreseen: () => Foreseen } {
    const { foreseen, ...writers } = this.doors.rehearse(database);
    const numbers = this.numbers.rehearse(database);
    const copy = new PassMemory(memory);
    return {
      ...this.books({ database, memory: copy, numbers, days: null, writers }),
      foreseen,
    };
  }

  private books(of: Foundation): PassBooks {
    const { calendar, words, config, clock, logger } = this;
    const { database, memory, numbers, days, writers } = of;
    const { store, strangerBreaks, deskBreaks, listings } = writers;
    const strangers = new Strangers(database, strangerBreaks, numbers, config);
    const doors = {
      changes: new ChangedTrades(database, store, deskBreaks, clock, memory),
      booking: new TradeBooking(database, store, config, logger),
      strangers: numbers,
      orphans: new OrphanTrades(database, strangerBreaks, numbers, config, memory),
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
      searching: new Searching(memory, database, store, numbers, calendar, config, clock, words),
      writers,
      clock,
      brokerCode: config.brokerCode,
    };
  }
}

interface Foundation {
  readonly database: Database;
  readonly memory: PassMemory;
  readonly numbers: StrangerBook;
  readonly days: DayBook | null;
  readonly writers: PassWriters;
}
