import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When the last process began, in database time and by the uptime of the machine. SQLite only: one row. */
@Entity('database_time')
export class DatabaseTimeRow {
  @PrimaryColumn('integer', { name: 'id' })
  id!: number;

  /** Which start of the machine; empty where the system does not tell. */
  @Column('text', { name: 'boot' })
  boot!: string;

  @Column('bigint', { name: 'up_ms' })
  upMs!: number;

  @Column('bigint', { name: 'at' })
  at!: number;
}
