import { Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { Metrics } from '../../observability/metrics.js';
import { SignedCheckpoints } from './signed-checkpoints.js';

/** Tells when checkpoints are no longer signed, whatever the reason. */
@Injectable()
export class CheckpointMetrics {
  private readonly unsigned: Gauge;

  constructor(
    metrics: Metrics,
    private readonly checkpoints: SignedCheckpoints,
  ) {
    this.unsigned = metrics.gauge(
      'audit_unsigned_seconds',
      'How long the trail has had entries that no signed checkpoint covers; absent where none are signed',
    );
    metrics.add((databaseUp) => this.measure(databaseUp));
  }

  private async measure(databaseUp: boolean): Promise<void> {
    const ms = databaseUp ? await this.checkpoints.unsignedMs() : null;
    if (ms === null) this.unsigned.remove();
    else this.unsigned.set(ms / 1_000);
  }
}
