import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since when an order is missing at the exchange, and which trades of a day are shown and not booked. A release before it
 * leaves the first as it is when the order is shown again: the worst of it is a break at the close.
 */
export class MissingSince1796900000000 implements MigrationInterface {
  readonly name = 'MissingSince1796900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN missing_since bigint');
    await runner.query(
      'UPDATE orders SET missing_since = doubted_since WHERE misses >= 2 AND doubted_since IS NOT NULL',
    );
    await runner.query("ALTER TABLE day_readings ADD COLUMN unbooked text NOT NULL DEFAULT '[]'");
    await runner.query('UPDATE schema_version SET version = 14');
  }

  down(): Promise<void> {
    throw new Error(
      'It cannot be reverted, and need not: an older release leaves the columns alone',
    );
  }
}
