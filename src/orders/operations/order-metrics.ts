import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Gauge } from 'prom-client';
import { Clock } from '../../infra/runtime/clock.js';
import { Metrics } from '../../infra/observability/metrics.js';
import { BREAK_TYPES, severityOf } from '../breaks/break.js';
import { CountBreaks } from './count-breaks.js';
import { MeasureProof } from './measure-proof.js';
import { MeasureQueue, type QueueOfKind } from './measure-queue.js';

/** Metrics of working orders, their proof, the queue, and open breaks. */
@Injectable()
export class OrderMetrics {
  private readonly working: Gauge;
  private readonly proven: Gauge;
  private readonly oldestProof: Gauge;
  private readonly openBreaks: Gauge;
  private readonly queued: Gauge;
  private readonly oldestQueued: Gauge;
  private readonly unknown: Gauge;

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
    this.queued = metrics.gauge('requests_queued', 'Requests that are not sent yet', ['kind']);
    this.oldestQueued = metrics.gauge(
      'requests_oldest_queued_age_seconds',
      'Age of the oldest request that is not sent yet; absent if none is queued',
      ['kind'],
    );
    this.unknown = metrics.gauge('requests_unknown', 'Requests of unknown outcome', ['kind']);
    metrics.addStored({ read: () => this.read(), remove: () => this.remove(), clock });
  }

  private async read(): Promise<void> {
    const { working, withinMinute, oldestAt } = await this.queries.execute(new MeasureProof());
    const breaks = await this.queries.execute(new CountBreaks());
    const queue = await this.queries.execute(new MeasureQueue());
    this.remove();
    this.setQueue(queue);
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
  }

  private setQueue(queue: readonly QueueOfKind[]): void {
    for (const { kind, queued, oldestAt, unknown } of queue) {
      this.queued.set({ kind }, queued);
      this.unknown.set({ kind }, unknown);
      if (oldestAt === null) continue;
      // The wall clock may have been ahead when it was made.
      const ageMs = Math.max(0, this.clock.now() - oldestAt);
      this.oldestQueued.set({ kind }, ageMs / 1_000);
    }
  }

  private remove(): void {
    for (const gauge of [this.working, this.proven, this.oldestProof]) gauge.remove();
    for (const gauge of [this.openBreaks, this.queued, this.oldestQueued, this.unknown])
      gauge.reset();
  }
}
