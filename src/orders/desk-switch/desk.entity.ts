import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Whether the desk may send: one row, shared by all instances. */
@Entity('desk')
export class DeskRow {
  @PrimaryColumn('integer', { name: 'id' })
  id!: number;

  /** Wall clock of a person's pause; null while there is none. */
  @Column('bigint', { name: 'paused_at', nullable: true })
  pausedAt!: number | null;

  @Column('text', { name: 'paused_by', nullable: true })
  pausedBy!: string | null;

  @Column('text', { name: 'pause_reason', nullable: true })
  pauseReason!: string | null;

  /** Database time at which the database was found to be older than what was done; null: it is not. */
  @Column('bigint', { name: 'restored_at', nullable: true })
  restoredAt!: number | null;

  /** The mark that the chain does not hold. */
  @Column('bigint', { name: 'lost_sequence', nullable: true })
  lostSequence!: number | null;

  @Column('text', { name: 'lost_hash', nullable: true })
  lostHash!: string | null;

  /** RFC 3339 UTC: the last entry of the chain as it was found. What came after it is forgotten. */
  @Column('text', { name: 'known_until', nullable: true })
  knownUntil!: string | null;

  /** 1: what the database holds as unsent is still to be doubted. */
  @Column('integer', { name: 'doubts_owed' })
  doubtsOwed!: number;

  /** The trades of this trading date, and of all before it, were read after its close; null: not known. */
  @Column('text', { name: 'trades_read_until', nullable: true })
  tradesReadUntil!: string | null;
}
