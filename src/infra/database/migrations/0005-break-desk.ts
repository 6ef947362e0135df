import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What people do about breaks: who has one, until when, what was said of it, why it ended; and what
 * one person has proposed and another has to approve. That nobody approves what he proposed, that a
 * break has one open proposal, and that a decided one never changes, is for the database to see to.
 */
export class BreakDesk1763720000000 implements MigrationInterface {
  readonly name = 'BreakDesk1763720000000';

  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.dataSource.options.type === 'postgres';
    const guards = postgres ? POSTGRES_GUARDS : SQLITE_GUARDS;
    for (const statement of [...STATEMENTS, ...guards]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('There is no way back to breaks that nobody works on');
  }
}

const STATEMENTS: readonly string[] = [
  `ALTER TABLE breaks ADD COLUMN version integer NOT NULL DEFAULT 1`,
  `ALTER TABLE breaks ADD COLUMN assignee text`,
  `ALTER TABLE breaks ADD COLUMN due_at bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE breaks ADD COLUMN reason_code text`,
  `ALTER TABLE breaks ADD COLUMN closed_by text`,
  `UPDATE breaks SET due_at = opened_at + CASE severity
     WHEN 'Critical' THEN 900000 WHEN 'High' THEN 3600000 WHEN 'Medium' THEN 14400000 ELSE 86400000 END`,
  `CREATE INDEX breaks_due ON breaks (due_at, id)`,
  `CREATE INDEX breaks_accepted ON breaks (identity) WHERE status = 'Resolved'`,
  `CREATE TABLE break_comments (
    id text NOT NULL,
    break_id text NOT NULL,
    at bigint NOT NULL,
    author text NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX break_comments_break ON break_comments (break_id, id)`,
  `CREATE TABLE approvals (
    id text NOT NULL,
    break_id text NOT NULL,
    order_id text,
    order_version integer,
    payload text NOT NULL,
    payload_hash text NOT NULL,
    state text NOT NULL,
    proposed_by text NOT NULL,
    proposed_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    decided_by text,
    decided_at bigint,
    decision text,
    PRIMARY KEY (id),
    CONSTRAINT "approvals_second_person" CHECK (state <> 'Approved' OR (decided_by IS NOT NULL AND decided_by <> proposed_by)))`,
  `CREATE UNIQUE INDEX approvals_pending ON approvals (break_id) WHERE state = 'Pending'`,
  `CREATE INDEX approvals_state ON approvals (state, id)`,
];

const DECIDED = 'what was decided does not change';
const PROPOSED = `OLD.state <> 'Pending' OR NEW.payload <> OLD.payload OR NEW.payload_hash <> OLD.payload_hash
  OR NEW.proposed_by <> OLD.proposed_by OR NEW.break_id <> OLD.break_id
  OR NEW.proposed_at <> OLD.proposed_at OR NEW.expires_at <> OLD.expires_at
  OR coalesce(NEW.order_id, '') <> coalesce(OLD.order_id, '')
  OR coalesce(NEW.order_version, -1) <> coalesce(OLD.order_version, -1)`;

const SQLITE_GUARDS: readonly string[] = [
  `CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals WHEN ${PROPOSED}
     BEGIN SELECT RAISE(ABORT, '${DECIDED}'); END`,
  `CREATE TRIGGER approvals_no_delete BEFORE DELETE ON approvals
     BEGIN SELECT RAISE(ABORT, '${DECIDED}'); END`,
  `CREATE TRIGGER break_comments_no_update BEFORE UPDATE ON break_comments
     BEGIN SELECT RAISE(ABORT, 'comments stay as they are'); END`,
  `CREATE TRIGGER break_comments_no_delete BEFORE DELETE ON break_comments
     BEGIN SELECT RAISE(ABORT, 'comments stay as they are'); END`,
];

const POSTGRES_GUARDS: readonly string[] = [
  `CREATE FUNCTION break_desk_refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION '% is kept as it is', TG_TABLE_NAME; END $$`,
  `CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals
     FOR EACH ROW WHEN (${PROPOSED}) EXECUTE FUNCTION break_desk_refuse()`,
  `CREATE TRIGGER approvals_no_delete BEFORE DELETE ON approvals
     FOR EACH ROW EXECUTE FUNCTION break_desk_refuse()`,
  ...['approvals', 'break_comments'].map(
    (table) => `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
     FOR EACH STATEMENT EXECUTE FUNCTION break_desk_refuse()`,
  ),
  `CREATE TRIGGER break_comments_no_change BEFORE UPDATE OR DELETE ON break_comments
     FOR EACH ROW EXECUTE FUNCTION break_desk_refuse()`,
];
