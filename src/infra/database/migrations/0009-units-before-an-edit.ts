import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The units of an order before its last acknowledged edit, and which that was: an older release beside it leaves both alone. */
export class UnitsBeforeAnEdit1796400000000 implements MigrationInterface {
  readonly name = 'UnitsBeforeAnEdit1796400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN units_before text');
    await runner.query('ALTER TABLE orders ADD COLUMN units_before_edit_at bigint');
    await runner.query('UPDATE schema_version SET version = 9');
  }

  down(): Promise<void> {
    throw new Error(
      'It cannot be reverted, and need not: an older release leaves the column alone',
    );
  }
}
