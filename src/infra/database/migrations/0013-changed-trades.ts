import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An execution that is taken back stays in the book, marked; it counts no more, and the same one may be
 * booked again. Each knows the day for which it was shown (of those before that is not known), so that
 * an answer for that day can be seen to leave it out, and a break says which execution reads how. An order knows since when more of it is matched
 * than is booked.
 */
export class ChangedTrades1763800000000 implements MigrationInterface {
  readonly name = 'ChangedTrades1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    // Over millions of executions an index takes longer than any statement of the service may.
    if (runner.dataSource.options.type === 'postgres') {
      await runner.query('SET LOCAL statement_timeout = 0');
      await runner.query('SET LOCAL lock_timeout = 0');
    }
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('There is no way back: what was taken back would count again');
  }
}

const STATEMENTS: readonly string[] = [
  `ALTER TABLE fills ADD COLUMN reversed_at bigint`,
  `ALTER TABLE fills ADD COLUMN shown_for text NOT NULL DEFAULT ''`,
  `DROP INDEX fills_execution`,
  `CREATE UNIQUE INDEX fills_execution ON fills (trade_date, matching_id, order_number, side)
    WHERE reversed_at IS NULL`,
  `CREATE INDEX fills_shown_for ON fills (shown_for, id) WHERE reversed_at IS NULL`,
  `CREATE INDEX fills_taken_back ON fills (order_id) WHERE reversed_at IS NOT NULL`,
  `ALTER TABLE orders ADD COLUMN gap_since bigint`,
  `UPDATE orders SET gap_since = updated_at
    WHERE matched_units <> filled_units AND (closed_at IS NULL
      OR closed_at > (SELECT max(closed_at) FROM orders) - ${10 * 24 * 3_600_000})`,
  `CREATE INDEX orders_gap ON orders (gap_since) WHERE gap_since IS NOT NULL`,
  `ALTER TABLE breaks ADD COLUMN trade text`,
  `CREATE INDEX breaks_trade ON breaks (type, id)
    WHERE trade IS NOT NULL AND status <> 'AutoResolved'`,
];
