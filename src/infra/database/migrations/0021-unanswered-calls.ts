import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A call without an answer holds its slot until the exchange answers a later one, and database time
 * survives a restart. Calls of before are held as long as they were; time begins with the next start.
 */
export class UnansweredCalls1763880000000 implements MigrationInterface {
  readonly name = 'UnansweredCalls1763880000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE exchange_calls ADD COLUMN unanswered integer NOT NULL DEFAULT 0',
    );
    await runner.query(
      'CREATE INDEX exchange_calls_unanswered ON exchange_calls (started_at) WHERE unanswered = 1',
    );
    await runner.query(
      `CREATE TABLE database_time (
         id integer PRIMARY KEY NOT NULL,
         boot text NOT NULL,
         up_ms bigint NOT NULL,
         at bigint NOT NULL
       )`,
    );
  }

  down(): Promise<void> {
    throw new Error('Marina keeps its records: there is no way back to calls that are forgotten');
  }
}
