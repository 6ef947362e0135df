import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of several instances, one does the scheduled work. */
export class SchedulerLease1797400000000 implements MigrationInterface {
  readonly name = 'SchedulerLease1797400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE scheduler_lease (
      id integer PRIMARY KEY NOT NULL,
      holder text NOT NULL,
      expires_at bigint NOT NULL
    )`);
    await runner.query("INSERT INTO scheduler_lease (id, holder, expires_at) VALUES (1, '', 0)");
    await runner.query('UPDATE schema_version SET version = 19');
  }

  down(): Promise<void> {
    throw new Error('It cannot be reverted, and need not: an older release leaves the table alone');
  }
}
