import { Entity, PrimaryColumn } from 'typeorm';

/**
 * Order numbers that an audit entry only names, such as those that a search calls possible: an index for searches beside
 * the trail, as `audit_subjects` is of what an entry is about. It is not hashed.
 */
@Entity('audit_numbers')
export class AuditNumberRow {
  @PrimaryColumn('text', { name: 'order_number' })
  orderNumber!: string;

  /** The entry. */
  @PrimaryColumn('bigint', { name: 'sequence' })
  sequence!: number;
}
