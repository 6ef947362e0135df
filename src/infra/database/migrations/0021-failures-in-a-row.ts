import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many calls of a scope in a row had no documented reply: one that is lost says nothing of the next. */
export class FailuresInARow1763882000000 implements MigrationInterface {
  readonly name = 'FailuresInARow1763882000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE exchange_scopes ADD COLUMN failures integer NOT NULL DEFAULT 0',
    );
  }

  down(): Promise<void> {
    throw new Error('Marina keeps its records: there is no way back to the last call alone');
  }
}
