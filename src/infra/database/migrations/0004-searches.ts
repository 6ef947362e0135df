import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a search for an order of unknown outcome needs: since when a request may be at the exchange,
 * what the last search found, how an order number was proven, which numbers of no known owner were
 * seen and since when, and which passes covered the whole book.
 */
export class Searches1763710000000 implements MigrationInterface {
  readonly name = 'Searches1763710000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('There is no way back to the schema before searches were kept');
  }
}

const STATEMENTS: readonly string[] = [
  `ALTER TABLE order_requests ADD COLUMN first_sent_at bigint`,
  `ALTER TABLE order_requests ADD COLUMN again integer NOT NULL DEFAULT 0`,
  `ALTER TABLE order_requests ADD COLUMN searches integer NOT NULL DEFAULT 0`,
  `ALTER TABLE order_requests ADD COLUMN found text`,
  `UPDATE order_requests SET first_sent_at = claimed_at WHERE sends > 0`,
  `ALTER TABLE orders ADD COLUMN number_grade text`,
  `UPDATE orders SET number_grade = 'Acknowledged' WHERE order_number IS NOT NULL`,
  `ALTER TABLE reconciliation_runs ADD COLUMN covered_at bigint`,
  `CREATE TABLE strangers (
    broker_code text NOT NULL,
    trading_date text NOT NULL,
    order_number text NOT NULL,
    first_seen_at bigint NOT NULL,
    PRIMARY KEY (broker_code, trading_date, order_number)
  )`,
];
