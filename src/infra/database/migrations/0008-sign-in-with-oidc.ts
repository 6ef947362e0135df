import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Persons have an account at an identity provider, and sessions of persons have no key. Ends all sessions. */
export class SignInWithOidc1796300000000 implements MigrationInterface {
  readonly name = 'SignInWithOidc1796300000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('It cannot be reverted, because sessions of persons would have no key');
  }
}

/** SQLite cannot let a column be null that could not: people sign in again instead. */
const STATEMENTS: readonly string[] = [
  `ALTER TABLE persons ADD COLUMN oidc_issuer text`,
  `ALTER TABLE persons ADD COLUMN oidc_subject text`,
  `CREATE UNIQUE INDEX persons_oidc ON persons (oidc_issuer, oidc_subject)`,
  `DROP TABLE sessions`,
  `CREATE TABLE sessions (
    digest text NOT NULL,
    id text NOT NULL,
    key_id text,
    key_digest text,
    person_id text,
    started_at bigint NOT NULL,
    used_at bigint NOT NULL,
    PRIMARY KEY (digest)
  )`,
  `CREATE INDEX sessions_key ON sessions (key_id, started_at)`,
  `CREATE INDEX sessions_person ON sessions (person_id, started_at)`,
  `CREATE TABLE used_sign_ins (
    state text NOT NULL,
    used_at bigint NOT NULL,
    PRIMARY KEY (state)
  )`,
  // A release before it takes a session without a key for a broken one.
  `UPDATE schema_version SET version = 8, served_from = 8`,
];
