import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Counter, Histogram } from 'prom-client';
import { AuditTail, type Committed } from '../../infra/audit/audit-tail.js';
import { AppLogger } from '../../infra/observability/logging.js';
import { Metrics } from '../../infra/observability/metrics.js';
import { BREAK_TYPES, severityOf, type BreakType } from '../breaks/break.js';

/** Of breaks that are about no order of ours. */
const BREAKS_STREAM = 'breaks';

/** Seconds: from a search that finds it at once to the rest of a trading day. */
const RESOLUTIONS = [5, 15, 30, 60, 120, 300, 900, 3_600, 14_400, 86_400];

/** Counts what this process has committed about breaks and unknown outcomes, and logs each break that opens. */
@Injectable()
export class CommittedFacts {
  private readonly opened: Counter;
  private readonly resolved: Counter;
  private readonly resolution: Histogram;

  private readonly logger: Logger;

  constructor(metrics: Metrics, tail: AuditTail, logger: AppLogger) {
    this.logger = logger.for('breaks');
    const labels = ['type', 'severity'];
    this.opened = metrics.counter('breaks_opened_total', 'Breaks opened or reopened', labels);
    this.resolved = metrics.counter(
      'breaks_resolved_total',
      'Breaks ended by evidence or by people; counts again if evidence ends one that people had accepted',
      labels,
    );
    this.resolution = metrics.histogram(
      'unknown_outcome_resolution_seconds',
      'From the first send of a request whose outcome became unknown until it was known',
      { buckets: RESOLUTIONS, labels: ['kind'] },
    );
    for (const type of BREAK_TYPES) {
      for (const counter of [this.opened, this.resolved]) counter.inc(labelsOf(type), 0);
    }
    tail.follow((committed) => this.count(committed));
  }

  private count({ stream, facts }: Committed): void {
    for (const fact of facts) {
      const counter = this.counterOf(fact);
      const { breakType } = fact.body;
      if (counter !== null && isBreakType(breakType)) {
        counter.inc(labelsOf(breakType));
        if (counter === this.opened) this.log(fact, breakType, stream);
      }
      for (const { kind, durationMs } of fact.settled ?? []) {
        this.resolution.observe({ kind }, durationMs / 1_000);
      }
    }
  }

  /** Without the detail, which may name an account or repeat the exchange's words. */
  private log({ type, body }: CommittedFact, breakType: BreakType, stream: string): void {
    const orderId = stream === BREAKS_STREAM ? null : stream;
    const severity = severityOf(breakType);
    this.logger.warn({ type: breakType, severity, breakId: body['break'], orderId }, type);
  }

  private counterOf({ type }: CommittedFact): Counter | null {
    if (type === 'BREAK_OPENED' || type === 'BREAK_REOPENED') return this.opened;
    return type === 'BREAK_CLOSED' || type === 'BREAK_RESOLVED' ? this.resolved : null;
  }
}

type CommittedFact = Committed['facts'][number];

function labelsOf(type: BreakType): { readonly type: string; readonly severity: string } {
  return { type, severity: severityOf(type) };
}

function isBreakType(text: unknown): text is BreakType {
  return BREAK_TYPES.some((type) => type === text);
}
