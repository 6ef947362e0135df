import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An export of the trail that an instance writes to a file in its data folder. */
@Entity('audit_exports')
@Index('audit_exports_made', ['madeBy', 'id'])
export class AuditExportRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'state' })
  state!: 'Queued' | 'Running' | 'Done' | 'Failed';

  @Column('text', { name: 'format' })
  format!: 'ndjson' | 'csv' | 'parquet' | 'zip';

  /** JSON: the filters as in a query, names to texts. */
  @Column('text', { name: 'filters' })
  filters!: string;

  /** Nobody else sees it. */
  @Column('text', { name: 'made_by' })
  madeBy!: string;

  /** The process that writes it. */
  @Column('text', { name: 'instance' })
  instance!: string;

  /** Sequence of the last entry that was read, of `upTo`; null before it begins. */
  @Column('bigint', { name: 'reached', nullable: true })
  reached!: number | null;

  @Column('bigint', { name: 'up_to', nullable: true })
  upTo!: number | null;

  /** How many it has; null until it is done, and of those of an older release. */
  @Column('bigint', { name: 'entries', nullable: true })
  entries!: number | null;

  @Column('bigint', { name: 'bytes', nullable: true })
  bytes!: number | null;

  @Column('text', { name: 'digest', nullable: true })
  digest!: string | null;

  /** Why it failed. */
  @Column('text', { name: 'reason', nullable: true })
  reason!: string | null;

  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  /** When its instance has last said that it is at work on it. */
  @Column('bigint', { name: 'updated_at' })
  updatedAt!: number;

  @Column('bigint', { name: 'finished_at', nullable: true })
  finishedAt!: number | null;
}
