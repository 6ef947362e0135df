import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One run of the reconciler: what it asked, what came back, what that changed. */
@Entity('reconciliation_runs')
@Index('reconciliation_runs_started', ['startedAt'])
@Index('reconciliation_runs_covered', ['coveredAt'])
@Index('reconciliation_runs_listed', ['listedAt'])
export class ReconciliationRunRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'cause' })
  cause!: string;

  /** JSON: the one account, security or list of orders that it looked at; null is everything. */
  @Column('text', { name: 'scope', nullable: true })
  scope!: string | null;

  /** 1: nothing that it found was written. */
  @Column('integer', { name: 'dry_run', default: 0 })
  dryRun!: number;

  @Column('bigint', { name: 'started_at' })
  startedAt!: number;

  @Column('bigint', { name: 'finished_at' })
  finishedAt!: number;

  /** Calls made: what it has spent of the rate budget. */
  @Column('integer', { name: 'calls' })
  calls!: number;

  /** Calls that gave a usable answer. */
  @Column('integer', { name: 'answered' })
  answered!: number;

  /** Orders looked at, and those of them that changed, or would have. */
  @Column('integer', { name: 'orders' })
  orders!: number;

  @Column('integer', { name: 'changed' })
  changed!: number;

  @Column('integer', { name: 'fills' })
  fills!: number;

  /** Breaks that it opened and closed, or would have; null for runs that did not count them. */
  @Column('integer', { name: 'opened', nullable: true })
  opened!: number | null;

  @Column('integer', { name: 'closed', nullable: true })
  closed!: number | null;

  /** JSON list: each question, and why it had no answer. */
  @Column('text', { name: 'asked' })
  asked!: string;

  /** JSON: from when the broker's list and the trades of each date were, in database time. */
  @Column('text', { name: 'cut_offs', nullable: true })
  cutOffs!: string | null;

  /** Database time of the last question of a run whose lists and trades showed the whole book; null otherwise. */
  @Column('bigint', { name: 'covered_at', nullable: true })
  coveredAt!: number | null;

  /** Database time by which the broker's list was read whole; the trades may not have been. */
  @Column('bigint', { name: 'listed_at', nullable: true })
  listedAt!: number | null;

  /** JSON, of a dry run: what it would have changed. */
  @Column('text', { name: 'preview', nullable: true })
  preview!: string | null;
}
