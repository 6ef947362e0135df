import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports of the trail that are written in the background. */
export class AuditExports1795900000000 implements MigrationInterface {
  readonly name = 'AuditExports1795900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE audit_exports (
      id text PRIMARY KEY NOT NULL,
      state text NOT NULL,
      format text NOT NULL,
      filters text NOT NULL,
      made_by text NOT NULL,
      instance text NOT NULL,
      reached bigint,
      up_to bigint,
      bytes bigint,
      digest text,
      reason text,
      created_at bigint NOT NULL,
      updated_at bigint NOT NULL,
      finished_at bigint
    )`);
    await runner.query('CREATE INDEX audit_exports_made ON audit_exports (made_by, id)');
  }

  down(): Promise<void> {
    throw new Error('It cannot be reverted, because nobody would know what the files are');
  }
}
