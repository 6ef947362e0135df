import { Injectable } from '@nestjs/common';
import type { Counter, Histogram } from 'prom-client';
import { Metrics } from '../../observability/metrics.js';
import type { EndpointName } from '../schema/endpoints.js';
import { ExchangeTransport } from '../transport/exchange-transport.js';
import type { OutcomeClass } from '../transport/outcome.js';

/** Seconds. */
const DURATIONS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Calls of the exchange: how they ended, how long the answer took, and what long answers take of memory and disk. */
@Injectable()
export class CallMetrics {
  private readonly calls: Counter;
  private readonly durations: Histogram;
  private readonly stored: Counter;

  constructor(metrics: Metrics, transport: ExchangeTransport) {
    this.calls = metrics.counter(
      'exchange_calls_total',
      'Calls of the exchange, by what their answer proves',
      ['endpoint', 'outcome'],
    );
    this.durations = metrics.histogram(
      'exchange_call_seconds',
      'From the send of a call to the end of its answer, or until it was given up',
      { buckets: DURATIONS, labels: ['endpoint'] },
    );
    this.stored = metrics.counter(
      'exchange_reply_stored_bytes_total',
      'What answers of more than 1,024 characters have taken in the database, compressed',
      ['endpoint'],
    );
    const taken = metrics.gauge(
      'exchange_reply_room_bytes',
      'Long answers that are being read, parsed or stored; 96 MiB at most',
    );
    const waiting = metrics.gauge(
      'exchange_replies_waiting',
      'Calls whose long answer waits for room',
    );
    metrics.add(() => {
      taken.set(transport.roomTaken);
      waiting.set(transport.repliesWaiting);
      return Promise.resolve();
    });
  }

  observe(endpoint: EndpointName, outcome: OutcomeClass, durationMs: number): void {
    // A counter that begins with the first 429 does not show that one as an increase, and the alert would miss it.
    this.calls.inc({ endpoint, outcome: 'RateRefused' }, 0);
    this.calls.inc({ endpoint, outcome });
    this.durations.observe({ endpoint }, durationMs / 1_000);
  }

  observeStored(endpoint: EndpointName, bytes: number): void {
    if (bytes > 0) this.stored.inc({ endpoint }, bytes);
  }
}
