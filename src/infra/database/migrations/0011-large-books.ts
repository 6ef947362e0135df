import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a pass looks for is found without reading every order that we ever had. */
export class LargeBooks1763780000000 implements MigrationInterface {
  readonly name = 'LargeBooks1763780000000';

  async up(runner: QueryRunner): Promise<void> {
    // Over millions of orders an index takes longer than any statement of the service may.
    if (runner.dataSource.options.type === 'postgres') {
      await runner.query('SET LOCAL statement_timeout = 0');
      await runner.query('SET LOCAL lock_timeout = 0');
    }
    await runner.query('CREATE INDEX order_numbers_plain ON order_numbers (order_number)');
    await runner.query('CREATE INDEX orders_closed ON orders (closed_at, id)');
    await runner.query('CREATE INDEX orders_of_day ON orders (status, trading_date)');
  }

  down(): Promise<void> {
    throw new Error('Marina keeps its records: there is no way back from an index of them');
  }
}
