import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the broker's list was last looked at, once for all orders that it shows as they are held, and which
 * version of an order that is: one that is written by a program of before this table is another version.
 * What is there already a list has to show first; until then it keeps the proof that it has.
 */
export class Listings1763810000000 implements MigrationInterface {
  readonly name = 'Listings1763810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE listings (
         broker_code text PRIMARY KEY NOT NULL,
         asked_at bigint NOT NULL,
         seen_at bigint NOT NULL,
         revision integer NOT NULL
       )`,
    );
    await runner.query('ALTER TABLE orders ADD COLUMN listed_version integer NOT NULL DEFAULT 0');
  }

  down(): Promise<void> {
    throw new Error('Marina keeps its records: there is no way back to one proof for each order');
  }
}
