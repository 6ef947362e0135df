import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One pass of the reconciler: what it asked, what came back, what that changed. */
@Entity('reconciliation_runs')
export class ReconciliationRunRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'cause' })
  cause!: string;

  @Column('bigint', { name: 'started_at' })
  startedAt!: number;

  @Column('bigint', { name: 'finished_at' })
  finishedAt!: number;

  /** Calls made. */
  @Column('integer', { name: 'calls' })
  calls!: number;

  /** Calls that gave a usable answer. */
  @Column('integer', { name: 'answered' })
  answered!: number;

  /** Orders looked at, and those of them that changed. */
  @Column('integer', { name: 'orders' })
  orders!: number;

  @Column('integer', { name: 'changed' })
  changed!: number;

  @Column('integer', { name: 'fills' })
  fills!: number;

  /** JSON list: each question, and why it had no answer. */
  @Column('text', { name: 'asked' })
  asked!: string;

  /** Database time before which nothing was asked of lists and trades that showed the whole book. */
  @Column('bigint', { name: 'covered_at', nullable: true })
  coveredAt!: number | null;
}
