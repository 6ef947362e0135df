import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ApprovalState } from '../breaks/resolution.js';

/**
 * A version of the status mappings: the meanings of all undocumented status words, proposed by one person
 * and approved by another. The latest approved version is in force. The database enforces that each is
 * decided once, by somebody else, and never changes.
 */
@Entity('status_mappings')
@Index('status_mappings_pending', ['state'], { unique: true, where: "state = 'Pending'" })
@Check(
  'status_mappings_second_person',
  "state <> 'Approved' OR (decided_by IS NOT NULL AND decided_by <> proposed_by)",
)
export class StatusMappingRow {
  @PrimaryColumn('integer', { name: 'version' })
  version!: number;

  /** Canonical JSON: lower-case status words with their meanings. */
  @Column('text', { name: 'words' })
  words!: string;

  @Column('text', { name: 'reason' })
  reason!: string;

  /** SHA-256 of the canonical JSON of version, words and reason. */
  @Column('text', { name: 'payload_hash' })
  payloadHash!: string;

  @Column('text', { name: 'state' })
  state!: Exclude<ApprovalState, 'Stale'>;

  @Column('text', { name: 'proposed_by' })
  proposedBy!: string;

  /** The person that the proposing key acted for, if it named one. */
  @Column('text', { name: 'proposed_on_behalf_of', nullable: true })
  proposedOnBehalfOf!: string | null;

  @Column('bigint', { name: 'proposed_at' })
  proposedAt!: number;

  @Column('bigint', { name: 'expires_at' })
  expiresAt!: number;

  @Column('text', { name: 'decided_by', nullable: true })
  decidedBy!: string | null;

  @Column('bigint', { name: 'decided_at', nullable: true })
  decidedAt!: number | null;

  /** The second person's comment. */
  @Column('text', { name: 'decision', nullable: true })
  decision!: string | null;
}
