import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What each exchange key may do, as last seen, by scope; and the catalogue of replies that differ
 * from the interface document. What was known of refused keys is let go: the next call tells it anew.
 */
export class Capabilities1763690000000 implements MigrationInterface {
  readonly name = 'Capabilities1763690000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('There is no way back to the schema before capabilities were kept');
  }
}

const STATEMENTS: readonly string[] = [
  `DROP TABLE exchange_keys`,
  `CREATE TABLE exchange_keys (
    id text NOT NULL,
    refused_at bigint,
    refused_by text,
    rests_until bigint NOT NULL,
    PRIMARY KEY (id)
  )`,
  `CREATE TABLE exchange_scopes (
    key_id text NOT NULL,
    scope text NOT NULL,
    refused_at bigint,
    rests_until bigint NOT NULL,
    answered_at bigint,
    failed_at bigint,
    failure text,
    PRIMARY KEY (key_id, scope)
  )`,
  `CREATE TABLE exchange_shapes (
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
  `CREATE INDEX exchange_shapes_seen ON exchange_shapes (last_seen_at)`,
];
