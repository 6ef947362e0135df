import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is known of each exchange key; its row lock puts the senders of all instances in a line. */
@Entity('exchange_keys')
export class ExchangeKeyRow {
  /** Digest of the secret, so that a changed configuration is a new key with a window of its own. */
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  /** Database time of the last refusal of the key itself; null once it was accepted again. */
  @Column('bigint', { name: 'refused_at', nullable: true })
  refusedAt!: number | null;

  /** The status that refused it: 401, 402 or 429. */
  @Column('text', { name: 'refused_by', nullable: true })
  refusedBy!: string | null;

  /** Database time until which the key sends nothing. */
  @Column('bigint', { name: 'rests_until' })
  restsUntil!: number;
}

/** What a key was last told of one scope (interface, "Authentication", 4 and 5). */
@Entity('exchange_scopes')
export class ExchangeScopeRow {
  @PrimaryColumn('text', { name: 'key_id' })
  keyId!: string;

  @PrimaryColumn('text', { name: 'scope' })
  scope!: string;

  /** Database time of the last 403; null once it was accepted again. */
  @Column('bigint', { name: 'refused_at', nullable: true })
  refusedAt!: number | null;

  @Column('bigint', { name: 'rests_until' })
  restsUntil!: number;

  /** Database time of the last reply in a documented envelope. */
  @Column('bigint', { name: 'answered_at', nullable: true })
  answeredAt!: number | null;

  /** Database time of the last call without such a reply, and what came instead. */
  @Column('bigint', { name: 'failed_at', nullable: true })
  failedAt!: number | null;

  @Column('text', { name: 'failure', nullable: true })
  failure!: string | null;

  /** How many calls in a row had no such reply. */
  @Column('integer', { name: 'failures', default: 0 })
  failures!: number;
}
