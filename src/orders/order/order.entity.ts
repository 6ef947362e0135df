import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Order, PriceGrade, Side } from './order.js';
import type { EvidenceGrade, NumberDoubt, OrderStatus } from './order-status.js';

/** The condition of `certain=false` in `find-orders.ts`, word for word: else its index is not found. */
export const NOT_CERTAIN = `NOT (certain = 1 AND number_doubt IS NULL
    AND (order_number IS NULL OR COALESCE(number_grade, 'Inferred') <> 'Inferred')
    AND (COALESCE(price_grade, '') <> 'Doubtful' OR closed_at IS NOT NULL)
    AND fewer_matched_since IS NULL AND trades_differ_on IS NULL)`;

/**
 * An order's row. Decimals are texts, instants are milliseconds, flags are 0 or 1, the same on both
 * engines. After the domain's own fields follow those that only storing and finding need.
 */
@Entity('orders')
@Index('orders_client_order_id', ['createdBy', 'clientOrderId'], { unique: true })
@Index('orders_client_order', ['clientOrderId', 'id'])
@Index('orders_created', ['createdAt', 'id'])
@Index('orders_with_breaks', ['id'], { where: 'open_breaks > 0' })
@Index('orders_pending', ['pending', 'id'], { where: 'pending IS NOT NULL' })
@Index('orders_not_certain', ['id'], { where: NOT_CERTAIN })
@Index('orders_order_ref', ['orderRef'], { unique: true })
@Index('orders_order_number', ['orderNumber'])
@Index('orders_status', ['status', 'id'])
@Index('orders_trading_date', ['tradingDate', 'id'])
@Index('orders_account', ['accountNumber', 'id'])
// Of expressions, which TypeORM cannot say; the second is read by the release before only.
@Index('orders_account_key', { synchronize: false })
@Index('orders_account_spellings', { synchronize: false })
@Index('orders_security', ['security', 'id'])
@Index('orders_uncertain', ['certain', 'id'])
@Index('orders_closed', ['closedAt', 'id'])
@Index('orders_of_day', ['status', 'tradingDate'])
@Index('orders_aftermath', ['closedAt', 'id'], {
  where: `order_number IS NOT NULL
    AND (grade IN ('Acknowledged', 'Operator') OR filled_units <> matched_units
      OR fewer_matched_since IS NOT NULL OR trades_differ_on IS NOT NULL)`,
})
@Index('orders_expired', ['status', 'closedAt', 'id', 'tradingDate'], {
  where: "status = 'Expired'",
})
@Index('orders_unreported', ['unreportedSince'], { where: 'unreported_since IS NOT NULL' })
@Index('orders_trades_differ', ['tradesDifferOn'], { where: 'trades_differ_on IS NOT NULL' })
export class OrderRow implements Order {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'client_order_id' })
  clientOrderId!: string;

  @Column('text', { name: 'order_ref' })
  orderRef!: string;

  @Column('text', { name: 'order_number', nullable: true })
  orderNumber!: string | null;

  @Column('text', { name: 'number_grade', nullable: true })
  numberGrade!: EvidenceGrade | null;

  @Column('text', { name: 'number_doubt', nullable: true })
  numberDoubt!: NumberDoubt | null;

  @Column('bigint', { name: 'number_doubted_at', nullable: true })
  numberDoubtedAt!: number | null;

  @Column('text', { name: 'side' })
  side!: Side;

  @Column('text', { name: 'security' })
  security!: string;

  @Column('text', { name: 'units' })
  units!: string;

  @Column('text', { name: 'price' })
  price!: string;

  @Column('text', { name: 'price_grade', nullable: true })
  priceGrade!: PriceGrade | null;

  @Column('text', { name: 'time_in_force' })
  timeInForce!: string;

  @Column('text', { name: 'account_number' })
  accountNumber!: string;

  @Column('text', { name: 'client_name' })
  clientName!: string;

  @Column('text', { name: 'broker_code' })
  brokerCode!: string;

  @Column('text', { name: 'status' })
  status!: OrderStatus;

  @Column('text', { name: 'exchange_status', nullable: true })
  exchangeStatus!: string | null;

  @Column('text', { name: 'reason', nullable: true })
  reason!: string | null;

  @Column('text', { name: 'matched_units' })
  matchedUnits!: string;

  @Column('text', { name: 'filled_units' })
  filledUnits!: string;

  @Column('text', { name: 'filled_value' })
  filledValue!: string;

  @Column('text', { name: 'matched_under_prior_numbers', nullable: true })
  matchedUnderPriorNumbers!: string | null;

  @Column('text', { name: 'filled_under_prior_numbers', nullable: true })
  filledUnderPriorNumbers!: string | null;

  @Column('bigint', { name: 'unreported_since', nullable: true })
  unreportedSince!: number | null;

  @Column('bigint', { name: 'fewer_matched_since', nullable: true })
  fewerMatchedSince!: number | null;

  @Column('text', { name: 'trades_differ_on', nullable: true })
  tradesDifferOn!: string | null;

  @Column('text', { name: 'grade', nullable: true })
  grade!: EvidenceGrade | null;

  @Column('bigint', { name: 'doubted_since', nullable: true })
  doubtedSince!: number | null;

  @Column('bigint', { name: 'proven_at', nullable: true })
  provenAt!: number | null;

  @Column('bigint', { name: 'asked_at' })
  askedAt!: number;

  @Column('bigint', { name: 'touched_at' })
  lastOwnChangeAt!: number;

  @Column('bigint', { name: 'edit_acknowledged_at', nullable: true })
  editAcknowledgedAt!: number | null;

  @Column('bigint', { name: 'shown_working_at', nullable: true })
  shownWorkingAt!: number | null;

  @Column('integer', { name: 'misses' })
  timesMissing!: number;

  @Column('bigint', { name: 'missing_since', nullable: true })
  missingSince!: number | null;

  @Column('bigint', { name: 'contested_since', nullable: true })
  contestedSince!: number | null;

  @Column('text', { name: 'price_before', nullable: true })
  priceBefore!: string | null;

  @Column('text', { name: 'units_before', nullable: true })
  unitsBefore!: string | null;

  @Column('bigint', { name: 'units_before_edit_at', nullable: true })
  unitsBeforeEditAt!: number | null;

  @Column('text', { name: 'shown_pending', nullable: true })
  shownPending!: string | null;

  @Column('text', { name: 'shown_matched', nullable: true })
  shownMatched!: string | null;

  @Column('bigint', { name: 'fewer_shown_at', nullable: true })
  fewerShownAt!: number | null;

  @Column('bigint', { name: 'number_left_at', nullable: true })
  numberLeftAt!: number | null;

  @Column('text', { name: 'trading_date' })
  tradingDate!: string;

  @Column('text', { name: 'created_by' })
  createdBy!: string;

  /** The person whom the caller acted for, if it named one. */
  @Column('text', { name: 'on_behalf_of', nullable: true })
  onBehalfOf!: string | null;

  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  @Column('bigint', { name: 'updated_at' })
  updatedAt!: number;

  @Column('bigint', { name: 'closed_at', nullable: true })
  closedAt!: number | null;

  /** Incremented by every change that leaves a fact; the ETag. */
  @Column('integer', { name: 'version' })
  version!: number;

  /** 0 while a request has no known outcome, or the order is doubted or contested. */
  @Column('integer', { name: 'certain' })
  certain!: number;

  /** Kind of the oldest unfinished request. */
  @Column('text', { name: 'pending', nullable: true })
  pending!: string | null;

  @Column('integer', { name: 'open_breaks' })
  openBreaks!: number;

  /** The version that the broker's list has confirmed; see `last-proof`. */
  @Column('integer', { name: 'listed_version', default: 0 })
  listedVersion!: number;

  /** Digest of the caller's request: the same clientOrderId with other content is refused. */
  @Column('text', { name: 'fingerprint' })
  fingerprint!: string;

  /** Random; see `clientCommitment`. */
  @Column('text', { name: 'client_salt' })
  clientSalt!: string;
}

/** Every number by which the exchange knows or knew an order. On any one day it belongs to one order. */
@Entity('order_numbers')
@Index('order_numbers_number', ['brokerCode', 'tradingDate', 'orderNumber'], { unique: true })
@Index('order_numbers_order', ['orderId'])
@Index('order_numbers_plain', ['orderNumber'])
export class OrderNumberRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'order_id' })
  orderId!: string;

  @Column('text', { name: 'broker_code' })
  brokerCode!: string;

  /** Lagos day on which it was given; the exchange may start its numbers again on another. */
  @Column('text', { name: 'trading_date' })
  tradingDate!: string;

  @Column('text', { name: 'order_number' })
  orderNumber!: string;

  @Column('bigint', { name: 'linked_at' })
  linkedAt!: number;
}

/** `Idempotency-Key` of a caller's post; kept as long as the order. */
@Entity('idempotency_keys')
export class IdempotencyKeyRow {
  @PrimaryColumn('text', { name: 'caller' })
  caller!: string;

  @PrimaryColumn('text', { name: 'key' })
  key!: string;

  @Column('text', { name: 'order_id' })
  orderId!: string;
}
