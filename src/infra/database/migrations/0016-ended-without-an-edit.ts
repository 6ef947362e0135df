import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a record has shown an order ended without an edit of its units. What a release before it writes lacks it until the next enquiry. */
export class EndedWithoutAnEdit1797100000000 implements MigrationInterface {
  readonly name = 'EndedWithoutAnEdit1797100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE order_requests ADD COLUMN ended_without_at bigint');
    await runner.query('UPDATE schema_version SET version = 16');
  }

  down(): Promise<void> {
    throw new Error(
      'It cannot be reverted, and need not: an older release leaves the column alone',
    );
  }
}
