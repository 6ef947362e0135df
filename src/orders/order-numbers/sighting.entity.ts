import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An order number that the exchange has shown under our broker code and that belonged to none of our
 * orders when first seen. It cannot belong to a post that was sent later.
 */
@Entity('sightings')
@Index('sightings_security', ['brokerCode', 'security', 'tradingDate'])
export class SightingRow {
  @PrimaryColumn('text', { name: 'broker_code' })
  brokerCode!: string;

  /** Part of the key, because the exchange may start its numbers again. */
  @PrimaryColumn('text', { name: 'trading_date' })
  tradingDate!: string;

  @PrimaryColumn('text', { name: 'order_number' })
  orderNumber!: string;

  /** Part of the key, with the side: a number may be given to an order of other terms on the same day. */
  @PrimaryColumn('text', { name: 'security' })
  security!: string;

  /** As shown: not always `BUY` or `SELL`. */
  @PrimaryColumn('text', { name: 'side' })
  side!: string;

  /** Database time of the answer that first showed it so. */
  @Column('bigint', { name: 'first_seen_at' })
  firstSeenAt!: number;

  @Column('text', { name: 'units', nullable: true })
  units!: string | null;

  @Column('text', { name: 'account_number', nullable: true })
  accountNumber!: string | null;

  /** The last audit entry when it was first noted. */
  @Column('bigint', { name: 'noted_entry', nullable: true })
  notedEntry!: number | null;
}
