import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a number at the exchange is of ours, found without reading all numbers that we ever had. */
export class LargeBooks1763740000000 implements MigrationInterface {
  readonly name = 'LargeBooks1763740000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX order_numbers_plain ON order_numbers (order_number)');
  }

  down(): Promise<void> {
    throw new Error('Marina keeps its records: there is no way back from an index of them');
  }
}
