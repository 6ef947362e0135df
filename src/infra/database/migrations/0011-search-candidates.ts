import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order numbers that the last search for an unknown outcome has named. */
export class SearchCandidates1796600000000 implements MigrationInterface {
  readonly name = 'SearchCandidates1796600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE order_requests ADD COLUMN candidates text');
    await runner.query('UPDATE schema_version SET version = 11');
  }

  down(): Promise<void> {
    throw new Error(
      'It cannot be reverted, and need not: an older release leaves the column alone',
    );
  }
}
