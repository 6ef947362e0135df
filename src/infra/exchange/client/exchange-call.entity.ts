import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Calls that are about no order, and that no evidence refers to, are deleted after this. */
export const READ_RETENTION_MS = 7 * 24 * 3_600_000;

/**
 * The journal of all calls to the exchange. Each row is committed before its call is sent. The journal
 * also stores the rate budget: a call holds a slot of its key's rolling minute until `freeAt`.
 */
@Entity('exchange_calls')
@Index('exchange_calls_slots', ['keyId', 'freeAt'])
@Index('exchange_calls_order', ['orderId', 'startedAt'])
@Index('exchange_calls_request', ['requestId', 'claimNumber'])
@Index('exchange_calls_started', ['startedAt'])
@Index('exchange_calls_unanswered', ['startedAt'], { where: 'unanswered = 1' })
@Index('exchange_calls_reply', ['replyDigest'])
export class ExchangeCallRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'key_id' })
  keyId!: string;

  @Column('text', { name: 'lane' })
  lane!: string;

  /** Path below `/v2/vendor/`. */
  @Column('text', { name: 'endpoint' })
  endpoint!: string;

  @Column('text', { name: 'order_id', nullable: true })
  orderId!: string | null;

  @Column('text', { name: 'request_id', nullable: true })
  requestId!: string | null;

  @Column('integer', { name: 'epoch', nullable: true })
  claimNumber!: number | null;

  @Column('text', { name: 'operator', nullable: true })
  operator!: string | null;

  /** The body exactly as sent. */
  @Column('text', { name: 'body' })
  body!: string;

  /** Database time of the reservation. */
  @Column('bigint', { name: 'started_at' })
  startedAt!: number;

  @Column('bigint', { name: 'completed_at', nullable: true })
  completedAt!: number | null;

  /** Database time at which the slot comes free. */
  @Column('bigint', { name: 'free_at' })
  freeAt!: number;

  /** 1: the exchange may still have it unread. See `rate-limiter`. */
  @Column('integer', { name: 'unanswered', default: 0 })
  unanswered!: number;

  @Column('integer', { name: 'http_status', nullable: true })
  httpStatus!: number | null;

  /** A short reply exactly as received. */
  @Column('text', { name: 'reply', nullable: true })
  reply!: string | null;

  @Column('bigint', { name: 'reply_bytes', nullable: true })
  replyBytes!: number | null;

  /** Refers to a long reply in `exchange_replies`. */
  @Column('text', { name: 'reply_digest', nullable: true })
  replyDigest!: string | null;

  /** 1: evidence refers to this call, so it is never deleted. */
  @Column('integer', { name: 'is_evidence', default: 0 })
  isEvidence!: number;

  /** Why there is no reply. */
  @Column('text', { name: 'failure', nullable: true })
  failure!: string | null;

  /** How the reply was classified; see `outcome`. */
  @Column('text', { name: 'outcome', nullable: true })
  outcome!: string | null;
}
