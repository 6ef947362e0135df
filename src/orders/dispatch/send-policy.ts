import { compare, subtract } from '../../infra/decimal.js';
import { OrderChange } from '../order/order-change.js';
import {
  cancelAsked,
  isUnitsMeaningKnown,
  withdrawPost,
  type EditUnitsMean,
} from '../order/instructions.js';
import type { OrderRequest } from '../order/order-request.js';
import type { Change, Moment, Order, OrderState } from '../order/order.js';
import { isClosed } from '../order/order-status.js';

/**
 * The last look before a request leaves: it is sent only while it still makes sense. A post leaves
 * only on its trading day and while nobody has asked to cancel; an edit only while it can still mean
 * what was asked; nothing leaves for a closed order, nor by a number that is another's now. The same
 * holds for one whose outcome is Unknown and that a search lets go once more, only that it cannot be
 * taken back: it stays Unknown.
 */
export interface SendRules {
  readonly editUnitsMean: EditUnitsMean;
  /** The exchange has given the order's number to another order of ours since. */
  readonly isPassedOn: boolean;
  /** The last entry of the audit trail. */
  readonly lastEntry: number;
}

export type Sending =
  | {
      readonly kind: 'Send';
      readonly request: OrderRequest;
      readonly change: Change;
      readonly units: string | null;
    }
  /** It must not be sent any more. */
  | { readonly kind: 'Drop'; readonly change: Change };

export function decideSend(
  state: OrderState,
  request: OrderRequest,
  at: Moment,
  rules: SendRules,
): Sending {
  const draft = new OrderChange(state, at);
  const cancelled = request.kind === 'Cancel' ? null : cancelAsked(state);
  const drop = reasonToDrop(state.order, request, at, rules);
  // What is to prove that the order is there goes because a cancel waits for its number.
  const isWanted = cancelled === null || request.resend === 'ToProve';
  if (request.state === 'Unknown' && (!isWanted || drop !== null)) {
    draft.keepRequest({ ...request, resend: 'Undecided' });
    return { kind: 'Drop', change: draft.change() };
  }
  if (request.kind === 'Post' && !isWanted && cancelled !== null) {
    withdrawPost(draft, request, cancelled);
    return { kind: 'Drop', change: draft.change() };
  }
  if (drop !== null) {
    draft.set({ reason: drop });
    draft.moveRequest(request, 'Withdrawn', 'WITHDRAWN', { reason: drop });
    if (request.kind === 'Post') draft.applyEvidence('lapsed', 'Calendar');
    return { kind: 'Drop', change: draft.change() };
  }
  const sent = draft.moveRequest(request, 'Sent', 'SENT', {
    epoch: request.epoch + 1,
    sends: request.sends + 1,
    claimedAt: at.database,
    firstSentAt: request.firstSentAt ?? at.database,
    namedNumber: request.kind === 'Post' ? null : state.order.orderNumber,
    sentEntry: request.sentEntry ?? rules.lastEntry,
    resend: 'Undecided',
    reason: null,
  });
  draft.set({ touchedAt: at.database });
  return {
    kind: 'Send',
    request: sent,
    change: draft.change(),
    units: unitsToSend(state.order, request, rules),
  };
}

function reasonToDrop(
  order: Order,
  request: OrderRequest,
  at: Moment,
  rules: SendRules,
): string | null {
  if (isClosed(order.status)) return `the order is ${order.status}`;
  if (request.kind === 'Post') {
    return order.tradingDate < at.today ? 'its trading day ended before it could be sent' : null;
  }
  if (rules.isPassedOn) return `${order.orderNumber ?? '?'} is the number of another order now`;
  if (request.kind === 'Cancel' || request.units === null) return null;
  if (compare(order.matchedUnits, '0') === 0) return null;
  if (compare(request.units, order.matchedUnits) <= 0) {
    return `${order.matchedUnits} units were matched before the edit could be sent`;
  }
  return isUnitsMeaningKnown(order, rules.editUnitsMean)
    ? null
    : 'the order was filled in part before the edit could be sent';
}

function unitsToSend(order: Order, request: OrderRequest, rules: SendRules): string | null {
  if (request.units === null || rules.editUnitsMean !== 'remaining') return request.units;
  return subtract(request.units, order.matchedUnits);
}
