import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people have said that undocumented status words mean: every version, for ever. */
export class StatusWords1763770000000 implements MigrationInterface {
  readonly name = 'StatusWords1763770000000';

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.dataSource.options.type === 'postgres';
    const guards = postgres ? POSTGRES_GUARDS : SQLITE_GUARDS;
    for (const statement of [...STATEMENTS, ...guards]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('There is no way back from words by which orders were judged');
  }
}

const STATEMENTS: readonly string[] = [
  `CREATE TABLE status_words (
    version integer NOT NULL,
    words text NOT NULL,
    reason text NOT NULL,
    payload_hash text NOT NULL,
    state text NOT NULL,
    proposed_by text NOT NULL,
    proposed_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    decided_by text,
    decided_at bigint,
    decision text,
    PRIMARY KEY (version),
    CONSTRAINT "status_words_second_person" CHECK (state <> 'Approved' OR (decided_by IS NOT NULL AND decided_by <> proposed_by)))`,
  `CREATE UNIQUE INDEX status_words_pending ON status_words (state) WHERE state = 'Pending'`,
];

const DECIDED = 'what was decided does not change';
const PROPOSED = `OLD.state <> 'Pending' OR NEW.version <> OLD.version OR NEW.words <> OLD.words
  OR NEW.reason <> OLD.reason OR NEW.payload_hash <> OLD.payload_hash
  OR NEW.proposed_by <> OLD.proposed_by OR NEW.proposed_at <> OLD.proposed_at
  OR NEW.expires_at <> OLD.expires_at`;

const SQLITE_GUARDS: readonly string[] = [
  `CREATE TRIGGER status_words_decided_once BEFORE UPDATE ON status_words WHEN ${PROPOSED}
     BEGIN SELECT RAISE(ABORT, '${DECIDED}'); END`,
  `CREATE TRIGGER status_words_no_delete BEFORE DELETE ON status_words
     BEGIN SELECT RAISE(ABORT, '${DECIDED}'); END`,
];

const POSTGRES_GUARDS: readonly string[] = [
  `CREATE FUNCTION status_words_refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION '% is kept as it is', TG_TABLE_NAME; END $$`,
  `CREATE TRIGGER status_words_decided_once BEFORE UPDATE ON status_words
     FOR EACH ROW WHEN (${PROPOSED}) EXECUTE FUNCTION status_words_refuse()`,
  `CREATE TRIGGER status_words_no_delete BEFORE DELETE ON status_words
     FOR EACH ROW EXECUTE FUNCTION status_words_refuse()`,
  `CREATE TRIGGER status_words_no_truncate BEFORE TRUNCATE ON status_words
     FOR EACH STATEMENT EXECUTE FUNCTION status_words_refuse()`,
];
