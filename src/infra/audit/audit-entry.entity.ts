import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One audited fact, written in the same transaction and never changed. See `audit-chain.ts` for the format. */
@Entity('audit_entries')
@Index('audit_entries_stream', ['stream', 'streamSequence'], { unique: true })
@Index('audit_entries_at', ['at', 'sequence'])
@Index('audit_entries_type', ['type', 'sequence'])
@Index('audit_entries_actor', ['actor', 'sequence'])
@Index('audit_entries_on_behalf_of', ['onBehalfOf', 'sequence'], {
  where: 'on_behalf_of IS NOT NULL',
})
@Index('audit_entries_request', ['requestId', 'sequence'], { where: 'request_id IS NOT NULL' })
export class AuditEntryRow {
  /** Gapless from 1. */
  @PrimaryColumn('bigint', { name: 'sequence' })
  sequence!: number;

  /** The subject of the entry: an order's id, `keys`, `system`. */
  @Column('text', { name: 'stream' })
  stream!: string;

  /** Gapless from 1 within the stream. */
  @Column('bigint', { name: 'stream_sequence' })
  streamSequence!: number;

  /** RFC 3339 UTC, as hashed. */
  @Column('text', { name: 'at' })
  at!: string;

  /** Offset of our clock from its time source, if measured. */
  @Column('integer', { name: 'clock_offset_ms', nullable: true })
  clockOffsetMs!: number | null;

  @Column('text', { name: 'actor' })
  actor!: string;

  /** The API key that was used; null for background work. */
  @Column('text', { name: 'key_id', nullable: true })
  keyId!: string | null;

  /** The person whom the caller named in `On-Behalf-Of`; null: nobody. */
  @Column('text', { name: 'on_behalf_of', nullable: true })
  onBehalfOf!: string | null;

  @Column('text', { name: 'source_address', nullable: true })
  sourceAddress!: string | null;

  /** As in `X-Request-Id`, or the id of a reconciliation run or of a command. */
  @Column('text', { name: 'request_id', nullable: true })
  requestId!: string | null;

  @Column('text', { name: 'type' })
  type!: string;

  /** Sequence of the entry that caused this one, where it is known for certain. */
  @Column('bigint', { name: 'cause', nullable: true })
  cause!: number | null;

  /** The proposal that this carries out or ends, where two people are needed. */
  @Column('text', { name: 'approval', nullable: true })
  approval!: string | null;

  /** Canonical JSON, exactly as hashed. */
  @Column('text', { name: 'body' })
  body!: string;

  @Column('text', { name: 'previous_hash' })
  previousHash!: string;

  @Column('text', { name: 'hash' })
  hash!: string;

  @Column('integer', { name: 'schema_version' })
  schemaVersion!: number;
}

/** The head of the chain: one row, and the last lock taken by every unit that appends. */
@Entity('audit_head')
export class AuditHeadRow {
  @PrimaryColumn('integer', { name: 'id' })
  id!: number;

  @Column('bigint', { name: 'sequence' })
  sequence!: number;

  @Column('text', { name: 'hash' })
  hash!: string;

  /** The latest `at` of all entries. Not hashed, like `stepBackMs`: both only bound searches by time. */
  @Column('text', { name: 'latest_at' })
  latestAt!: string;

  /** The most by which an entry's `at` lies before that of an earlier one: the clock was set back. */
  @Column('bigint', { name: 'step_back_ms' })
  stepBackMs!: number;
}
