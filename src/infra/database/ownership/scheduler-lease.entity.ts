import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which instance does the scheduled work. One row; PostgreSQL only. */
@Entity('scheduler_lease')
export class SchedulerLeaseRow {
  @PrimaryColumn('integer', { name: 'id' })
  id!: number;

  /** Also when it has given it back; empty before the first. */
  @Column('text', { name: 'holder' })
  holder!: string;

  /** In database time; 0: it was given back. */
  @Column('bigint', { name: 'expires_at' })
  expiresAt!: number;
}
