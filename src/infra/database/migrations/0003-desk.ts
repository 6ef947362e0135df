import type { MigrationInterface, QueryRunner } from 'typeorm';
import { faultPoint } from '../../fault-point.js';

/** Whether the desk may send: paused by a person, or because its database is older than its deeds. */
export class Desk1763700000000 implements MigrationInterface {
  readonly name = 'Desk1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE desk (
      id integer NOT NULL,
      paused_at bigint,
      paused_by text,
      pause_reason text,
      restored_at bigint,
      lost_sequence bigint,
      lost_hash text,
      known_until text,
      doubts_owed integer NOT NULL,
      PRIMARY KEY (id)
    )`);
    faultPoint('migration-half-way');
    await runner.query('INSERT INTO desk (id, doubts_owed) VALUES (1, 0)');
  }

  down(): Promise<void> {
    throw new Error('There is no way back to a desk that cannot be paused');
  }
}
