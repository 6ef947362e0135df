import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BreakKind, BreakStatus, BreakType, Severity } from './break.js';
import type { ReasonCode, Resolution } from './resolution.js';

/** A break; `identity` keeps the same disagreement, found again, one break. */
@Entity('breaks')
@Index('breaks_identity', ['identity'], { unique: true, where: 'closed_at IS NULL' })
@Index('breaks_order', ['orderId', 'id'])
@Index('breaks_status', ['status', 'id'])
@Index('breaks_due', ['dueAt', 'id'])
@Index('breaks_number', ['orderNumber'], { where: 'order_id IS NULL' })
@Index('breaks_accepted', ['identity'], { where: "status = 'Resolved'" })
@Index('breaks_trade', ['type', 'id'], {
  where: "trade IS NOT NULL AND status <> 'AutoResolved'",
})
export class BreakRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'identity' })
  identity!: string;

  @Column('text', { name: 'type' })
  type!: BreakType;

  /** Of a type that has several. */
  @Column('text', { name: 'kind', nullable: true })
  kind!: BreakKind | null;

  @Column('text', { name: 'severity' })
  severity!: Severity;

  @Column('text', { name: 'status' })
  status!: BreakStatus;

  @Column('text', { name: 'order_id', nullable: true })
  orderId!: string | null;

  @Column('text', { name: 'order_number', nullable: true })
  orderNumber!: string | null;

  @Column('text', { name: 'detail' })
  detail!: string;

  @Column('bigint', { name: 'opened_at' })
  openedAt!: number;

  @Column('bigint', { name: 'seen_at' })
  seenAt!: number;

  @Column('bigint', { name: 'closed_at', nullable: true })
  closedAt!: number | null;

  /** What ended it. */
  @Column('text', { name: 'outcome', nullable: true })
  outcome!: string | null;

  /** Grows with everything that a person does about it. */
  @Column('integer', { name: 'version', default: 1 })
  version!: number;

  /** Whose it is; null: nobody's yet. */
  @Column('text', { name: 'assignee', nullable: true })
  assignee!: string | null;

  /** When it should have ended. */
  @Column('bigint', { name: 'due_at', default: 0 })
  dueAt!: number;

  @Column('text', { name: 'reason_code', nullable: true })
  reasonCode!: ReasonCode | null;

  /** How people ended it. */
  @Column('text', { name: 'resolution', nullable: true })
  resolution!: Resolution | null;

  /** Who ended it, where a person did; both, where it took two. */
  @Column('text', { name: 'closed_by', nullable: true })
  closedBy!: string | null;

  /** Of an order that is none of ours: how a list last showed it, as JSON. */
  @Column('text', { name: 'shown', nullable: true })
  shown!: string | null;

  /** The execution of ours that is shown otherwise than it is booked, as JSON. */
  @Column('text', { name: 'trade', nullable: true })
  trade!: string | null;

  /** What was traded of it while the break was open, as JSON. */
  @Column('text', { name: 'traded', nullable: true })
  traded!: string | null;
}
