import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The reading of a day knows which of our executions no answer after the close has shown: until one does,
 * they are in no exchange column. Of readings that were kept before, each counts as shown, as it did.
 */
export class ShownAfterTheClose1763870000000 implements MigrationInterface {
  readonly name = 'ShownAfterTheClose1763870000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE day_readings ADD COLUMN unshown text NOT NULL DEFAULT '[]'");
  }

  down(): Promise<void> {
    throw new Error('There is no way back: what was never shown would count as shown');
  }
}
