import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace in which a request was accepted, for whoever sends it. */
export class TraceParents1796100000000 implements MigrationInterface {
  readonly name = 'TraceParents1796100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE order_requests ADD COLUMN traceparent text');
  }

  down(): Promise<void> {
    throw new Error(
      'It cannot be reverted, and need not: an older release leaves the column alone',
    );
  }
}
