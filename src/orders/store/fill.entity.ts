import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Fill, Side } from '../domain/order.js';

/** One execution, booked once: the unique index is the last word on that. */
@Entity('fills')
@Index('fills_execution', ['tradeDate', 'matchingId', 'orderNumber', 'side'], { unique: true })
@Index('fills_order', ['orderId', 'id'])
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

  /** When we first saw it: the exchange gives executions a date, no time. */
  @Column('bigint', { name: 'observed_at' })
  observedAt!: number;
}
