import { releaseNumber } from '../order-numbers/number-link.js';
import { isEditUnshown } from '../order/changes/amended-terms.js';
import { OrderChangeDraft } from '../order/changes/order-change-draft.js';
import { completeIfTraded, confirmEdit, refuseLateCancels } from '../fills/executions.js';
import { cancelAsked, withdrawPost } from '../order/changes/instructions.js';
import { doubtNumberBy } from '../order-numbers/number-proof.js';
import {
  withoutClient,
  wordWithoutClient,
  type NamedClient,
} from '../order/client/client-in-texts.js';
import type { OrderRequest } from '../order/requests/order-request.js';
import type { OrderChange, Fill, Moment, OrderState } from '../order/order.js';
import { isClosed, isUnproven, evidenceOfStatus } from '../order/order-status.js';

/*
 * What the reply to a request does to the order. Pure.
 *   - Only an acknowledgement as the interface describes it moves the order. That of an edit or a cancel
 *     need not repeat the order number, but must not name another.
 *   - A documented refusal leaves the request Unknown until a search or an enquiry confirms it.
 *   - Only what was never sent goes back to the queue.
 *   - Everything else leaves it Unknown. So does a refusal of the key, its scope or its rate (401, 402, 403, 429): the
 *     gateway may say so of what was taken already, so it is looked for before it is sent again.
 *   - After an earlier send of unknown outcome only an acknowledgement proves anything: a refusal may mean
 *     that the earlier send was taken.
 */

/** A reply as far as it matters for the order; `class` says what kind of answer it is. */
export interface Reply {
  readonly class:
    | 'Acknowledged'
    | 'Refused'
    | 'KeyRefused'
    | 'ScopeRefused'
    | 'RateRefused'
    | 'NotSent'
    | 'Ambiguous';
  readonly message: string;
  readonly orderNumber: string | null;
  /** There is something in place of the order number, but not a number. */
  readonly numberUnreadable: boolean;
  readonly statusWord: string | null;
  readonly orderRef: string | null;
  /** The number in the reply is another order's, ours or not, or was before this was sent. */
  readonly numberTaken: boolean;
}

export interface ReplyRules {
  /** How long an Unknown outcome is left alone before it is searched for. */
  readonly quietMs: number;
  /** The conformance kit has seen it. */
  readonly editKeepsNumber?: boolean;
}

/**
 * How the outcome counts for the request. A post whose reference is echoed was taken, even if `success` is
 * not spelled as documented: nobody else knows the reference.
 */
export function classFor(
  outcome: Reply['class'] | 'Affirmed',
  kind: OrderRequest['kind'],
  echoed: string | null,
  orderRef: string,
): Reply['class'] {
  if (outcome !== 'Affirmed') return outcome;
  return kind === 'Post' && isEcho(echoed, orderRef) ? 'Acknowledged' : 'Ambiguous';
}

/** Our references are in one case, so that no two of them differ in case alone. */
function isEcho(echoed: string | null, orderRef: string): boolean {
  return echoed !== null && echoed.toUpperCase() === orderRef.toUpperCase();
}

/** What decisions, the trail and breaks get of a reply: its texts do not say whose order it is. */
export function withoutClientIn(
  reply: Reply,
  order: NamedClient & { readonly orderRef: string },
): Reply {
  const { message, statusWord: word, orderRef: echoed } = reply;
  return {
    ...reply,
    message: withoutClient(message, order),
    statusWord: word === null ? null : wordWithoutClient(word, order),
    // Our own reference names nobody, even if an account is called like it.
    orderRef:
      echoed === null || isEcho(echoed, order.orderRef) ? echoed : withoutClient(echoed, order),
  };
}

/** Pause before a request that provably did nothing is sent again; it doubles each time. */
const RETRY_MS = 1_000;
const RETRY_MOST_MS = 15_000;

export function applyReply(
  state: OrderState,
  request: OrderRequest,
  claimNumber: number,
  reply: Reply,
  at: Moment,
  rules: ReplyRules,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const isLate = request.claimNumber !== claimNumber || request.state !== 'Sent';
  if (isLate) {
    recordLateReply(draft, request, claimNumber, reply);
    // A late acknowledgement can still prove an Unknown request; a late refusal proves nothing.
    if (request.state !== 'Unknown' || reply.class !== 'Acknowledged') return draft.change();
  }
  // What was not sent does not outdate the answers that we asked for meanwhile.
  if (reply.class !== 'NotSent') draft.set({ lastOwnChangeAt: at.database });
  switch (reply.class) {
    case 'Acknowledged':
      acknowledge(draft, request, reply, rules);
      break;
    case 'Refused':
      markUnknown(draft, request, reply.message, rules, { refusalPending: 1 });
      break;
    case 'NotSent':
      requeue(draft, state, request, reply.message);
      break;
    case 'KeyRefused':
    case 'ScopeRefused':
    case 'RateRefused':
      keepRefusedAtGateway(draft, request, reply, rules);
      break;
    case 'Ambiguous':
      markUnknown(draft, request, reply.message, rules, {});
      break;
  }
  return draft.change();
}

function recordLateReply(
  draft: OrderChangeDraft,
  request: OrderRequest,
  claimNumber: number,
  reply: Reply,
): void {
  const { class: kind, message, statusWord, orderNumber } = reply;
  const said = { class: kind, message, statusWord, orderNumber };
  draft.fact('LATE_REPLY', { request: request.id, epoch: claimNumber, ...said });
}

/**
 * The acknowledgement of a post that a search or people had resolved before it came. It proves the number
 * or replaces it; if another number is proven already, there may be two orders at the exchange.
 */
export function applyLateAcknowledgement(
  state: OrderState,
  post: OrderRequest,
  claimNumber: number,
  reply: Reply,
  fills: readonly Fill[],
  at: Moment,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  recordLateReply(draft, post, claimNumber, reply);
  const { orderNumber: held, numberGrade } = state.order;
  const { orderNumber, statusWord } = reply;
  if (orderNumber === null) return draft.change();
  const irregularity = irregularityOf(draft, post, reply);
  if (irregularity?.identity === true) {
    draft.openBreak({ type: 'IdentityMismatch', key: orderNumber, detail: irregularity.text });
  }
  if (irregularity !== null) return draft.change();
  if (orderNumber === held) {
    if (!isUnproven(numberGrade)) return draft.change();
    draft.set({ numberGrade: 'Acknowledged' });
    acknowledgePrice(draft);
    draft.closeBreaks('EditUnconfirmed');
    draft.closeBreaks('CancelUnconfirmed');
    draft.fact('PROVEN', { evidence: 'postAccepted', grade: 'Acknowledged', word: statusWord });
  } else if (held === null) {
    draft.linkNumber(orderNumber, 'Acknowledged');
    draft.applyEvidence('postAccepted', 'Acknowledged', statusWord);
    draft.set({ lastOwnChangeAt: at.database });
    acknowledgePrice(draft);
  } else if (isUnproven(numberGrade)) {
    const why = `the exchange has acknowledged it as ${orderNumber}, not as ${held ?? '?'}`;
    releaseNumber(draft, post, fills, why);
    draft.openBreak({ type: 'IdentityMismatch', key: held, detail: why });
    draft.linkNumber(orderNumber, 'Acknowledged');
    draft.applyEvidence('postAccepted', 'Acknowledged', statusWord);
    draft.set({ lastOwnChangeAt: at.database });
  } else {
    const detail = `the exchange has acknowledged it as ${held ?? '?'} and as ${orderNumber}`;
    draft.openBreak({ type: 'DuplicateSuspected', key: orderNumber, detail });
  }
  return draft.change();
}

/**
 * By the interface (Errors) a key that is refused, for its scope or its rate, does nothing. But an exchange that counts or
 * looks late may have taken the request.
 */
function keepRefusedAtGateway(
  draft: OrderChangeDraft,
  sent: OrderRequest,
  { class: kind, message: reason }: Reply,
  rules: ReplyRules,
): void {
  const refusedAtGateway = sent.sends === 1 || sent.refusedAtGateway === 1 ? 1 : 0;
  if (sent.kind !== 'Cancel') {
    markUnknown(draft, sent, reason, rules, { refusedAtGateway });
    return;
  }
  // The exchange may have cancelled after all, and reused the number. Before a resend an enquiry must show the order.
  const dueAt = draft.at.database + rules.quietMs;
  const sends = sent.sends - 1;
  const step = kind === 'RateRefused' ? 'THROTTLED' : 'UNKNOWN';
  draft.moveRequest(sent, 'Unknown', step, { reason, refusedAtGateway, sends, dueAt });
  refuseLateCancels(draft);
}

/** It did nothing, so it is sent again, unless nobody wants it any more. */
function requeue(
  draft: OrderChangeDraft,
  state: OrderState,
  sent: OrderRequest,
  reason: string,
): void {
  const dueAt = draft.at.database + Math.min(RETRY_MS * 2 ** (sent.claimNumber - 1), RETRY_MOST_MS);
  const back = { reason, dueAt, sends: sent.sends - 1 };
  if (back.sends > 0) {
    // This send did nothing; the outcome of an earlier one is as unknown as before.
    draft.moveRequest(sent, 'Unknown', 'NOT_SENT', back);
    refuseLateCancels(draft);
    return;
  }
  const queued = draft.moveRequest(sent, 'Queued', 'NOT_SENT', {
    ...back,
    firstSentAt: null,
    sentEntry: null,
  });
  const cancel = cancelAsked(state);
  if (isClosed(draft.order.status)) {
    const closed = `the order is ${draft.order.status}`;
    draft.moveRequest(queued, 'Withdrawn', 'WITHDRAWN', { reason: closed });
  } else if (sent.kind === 'Post' && cancel !== null) {
    withdrawPost(draft, queued, cancel);
  }
  completeIfTraded(draft);
}

/** The process that claimed the request died before it stored a reply. */
export function applyLostClaim(
  state: OrderState,
  request: OrderRequest,
  at: Moment,
  rules: ReplyRules,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const claimNumber = request.claimNumber + 1;
  const reason = 'the process ended before the reply was stored';
  markUnknown(draft, { ...request, claimNumber }, reason, rules, { claimNumber });
  return draft.change();
}

function acknowledge(
  draft: OrderChangeDraft,
  request: OrderRequest,
  reply: Reply,
  rules: ReplyRules,
): void {
  const irregularity = irregularityOf(draft, request, reply);
  if (irregularity !== null) {
    if (irregularity.identity) {
      draft.openBreak({ type: 'IdentityMismatch', key: request.id, detail: irregularity.text });
      // The number may no longer be the order's, whatever the exchange changed: an enquiry must show that.
      doubtNumberBy(draft, 'OrderEnquiry', draft.at.database, irregularity.text);
    }
    const unprovenNumber = irregularity.identity ? null : reply.orderNumber;
    // The exchange has said that it took something.
    const changes =
      request.kind === 'Post' ? ({ unprovenNumber, resend: 'Forbidden' } as const) : {};
    if (request.state === 'Unknown' && request.kind === 'Post')
      keepAffirmed(draft, request, reply.orderNumber, irregularity);
    else markUnknown(draft, request, irregularity.text, rules, changes);
    return;
  }
  if (request.kind === 'Edit' && isNewNumber(draft, reply.orderNumber)) {
    keepUnprovenNumber(draft, request, reply.orderNumber, rules);
    return;
  }
  const word = reply.statusWord;
  if (request.kind === 'Cancel' && hasUnknownEdit(draft)) {
    // Where edits give orders new numbers, it may be that of the number before.
    const reason =
      'it was acknowledged, and an edit before it may have given the order a new number';
    markUnknown(draft, request, reason, rules, {});
    draft.set({ exchangeStatus: word });
    return;
  }
  draft.moveRequest(request, 'Acknowledged', 'ACKNOWLEDGED', { reason: reply.message });
  if (request.kind === 'Post') {
    if (reply.orderNumber !== null) draft.linkNumber(reply.orderNumber, 'Acknowledged');
    draft.applyEvidence('postAccepted', 'Acknowledged', word);
    acknowledgePrice(draft);
  } else if (request.kind === 'Edit') {
    confirmEdit(draft, request, word, 'Acknowledged');
  } else {
    const isUnshown = rules.editKeepsNumber !== true && isEditUnshown(draft.order);
    draft.applyEvidence('cancelAccepted', 'Acknowledged', word);
    if (isUnshown && draft.order.status === 'Cancelled') draft.contestUnshownEdit();
  }
}

function hasUnknownEdit(draft: OrderChangeDraft): boolean {
  return draft.openRequests().some(({ kind, state }) => kind === 'Edit' && state === 'Unknown');
}

/** Unless something else is known about the price since, the exchange took the one that was sent. */
function acknowledgePrice(draft: OrderChangeDraft): void {
  if (draft.order.priceGrade === null) draft.set({ priceGrade: 'Acknowledged' });
}

/** The exchange acknowledged a post under the number of this order, working or not: either may own it now. */
export function doubtOwner(
  state: OrderState,
  { class: kind, orderNumber, orderRef }: Reply,
  posted: string,
  at: Moment,
): OrderChange | null {
  const isHeld = state.order.orderNumber === orderNumber;
  if (kind !== 'Acknowledged' || !isEcho(orderRef, posted) || !isHeld) return null;
  const draft = new OrderChangeDraft(state, at);
  const why = `the exchange has acknowledged ${posted} under ${orderNumber ?? '?'} as well`;
  doubtNumberBy(draft, 'Acknowledgement', at.database, why);
  return draft.change();
}

function isNewNumber(draft: OrderChangeDraft, orderNumber: string | null): orderNumber is string {
  return orderNumber !== null && orderNumber !== draft.order.orderNumber;
}

/**
 * Some exchanges replace an order when they edit it. A record must confirm the new number; until then
 * nothing is sent by either.
 */
function keepUnprovenNumber(
  draft: OrderChangeDraft,
  request: OrderRequest,
  unprovenNumber: string,
  rules: ReplyRules,
): void {
  const changes = { unprovenNumber, resend: 'Forbidden' } as const;
  const reason = `the exchange has acknowledged it under the number ${unprovenNumber}, which no record has shown yet`;
  if (request.state === 'Unknown')
    draft.moveRequest(request, 'Unknown', 'UNKNOWN', { ...changes, reason });
  else markUnknown(draft, request, reason, rules, changes);
}

/**
 * The reply came after the post was Unknown already, and stays so: it is not sent again, and keeps the number that was
 * named. The trail has the reply itself.
 */
function keepAffirmed(
  draft: OrderChangeDraft,
  post: OrderRequest,
  orderNumber: string | null,
  { identity }: Irregularity,
): void {
  const unprovenNumber = identity ? post.unprovenNumber : (orderNumber ?? post.unprovenNumber);
  draft.updateRequest({ ...post, unprovenNumber, resend: 'Forbidden' });
}

interface Irregularity {
  readonly text: string;
  /** It is about another order. */
  readonly identity: boolean;
}

/** Why a reply of success is not the acknowledgement that the interface describes; null if it is. */
function irregularityOf(
  draft: OrderChangeDraft,
  request: OrderRequest,
  reply: Reply,
): Irregularity | null {
  const { order } = draft;
  const odd = (text: string, identity = false): Irregularity => ({ text, identity });
  if (reply.orderRef !== null && !isEcho(reply.orderRef, order.orderRef)) {
    return odd(`the acknowledgement echoes another orderRef: ${reply.orderRef}`, true);
  }
  if (reply.orderNumber !== null && reply.numberTaken) {
    return odd(`order number ${reply.orderNumber} belongs to another order`, true);
  }
  if (reply.numberUnreadable) return odd('the acknowledgement has an unreadable order number');
  const expected = { Post: 'seenPosted', Edit: 'seenAmended', Cancel: 'seenCancelled' } as const;
  const word = reply.statusWord === null ? null : evidenceOfStatus(reply.statusWord);
  if (word !== expected[request.kind]) {
    return odd(
      `the acknowledgement has the status ${reply.statusWord ?? '(none)'}: ${reply.message}`,
    );
  }
  if (request.kind === 'Post') {
    if (reply.orderNumber === null) return odd('the acknowledgement has no order number');
    return reply.orderRef === null ? odd('the acknowledgement does not echo the orderRef') : null;
  }
  if (
    request.kind === 'Cancel' &&
    reply.orderNumber !== null &&
    reply.orderNumber !== order.orderNumber
  ) {
    return odd(`the acknowledgement is of another order: ${reply.orderNumber}`, true);
  }
  return null;
}

function markUnknown(
  draft: OrderChangeDraft,
  request: OrderRequest,
  reason: string,
  rules: ReplyRules,
  changes: Partial<OrderRequest>,
): void {
  if (request.state === 'Unknown') return;
  draft.moveRequest(request, 'Unknown', 'UNKNOWN', {
    refusedAtGateway: 0,
    ...changes,
    reason,
    dueAt: draft.at.database + rules.quietMs,
  });
  draft.set({ lastOwnChangeAt: draft.at.database });
  refuseLateCancels(draft);
}
