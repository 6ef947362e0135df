import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** Sets its gauges, and removes those that need the database while it is down. */
export type Measure = (databaseUp: boolean) => Promise<void>;

/** The `/metrics` page. Each module registers a measure, which runs at every scrape. */
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
    return new Counter({ name: `marina_${name}`, help, labelNames, registers: [this.registry] });
  }

  add(measure: Measure): void {
    this.measures.push(measure);
  }

  async page(databaseUp: boolean): Promise<string> {
    await Promise.all(this.measures.map((measure) => measure(databaseUp)));
    return this.registry.metrics();
  }
}
