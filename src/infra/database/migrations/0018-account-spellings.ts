import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEY =
  "replace(replace(replace(replace(replace(upper(account_number), ' ', ''), '-', ''), '.', ''), '/', ''), '_', '')";

/** The spellings of an account, to be found by any of them: in orders, and in what people asked without an order. */
export class AccountSpellings1797300000000 implements MigrationInterface {
  readonly name = 'AccountSpellings1797300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX orders_account_spellings ON orders ((${KEY}), account_number)`,
    );
    await runner.query(
      `CREATE INDEX audit_subjects_account_spellings ON audit_subjects ((${KEY}), account_number)
        WHERE account_number IS NOT NULL AND order_id IS NULL`,
    );
    await runner.query('UPDATE schema_version SET version = 18');
  }

  down(): Promise<void> {
    throw new Error(
      'It cannot be reverted, and need not: an older release leaves the indexes alone',
    );
  }
}
