import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Whether the desk may send: one row, shared by all instances. */
@Entity('desk')
export class DeskRow {
  @PrimaryColumn('integer', { name: 'id' })
  id!: number;

  /** Wall clock of a person's pause; null: not paused. */
  @Column('bigint', { name: 'paused_at', nullable: true })
  pausedAt!: number | null;

  @Column('text', { name: 'paused_by', nullable: true })
  pausedBy!: string | null;

  @Column('text', { name: 'pause_reason', nullable: true })
  pauseReason!: string | null;

  /** Database time at which the database was found to be older than its checkpoint; null: it is not. */
  @Column('bigint', { name: 'restored_at', nullable: true })
  restoredAt!: number | null;

  /** The checkpoint that the audit chain lacks. */
  @Column('bigint', { name: 'lost_sequence', nullable: true })
  lostSequence!: number | null;

  @Column('text', { name: 'lost_hash', nullable: true })
  lostHash!: string | null;

  /** RFC 3339 UTC: the last entry of the chain. What came after it is forgotten. */
  @Column('text', { name: 'known_until', nullable: true })
  knownUntil!: string | null;

  /** 1: not all unsent requests of the restored database are Unknown yet. */
  @Column('integer', { name: 'doubts_pending' })
  doubtsPending!: number;

  /** The trades up to this trading date were read after its close; null: not known. */
  @Column('text', { name: 'trades_read_until', nullable: true })
  tradesReadUntil!: string | null;
}
