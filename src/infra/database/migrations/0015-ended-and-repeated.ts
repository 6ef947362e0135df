import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What may still come of orders that have ended, and which were sent more than once, is asked at every
 * pass: of a large day nearly all have ended with nothing left to come, and few were ever repeated.
 */
export class EndedAndRepeated1763820000000 implements MigrationInterface {
  readonly name = 'EndedAndRepeated1763820000000';

  async up(runner: QueryRunner): Promise<void> {
    // Over millions of orders an index takes longer than any statement of the service may.
    if (runner.dataSource.options.type === 'postgres') {
      await runner.query('SET LOCAL statement_timeout = 0');
      await runner.query('SET LOCAL lock_timeout = 0');
    }
    await runner.query(
      `CREATE INDEX orders_aftermath ON orders (closed_at, id)
        WHERE order_number IS NOT NULL
          AND (grade IN ('Acknowledged', 'Operator') OR filled_units <> matched_units)`,
    );
    await runner.query(
      `CREATE INDEX orders_expired ON orders (status, closed_at, id, trading_date)
        WHERE status = 'Expired'`,
    );
    await runner.query(
      'CREATE INDEX order_requests_repeated ON order_requests (kind, state) WHERE sends > 1',
    );
  }

  down(): Promise<void> {
    throw new Error('Marina keeps its records: there is no way back from an index of them');
  }
}
