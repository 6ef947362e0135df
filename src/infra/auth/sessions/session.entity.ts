import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Somebody who is signed in with a browser. Its token is stored only as a keyed digest. */
@Entity('sessions')
@Index('sessions_key', ['keyId', 'startedAt'])
@Index('sessions_person', ['personId', 'startedAt'])
export class SessionRow {
  @PrimaryColumn('text', { name: 'digest' })
  digest!: string;

  /** Names it in the audit trail. */
  @Column('text', { name: 'id' })
  id!: string;

  /** The key that it was started with; null: it was started at the identity provider. */
  @Column('text', { name: 'key_id', nullable: true })
  keyId!: string | null;

  /** Of the secret of that key: the session ends with it. */
  @Column('text', { name: 'key_digest', nullable: true })
  keyDigest!: string | null;

  /** Whom the identity provider has vouched for; null with a key. The session ends with the person's link to it. */
  @Column('text', { name: 'person_id', nullable: true })
  personId!: string | null;

  @Column('bigint', { name: 'started_at' })
  startedAt!: number;

  /** Too early by at most `USED_STEP_MS`. */
  @Column('bigint', { name: 'used_at' })
  usedAt!: number;
}
