import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When the last process started, in database time and in machine uptime. One row, SQLite only. */
@Entity('database_time')
export class DatabaseTimeRow {
  @PrimaryColumn('integer', { name: 'id' })
  id!: number;

  /** Boot id of the machine; empty if the operating system has none. */
  @Column('text', { name: 'boot' })
  boot!: string;

  @Column('bigint', { name: 'up_ms' })
  upMs!: number;

  @Column('bigint', { name: 'at' })
  at!: number;
}
