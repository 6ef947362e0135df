import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../runtime/clock.js';

/** Sets its gauges, and removes those that need the database while it is down. */
export type Measure = (databaseUp: boolean) => Promise<void>;

/** Gauges that are read from the database. */
export interface StoredGauges {
  /** Reads and sets them. */
  readonly read: () => Promise<void>;
  readonly remove: () => void;
  readonly clock: Clock;
}

/** The page needs no key, so a scrape must not read large tables each time. */
const STORED_LAST_MS = 5_000;

/**
 * The `/metrics` page. Each module registers a measure, which runs at every scrape. Labels take few values, all known
 * when the code was written: no id, address or text of a caller.
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly measures: Measure[] = [];

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    const registers = [this.registry];
    return new Gauge({ name: `marina_${name}`, help, labelNames, registers });
  }

  counter(name: string, help: string, labelNames: string[] = []): Counter {
    const registers = [this.registry];
    return new Counter({ name: `marina_${name}`, help, labelNames, registers });
  }

  histogram(name: string, help: string, { buckets, labels = [] }: HistogramShape): Histogram {
    const registers = [this.registry];
    return new Histogram({
      name: `marina_${name}`,
      help,
      labelNames: [...labels],
      buckets: [...buckets],
      registers,
    });
  }

  add(measure: Measure): void {
    this.measures.push(measure);
  }

  /** Read once in five seconds; while they cannot be read they are absent, and tried again at the next scrape. */
  addStored({ read, remove, clock }: StoredGauges): void {
    let readUntil = -Infinity;
    this.add(async (databaseUp) => {
      if (databaseUp && clock.steady() < readUntil) return;
      readUntil = -Infinity;
      const isRead =
        databaseUp &&
        (await read()
          .then(() => true)
          .catch(() => false));
      if (isRead) readUntil = clock.steady() + STORED_LAST_MS;
      else remove();
    });
  }

  async page(databaseUp: boolean): Promise<string> {
    await Promise.all(this.measures.map((measure) => measure(databaseUp)));
    return this.registry.metrics();
  }
}

interface HistogramShape {
  readonly buckets: readonly number[];
  readonly labels?: readonly string[];
}
