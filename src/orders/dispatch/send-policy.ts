import { subtract } from '../../infra/decimal.js';
import { OrderChangeDraft, UNCONFIRMED, WAITS_KEY } from '../order/changes/order-change-draft.js';
import { cancelAsked, withdrawPost } from '../order/changes/instructions.js';
import { withoutClearance, type OrderRequest } from '../order/requests/order-request.js';
import type { OrderChange, Order } from '../order/order.js';
import { stoppedBy, type SendFacts, type SendGate, type SendRules } from './send-gates.js';

/**
 * What becomes of the next request in the queue: it is sent, waits, or is dropped. A dropped request is
 * Withdrawn if it was never sent; an Unknown one stays Unknown and is just not resent. One that is held stays in the queue, or Unknown and not cleared.
 */
export type Sending =
  | {
      readonly kind: 'Send';
      readonly request: OrderRequest;
      readonly change: OrderChange;
      /** The units that go on the wire; null for a cancel. */
      readonly units: string | null;
    }
  | { readonly kind: 'Wait'; readonly gate: SendGate; readonly why: string }
  | { readonly kind: 'Drop'; readonly change: OrderChange };

/** A request that is held is looked at again after this long. */
const HOLD_MS = 60_000;

export function decideSend(facts: SendFacts): Sending {
  const stop = stoppedBy(facts);
  if (stop === null) return send(facts);
  const { gate, verdict } = stop;
  if (verdict.kind === 'Drop') return { kind: 'Drop', change: dropped(facts, verdict.why) };
  if (verdict.kind === 'Hold') return { kind: 'Drop', change: held(facts, verdict.why) };
  return { kind: 'Wait', gate, why: verdict.kind === 'Wait' ? verdict.why : '' };
}

function send({ state, request, at, rules }: SendFacts): Sending {
  const draft = new OrderChangeDraft(state, at);
  const sent = draft.moveRequest(request, 'Sent', 'SENT', {
    claimNumber: request.claimNumber + 1,
    sends: request.sends + 1,
    claimedAt: at.database,
    firstSentAt: request.firstSentAt ?? at.database,
    namedNumber: request.kind === 'Post' ? null : state.order.orderNumber,
    sentEntry: request.sentEntry ?? rules.lastEntry,
    resend: 'Undecided',
    reason: null,
  });
  draft.set({ lastOwnChangeAt: at.database });
  const units = unitsToSend(state.order, request, rules);
  return { kind: 'Send', request: sent, change: draft.change(), units };
}

function held({ state, request, at }: SendFacts, why: string): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const dueAt = at.database + HOLD_MS;
  draft.updateRequest({ ...request, dueAt, resend: withoutClearance(request) });
  draft.openBreak({
    type: UNCONFIRMED[request.kind],
    key: WAITS_KEY,
    detail: `it waits: ${why}`,
  });
  return draft.change();
}

function dropped({ state, request, at }: SendFacts, why: string): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  if (request.state === 'Unknown') {
    draft.updateRequest({ ...request, resend: 'Undecided' });
    return draft.change();
  }
  const cancelled = cancelAsked(state);
  if (request.kind === 'Post' && cancelled !== null) {
    withdrawPost(draft, request, cancelled);
    return draft.change();
  }
  draft.set({ reason: why });
  draft.moveRequest(request, 'Withdrawn', 'WITHDRAWN', { reason: why });
  if (request.kind === 'Post') draft.applyEvidence('lapsed', 'Calendar');
  return draft.change();
}

function unitsToSend(order: Order, request: OrderRequest, rules: SendRules): string | null {
  if (request.units === null || rules.editUnitsMean !== 'remaining') return request.units;
  return subtract(request.units, order.matchedUnits);
}
