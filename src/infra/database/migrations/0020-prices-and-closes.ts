import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The reading of a day knows which of our executions no answer after the close has shown: until one does,
 * they are in no exchange column. Of readings that were kept before, each counts as shown, as it did. An order
 * knows how its limit price is known; of orders from before that it is what the order itself is graded by.
 */
export class PricesAndCloses1763870000000 implements MigrationInterface {
  readonly name = 'PricesAndCloses1763870000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE day_readings ADD COLUMN unshown text NOT NULL DEFAULT '[]'");
    await runner.query('ALTER TABLE orders ADD COLUMN price_grade text');
  }

  down(): Promise<void> {
    throw new Error('There is no way back: what was never shown would count as shown');
  }
}
