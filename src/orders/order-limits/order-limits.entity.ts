import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What a key may order at once, or what may be ordered for an account, where that is less than the firm's limits. */
@Entity('order_limits')
@Index('order_limits_owner', ['kind', 'owner'], { unique: true })
@Check(
  'order_limits_some',
  'order_value IS NOT NULL OR order_units IS NOT NULL OR price_band IS NOT NULL',
)
export class OrderLimitsRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'kind' })
  kind!: 'key' | 'account';

  /** The id of the key, or the account number in capitals: no two accounts differ in case alone. */
  @Column('text', { name: 'owner' })
  owner!: string;

  @Column('text', { name: 'order_value', nullable: true })
  orderValue!: string | null;

  @Column('text', { name: 'order_units', nullable: true })
  orderUnits!: string | null;

  @Column('text', { name: 'price_band', nullable: true })
  priceBand!: string | null;

  @Column('text', { name: 'changed_by' })
  changedBy!: string;

  @Column('bigint', { name: 'changed_at' })
  changedAt!: number;
}
