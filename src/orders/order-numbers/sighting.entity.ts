import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An order number that the exchange has shown under our broker code and that belonged to no order of
 * ours when it was first seen. When that was tells whether it can be a post that was sent later.
 */
@Entity('sightings')
@Index('sightings_security', ['brokerCode', 'security', 'tradingDate'])
export class SightingRow {
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

  /** As it was first shown; null where no answer has told it yet. */
  @Column('text', { name: 'security', nullable: true })
  security!: string | null;

  @Column('text', { name: 'side', nullable: true })
  side!: string | null;

  @Column('text', { name: 'units', nullable: true })
  units!: string | null;

  @Column('text', { name: 'account_number', nullable: true })
  accountNumber!: string | null;

  /** The last entry of the audit trail when it was first noted. */
  @Column('bigint', { name: 'noted_entry', nullable: true })
  notedEntry!: number | null;
}
