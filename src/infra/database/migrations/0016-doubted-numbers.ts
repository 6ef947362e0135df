import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which kind of answer has shown another order under an order's number last, and when it was asked for:
 * nothing is sent by such a number. Of what is there already the next answers tell.
 */
export class DoubtedNumbers1763830000000 implements MigrationInterface {
  readonly name = 'DoubtedNumbers1763830000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN number_doubt text');
    await runner.query('ALTER TABLE orders ADD COLUMN number_doubted_at bigint');
  }

  down(): Promise<void> {
    throw new Error('Marina keeps its records: there is no way back from a doubt');
  }
}
