import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Sets its gauges; what only the database knows it takes away while that does not answer. */
export type Measure = (databaseUp: boolean) => Promise<void>;

/** The page of `/metrics`. Every room measures what it knows, whenever the page is asked for. */
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

  add(measure: Measure): void {
    this.measures.push(measure);
  }

  async page(databaseUp: boolean): Promise<string> {
    await Promise.all(this.measures.map((measure) => measure(databaseUp)));
    return this.registry.metrics();
  }
}
