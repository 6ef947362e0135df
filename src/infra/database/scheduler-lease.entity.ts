import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which instance does the scheduled work. One row; PostgreSQL only. */
@Entity('scheduler_lease')
export class SchedulerLeaseRow {
  @PrimaryColumn('integer', { name: 'id' })
  id!: number;

  /** Empty if the last one has given it back. */
  @Column('text', { name: 'holder' })
  holder!: string;

  /** In database time. */
  @Column('bigint', { name: 'expires_at' })
  expiresAt!: number;
}
