import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Questions of compliance under names. */
export class SavedQuestions1795800000000 implements MigrationInterface {
  readonly name = 'SavedQuestions1795800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE saved_questions (
      id text PRIMARY KEY NOT NULL,
      name text NOT NULL,
      name_key text NOT NULL,
      kind text NOT NULL,
      filters text NOT NULL,
      changed_by text NOT NULL,
      changed_at bigint NOT NULL
    )`);
    await runner.query('CREATE UNIQUE INDEX saved_questions_name ON saved_questions (name_key)');
  }

  down(): Promise<void> {
    throw new Error('It cannot be reverted, because that would delete what people have saved');
  }
}
