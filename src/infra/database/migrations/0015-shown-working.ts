import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether any answer has shown an order working. Of those that were sent already nobody knows, and they are not doubted for
 * it. What a release before it writes lacks it until a list is read by one that knows it.
 */
export class ShownWorking1797000000000 implements MigrationInterface {
  readonly name = 'ShownWorking1797000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN shown_working_at bigint');
    await runner.query("UPDATE orders SET shown_working_at = asked_at WHERE status <> 'New'");
    await runner.query('UPDATE schema_version SET version = 15');
  }

  down(): Promise<void> {
    throw new Error(
      'It cannot be reverted, and need not: an older release leaves the column alone',
    );
  }
}
