import { Injectable } from '@nestjs/common';
import { Metrics } from '../../observability/metrics.js';
import { Clock } from '../../runtime/clock.js';
import { SignedCheckpoints } from './signed-checkpoints.js';

/** Tells when checkpoints are no longer signed, whatever the reason. */
@Injectable()
export class CheckpointMetrics {
  constructor(metrics: Metrics, checkpoints: SignedCheckpoints, clock: Clock) {
    const unsigned = metrics.gauge(
      'audit_unsigned_seconds',
      'How long the trail has had entries that no signed checkpoint covers; absent where none are signed',
    );
    const read = async (): Promise<void> => {
      const ms = await checkpoints.unsignedMs();
      if (ms === null) unsigned.remove();
      else unsigned.set(ms / 1_000);
    };
    metrics.addStored({ read, remove: () => unsigned.remove(), clock });
  }
}
