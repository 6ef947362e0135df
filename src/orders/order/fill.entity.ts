import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Fill, Side } from './order.js';

/** One execution, booked once, as the unique index ensures. A reversed one is kept. */
@Entity('fills')
@Index('fills_execution', ['tradeDate', 'matchingId', 'orderNumber', 'side'], {
  unique: true,
  where: 'reversed_at IS NULL',
})
@Index('fills_shown_for', ['shownFor', 'id'], { where: 'reversed_at IS NULL' })
@Index('fills_order', ['orderId', 'id'])
@Index('fills_reversed', ['orderId'], { where: 'reversed_at IS NOT NULL' })
export class FillRow implements Fill {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'order_id' })
  orderId!: string;

  @Column('text', { name: 'trade_date' })
  tradeDate!: string;

  @Column('text', { name: 'matching_id' })
  matchingId!: string;

  @Column('text', { name: 'order_number' })
  orderNumber!: string;

  @Column('text', { name: 'side' })
  side!: Side;

  @Column('text', { name: 'security' })
  security!: string;

  @Column('text', { name: 'units' })
  units!: string;

  @Column('text', { name: 'price' })
  price!: string;

  /** When we first saw it: the exchange gives executions a date but no time. */
  @Column('bigint', { name: 'observed_at' })
  observedAt!: number;

  /** The trading day whose trades were asked for; may differ from its own date. Empty: not known. */
  @Column('text', { name: 'shown_for', default: '' })
  shownFor!: string;

  /** Since then it no longer counts. */
  @Column('bigint', { name: 'reversed_at', nullable: true })
  reversedAt!: number | null;
}
