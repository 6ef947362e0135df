import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The exchange's executions of a day under our broker code, as last read completely after the close. */
@Entity('day_readings')
export class DayReadingRow {
  @PrimaryColumn('text', { name: 'trading_date' })
  tradingDate!: string;

  /** When the exchange first answered this. */
  @Column('bigint', { name: 'read_at' })
  readAt!: number;

  /** The exchange call that answered it. */
  @Column('text', { name: 'call_id' })
  callId!: string;

  /** Canonical JSON list, one entry for each order number, security, side and account. */
  @Column('text', { name: 'executions' })
  executions!: string;

  /** Rows with traded units that lack what an execution needs. */
  @Column('integer', { name: 'unread' })
  unread!: number;

  /** JSON list: keys of our executions that no answer since the close has shown. */
  @Column('text', { name: 'unshown', default: '[]' })
  unshown!: string;

  /** JSON list: trades of our orders among the executions that were not booked. */
  @Column('text', { name: 'unbooked', default: '[]' })
  unbooked!: string;

  /** What the exchange answered instead of a list when there are no trades; null: it answered a list. */
  @Column('text', { name: 'said', nullable: true })
  said!: string | null;
}

/** One person's signature on one report. */
@Entity('day_sign_offs')
@Index('day_sign_offs_person', ['tradingDate', 'revision', 'reportHash', 'signedBy'], {
  unique: true,
})
export class DaySignOffRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'trading_date' })
  tradingDate!: string;

  /** Revision of the certificate it counts towards. */
  @Column('integer', { name: 'revision' })
  revision!: number;

  @Column('text', { name: 'report_hash' })
  reportHash!: string;

  @Column('text', { name: 'signed_by' })
  signedBy!: string;

  /** The person that the signing key acted for, if it named one. */
  @Column('text', { name: 'signed_on_behalf_of', nullable: true })
  signedOnBehalfOf!: string | null;

  @Column('bigint', { name: 'signed_at' })
  signedAt!: number;

  @Column('text', { name: 'text', nullable: true })
  text!: string | null;
}

/** A report frozen by two signatures; each certificate holds the hash of the previous one. */
@Entity('day_certificates')
@Index('day_certificates_revision', ['tradingDate', 'revision'], { unique: true })
@Index('day_certificates_chain', ['previousHash'], { unique: true })
export class DayCertificateRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'trading_date' })
  tradingDate!: string;

  /** 1 for the first close of the day, one more for each later one. */
  @Column('integer', { name: 'revision' })
  revision!: number;

  /** Canonical JSON. */
  @Column('text', { name: 'report' })
  report!: string;

  @Column('text', { name: 'report_hash' })
  reportHash!: string;

  /** Of `report.facts`: the part that later work on breaks does not change. */
  @Column('text', { name: 'facts_hash' })
  factsHash!: string;

  /** JSON list of both names, in signing order. */
  @Column('text', { name: 'signed_by' })
  signedBy!: string;

  @Column('bigint', { name: 'closed_at' })
  closedAt!: number;

  @Column('text', { name: 'previous_hash' })
  previousHash!: string;

  @Column('text', { name: 'hash' })
  hash!: string;
}
