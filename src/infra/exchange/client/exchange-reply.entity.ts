import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A reply that is too long for the row of its call. Stored once however often it was received, either in
 * full or as a difference from an earlier reply (`reply-difference`).
 */
@Entity('exchange_replies')
@Index('exchange_replies_base', ['base'])
export class ExchangeReplyRow {
  /** SHA-256 of the reply's bytes. */
  @PrimaryColumn('text', { name: 'digest' })
  digest!: string;

  /** The reply that `content` is a difference from; null when `content` is the full reply. */
  @Column('text', { name: 'base', nullable: true })
  base!: string | null;

  /** How many differences must be applied to a full reply to rebuild this one. */
  @Column('integer', { name: 'depth' })
  depth!: number;

  /** gzip in base64, because SQLite and PostgreSQL have no binary type in common. */
  @Column('text', { name: 'content' })
  content!: string;

  /** Database time at which it was last received, or last used as the base of another. */
  @Column('bigint', { name: 'kept_at' })
  keptAt!: number;
}
