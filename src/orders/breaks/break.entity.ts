import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BreakKind, BreakStatus, BreakType, Severity } from './break.js';
import type { ReasonCode, Resolution } from './resolution.js';

/** A break. By its `identity` the same disagreement found again is the same break. */
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

  /** Null for a type without kinds. */
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

  @Column('text', { name: 'outcome', nullable: true })
  outcome!: string | null;

  /** Grows with every action on it. */
  @Column('integer', { name: 'version', default: 1 })
  version!: number;

  /** Null: nobody yet. */
  @Column('text', { name: 'assignee', nullable: true })
  assignee!: string | null;

  /** When it should have been resolved. */
  @Column('bigint', { name: 'due_at', default: 0 })
  dueAt!: number;

  @Column('text', { name: 'reason_code', nullable: true })
  reasonCode!: ReasonCode | null;

  /** How people resolved it; null if it ended by itself. */
  @Column('text', { name: 'resolution', nullable: true })
  resolution!: Resolution | null;

  /** Who resolved it: both people where it took two. */
  @Column('text', { name: 'closed_by', nullable: true })
  closedBy!: string | null;

  /** The external order as a list last showed it; JSON of `ExternalOrder`. */
  @Column('text', { name: 'shown', nullable: true })
  shown!: string | null;

  /** The execution that it is about; JSON of `DisputedTrade`. */
  @Column('text', { name: 'trade', nullable: true })
  trade!: string | null;

  /** Trades of the external order while the break was open; JSON of `ExternalOrderTrades[]`. */
  @Column('text', { name: 'traded', nullable: true })
  traded!: string | null;
}
