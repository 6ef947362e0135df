import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A date without the usual session. */
@Entity('trading_calendar')
@Check('trading_calendar_session', "(kind = 'Holiday') = (session IS NULL)")
export class CalendarDayRow {
  /** `YYYY-MM-DD`, a calendar day of Africa/Lagos. */
  @PrimaryColumn('text', { name: 'trading_date' })
  tradingDate!: string;

  @Column('text', { name: 'kind' })
  kind!: 'Holiday' | 'HalfDay';

  /** `HH:MM-HH:MM` in Lagos; null on a holiday. */
  @Column('text', { name: 'session', nullable: true })
  session!: string | null;

  @Column('text', { name: 'name' })
  name!: string;

  @Column('text', { name: 'changed_by' })
  changedBy!: string;

  @Column('bigint', { name: 'changed_at' })
  changedAt!: number;
}
