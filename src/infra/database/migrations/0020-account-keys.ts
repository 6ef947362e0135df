import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEY =
  "replace(replace(replace(replace(replace(upper(account_number), ' ', ''), '-', ''), '.', ''), '/', ''), '_', '')";

/** An account's orders and entries in their order, whatever its spellings. Indexes for each spelling alone go with a later release. */
export class AccountKeys1797500000000 implements MigrationInterface {
  readonly name = 'AccountKeys1797500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX orders_account_key ON orders ((${KEY}), id)`);
    await runner.query(
      `CREATE INDEX audit_subjects_account_key ON audit_subjects ((${KEY}), sequence)
        WHERE account_number IS NOT NULL`,
    );
    await runner.query('UPDATE schema_version SET version = 20');
  }

  down(): Promise<void> {
    throw new Error(
      'It cannot be reverted, and need not: an older release leaves the indexes alone',
    );
  }
}
