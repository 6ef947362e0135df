import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OrderRequest, RequestKind, RequestState, ResendDecision } from './order-request.js';

/** See `blocked-requests`. */
export type BlockedBy = 'Twin' | 'Order';

/** What we asked: also the queue of what is still to be sent. */
@Entity('order_requests')
@Index('order_requests_order', ['orderId', 'id'])
@Index('order_requests_queue', ['state', 'dueAt'])
@Index('order_requests_queued', ['kind', 'createdAt'], { where: "state = 'Queued'" })
@Index('order_requests_due', ['kind', 'dueAt', 'id'], {
  where: "state = 'Queued' AND blocked_by IS NULL",
})
@Index('order_requests_due_again', ['kind', 'dueAt', 'id'], {
  where: "state = 'Unknown' AND resend IN ('Cleared', 'DuplicateProbe')",
})
@Index('order_requests_turns', ['kind', 'turn', 'id'], {
  where: "state = 'Queued' AND blocked_by IS NULL",
})
@Index('order_requests_of_caller', ['caller', 'turn'], {
  where: "kind = 'Post' AND state = 'Queued'",
})
@Index('order_requests_edits_of_caller', ['caller', 'turn'], {
  where: "kind = 'Edit' AND state = 'Queued'",
})
@Index('order_requests_cancels_of_caller', ['caller', 'turn'], {
  where: "kind = 'Cancel' AND state = 'Queued'",
})
@Index('order_requests_served', ['turn'], { where: "kind = 'Post' AND sends > 0" })
@Index('order_requests_edits_served', ['turn'], { where: "kind = 'Edit' AND sends > 0" })
@Index('order_requests_cancels_served', ['turn'], { where: "kind = 'Cancel' AND sends > 0" })
@Index('order_requests_live', ['matchKey', 'id'], {
  where: "blocked_by IS NULL AND state IN ('Queued', 'Sent', 'Unknown')",
})
@Index('order_requests_behind', ['matchKey', 'dueAt', 'id'], {
  where: "blocked_by = 'Twin' AND state = 'Queued'",
})
@Index('order_requests_twins_behind', ['matchKey', 'turn', 'id'], {
  where: "blocked_by = 'Twin' AND state = 'Queued'",
})
@Index('order_requests_in_flight', ['orderId'], { unique: true, where: "state = 'Sent'" })
@Index('order_requests_match_key', ['matchKey', 'state'])
@Index('order_requests_repeated', ['kind', 'state'], { where: 'sends > 1' })
export class OrderRequestRow implements OrderRequest {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'order_id' })
  orderId!: string;

  @Column('text', { name: 'kind' })
  kind!: RequestKind;

  @Column('text', { name: 'state' })
  state!: RequestState;

  @Column('text', { name: 'units', nullable: true })
  units!: string | null;

  @Column('text', { name: 'price', nullable: true })
  price!: string | null;

  @Column('integer', { name: 'epoch' })
  claimNumber!: number;

  @Column('integer', { name: 'sends' })
  sends!: number;

  @Column('bigint', { name: 'due_at' })
  dueAt!: number;

  @Column('bigint', { name: 'claimed_at', nullable: true })
  claimedAt!: number | null;

  @Column('bigint', { name: 'first_sent_at', nullable: true })
  firstSentAt!: number | null;

  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  @Column('bigint', { name: 'since' })
  since!: number;

  @Column('text', { name: 'operator' })
  operator!: string;

  @Column('text', { name: 'reason', nullable: true })
  reason!: string | null;

  @Column('integer', { name: 'refusal_pending' })
  refusalPending!: number;

  @Column('text', { name: 'named_number', nullable: true })
  namedNumber!: string | null;

  /** The column has its name from when a 429 alone was doubted. */
  @Column('integer', { name: 'throttled', default: 0 })
  refusedAtGateway!: number;

  @Column('text', { name: 'candidate', nullable: true })
  unprovenNumber!: string | null;

  @Column('text', { name: 'match_key', nullable: true })
  matchKey!: string | null;

  @Column('text', { name: 'resend', default: 'Undecided' })
  resend!: ResendDecision;

  @Column('integer', { name: 'searches', default: 0 })
  searches!: number;

  @Column('text', { name: 'found', nullable: true })
  found!: string | null;

  @Column('text', { name: 'candidates', nullable: true })
  candidates!: string | null;

  /** Why a claim need not look at it while it is queued; see `blocked-requests`. */
  @Column('text', { name: 'blocked_by', nullable: true })
  blockedBy!: BlockedBy | null;

  /** Who has asked for it; empty for edits and cancels of releases in which those did not take turns. */
  @Column('text', { name: 'caller', default: '' })
  caller!: string;

  /** See `request-turns`. */
  @Column('bigint', { name: 'turn', default: 0 })
  turn!: number;

  /** Of the span in which it was accepted (W3C Trace Context); null without traces. */
  @Column('text', { name: 'traceparent', nullable: true })
  traceparent!: string | null;

  @Column('bigint', { name: 'sent_entry', nullable: true })
  sentEntry!: number | null;

  @Column('bigint', { name: 'absent_since', nullable: true })
  absentSince!: number | null;

  @Column('bigint', { name: 'ended_without_at', nullable: true })
  endedWithoutAt!: number | null;
}
