import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One way in which replies of an endpoint differed from the interface document. */
@Entity('schema_drift')
@Index('schema_drift_seen', ['lastSeenAt'])
export class SchemaDriftRow {
  /** Digest of endpoint, status and deviation, so that the same difference is one row. */
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'endpoint' })
  endpoint!: string;

  @Column('integer', { name: 'http_status' })
  httpStatus!: number;

  /** Where and how the reply differs: names and types, never values. */
  @Column('text', { name: 'deviation' })
  deviation!: string;

  @Column('integer', { name: 'seen' })
  seen!: number;

  /** Wall clock. */
  @Column('bigint', { name: 'first_seen_at' })
  firstSeenAt!: number;

  @Column('bigint', { name: 'last_seen_at' })
  lastSeenAt!: number;

  @Column('text', { name: 'first_call_id' })
  firstCallId!: string;

  /** The start of the first such reply, as received. */
  @Column('text', { name: 'sample' })
  sample!: string;
}
