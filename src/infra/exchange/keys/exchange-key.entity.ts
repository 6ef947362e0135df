import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The state of one exchange key. Senders of all instances queue on its row lock. */
@Entity('exchange_keys')
export class ExchangeKeyRow {
  /** Digest of the secret, so that a new secret is a new key with its own rate budget. */
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  /** Database time of the last refusal of the key itself; null once the key is accepted again. */
  @Column('bigint', { name: 'refused_at', nullable: true })
  refusedAt!: number | null;

  /** The HTTP status of the refusal: 401, 402 or 429. */
  @Column('text', { name: 'refused_by', nullable: true })
  refusedBy!: string | null;

  /** Database time until which the key is not used. */
  @Column('bigint', { name: 'cooldown_until' })
  cooldownUntil!: number;
}

/** How the exchange last answered a key about one scope (section "Authentication", 4 and 5). */
@Entity('exchange_scopes')
export class ExchangeScopeRow {
  @PrimaryColumn('text', { name: 'key_id' })
  keyId!: string;

  @PrimaryColumn('text', { name: 'scope' })
  scope!: string;

  /** Database time of the last 403; null once the scope is accepted again. */
  @Column('bigint', { name: 'refused_at', nullable: true })
  refusedAt!: number | null;

  @Column('bigint', { name: 'cooldown_until' })
  cooldownUntil!: number;

  /** Database time of the last reply in a documented envelope. */
  @Column('bigint', { name: 'answered_at', nullable: true })
  answeredAt!: number | null;

  /** Database time of the last call without such a reply, and what came instead. */
  @Column('bigint', { name: 'failed_at', nullable: true })
  failedAt!: number | null;

  @Column('text', { name: 'failure', nullable: true })
  failure!: string | null;

  /** Calls in a row without such a reply. */
  @Column('integer', { name: 'failures', default: 0 })
  failures!: number;
}
