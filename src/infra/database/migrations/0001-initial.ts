import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The first schema, the same text on SQLite and PostgreSQL. Decimals and JSON are texts, instants
 * are milliseconds since 1970 UTC, flags are 0 or 1. Audit entries are append-only on both: also
 * against `INSERT OR REPLACE` (SQLite) and `TRUNCATE` (PostgreSQL), which pass ordinary triggers.
 */
export class Initial1763600000000 implements MigrationInterface {
  readonly name = 'Initial1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
    await runner.query(
      `INSERT INTO audit_head (id, sequence, hash) VALUES (1, 0, '${'0'.repeat(64)}')`,
    );
    const postgres = runner.dataSource.options.type === 'postgres';
    for (const statement of postgres ? POSTGRES_GUARDS : SQLITE_GUARDS) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    throw new Error('Marina keeps its records: there is no way back from the first schema');
  }
}

const TABLES: readonly string[] = [
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
    misses integer NOT NULL,
    trading_date text NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    closed_at bigint,
    version integer NOT NULL,
    certain integer NOT NULL,
    pending text,
    open_breaks integer NOT NULL,
    fingerprint text NOT NULL,
    client_salt text NOT NULL,
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
    said_no integer NOT NULL,
    candidate text,
    likeness text,
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX order_requests_likeness ON order_requests (likeness, state)`,
  `CREATE UNIQUE INDEX order_requests_in_flight ON order_requests (order_id) WHERE state = 'Sent'`,
  `CREATE INDEX order_requests_queue ON order_requests (state, due_at)`,
  `CREATE INDEX order_requests_order ON order_requests (order_id, id)`,
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
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX fills_order ON fills (order_id, id)`,
  `CREATE UNIQUE INDEX fills_execution ON fills (trade_date, matching_id, order_number, side)`,
  `CREATE TABLE breaks (
    id text NOT NULL,
    identity text NOT NULL,
    type text NOT NULL,
    severity text NOT NULL,
    status text NOT NULL,
    order_id text,
    order_number text,
    detail text NOT NULL,
    opened_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    closed_at bigint,
    outcome text,
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX breaks_status ON breaks (status, id)`,
  `CREATE INDEX breaks_order ON breaks (order_id, id)`,
  `CREATE UNIQUE INDEX breaks_identity ON breaks (identity) WHERE closed_at IS NULL`,
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
    PRIMARY KEY (id)
  )`,
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
  `CREATE TABLE api_keys (
    id text NOT NULL,
    name text NOT NULL,
    digest text NOT NULL,
    scopes text NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint,
    PRIMARY KEY (id)
  )`,
  `CREATE UNIQUE INDEX api_keys_digest ON api_keys (digest)`,
  `CREATE TABLE audit_entries (
    sequence bigint NOT NULL,
    stream text NOT NULL,
    stream_sequence bigint NOT NULL,
    at text NOT NULL,
    clock_offset_ms integer,
    actor text NOT NULL,
    on_behalf_of text,
    source text,
    type text NOT NULL,
    cause bigint,
    approval text,
    body text NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    schema_version integer NOT NULL,
    PRIMARY KEY (sequence)
  )`,
  `CREATE INDEX audit_entries_actor ON audit_entries (actor, sequence)`,
  `CREATE INDEX audit_entries_type ON audit_entries (type, sequence)`,
  `CREATE UNIQUE INDEX audit_entries_stream ON audit_entries (stream, stream_sequence)`,
  `CREATE TABLE audit_head (
    id integer NOT NULL,
    sequence bigint NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (id)
  )`,
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
    failure text,
    outcome text,
    PRIMARY KEY (id)
  )`,
  `CREATE INDEX exchange_calls_started ON exchange_calls (started_at)`,
  `CREATE INDEX exchange_calls_request ON exchange_calls (request_id, epoch)`,
  `CREATE INDEX exchange_calls_order ON exchange_calls (order_id, started_at)`,
  `CREATE INDEX exchange_calls_slots ON exchange_calls (key_id, free_at)`,
  `CREATE TABLE exchange_keys (
    id text NOT NULL,
    frozen_until bigint NOT NULL,
    frozen_by text,
    scopes_down text NOT NULL,
    PRIMARY KEY (id)
  )`,
];

const SQLITE_GUARDS: readonly string[] = [
  `CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries
     BEGIN SELECT RAISE(ABORT, 'audit entries are append-only'); END`,
  `CREATE TRIGGER audit_entries_no_delete BEFORE DELETE ON audit_entries
     BEGIN SELECT RAISE(ABORT, 'audit entries are append-only'); END`,
  `CREATE TRIGGER audit_entries_in_sequence BEFORE INSERT ON audit_entries
     WHEN NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM audit_entries)
     BEGIN SELECT RAISE(ABORT, 'audit entries are gapless'); END`,
];

const POSTGRES_GUARDS: readonly string[] = [
  `CREATE FUNCTION audit_entries_refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'audit entries are append-only'; END $$`,
  `CREATE TRIGGER audit_entries_no_change BEFORE UPDATE OR DELETE ON audit_entries
     FOR EACH ROW EXECUTE FUNCTION audit_entries_refuse()`,
  `CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
     FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_refuse()`,
];
