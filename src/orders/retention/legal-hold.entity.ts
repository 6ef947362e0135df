import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A hold on all orders of an account, or on one order: nothing of them is removed while it is in force. */
@Entity('legal_holds')
@Index('legal_holds_in_force', ['id'], { where: 'released_at IS NULL' })
@Check(
  'legal_holds_one',
  'account_number IS NULL AND order_id IS NOT NULL OR account_number IS NOT NULL AND order_id IS NULL',
)
export class LegalHoldRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  /** As it was given; any spelling of it is meant. */
  @Column('text', { name: 'account_number', nullable: true })
  accountNumber!: string | null;

  @Column('text', { name: 'order_id', nullable: true })
  orderId!: string | null;

  @Column('text', { name: 'reason' })
  reason!: string;

  @Column('text', { name: 'placed_by' })
  placedBy!: string;

  @Column('bigint', { name: 'placed_at' })
  placedAt!: number;

  @Column('text', { name: 'released_by', nullable: true })
  releasedBy!: string | null;

  /** Null: it is in force. */
  @Column('bigint', { name: 'released_at', nullable: true })
  releasedAt!: number | null;

  @Column('text', { name: 'release_reason', nullable: true })
  releaseReason!: string | null;
}
