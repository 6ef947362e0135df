import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A listed security, as of the last load of the directory. */
@Entity('securities')
export class SecurityRow {
  @PrimaryColumn('text', { name: 'symbol' })
  symbol!: string;

  @Column('text', { name: 'name', nullable: true })
  name!: string | null;

  @Column('text', { name: 'isin', nullable: true })
  isin!: string | null;

  @Column('text', { name: 'status', nullable: true })
  status!: string | null;

  @Column('text', { name: 'instrument_type', nullable: true })
  instrumentType!: string | null;

  @Column('text', { name: 'sector', nullable: true })
  sector!: string | null;

  /** Wall clock of the load that last listed it. */
  @Column('bigint', { name: 'listed_at' })
  listedAt!: number;
}
