import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is queued and need not be looked at yet, so that the cost of a claim does not grow with it. What is
 * queued already is looked at as before, until it is sent.
 */
export class BlockedRequests1763881000000 implements MigrationInterface {
  readonly name = 'BlockedRequests1763881000000';

  async up(runner: QueryRunner): Promise<void> {
    // Over millions of requests an index takes longer than any statement of the service may.
    if (runner.dataSource.options.type === 'postgres') {
      await runner.query('SET LOCAL statement_timeout = 0');
      await runner.query('SET LOCAL lock_timeout = 0');
    }
    await runner.query('ALTER TABLE order_requests ADD COLUMN blocked_by text');
    for (const [name, columns, where] of INDEXES) {
      await runner.query(`CREATE INDEX ${name} ON order_requests (${columns}) WHERE ${where}`);
    }
  }

  down(): Promise<void> {
    throw new Error('Marina keeps its records: there is no way back to a queue that is read whole');
  }
}

const INDEXES = [
  ['order_requests_due', 'kind, due_at, id', "state = 'Queued' AND blocked_by IS NULL"],
  ['order_requests_due_again', 'kind, due_at, id', "state = 'Unknown' AND again = 1"],
  [
    'order_requests_live',
    'likeness, id',
    "blocked_by IS NULL AND state IN ('Queued', 'Sent', 'Unknown')",
  ],
  ['order_requests_behind', 'likeness, due_at, id', "blocked_by = 'Twin' AND state = 'Queued'"],
] as const;
