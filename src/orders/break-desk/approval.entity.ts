import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ApprovalState } from '../breaks/resolution.js';

/**
 * A resolution that one person proposed and another must approve. The database enforces that it is
 * decided once, by somebody else, and that its payload never changes.
 */
@Entity('approvals')
@Index('approvals_pending', ['breakId'], { unique: true, where: "state = 'Pending'" })
@Index('approvals_state', ['state', 'id'])
@Check(
  'approvals_second_person',
  "state <> 'Approved' OR (decided_by IS NOT NULL AND decided_by <> proposed_by)",
)
export class ApprovalRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'break_id' })
  breakId!: string;

  @Column('text', { name: 'order_id', nullable: true })
  orderId!: string | null;

  /** The order's version when proposed: once it changes, the proposal is Stale. */
  @Column('integer', { name: 'order_version', nullable: true })
  orderVersion!: number | null;

  /** The decision, as canonical JSON, and its SHA-256. */
  @Column('text', { name: 'payload' })
  payload!: string;

  @Column('text', { name: 'payload_hash' })
  payloadHash!: string;

  @Column('text', { name: 'state' })
  state!: ApprovalState;

  @Column('text', { name: 'proposed_by' })
  proposedBy!: string;

  /** The person that the proposing key acted for, if it named one. */
  @Column('text', { name: 'proposed_on_behalf_of', nullable: true })
  proposedOnBehalfOf!: string | null;

  @Column('bigint', { name: 'proposed_at' })
  proposedAt!: number;

  @Column('bigint', { name: 'expires_at' })
  expiresAt!: number;

  @Column('text', { name: 'decided_by', nullable: true })
  decidedBy!: string | null;

  @Column('bigint', { name: 'decided_at', nullable: true })
  decidedAt!: number | null;

  /** The second person's comment. */
  @Column('text', { name: 'decision', nullable: true })
  decision!: string | null;
}
