import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many entries an export of the trail has. */
export class ExportEntries1796800000000 implements MigrationInterface {
  readonly name = 'ExportEntries1796800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_exports ADD COLUMN entries bigint');
    await runner.query('UPDATE schema_version SET version = 13');
  }

  down(): Promise<void> {
    throw new Error(
      'It cannot be reverted, and need not: an older release leaves the column alone',
    );
  }
}
