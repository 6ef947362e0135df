import { canonical, compare } from '../../../infra/decimal.js';
import { withoutClient } from '../client/client-in-texts.js';
import { OrderChangeDraft } from './order-change-draft.js';
import { type OrderRequest, type RequestKind } from '../requests/order-request.js';
import {
  hasBreak,
  isEndDisputed,
  isNumberDoubted,
  isOnLaterDay,
  type OrderChange,
  type Moment,
  type Order,
  type OrderState,
} from '../order.js';
import { isClosed } from '../order-status.js';
import type { Refusal } from '../requests/refusal.js';

/*
 * What a dealer may do with an existing order. An order not yet sent is changed or withdrawn without
 * a call. Unsent edits collapse into the latest; a cancel replaces them and rules out later edits. What has
 * ended takes neither, but a cancel where its end is disputed.
 */

/** Who asks, when, and under which id. */
export interface Asked {
  /** Id of the request, if one is made. */
  readonly requestId: string;
  readonly operator: string;
  readonly at: Moment;
}

export interface EditAsked extends Asked {
  readonly units?: string;
  readonly price?: string;
  /** See `isUnitsMeaningKnown`. */
  readonly unitsMeanKnown: boolean;
}

export type EditUnitsMean = 'unknown' | 'total' | 'remaining';

/**
 * Whether it is known what the units of an edit count: the total or the remainder. For an order partly
 * matched under a number that an edit has replaced, the total could be that of the order or of its
 * present number, and the wrong guess would trade that part twice.
 */
export function isUnitsMeaningKnown(
  { matchedUnderPriorNumbers }: Pick<Order, 'matchedUnderPriorNumbers'>,
  mean: EditUnitsMean,
): boolean {
  if (mean !== 'total') return mean === 'remaining';
  return matchedUnderPriorNumbers === null || compare(matchedUnderPriorNumbers, '0') === 0;
}

export function decideEdit(state: OrderState, asked: EditAsked): OrderChange | Refusal {
  const { order } = state;
  const notWorking = refuseUnlessEditable(state);
  if (notWorking !== null) return notWorking;
  const draft = new OrderChangeDraft(state, asked.at);
  const post = queued(state, 'Post');
  const latest = state.requests.findLast((request) => request.kind === 'Edit');
  const { units, price } = termsAfterEdit(state, asked);
  if (post !== undefined) {
    withdrawQueuedEdits(draft, 'the order itself was changed before it was sent');
    return editBeforeSending(draft, post, units, price);
  }
  if (asksForTheSame(latest ?? order, units, price)) return draft.change();
  const partFilled = compare(order.matchedUnits, '0') > 0;
  if (partFilled && compare(units, order.matchedUnits) <= 0) {
    return {
      refusal: 'units-below-matched',
      field: 'units',
      detail: `${order.matchedUnits} units are matched already`,
    };
  }
  if (partFilled && !asked.unitsMeanKnown) {
    return {
      refusal: 'order-part-filled',
      detail:
        'The exchange does not say whether the units of an edit are the total or the remainder, so an order filled in part is not edited',
    };
  }
  if (latest?.state === 'Queued') {
    draft.addRequest({ ...latest, units, price, operator: asked.operator }, 'REPLACED');
  } else {
    draft.addRequest(newRequest('Edit', order.id, asked, { units, price }), 'REQUESTED');
  }
  reportHeldRequests(draft);
  return draft.change();
}

/** The terms that an edit leads to. Without any, those that the order has, or that its latest open edit asks for. */
export function termsAfterEdit(
  { order, requests }: OrderState,
  asked: Pick<EditAsked, 'units' | 'price'>,
): { readonly units: string; readonly price: string } {
  const latest = requests.findLast((request) => request.kind === 'Edit');
  return {
    units: asked.units ?? latest?.units ?? order.units,
    price: asked.price ?? latest?.price ?? order.price,
  };
}

/** Asking for another cancel changes nothing then. `requests`: those of the order that are open, oldest first. */
export function isCancelUnderWay(
  requests: readonly Pick<OrderRequest, 'kind' | 'state'>[],
): boolean {
  const cancel = requests.findLast(({ kind }) => kind === 'Cancel');
  return cancel?.state === 'Queued' || cancel?.state === 'Sent';
}

export function decideCancel(
  state: OrderState,
  asked: Asked & { readonly reason: string | null },
): OrderChange | Refusal {
  const { order } = state;
  const draft = new OrderChangeDraft(state, asked.at);
  if (isClosed(order.status) && !mayOpenAgain(state, asked.at)) {
    if (order.status === 'Cancelled') return draft.change();
    return { refusal: 'order-not-working', detail: `The order is ${order.status}` };
  }
  // It stays in the trail, which names no client.
  const given = asked.reason === null ? null : withoutClient(asked.reason, order);
  const reason = given ?? 'cancelled by the dealer';
  const post = queued(state, 'Post');
  if (post !== undefined) {
    withdrawPost(draft, post, reason);
    return draft.change();
  }
  if (isCancelUnderWay(state.requests)) return draft.change();
  withdrawQueuedEdits(draft, 'a cancel was requested');
  draft.addRequest(
    { ...newRequest('Cancel', order.id, asked, NO_TERMS), reason: given },
    'REQUESTED',
  );
  reportHeldRequests(draft);
  return draft.change();
}

/**
 * It has ended, and something shows it at work. It may be open again any moment of its day, and a cancel that was not
 * kept would then be missing: it waits until the order is, or until its end is certain. Records may lag behind the
 * trades that filled an order, so that only what people are told of counts against those.
 */
function mayOpenAgain(state: OrderState, { today, wall }: Moment): boolean {
  const { order } = state;
  const { orderNumber, filledUnits, units } = order;
  if (orderNumber === null || !isEndDisputed(order, wall) || isOnLaterDay(order, today))
    return false;
  if (compare(filledUnits, units) < 0) return true;
  return hasBreak(state, 'StatusMismatch') || hasBreak(state, 'SourcesDisagree');
}

/** Cancels an order that was never sent: there is nothing at the exchange to cancel. */
export function withdrawPost(draft: OrderChangeDraft, post: OrderRequest, reason: string): void {
  draft.moveRequest(post, 'Withdrawn', 'WITHDRAWN', { reason });
  draft.set({ reason });
  draft.applyEvidence('withdrawn', 'Operator');
}

/**
 * An edit or a cancel names nothing but the order number, and a wrong one would change somebody else's
 * order. So they wait, with a break, while the number is inferred or doubtful.
 */
export function reportHeldRequests(draft: OrderChangeDraft): void {
  const { numberGrade, orderNumber } = draft.order;
  const isDoubtful = isNumberDoubted(draft.order);
  if (numberGrade !== 'Inferred' && !isDoubtful) return;
  const number = orderNumber ?? '?';
  const why = !isDoubtful
    ? `that its order number is ${number} was inferred, not proven`
    : `the exchange has shown another order under its number, ${number}`;
  for (const { kind, state } of draft.openRequests()) {
    if (state !== 'Queued' || kind === 'Post') continue;
    draft.openBreak({
      type: kind === 'Edit' ? 'EditUnconfirmed' : 'CancelUnconfirmed',
      key: isDoubtful ? 'doubtful' : 'inferred',
      detail: `it waits: ${why}`,
    });
  }
}

/** The reason of a cancel that was asked for but not sent yet. */
export function cancelAsked(state: OrderState): string | null {
  const cancel = state.requests.find((r) => r.kind === 'Cancel' && r.state === 'Queued');
  return cancel === undefined ? null : (cancel.reason ?? 'cancelled by the dealer');
}

function withdrawQueuedEdits(draft: OrderChangeDraft, reason: string): void {
  for (const request of draft.openRequests()) {
    if (request.kind === 'Edit' && request.state === 'Queued') {
      draft.moveRequest(request, 'Withdrawn', 'WITHDRAWN', { reason });
    }
  }
}

const NO_TERMS = { units: null, price: null };

export function newRequest(
  kind: RequestKind,
  orderId: string,
  asked: Asked,
  terms: Pick<OrderRequest, 'units' | 'price'>,
): OrderRequest {
  return {
    id: asked.requestId,
    orderId,
    kind,
    state: 'Queued',
    units: terms.units,
    price: terms.price,
    claimNumber: 0,
    sends: 0,
    dueAt: asked.at.database,
    claimedAt: null,
    firstSentAt: null,
    createdAt: asked.at.wall,
    since: asked.at.wall,
    operator: asked.operator,
    reason: null,
    refusalPending: 0,
    namedNumber: null,
    refusedAtGateway: 0,
    unprovenNumber: null,
    matchKey: null,
    resend: 'Undecided',
    searches: 0,
    found: null,
    candidates: null,
    sentEntry: null,
    absentSince: null,
    endedWithoutAt: null,
  };
}

/** Two posts with the same match key cannot be told apart in the exchange's records. */
export function matchKeyOf(
  order: Pick<Order, 'accountNumber' | 'security' | 'side' | 'units' | 'price' | 'brokerCode'>,
): string {
  return JSON.stringify([
    order.brokerCode,
    order.accountNumber,
    order.security,
    order.side,
    canonical(order.units),
    canonical(order.price),
  ]);
}

function refuseUnlessEditable({ order, requests }: OrderState): Refusal | null {
  if (isClosed(order.status)) {
    return { refusal: 'order-not-working', detail: `The order is ${order.status}` };
  }
  const cancelled = requests.some((request) => request.kind === 'Cancel');
  return cancelled ? { refusal: 'order-not-working', detail: 'Its cancel was requested' } : null;
}

function editBeforeSending(
  draft: OrderChangeDraft,
  post: OrderRequest,
  units: string,
  price: string,
): OrderChange {
  if (asksForTheSame(draft.order, units, price)) return draft.change();
  draft.set({ units, price });
  draft.addRequest({ ...post, units, price, matchKey: matchKeyOf(draft.order) }, 'REPLACED');
  draft.fact('EDITED_BEFORE_SENDING', { units, price });
  return draft.change();
}

function queued(state: OrderState, kind: RequestKind): OrderRequest | undefined {
  return state.requests.find((request) => request.kind === kind && request.state === 'Queued');
}

function asksForTheSame(
  terms: { readonly units: string | null; readonly price: string | null },
  units: string,
  price: string,
): boolean {
  if (terms.units === null || terms.price === null) return false;
  return compare(terms.units, units) === 0 && compare(terms.price, price) === 0;
}
