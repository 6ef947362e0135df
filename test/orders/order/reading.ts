import type { RecordEvidence } from '../../../src/orders/order/evidence/evidence.js';
import type { OrderChange, Order, OrderState } from '../../../src/orders/order/order.js';
import { applyRecord } from '../../../src/orders/reconciliation/order-records/apply-record.js';
import type { RecordRules } from '../../../src/orders/reconciliation/order-records/record-rules.js';
import { anOrder, aRecord, aState, at, changeOf, GRACE_MS } from '../../support/builders.js';

export const RULES: RecordRules = { graceMs: GRACE_MS };

/** Applies a record to an order in this state, a minute after noon. */
export function read(state: OrderState, record: RecordEvidence, rules = RULES): OrderChange | null {
  return applyRecord(state, record, at(), rules);
}

/** Applies a record to an order without open requests. */
export function seen(order: Partial<Order>, record: Partial<RecordEvidence>): OrderChange {
  return changeOf(read(aState({ order: anOrder(order) }), aRecord(record)));
}
