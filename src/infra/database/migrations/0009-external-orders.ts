import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Orders at the exchange that are none of ours: what a list has shown of one and what was traded of
 * it, kept with its break, and how people have ended a break.
 */
export class ExternalOrders1763760000000 implements MigrationInterface {
  readonly name = 'ExternalOrders1763760000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of ['resolution', 'shown', 'traded']) {
      await runner.query(`ALTER TABLE breaks ADD COLUMN ${column} text`);
    }
  }

  down(): Promise<void> {
    throw new Error('There is no way back from orders that were accepted as they are');
  }
}
