import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order numbers that entries of the trail only name, to be found by. */
export class AuditNumbers1796700000000 implements MigrationInterface {
  readonly name = 'AuditNumbers1796700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE audit_numbers (
         order_number text NOT NULL,
         sequence bigint NOT NULL,
         PRIMARY KEY (order_number, sequence)
       )`,
    );
    await runner.query('UPDATE schema_version SET version = 12');
  }

  down(): Promise<void> {
    throw new Error('It cannot be reverted, and need not: an older release leaves the table alone');
  }
}
