import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BreakStatus, BreakType, Severity } from '../domain/break.js';

/** A break; `identity` keeps the same disagreement, found again, one break. */
@Entity('breaks')
@Index('breaks_identity', ['identity'], { unique: true, where: 'closed_at IS NULL' })
@Index('breaks_order', ['orderId', 'id'])
@Index('breaks_status', ['status', 'id'])
export class BreakRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'identity' })
  identity!: string;

  @Column('text', { name: 'type' })
  type!: BreakType;

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
}
