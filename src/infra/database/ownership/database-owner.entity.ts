import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Whose database it is. One row, written by the first service that starts on it. */
@Entity('database_owner')
export class DatabaseOwnerRow {
  @PrimaryColumn('integer', { name: 'id' })
  id!: number;

  @Column('text', { name: 'environment' })
  environment!: 'live' | 'test';

  @Column('text', { name: 'broker_code' })
  brokerCode!: string;

  /** Base URL of the exchange. */
  @Column('text', { name: 'exchange' })
  exchange!: string;
}
