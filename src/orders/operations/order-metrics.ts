import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Gauge } from 'prom-client';
import { Clock } from '../../infra/runtime/clock.js';
import { Metrics } from '../../infra/observability/metrics.js';
import { BREAK_TYPES, severityOf } from '../breaks/break.js';
import { CountBreaks } from './count-breaks.js';
import { MeasureProof } from './measure-proof.js';

/** The page needs no key, so a scrape must not read a large book each time. */
const FRESH_MS = 5_000;

/** Metrics of working orders, their proof, and open breaks. */
@Injectable()
export class OrderMetrics {
  private readonly working: Gauge;
  private readonly proven: Gauge;
  private readonly oldestProof: Gauge;
  private readonly openBreaks: Gauge;
  private readUntil = 0;
  private reading: Promise<void> | null = null;

  constructor(
    metrics: Metrics,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {
    this.working = metrics.gauge('orders_working', 'Orders that are Posted, Open or Amended');
    this.proven = metrics.gauge(
      'orders_proven_within_minute',
      'Working orders that the exchange has proven within the last minute',
    );
    this.oldestProof = metrics.gauge(
      'orders_oldest_proof_age_seconds',
      'Age of the oldest last proof of a working order; absent without working orders',
    );
    this.openBreaks = metrics.gauge('breaks_open', 'Open breaks', ['type', 'severity']);
    metrics.add((databaseUp) => this.measure(databaseUp));
  }

  private async measure(databaseUp: boolean): Promise<void> {
    if (!databaseUp) {
      this.forget();
      return;
    }
    if (this.clock.steady() < this.readUntil) return;
    this.reading ??= this.read()
      .catch(() => this.forget())
      .finally(() => (this.reading = null));
    await this.reading;
  }

  private async read(): Promise<void> {
    const { working, withinMinute, oldestAt } = await this.queries.execute(new MeasureProof());
    const breaks = await this.queries.execute(new CountBreaks());
    this.forget();
    this.working.set(working);
    this.proven.set(withinMinute);
    if (oldestAt !== null) {
      this.oldestProof.set((this.clock.now() - Date.parse(oldestAt)) / 1_000);
    }
    // Alerts need the zero before the first break and after the last.
    for (const type of BREAK_TYPES) this.openBreaks.set({ type, severity: severityOf(type) }, 0);
    for (const { type, severity, count } of breaks) {
      this.openBreaks.set({ type, severity }, count);
    }
    this.readUntil = this.clock.steady() + FRESH_MS;
  }

  private forget(): void {
    this.readUntil = 0;
    for (const gauge of [this.working, this.proven, this.oldestProof]) gauge.remove();
    this.openBreaks.reset();
  }
}
