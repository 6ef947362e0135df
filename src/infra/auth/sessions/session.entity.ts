import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Somebody who is signed in with a browser. Its token is stored only as a keyed digest. */
@Entity('sessions')
@Index('sessions_key', ['keyId', 'startedAt'])
export class SessionRow {
  @PrimaryColumn('text', { name: 'digest' })
  digest!: string;

  /** Names it in the audit trail. */
  @Column('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'key_id' })
  keyId!: string;

  /** Of the secret that it was started with: the session ends with that. */
  @Column('text', { name: 'key_digest' })
  keyDigest!: string;

  @Column('bigint', { name: 'started_at' })
  startedAt!: number;

  /** Too early by at most `USED_STEP_MS`. */
  @Column('bigint', { name: 'used_at' })
  usedAt!: number;
}
