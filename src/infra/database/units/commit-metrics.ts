import { Injectable } from '@nestjs/common';
import { Metrics } from '../../observability/metrics.js';
import { Database } from '../database.js';

/** Seconds. */
const DURATIONS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const BATCHES = [1, 2, 4, 8, 16, 32, 64, 128];

/** How long commits take, and how many units of work share one. */
@Injectable()
export class CommitMetrics {
  constructor(metrics: Metrics, { commits }: Database) {
    const durations = metrics.histogram(
      'database_commit_seconds',
      'Duration of a commit, mostly the flush to disk',
      { buckets: DURATIONS },
    );
    const batches = metrics.histogram('database_commit_units', 'Units of work in a commit', {
      buckets: BATCHES,
    });
    commits.listen(({ units, durationMs }) => {
      durations.observe(durationMs / 1_000);
      batches.observe(units);
    });
  }
}
