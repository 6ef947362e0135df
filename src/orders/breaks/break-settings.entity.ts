import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How soon breaks are due, in minutes. One row, shared by all instances; none until somebody sets them. */
@Entity('break_settings')
@Check('break_settings_one', 'id = 1')
@Check(
  'break_settings_order',
  'critical_minutes >= 1 AND critical_minutes <= high_minutes AND high_minutes <= medium_minutes AND medium_minutes <= low_minutes AND low_minutes <= 10080',
)
export class BreakSettingsRow {
  @PrimaryColumn('integer', { name: 'id' })
  id!: number;

  /** Grows with every change; 1 is the first. */
  @Column('integer', { name: 'version' })
  version!: number;

  @Column('integer', { name: 'critical_minutes' })
  critical!: number;

  @Column('integer', { name: 'high_minutes' })
  high!: number;

  @Column('integer', { name: 'medium_minutes' })
  medium!: number;

  @Column('integer', { name: 'low_minutes' })
  low!: number;

  @Column('text', { name: 'changed_by' })
  changedBy!: string;

  @Column('bigint', { name: 'changed_at' })
  changedAt!: number;
}
