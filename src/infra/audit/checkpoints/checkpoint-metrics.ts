import { Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { Metrics } from '../../observability/metrics.js';
import { Clock } from '../../runtime/clock.js';
import { SignedCheckpoints } from './signed-checkpoints.js';

/** The page needs no key, so a scrape must not read all rows of the table each time. */
const FRESH_MS = 5_000;

/** Tells when checkpoints are no longer signed, whatever the reason. */
@Injectable()
export class CheckpointMetrics {
  private readonly unsigned: Gauge;
  private readUntil = 0;
  private reading: Promise<void> | null = null;

  constructor(
    metrics: Metrics,
    private readonly checkpoints: SignedCheckpoints,
    private readonly clock: Clock,
  ) {
    this.unsigned = metrics.gauge(
      'audit_unsigned_seconds',
      'How long the trail has had entries that no signed checkpoint covers; absent where none are signed',
    );
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
    const ms = await this.checkpoints.unsignedMs();
    if (ms === null) this.unsigned.remove();
    else this.unsigned.set(ms / 1_000);
    this.readUntil = this.clock.steady() + FRESH_MS;
  }

  private forget(): void {
    this.readUntil = 0;
    this.unsigned.remove();
  }
}
