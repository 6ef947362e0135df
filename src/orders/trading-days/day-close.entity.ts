import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The exchange's executions of a day under our broker code, as last read whole after its close. */
@Entity('day_readings')
export class DayReadingRow {
  @PrimaryColumn('text', { name: 'trading_date' })
  tradingDate!: string;

  /** When this was first the answer. */
  @Column('bigint', { name: 'read_at' })
  readAt!: number;

  /** The exchange call that answered it. */
  @Column('text', { name: 'call_id' })
  callId!: string;

  /** Canonical JSON list, one entry for each order number, security, side and account. */
  @Column('text', { name: 'executions' })
  executions!: string;

  /** Rows with units traded that say too little to be an execution. */
  @Column('integer', { name: 'unread' })
  unread!: number;

  /** JSON list: keys of our executions that no answer after the close has shown. */
  @Column('text', { name: 'unshown', default: '[]' })
  unshown!: string;
}

/** One person has signed one report. */
@Entity('day_sign_offs')
@Index('day_sign_offs_person', ['tradingDate', 'revision', 'reportHash', 'signedBy'], {
  unique: true,
})
export class DaySignOffRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'trading_date' })
  tradingDate!: string;

  /** Of the certificate that it is for. */
  @Column('integer', { name: 'revision' })
  revision!: number;

  @Column('text', { name: 'report_hash' })
  reportHash!: string;

  @Column('text', { name: 'signed_by' })
  signedBy!: string;

  @Column('bigint', { name: 'signed_at' })
  signedAt!: number;

  @Column('text', { name: 'text', nullable: true })
  text!: string | null;
}

/** A report that two people have signed, frozen; each holds the hash of the one before. */
@Entity('day_certificates')
@Index('day_certificates_revision', ['tradingDate', 'revision'], { unique: true })
@Index('day_certificates_chain', ['previousHash'], { unique: true })
export class DayCertificateRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'trading_date' })
  tradingDate!: string;

  /** 1, and one more for each time that the day was closed again. */
  @Column('integer', { name: 'revision' })
  revision!: number;

  /** Canonical JSON. */
  @Column('text', { name: 'report' })
  report!: string;

  @Column('text', { name: 'report_hash' })
  reportHash!: string;

  /** Of the part of the report that no later work on breaks may change. */
  @Column('text', { name: 'facts_hash' })
  factsHash!: string;

  /** JSON list of both names, in the order in which they signed. */
  @Column('text', { name: 'signed_by' })
  signedBy!: string;

  @Column('bigint', { name: 'closed_at' })
  closedAt!: number;

  @Column('text', { name: 'previous_hash' })
  previousHash!: string;

  @Column('text', { name: 'hash' })
  hash!: string;
}
