import { OrderChange } from '../order/order-change.js';
import type { OrderRequest } from '../order/order-request.js';
import { isUnproven } from '../order/order-status.js';
import type { Change, Fill, Moment, OrderState } from '../order/order.js';

/**
 * An order number that was inferred, or named by people, and is proven to be another's. The trail keeps what was
 * believed; entries of the opposite kind undo it: the executions booked under the number are
 * reversed, the terms are again those that were sent, and the post is as unknown as it was. A
 * number that an acknowledgement has proven is never taken away by itself. What people had bound is
 * never sent again: they have said that it is there.
 */
export function unlinkInferred(
  state: OrderState,
  post: OrderRequest,
  fills: readonly Fill[],
  why: string,
  at: Moment,
): Change {
  const draft = new OrderChange(state, at);
  if (!isUnproven(state.order.numberGrade)) return draft.change();
  releaseNumber(draft, post, fills, why);
  draft.moveRequest(post, 'Unknown', 'UNKNOWN', {
    reason: why,
    found: why,
    searches: 0,
    dueAt: at.database,
    ...(state.order.numberGrade === 'Operator' ? { resend: 'Forbidden' as const } : {}),
  });
  return draft.change();
}

/**
 * A trade shows the number to be another's, and the order had one before: which of them is right
 * nobody can tell from here. It keeps what it has, nothing is sent by it, and people say.
 */
export function doubtLinkedNumber(state: OrderState, why: string, at: Moment): Change {
  const draft = new OrderChange(state, at);
  const { orderNumber, numberGrade } = state.order;
  if (numberGrade !== 'Inferred') {
    draft.set({ numberGrade: 'Inferred' });
    draft.fact('NUMBER_DOUBTED', { orderNumber, reason: why });
  }
  draft.openBreak({ type: 'IdentityMismatch', key: orderNumber ?? '', detail: why });
  return draft.change();
}

/** The executions booked under the present number are reversed, and the number is taken away. */
export function withdrawNumber(draft: OrderChange, fills: readonly Fill[], why: string): void {
  const { orderNumber } = draft.order;
  if (orderNumber === null) return;
  const whose = `${orderNumber} is not this order's number`;
  for (const fill of fills.filter((one) => one.orderNumber === orderNumber))
    draft.reverseFill(fill, whose);
  draft.unlinkNumber(orderNumber, why);
  draft.set({ matchedUnits: draft.order.filledUnits });
}

/** What stands on the wrong number is taken back; the request is left to the caller. */
export function releaseNumber(
  draft: OrderChange,
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
    misses: 0,
  });
  draft.fact('STATUS_CHANGED', { from: status, to: 'New', evidence: why, grade: null, word: null });
  draft.openBreak({ type: 'IdentityMismatch', key: orderNumber, detail: why });
}
