import type { MigrationInterface, QueryRunner } from 'typeorm';
import { instant } from '../../runtime/clock.js';
import { faultPoint } from '../../runtime/fault-point.js';

/**
 * The first schema, identical on SQLite and PostgreSQL. Decimals and JSON are texts, instants are
 * milliseconds since 1970 UTC, flags are 0 or 1. Triggers protect append-only, signed and decided rows,
 * also against `INSERT OR REPLACE` (SQLite) and `TRUNCATE` (PostgreSQL), which bypass ordinary triggers.
 */
export class Initial1763600000000 implements MigrationInterface {
  readonly name = 'Initial1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    const tables = [...ORDERS, ...RECONCILIATION, ...DAY_CLOSE, ...MARKET, ...EXCHANGE, ...SERVICE];
    for (const statement of tables) await runner.query(statement);
    faultPoint('migration-half-way');
    const zeros = '0'.repeat(64);
    await runner.query(
      `INSERT INTO audit_head (id, sequence, hash, latest_at, step_back_ms) VALUES (1, 0, '${zeros}', '${instant(0)}', 0)`,
    );
    await runner.query('INSERT INTO desk (id, doubts_pending) VALUES (1, 0)');
    const postgres = runner.dataSource.options.type === 'postgres';
    for (const statement of postgres ? POSTGRES_GUARDS : SQLITE_GUARDS) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    throw new Error('The first schema cannot be reverted, because that would delete all records');
  }
}

/** Orders, their order numbers, requests and fills. */
const ORDERS: readonly string[] = [
  `CREATE TABLE orders (
    id text NOT NULL,
    client_order_id text NOT NULL,
    order_ref text NOT NULL,
    order_number text,
    side text NOT NULL,
    security text NOT NULL,
    units text NOT NULL,
    price text NOT NULL,
    time_in_force text NOT NULL,
    account_number text NOT NULL,
    client_name text NOT NULL,
    broker_code text NOT NULL,
    status text NOT NULL,
    exchange_status text,
    reason text,
    matched_units text NOT NULL,
    filled_units text NOT NULL,
    filled_value text NOT NULL,
    grade text,
    proven_at bigint,
    asked_at bigint NOT NULL,
    touched_at bigint NOT NULL,
    edit_acknowledged_at bigint,
    misses integer NOT NULL,
    trading_date text NOT NULL,
    created_by text NOT NULL,
    on_behalf_of text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    closed_at bigint,
    version integer NOT NULL,
    certain integer NOT NULL,
    pending text,
    open_breaks integer NOT NULL,
    fingerprint text NOT NULL,
    client_salt text NOT NULL,
    number_grade text,
    unreported_since bigint,
    listed_version integer NOT NULL DEFAULT 0,
    number_doubt text,
    number_doubted_at bigint,
    doubted_since bigint,
    price_grade text,
    contested_since bigint,
    shown_pending text,
    price_before text,
    matched_under_prior_numbers text,
    filled_under_prior_numbers text,
    fewer_matched_since bigint,
    trades_differ_on text,
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX orders_uncertain ON orders (certain, id)`,
  `CREATE INDEX orders_security ON orders (security, id)`,
  `CREATE INDEX orders_account ON orders (account_number, id)`,
  `CREATE INDEX orders_trading_date ON orders (trading_date, id)`,
  `CREATE INDEX orders_status ON orders (status, id)`,
  `CREATE INDEX orders_order_number ON orders (order_number)`,
  `CREATE UNIQUE INDEX orders_order_ref ON orders (order_ref)`,
  `CREATE UNIQUE INDEX orders_client_order_id ON orders (created_by, client_order_id)`,
  `CREATE INDEX orders_client_order ON orders (client_order_id, id)`,
  `CREATE INDEX orders_created ON orders (created_at, id)`,
  `CREATE INDEX orders_with_breaks ON orders (id) WHERE open_breaks > 0`,
  `CREATE INDEX orders_pending ON orders (pending, id) WHERE pending IS NOT NULL`,
  `CREATE INDEX orders_not_certain ON orders (id)
    WHERE NOT (certain = 1 AND number_doubt IS NULL
      AND (order_number IS NULL OR COALESCE(number_grade, 'Inferred') <> 'Inferred')
      AND (COALESCE(price_grade, '') <> 'Doubtful' OR closed_at IS NOT NULL)
      AND fewer_matched_since IS NULL AND trades_differ_on IS NULL)`,
  `CREATE INDEX orders_closed ON orders (closed_at, id)`,
  `CREATE INDEX orders_of_day ON orders (status, trading_date)`,
  `CREATE INDEX orders_unreported ON orders (unreported_since) WHERE unreported_since IS NOT NULL`,
  `CREATE INDEX orders_trades_differ ON orders (trades_differ_on) WHERE trades_differ_on IS NOT NULL`,
  `CREATE INDEX orders_aftermath ON orders (closed_at, id)
    WHERE order_number IS NOT NULL
      AND (grade IN ('Acknowledged', 'Operator') OR filled_units <> matched_units
        OR fewer_matched_since IS NOT NULL OR trades_differ_on IS NOT NULL)`,
  `CREATE INDEX orders_expired ON orders (status, closed_at, id, trading_date) WHERE status = 'Expired'`,
  `CREATE TABLE order_numbers (
    id text NOT NULL,
    order_id text NOT NULL,
    broker_code text NOT NULL,
    trading_date text NOT NULL,
    order_number text NOT NULL,
    linked_at bigint NOT NULL,
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX order_numbers_order ON order_numbers (order_id)`,
  `CREATE UNIQUE INDEX order_numbers_number ON order_numbers (broker_code, trading_date, order_number)`,
  `CREATE INDEX order_numbers_plain ON order_numbers (order_number)`,
  `CREATE TABLE idempotency_keys (
    caller text NOT NULL,
    key text NOT NULL,
    order_id text NOT NULL,
    PRIMARY KEY (caller, key)
  )`,
  `CREATE TABLE order_requests (
    id text NOT NULL,
    order_id text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    units text,
    price text,
    epoch integer NOT NULL,
    sends integer NOT NULL,
    due_at bigint NOT NULL,
    claimed_at bigint,
    created_at bigint NOT NULL,
    since bigint NOT NULL,
    operator text NOT NULL,
    reason text,
    refusal_pending integer NOT NULL,
    candidate text,
    match_key text,
    first_sent_at bigint,
    resend text NOT NULL DEFAULT 'Undecided',
    searches integer NOT NULL DEFAULT 0,
    found text,
    blocked_by text,
    sent_entry bigint,
    absent_since bigint,
    named_number text,
    throttled integer NOT NULL DEFAULT 0,
    caller text NOT NULL DEFAULT '',
    turn bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX order_requests_match_key ON order_requests (match_key, state)`,
  `CREATE UNIQUE INDEX order_requests_in_flight ON order_requests (order_id) WHERE state = 'Sent'`,
  `CREATE INDEX order_requests_queue ON order_requests (state, due_at)`,
  `CREATE INDEX order_requests_queued ON order_requests (kind, created_at) WHERE state = 'Queued'`,
  `CREATE INDEX order_requests_order ON order_requests (order_id, id)`,
  `CREATE INDEX order_requests_repeated ON order_requests (kind, state) WHERE sends > 1`,
  `CREATE INDEX order_requests_due ON order_requests (kind, due_at, id)
    WHERE state = 'Queued' AND blocked_by IS NULL`,
  `CREATE INDEX order_requests_due_again ON order_requests (kind, due_at, id)
    WHERE state = 'Unknown' AND resend IN ('Cleared', 'DuplicateProbe')`,
  `CREATE INDEX order_requests_turns ON order_requests (kind, turn, id)
    WHERE state = 'Queued' AND blocked_by IS NULL`,
  `CREATE INDEX order_requests_of_caller ON order_requests (caller, turn)
    WHERE kind = 'Post' AND state = 'Queued'`,
  `CREATE INDEX order_requests_served ON order_requests (turn) WHERE kind = 'Post' AND sends > 0`,
  `CREATE INDEX order_requests_live ON order_requests (match_key, id)
    WHERE blocked_by IS NULL AND state IN ('Queued', 'Sent', 'Unknown')`,
  `CREATE INDEX order_requests_behind ON order_requests (match_key, due_at, id)
    WHERE blocked_by = 'Twin' AND state = 'Queued'`,
  `CREATE TABLE fills (
    id text NOT NULL,
    order_id text NOT NULL,
    trade_date text NOT NULL,
    matching_id text NOT NULL,
    order_number text NOT NULL,
    side text NOT NULL,
    security text NOT NULL,
    units text NOT NULL,
    price text NOT NULL,
    observed_at bigint NOT NULL,
    reversed_at bigint,
    shown_for text NOT NULL DEFAULT '',
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX fills_order ON fills (order_id, id)`,
  `CREATE UNIQUE INDEX fills_execution ON fills (trade_date, matching_id, order_number, side)
    WHERE reversed_at IS NULL`,
  `CREATE INDEX fills_shown_for ON fills (shown_for, id) WHERE reversed_at IS NULL`,
  `CREATE INDEX fills_reversed ON fills (order_id) WHERE reversed_at IS NOT NULL`,
];

/** Reconciliation runs, what they read, and the breaks they opened. */
const RECONCILIATION: readonly string[] = [
  `CREATE TABLE reconciliation_runs (
    id text NOT NULL,
    cause text NOT NULL,
    started_at bigint NOT NULL,
    finished_at bigint NOT NULL,
    calls integer NOT NULL,
    answered integer NOT NULL,
    orders integer NOT NULL,
    changed integer NOT NULL,
    fills integer NOT NULL,
    asked text NOT NULL,
    covered_at bigint,
    listed_at bigint,
    scope text,
    dry_run integer NOT NULL DEFAULT 0,
    opened integer,
    closed integer,
    cut_offs text,
    preview text,
    PRIMARY KEY (id)
  )`,
  `CREATE TABLE list_watermarks (
    broker_code text PRIMARY KEY NOT NULL,
    asked_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    revision integer NOT NULL
  )`,
  `CREATE TABLE sightings (
    broker_code text NOT NULL,
    trading_date text NOT NULL,
    order_number text NOT NULL,
    security text NOT NULL,
    side text NOT NULL,
    first_seen_at bigint NOT NULL,
    units text,
    account_number text,
    noted_entry bigint,
    PRIMARY KEY (broker_code, trading_date, order_number, security, side)
  )`,
  `CREATE INDEX sightings_security ON sightings (broker_code, security, trading_date)`,
  `CREATE TABLE breaks (
    id text NOT NULL,
    identity text NOT NULL,
    type text NOT NULL,
    kind text,
    severity text NOT NULL,
    status text NOT NULL,
    order_id text,
    order_number text,
    detail text NOT NULL,
    opened_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    closed_at bigint,
    outcome text,
    version integer NOT NULL DEFAULT 1,
    assignee text,
    due_at bigint NOT NULL DEFAULT 0,
    reason_code text,
    closed_by text,
    resolution text,
    shown text,
    traded text,
    trade text,
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX breaks_status ON breaks (status, id)`,
  `CREATE INDEX breaks_order ON breaks (order_id, id)`,
  `CREATE UNIQUE INDEX breaks_identity ON breaks (identity) WHERE closed_at IS NULL`,
  `CREATE INDEX breaks_due ON breaks (due_at, id)`,
  `CREATE INDEX breaks_accepted ON breaks (identity) WHERE status = 'Resolved'`,
  `CREATE INDEX breaks_number ON breaks (order_number) WHERE order_id IS NULL`,
  `CREATE INDEX breaks_trade ON breaks (type, id) WHERE trade IS NOT NULL AND status <> 'AutoResolved'`,
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
    proposed_on_behalf_of text,
    proposed_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    decided_by text,
    decided_at bigint,
    decision text,
    PRIMARY KEY (id),
    CONSTRAINT "approvals_second_person" CHECK (state <> 'Approved' OR (decided_by IS NOT NULL AND decided_by <> proposed_by)))`,
  `CREATE UNIQUE INDEX approvals_pending ON approvals (break_id) WHERE state = 'Pending'`,
  `CREATE INDEX approvals_state ON approvals (state, id)`,
  `CREATE TABLE status_mappings (
    version integer NOT NULL,
    words text NOT NULL,
    reason text NOT NULL,
    payload_hash text NOT NULL,
    state text NOT NULL,
    proposed_by text NOT NULL,
    proposed_on_behalf_of text,
    proposed_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    decided_by text,
    decided_at bigint,
    decision text,
    PRIMARY KEY (version),
    CONSTRAINT "status_mappings_second_person" CHECK (state <> 'Approved' OR (decided_by IS NOT NULL AND decided_by <> proposed_by)))`,
  `CREATE UNIQUE INDEX status_mappings_pending ON status_mappings (state) WHERE state = 'Pending'`,
];

/** The last complete reading of each day's trades, the sign-offs, and the chained day certificates. */
const DAY_CLOSE: readonly string[] = [
  `CREATE TABLE day_readings (
    trading_date text NOT NULL,
    read_at bigint NOT NULL,
    call_id text NOT NULL,
    executions text NOT NULL,
    unread integer NOT NULL,
    unshown text NOT NULL DEFAULT '[]',
    said text,
    PRIMARY KEY (trading_date)
  )`,
  `CREATE TABLE day_sign_offs (
    id text NOT NULL,
    trading_date text NOT NULL,
    revision integer NOT NULL,
    report_hash text NOT NULL,
    signed_by text NOT NULL,
    signed_on_behalf_of text,
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
  `CREATE UNIQUE INDEX day_certificates_chain ON day_certificates (previous_hash)`,
];

/** Securities and the trading calendar. */
const MARKET: readonly string[] = [
  `CREATE TABLE securities (
    symbol text NOT NULL,
    name text,
    isin text,
    status text,
    instrument_type text,
    sector text,
    listed_at bigint NOT NULL,
    PRIMARY KEY (symbol)
  )`,
  `CREATE TABLE trading_calendar (
    trading_date text NOT NULL,
    kind text NOT NULL,
    session text,
    name text NOT NULL,
    changed_by text NOT NULL,
    changed_at bigint NOT NULL,
    PRIMARY KEY (trading_date),
    CONSTRAINT "trading_calendar_session" CHECK ((kind = 'Holiday') = (session IS NULL)))`,
  `CREATE TABLE order_limits (
    id text NOT NULL,
    kind text NOT NULL,
    owner text NOT NULL,
    order_value text,
    order_units text,
    price_band text,
    changed_by text NOT NULL,
    changed_at bigint NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT "order_limits_some" CHECK (order_value IS NOT NULL OR order_units IS NOT NULL OR price_band IS NOT NULL))`,
  `CREATE UNIQUE INDEX order_limits_owner ON order_limits (kind, owner)`,
];

/** The call journal, the state of the exchange keys, and schema drift. */
const EXCHANGE: readonly string[] = [
  `CREATE TABLE exchange_calls (
    id text NOT NULL,
    key_id text NOT NULL,
    lane text NOT NULL,
    endpoint text NOT NULL,
    order_id text,
    request_id text,
    epoch integer,
    operator text,
    body text NOT NULL,
    started_at bigint NOT NULL,
    completed_at bigint,
    free_at bigint NOT NULL,
    http_status integer,
    reply text,
    reply_bytes bigint,
    reply_digest text,
    is_evidence integer NOT NULL DEFAULT 0,
    failure text,
    outcome text,
    unanswered integer NOT NULL DEFAULT 0,
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX exchange_calls_started ON exchange_calls (started_at)`,
  `CREATE INDEX exchange_calls_request ON exchange_calls (request_id, epoch)`,
  `CREATE INDEX exchange_calls_order ON exchange_calls (order_id, started_at)`,
  `CREATE INDEX exchange_calls_slots ON exchange_calls (key_id, free_at)`,
  `CREATE INDEX exchange_calls_unanswered ON exchange_calls (started_at) WHERE unanswered = 1`,
  `CREATE INDEX exchange_calls_reply ON exchange_calls (reply_digest)`,
  `CREATE TABLE exchange_replies (
    digest text NOT NULL,
    base text,
    depth integer NOT NULL,
    content text NOT NULL,
    kept_at bigint NOT NULL,
    PRIMARY KEY (digest)
  )`,
  `CREATE INDEX exchange_replies_base ON exchange_replies (base)`,
  `CREATE TABLE exchange_keys (
    id text NOT NULL,
    refused_at bigint,
    refused_by text,
    cooldown_until bigint NOT NULL,
    PRIMARY KEY (id)
  )`,
  `CREATE TABLE exchange_scopes (
    key_id text NOT NULL,
    scope text NOT NULL,
    refused_at bigint,
    cooldown_until bigint NOT NULL,
    answered_at bigint,
    failed_at bigint,
    failure text,
    failures integer NOT NULL DEFAULT 0,
    PRIMARY KEY (key_id, scope)
  )`,
  `CREATE TABLE schema_drift (
    id text NOT NULL,
    endpoint text NOT NULL,
    http_status integer NOT NULL,
    deviation text NOT NULL,
    seen integer NOT NULL,
    first_seen_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    first_call_id text NOT NULL,
    sample text NOT NULL,
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX schema_drift_seen ON schema_drift (last_seen_at)`,
];

/** API keys, persons, sessions, the audit trail, the desk switch, and database time. */
const SERVICE: readonly string[] = [
  `CREATE TABLE api_keys (
    id text NOT NULL,
    name text NOT NULL,
    person_id text,
    digest text NOT NULL,
    previous_digest text,
    previous_until bigint,
    scopes text NOT NULL,
    accounts text,
    delegates integer NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    last_used_at bigint,
    revoked_at bigint,
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX api_keys_person ON api_keys (person_id)`,
  `CREATE UNIQUE INDEX api_keys_digest ON api_keys (digest)`,
  `CREATE UNIQUE INDEX api_keys_previous_digest ON api_keys (previous_digest)`,
  `CREATE TABLE persons (
    id text NOT NULL,
    name text NOT NULL,
    identity text NOT NULL,
    email text,
    roles text NOT NULL,
    disabled_at bigint,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (id)
  )`,
  `CREATE UNIQUE INDEX persons_identity ON persons (identity)`,
  `CREATE TABLE sessions (
    digest text NOT NULL,
    id text NOT NULL,
    key_id text NOT NULL,
    key_digest text NOT NULL,
    started_at bigint NOT NULL,
    used_at bigint NOT NULL,
    PRIMARY KEY (digest)
  )`,
  `CREATE INDEX sessions_key ON sessions (key_id, started_at)`,
  `CREATE TABLE key_store (
    id integer NOT NULL,
    pepper_fingerprint text NOT NULL,
    PRIMARY KEY (id)
  )`,
  `CREATE TABLE audit_entries (
    sequence bigint NOT NULL,
    stream text NOT NULL,
    stream_sequence bigint NOT NULL,
    at text NOT NULL,
    clock_offset_ms integer,
    actor text NOT NULL,
    key_id text,
    on_behalf_of text,
    source_address text,
    request_id text,
    type text NOT NULL,
    cause bigint,
    approval text,
    body text NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    schema_version integer NOT NULL,
    PRIMARY KEY (sequence)
  )`,
  `CREATE INDEX audit_entries_at ON audit_entries (at, sequence)`,
  `CREATE INDEX audit_entries_actor ON audit_entries (actor, sequence)`,
  `CREATE INDEX audit_entries_on_behalf_of ON audit_entries (on_behalf_of, sequence)
    WHERE on_behalf_of IS NOT NULL`,
  `CREATE INDEX audit_entries_request ON audit_entries (request_id, sequence) WHERE request_id IS NOT NULL`,
  `CREATE INDEX audit_entries_type ON audit_entries (type, sequence)`,
  `CREATE UNIQUE INDEX audit_entries_stream ON audit_entries (stream, stream_sequence)`,
  `CREATE TABLE audit_head (
    id integer NOT NULL,
    sequence bigint NOT NULL,
    hash text NOT NULL,
    latest_at text NOT NULL,
    step_back_ms bigint NOT NULL,
    PRIMARY KEY (id)
  )`,
  `CREATE TABLE audit_tree (
    level integer NOT NULL,
    position bigint NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (level, position)
  )`,
  `CREATE TABLE audit_checkpoints (
    size bigint NOT NULL,
    root text NOT NULL,
    at text NOT NULL,
    note text NOT NULL,
    PRIMARY KEY (size)
  )`,
  `CREATE TABLE audit_subjects (
    sequence bigint NOT NULL,
    order_id text,
    order_number text,
    account_number text,
    security text,
    trading_date text,
    PRIMARY KEY (sequence)
  )`,
  `CREATE INDEX audit_subjects_order ON audit_subjects (order_id, sequence) WHERE order_id IS NOT NULL`,
  `CREATE INDEX audit_subjects_number ON audit_subjects (order_number, sequence) WHERE order_number IS NOT NULL`,
  `CREATE INDEX audit_subjects_account ON audit_subjects (account_number, sequence) WHERE account_number IS NOT NULL`,
  `CREATE INDEX audit_subjects_security ON audit_subjects (security, sequence) WHERE security IS NOT NULL`,
  `CREATE INDEX audit_subjects_day ON audit_subjects (trading_date, sequence) WHERE trading_date IS NOT NULL`,
  `CREATE TABLE desk (
    id integer NOT NULL,
    paused_at bigint,
    paused_by text,
    pause_reason text,
    restored_at bigint,
    lost_sequence bigint,
    lost_hash text,
    known_until text,
    doubts_pending integer NOT NULL,
    trades_read_until text,
    PRIMARY KEY (id)
  )`,
  `CREATE TABLE database_time (
    id integer PRIMARY KEY NOT NULL,
    boot text NOT NULL,
    up_ms bigint NOT NULL,
    at bigint NOT NULL
  )`,
];

/** A proposal can be decided once and cannot be edited. */
const APPROVAL_CHANGED = `OLD.state <> 'Pending' OR NEW.payload <> OLD.payload OR NEW.payload_hash <> OLD.payload_hash
  OR NEW.proposed_by <> OLD.proposed_by
  OR coalesce(NEW.proposed_on_behalf_of, '') <> coalesce(OLD.proposed_on_behalf_of, '')
  OR NEW.break_id <> OLD.break_id
  OR NEW.proposed_at <> OLD.proposed_at OR NEW.expires_at <> OLD.expires_at
  OR coalesce(NEW.order_id, '') <> coalesce(OLD.order_id, '')
  OR coalesce(NEW.order_version, -1) <> coalesce(OLD.order_version, -1)`;
const WORDS_CHANGED = `OLD.state <> 'Pending' OR NEW.version <> OLD.version OR NEW.words <> OLD.words
  OR NEW.reason <> OLD.reason OR NEW.payload_hash <> OLD.payload_hash
  OR NEW.proposed_by <> OLD.proposed_by OR NEW.proposed_at <> OLD.proposed_at
  OR coalesce(NEW.proposed_on_behalf_of, '') <> coalesce(OLD.proposed_on_behalf_of, '')
  OR NEW.expires_at <> OLD.expires_at`;

const DECIDED = { approvals: APPROVAL_CHANGED, status_mappings: WORDS_CHANGED } as const;
const KEPT = [
  'break_comments',
  'day_sign_offs',
  'day_certificates',
  'audit_tree',
  'audit_checkpoints',
] as const;

export const SQLITE_GUARDS: readonly string[] = [
  `CREATE TRIGGER audit_entries_in_sequence BEFORE INSERT ON audit_entries
     WHEN NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM audit_entries)
     BEGIN SELECT RAISE(ABORT, 'audit entries must be gapless'); END`,
  ...refusing('audit_entries', 'audit entries are append-only'),
  ...KEPT.flatMap((table) => refusing(table, `${table} cannot be changed`)),
  ...Object.entries(DECIDED).flatMap(([table, changed]) => [
    `CREATE TRIGGER ${table}_decided_once BEFORE UPDATE ON ${table} WHEN ${changed}
     BEGIN SELECT RAISE(ABORT, 'a proposal cannot be changed'); END`,
    `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
     BEGIN SELECT RAISE(ABORT, 'a proposal cannot be deleted'); END`,
  ]),
];

function refusing(table: string, why: string): string[] {
  return (['UPDATE', 'DELETE'] as const).map(
    (act) => `CREATE TRIGGER ${table}_no_${act.toLowerCase()} BEFORE ${act} ON ${table}
     BEGIN SELECT RAISE(ABORT, '${why}'); END`,
  );
}

export const POSTGRES_GUARDS: readonly string[] = [
  `CREATE FUNCTION audit_entries_refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'audit entries are append-only'; END $$`,
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION '% cannot be changed', TG_TABLE_NAME; END $$`,
  `CREATE TRIGGER audit_entries_no_change BEFORE UPDATE OR DELETE ON audit_entries
     FOR EACH ROW EXECUTE FUNCTION audit_entries_refuse()`,
  `CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
     FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_refuse()`,
  ...KEPT.map(
    (table) => `CREATE TRIGGER ${table}_no_change BEFORE UPDATE OR DELETE ON ${table}
     FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  ),
  ...Object.entries(DECIDED).flatMap(([table, changed]) => [
    `CREATE TRIGGER ${table}_decided_once BEFORE UPDATE ON ${table}
     FOR EACH ROW WHEN (${changed}) EXECUTE FUNCTION refuse_change()`,
    `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
     FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  ]),
  ...[...KEPT, ...Object.keys(DECIDED)].map(
    (table) => `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  ),
];
