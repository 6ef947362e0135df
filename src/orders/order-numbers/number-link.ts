import { OrderChangeDraft } from '../order/changes/order-change-draft.js';
import type { OrderRequest } from '../order/requests/order-request.js';
import { isUnproven } from '../order/order-status.js';
import {
  NOT_MISSING,
  type OrderChange,
  type Fill,
  type Moment,
  type OrderState,
} from '../order/order.js';

/**
 * Unlinks an order number that was inferred, or named by people, and proved to be another order's. The
 * executions booked under it are reversed, the terms are again those that were sent, and the post is
 * Unknown again. An acknowledged number is never unlinked automatically. A post that people had linked is
 * never resent: they have said that the order is at the exchange.
 */
export function unlinkInferred(
  state: OrderState,
  post: OrderRequest,
  fills: readonly Fill[],
  why: string,
  at: Moment,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const { orderNumber, numberGrade } = state.order;
  if (!isUnproven(numberGrade)) return draft.change();
  releaseNumber(draft, post, fills, why);
  draft.openBreak({ type: 'IdentityMismatch', key: orderNumber ?? '', detail: why });
  draft.moveRequest(post, 'Unknown', 'UNKNOWN', {
    reason: why,
    found: why,
    searches: 0,
    dueAt: at.database,
    ...(numberGrade === 'Operator' ? { resend: 'Forbidden' as const } : {}),
  });
  return draft.change();
}

/**
 * A trade shows that the number is another order's, but this order had a number before, so either may be
 * wrong. The order keeps its number, nothing is sent by it, and people decide.
 */
export function doubtLinkedNumber(state: OrderState, why: string, at: Moment): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const { orderNumber, numberGrade } = state.order;
  if (numberGrade !== 'Inferred') {
    draft.set({ numberGrade: 'Inferred' });
    draft.fact('NUMBER_DOUBTED', { orderNumber, reason: why });
  }
  draft.openBreak({ type: 'IdentityMismatch', key: orderNumber ?? '', detail: why });
  return draft.change();
}

/** Unlinks the present number and reverses the executions booked under it. */
export function withdrawNumber(draft: OrderChangeDraft, fills: readonly Fill[], why: string): void {
  const { orderNumber } = draft.order;
  if (orderNumber === null) return;
  const whose = `${orderNumber} is not this order's number`;
  for (const fill of fills.filter((one) => one.orderNumber === orderNumber))
    draft.reverseFill(fill, whose);
  draft.unlinkNumber(orderNumber, why);
  draft.set({ matchedUnits: draft.order.filledUnits });
}

/** Undoes everything that rests on the wrong number; the request and who is told are left to the caller. */
export function releaseNumber(
  draft: OrderChangeDraft,
  post: OrderRequest,
  fills: readonly Fill[],
  why: string,
): void {
  const { orderNumber, status } = draft.order;
  if (orderNumber === null) return;
  withdrawNumber(draft, fills, why);
  draft.set({
    units: post.units ?? draft.order.units,
    price: post.price ?? draft.order.price,
    status: 'New',
    exchangeStatus: null,
    grade: null,
    provenAt: null,
    closedAt: null,
    // What records and trades have shown under the number was another order.
    priceGrade: null,
    fewerMatchedSince: null,
    tradesDifferOn: null,
    ...NOT_MISSING,
  });
  draft.fact('STATUS_CHANGED', { from: status, to: 'New', evidence: why, grade: null, word: null });
}
