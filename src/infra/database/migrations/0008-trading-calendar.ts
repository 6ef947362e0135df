import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Dates on which the exchange has no session, or another one than usual; and until which trading day
 * the exchange was read, so that a day that went by unread is known.
 */
export class TradingCalendar1763750000000 implements MigrationInterface {
  readonly name = 'TradingCalendar1763750000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE trading_calendar (
      trading_date text NOT NULL,
      kind text NOT NULL,
      session text,
      name text NOT NULL,
      changed_by text NOT NULL,
      changed_at bigint NOT NULL,
      PRIMARY KEY (trading_date),
      CONSTRAINT "trading_calendar_session" CHECK ((kind = 'Holiday') = (session IS NULL)))`);
    await runner.query('ALTER TABLE desk ADD COLUMN trades_read_until text');
    await runner.query(
      'UPDATE desk SET trades_read_until = (SELECT max(trading_date) FROM day_readings)',
    );
  }

  down(): Promise<void> {
    throw new Error('There is no way back to a year without holidays');
  }
}
