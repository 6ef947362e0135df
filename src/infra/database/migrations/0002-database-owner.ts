import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose database it is; the next start on it says so. */
export class DatabaseOwner1795500000000 implements MigrationInterface {
  readonly name = 'DatabaseOwner1795500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE database_owner (
      id integer PRIMARY KEY NOT NULL,
      environment text NOT NULL,
      broker_code text NOT NULL,
      exchange text NOT NULL
    )`);
  }

  down(): Promise<void> {
    throw new Error(
      'It cannot be reverted: a live service could then start on the database of a demo',
    );
  }
}
