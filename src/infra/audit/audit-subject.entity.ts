import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * What an audit entry is about: an index for searches beside the trail. It is not hashed, and accounts are removed from it
 * with their clients, because it names accounts and the trail does not. `marina audit rebuild` compares it.
 */
@Entity('audit_subjects')
@Index('audit_subjects_order', ['orderId', 'sequence'], { where: 'order_id IS NOT NULL' })
@Index('audit_subjects_number', ['orderNumber', 'sequence'], { where: 'order_number IS NOT NULL' })
// Read by the release before only.
@Index('audit_subjects_account', ['accountNumber', 'sequence'], {
  where: 'account_number IS NOT NULL',
})
// Of expressions, which TypeORM cannot say.
@Index('audit_subjects_account_key', { synchronize: false })
@Index('audit_subjects_account_spellings', { synchronize: false })
@Index('audit_subjects_security', ['security', 'sequence'], { where: 'security IS NOT NULL' })
@Index('audit_subjects_day', ['tradingDate', 'sequence'], { where: 'trading_date IS NOT NULL' })
export class AuditSubjectRow {
  /** The entry. */
  @PrimaryColumn('bigint', { name: 'sequence' })
  sequence!: number;

  @Column('text', { name: 'order_id', nullable: true })
  orderId!: string | null;

  /** Only where the number itself is the subject; an order's numbers are in `order_numbers`. */
  @Column('text', { name: 'order_number', nullable: true })
  orderNumber!: string | null;

  @Column('text', { name: 'account_number', nullable: true })
  accountNumber!: string | null;

  @Column('text', { name: 'security', nullable: true })
  security!: string | null;

  /** That of the order when the entry was written, or the day that the entry is about. */
  @Column('text', { name: 'trading_date', nullable: true })
  tradingDate!: string | null;
}
