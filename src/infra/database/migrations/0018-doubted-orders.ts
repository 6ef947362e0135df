import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when what the exchange shows of an order cannot be read: until then it was certain. */
export class DoubtedOrders1763850000000 implements MigrationInterface {
  readonly name = 'DoubtedOrders1763850000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN doubted_since bigint');
  }

  down(): Promise<void> {
    throw new Error('Marina keeps its records: there is no way back from a column of them');
  }
}
