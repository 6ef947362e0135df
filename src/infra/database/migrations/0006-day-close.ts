import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The close of a trading day: the exchange's executions as they were last read whole, who has signed
 * what, and the certificates, each with the hash of the one before. What was signed never changes,
 * and no two certificates follow the same one.
 */
export class DayClose1763730000000 implements MigrationInterface {
  readonly name = 'DayClose1763730000000';

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.dataSource.options.type === 'postgres';
    const guards = postgres ? POSTGRES_GUARDS : SQLITE_GUARDS;
    for (const statement of [...STATEMENTS, ...guards]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('There is no way back from days that were signed');
  }
}

const STATEMENTS: readonly string[] = [
  `CREATE TABLE day_readings (
    trading_date text NOT NULL,
    read_at bigint NOT NULL,
    call_id text NOT NULL,
    executions text NOT NULL,
    unread integer NOT NULL,
    PRIMARY KEY (trading_date)
  )`,
  `CREATE TABLE day_sign_offs (
    id text NOT NULL,
    trading_date text NOT NULL,
    revision integer NOT NULL,
    report_hash text NOT NULL,
    signed_by text NOT NULL,
    signed_at bigint NOT NULL,
    text text,
    PRIMARY KEY (id)
  )`,
  `CREATE UNIQUE INDEX day_sign_offs_person ON day_sign_offs (trading_date, revision, report_hash, signed_by)`,
  `CREATE TABLE day_certificates (
    id text NOT NULL,
    trading_date text NOT NULL,
    revision integer NOT NULL,
    report text NOT NULL,
    report_hash text NOT NULL,
    facts_hash text NOT NULL,
    signed_by text NOT NULL,
    closed_at bigint NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (id)
  )`,
  `CREATE UNIQUE INDEX day_certificates_revision ON day_certificates (trading_date, revision)`,
  `CREATE INDEX breaks_number ON breaks (order_number) WHERE order_id IS NULL`,
  `CREATE UNIQUE INDEX day_certificates_chain ON day_certificates (previous_hash)`,
];

const SIGNED = ['day_sign_offs', 'day_certificates'] as const;

const SQLITE_GUARDS: readonly string[] = SIGNED.flatMap((table) =>
  (['UPDATE', 'DELETE'] as const).map(
    (act) => `CREATE TRIGGER ${table}_no_${act.toLowerCase()} BEFORE ${act} ON ${table}
     BEGIN SELECT RAISE(ABORT, 'what was signed stays'); END`,
  ),
);

const POSTGRES_GUARDS: readonly string[] = [
  `CREATE FUNCTION day_close_refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION '% is kept as it is', TG_TABLE_NAME; END $$`,
  ...SIGNED.map(
    (table) => `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
     FOR EACH STATEMENT EXECUTE FUNCTION day_close_refuse()`,
  ),
  ...SIGNED.map(
    (table) => `CREATE TRIGGER ${table}_no_change BEFORE UPDATE OR DELETE ON ${table}
     FOR EACH ROW EXECUTE FUNCTION day_close_refuse()`,
  ),
];
