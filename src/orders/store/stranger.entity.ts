import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An order number that the exchange has shown under our broker code and that belonged to no order of
 * ours when it was first seen. When that was tells whether it can be a post that was sent later.
 */
@Entity('strangers')
export class StrangerRow {
  @PrimaryColumn('text', { name: 'broker_code' })
  brokerCode!: string;

  /** The day on which it was seen: numbers may begin again. */
  @PrimaryColumn('text', { name: 'trading_date' })
  tradingDate!: string;

  @PrimaryColumn('text', { name: 'order_number' })
  orderNumber!: string;

  /** Database time at which the answer was there that first showed it. */
  @Column('bigint', { name: 'first_seen_at' })
  firstSeenAt!: number;
}
