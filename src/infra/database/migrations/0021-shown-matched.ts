import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a record has shown as matched, so that a later one with less of it is seen. */
export class ShownMatched1797600000000 implements MigrationInterface {
  readonly name = 'ShownMatched1797600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN shown_matched text');
    await runner.query('ALTER TABLE orders ADD COLUMN fewer_shown_at bigint');
    await runner.query('ALTER TABLE orders ADD COLUMN number_left_at bigint');
    await runner.query('UPDATE schema_version SET version = 21');
  }

  down(): Promise<void> {
    throw new Error(
      'It cannot be reverted, and need not: an older release leaves the column alone',
    );
  }
}
