import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a release decide whether it can work with the schema of a newer one. */
export class SchemaVersion1796200000000 implements MigrationInterface {
  readonly name = 'SchemaVersion1796200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE schema_version (
      id integer PRIMARY KEY NOT NULL,
      version integer NOT NULL,
      served_from integer NOT NULL)`);
    await runner.query('INSERT INTO schema_version (id, version, served_from) VALUES (1, 7, 5)');
  }

  down(): Promise<void> {
    throw new Error('It cannot be reverted, because nobody would know what made the schema');
  }
}
