import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What must not be removed when its retention ends. */
export class LegalHolds1796000000000 implements MigrationInterface {
  readonly name = 'LegalHolds1796000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE legal_holds (
      id text PRIMARY KEY NOT NULL,
      account_number text,
      order_id text,
      reason text NOT NULL,
      placed_by text NOT NULL,
      placed_at bigint NOT NULL,
      released_by text,
      released_at bigint,
      release_reason text,
      CONSTRAINT "legal_holds_one" CHECK (account_number IS NULL AND order_id IS NOT NULL OR account_number IS NOT NULL AND order_id IS NULL))`);
    await runner.query(
      'CREATE INDEX legal_holds_in_force ON legal_holds (id) WHERE released_at IS NULL',
    );
  }

  down(): Promise<void> {
    throw new Error('It cannot be reverted, because what is on hold would be removed');
  }
}
