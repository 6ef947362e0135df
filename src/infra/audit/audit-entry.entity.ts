import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One fact, written in the transaction of the fact and never changed. Format: `audit-chain.ts`. */
@Entity('audit_entries')
@Index('audit_entries_stream', ['stream', 'streamSequence'], { unique: true })
@Index('audit_entries_type', ['type', 'sequence'])
@Index('audit_entries_actor', ['actor', 'sequence'])
export class AuditEntryRow {
  /** Gapless from 1. */
  @PrimaryColumn('bigint', { name: 'sequence' })
  sequence!: number;

  /** What the fact is about: an order's id, `keys`, `system`. */
  @Column('text', { name: 'stream' })
  stream!: string;

  /** Gapless from 1 within the stream. */
  @Column('bigint', { name: 'stream_sequence' })
  streamSequence!: number;

  /** RFC 3339 UTC, as hashed. */
  @Column('text', { name: 'at' })
  at!: string;

  /** Distance of our clock from its source, where it was measured. */
  @Column('integer', { name: 'clock_offset_ms', nullable: true })
  clockOffsetMs!: number | null;

  @Column('text', { name: 'actor' })
  actor!: string;

  @Column('text', { name: 'on_behalf_of', nullable: true })
  onBehalfOf!: string | null;

  /** Address and request id of who asked. */
  @Column('text', { name: 'source', nullable: true })
  source!: string | null;

  @Column('text', { name: 'type' })
  type!: string;

  /** Sequence of the entry that led to this one. */
  @Column('bigint', { name: 'cause', nullable: true })
  cause!: number | null;

  /** Maker and checker, where two people were needed. */
  @Column('text', { name: 'approval', nullable: true })
  approval!: string | null;

  /** Canonical JSON, the very bytes that were hashed. */
  @Column('text', { name: 'body' })
  body!: string;

  @Column('text', { name: 'previous_hash' })
  previousHash!: string;

  @Column('text', { name: 'hash' })
  hash!: string;

  @Column('integer', { name: 'schema_version' })
  schemaVersion!: number;
}

/** The end of the chain: one row, locked last by every unit that appends. */
@Entity('audit_head')
export class AuditHeadRow {
  @PrimaryColumn('integer', { name: 'id' })
  id!: number;

  @Column('bigint', { name: 'sequence' })
  sequence!: number;

  @Column('text', { name: 'hash' })
  hash!: string;
}
