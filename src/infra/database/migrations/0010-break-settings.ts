import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How soon breaks are due. A release before it goes on with the usual times, as this one does without a row. */
export class BreakSettings1796500000000 implements MigrationInterface {
  readonly name = 'BreakSettings1796500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE break_settings (
      id integer PRIMARY KEY NOT NULL,
      version integer NOT NULL,
      critical_minutes integer NOT NULL,
      high_minutes integer NOT NULL,
      medium_minutes integer NOT NULL,
      low_minutes integer NOT NULL,
      changed_by text NOT NULL,
      changed_at bigint NOT NULL,
      CONSTRAINT "break_settings_one" CHECK (id = 1),
      CONSTRAINT "break_settings_order" CHECK (critical_minutes >= 1 AND critical_minutes <= high_minutes AND high_minutes <= medium_minutes AND medium_minutes <= low_minutes AND low_minutes <= 10080))`);
    await runner.query('UPDATE schema_version SET version = 10');
  }

  down(): Promise<void> {
    throw new Error('It cannot be reverted, because that would delete what people have set');
  }
}
