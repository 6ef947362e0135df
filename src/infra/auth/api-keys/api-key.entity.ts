import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An API key. Only the keyed digests of its secrets are stored. */
@Entity('api_keys')
@Index('api_keys_person', ['personId'])
@Index('api_keys_digest', ['digest'], { unique: true })
@Index('api_keys_previous_digest', ['previousDigest'], { unique: true })
export class ApiKeyRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  /** Who the key is for. Keys without a person that have the same name belong to the same caller. */
  @Column('text', { name: 'name' })
  name!: string;

  @Column('text', { name: 'digest' })
  digest!: string;

  /** Of the secret before the last rotation. */
  @Column('text', { name: 'previous_digest', nullable: true })
  previousDigest!: string | null;

  /** Until then the secret before the last rotation opens too. */
  @Column('bigint', { name: 'previous_until', nullable: true })
  previousUntil!: number | null;

  /** The person it belongs to; null: a system. Never changes. */
  @Column('text', { name: 'person_id', nullable: true })
  personId!: string | null;

  /** Space-separated; empty for a key of a person: all that its roles allow. */
  @Column('text', { name: 'scopes' })
  scopes!: string;

  /** A JSON list of the accounts whose orders it is for; null: the whole firm. Never changes. */
  @Column('text', { name: 'accounts', nullable: true })
  accounts!: string | null;

  /** 1: its caller may name the person it acts for (`On-Behalf-Of`). */
  @Column('integer', { name: 'delegates' })
  delegates!: number;

  @Column('text', { name: 'created_by' })
  createdBy!: string;

  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  /** Null: never. */
  @Column('bigint', { name: 'expires_at', nullable: true })
  expiresAt!: number | null;

  /** Too early by at most `LAST_USED_STEP_MS`. */
  @Column('bigint', { name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;

  @Column('bigint', { name: 'revoked_at', nullable: true })
  revokedAt!: number | null;
}
