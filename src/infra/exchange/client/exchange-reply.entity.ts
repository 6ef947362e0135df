import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A reply of the exchange that is too long for the row of its call, once, however often it was received: whole, or as
 * what changed since an earlier one (`reply-difference`).
 */
@Entity('exchange_replies')
@Index('exchange_replies_base', ['base'])
export class ExchangeReplyRow {
  /** SHA-256 of the reply's bytes. */
  @PrimaryColumn('text', { name: 'digest' })
  digest!: string;

  /** The reply of which `content` tells the difference; null: it tells the whole. */
  @Column('text', { name: 'base', nullable: true })
  base!: string | null;

  /** How many differences lie between it and a whole one. */
  @Column('integer', { name: 'links' })
  links!: number;

  /** Compressed by gzip. In base64, as the engines have no type of bytes in common. */
  @Column('text', { name: 'content' })
  content!: string;

  /** Database time at which it was last received, or used to tell another. */
  @Column('bigint', { name: 'kept_at' })
  keptAt!: number;
}
