import { Injectable } from '@nestjs/common';
import { bodyOf } from '../audit/audit-chain.js';
import { Database } from '../database/database.js';
import { Metrics } from '../observability/metrics.js';
import { Clock } from '../runtime/clock.js';

/** What `marina backup` leaves in the trail once a backup was verified. */
const NEWEST = `SELECT at, body FROM audit_entries WHERE type = 'BACKUP_MADE' ORDER BY sequence DESC LIMIT 1`;

/**
 * Tells when backups are no longer made, whoever makes them: the command ends with its work, so nobody could ask it, and one
 * that failed leaves no entry.
 */
@Injectable()
export class BackupMetrics {
  constructor(metrics: Metrics, database: Database, clock: Clock) {
    const madeAt = metrics.gauge(
      'backup_last_timestamp_seconds',
      'When the last good backup was done, in seconds since 1970; 0: none was made',
    );
    const size = metrics.gauge('backup_last_size_bytes', 'Size of the last good backup; 0: none');
    const read = async (): Promise<void> => {
      const [entry] = await database.reading.query<{ at: string; body: string }>(NEWEST);
      const { doneAt = entry?.at, bytes = 0 } = entry === undefined ? {} : bodyOf(entry.body);
      const at = Date.parse(String(doneAt));
      madeAt.set(Number.isNaN(at) ? 0 : at / 1_000);
      size.set(Number(bytes));
    };
    const remove = (): void => [madeAt, size].forEach((gauge) => gauge.remove());
    metrics.addStored({ read, remove, clock });
  }
}
