import { releaseNumber } from '../order-numbers/number-link.js';
import { OrderChange } from '../order/order-change.js';
import { applyAmendedTerms } from '../order/amended-terms.js';
import { completeIfTraded, refuseMootCancels } from '../fills/executions.js';
import { cancelAsked, withdrawPost } from '../order/instructions.js';
import { doubtNumberBy } from '../order-numbers/number-proof.js';
import type { OrderRequest } from '../order/order-request.js';
import type { Change, Fill, Moment, OrderState } from '../order/order.js';
import {
  isClosed,
  isUnproven,
  evidenceOfStatus,
  type EvidenceGrade,
} from '../order/order-status.js';

/**
 * What the reply to something we sent does to the order. Only an acknowledgement as the interface
 * describes it moves the order; an edit or a cancel names its number itself, so the acknowledgement
 * need not repeat it, but must not name another. A documented "no" is kept until a search confirms
 * it; a refusal of the key or the scope puts the request back in the queue; everything else leaves its
 * outcome Unknown. A 429 does not prove that nothing was done: what was sent is looked for before it is
 * sent again. Of a request that was sent before with an unknown outcome only an
 * acknowledgement is news: a no may mean that the first one is there.
 */
export interface Reply {
  readonly class:
    | 'Acknowledged'
    | 'SaidNo'
    | 'KeyRefused'
    | 'ScopeRefused'
    | 'RateRefused'
    | 'NotSent'
    | 'Ambiguous';
  readonly message: string;
  readonly orderNumber: string | null;
  /** Something stands where the number should, and it is none. */
  readonly numberUnreadable: boolean;
  readonly statusWord: string | null;
  readonly orderRef: string | null;
  /** The number in the reply belongs to another order of ours, or was another's before this was sent. */
  readonly numberTaken: boolean;
}

export interface SettleRules {
  /** How long an Unknown outcome is left alone before it is searched for. */
  readonly quietMs: number;
}

/**
 * How the outcome counts for the request. A post whose reference comes back was taken, whether `success` is
 * spelled as documented or not: nobody else knows that reference.
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

/** References are random and in one case, so no two of them differ in their case alone. */
function isEcho(echoed: string | null, orderRef: string): boolean {
  return echoed !== null && echoed.toUpperCase() === orderRef.toUpperCase();
}

/** Pause before a request that provably did nothing is tried again: twice as long each time. */
const RETRY_MS = 1_000;
const RETRY_MOST_MS = 15_000;

export function applyReply(
  state: OrderState,
  request: OrderRequest,
  epoch: number,
  reply: Reply,
  at: Moment,
  rules: SettleRules,
): Change {
  const draft = new OrderChange(state, at);
  const late = request.epoch !== epoch || request.state !== 'Sent';
  if (late) {
    noteLateReply(draft, request, epoch, reply);
    // It can only prove what is still open; a late "no" proves nothing.
    if (request.state !== 'Unknown' || reply.class !== 'Acknowledged') return draft.change();
  }
  draft.set({ touchedAt: at.database });
  switch (reply.class) {
    case 'Acknowledged':
      acknowledge(draft, request, reply, at, rules);
      break;
    case 'SaidNo':
      doubt(draft, request, reply.message, at, rules, { saidNo: 1 });
      break;
    case 'KeyRefused':
    case 'ScopeRefused':
    case 'NotSent':
      backToQueue(draft, state, request, reply.message);
      break;
    case 'RateRefused':
      throttle(draft, request, reply.message, rules);
      break;
    case 'Ambiguous':
      doubt(draft, request, reply.message, at, rules, {});
      break;
  }
  return draft.change();
}

function noteLateReply(
  draft: OrderChange,
  request: OrderRequest,
  epoch: number,
  reply: Reply,
): void {
  const { class: kind, message, statusWord, orderNumber } = reply;
  const said = { class: kind, message, statusWord, orderNumber };
  draft.fact('LATE_REPLY', { request: request.id, epoch, ...said });
}

/**
 * The acknowledgement of a post that was settled by a search or by people before it came. It proves
 * the number, or that a wrong one or none was believed; where another number is proven already there may be two orders.
 */
export function applyLateProof(
  state: OrderState,
  post: OrderRequest,
  epoch: number,
  reply: Reply,
  fills: readonly Fill[],
  at: Moment,
): Change {
  const draft = new OrderChange(state, at);
  noteLateReply(draft, post, epoch, reply);
  const { orderNumber: held, numberGrade } = state.order;
  const { orderNumber, statusWord } = reply;
  if (orderNumber === null) return draft.change();
  const oddity = oddityOf(draft, post, reply);
  if (oddity?.identity === true) {
    draft.openBreak({ type: 'IdentityMismatch', key: orderNumber, detail: oddity.text });
  }
  if (oddity !== null) return draft.change();
  if (orderNumber === held) {
    if (!isUnproven(numberGrade)) return draft.change();
    draft.set({ numberGrade: 'Acknowledged' });
    notePostPrice(draft);
    draft.closeBreaks('EditUnconfirmed');
    draft.closeBreaks('CancelUnconfirmed');
    draft.fact('PROVEN', { evidence: 'postAccepted', grade: 'Acknowledged', word: statusWord });
  } else if (held === null) {
    // A search, or people, had found nothing of it: the exchange knows better.
    draft.linkNumber(orderNumber, 'Acknowledged');
    draft.applyEvidence('postAccepted', 'Acknowledged', statusWord);
    draft.set({ touchedAt: at.database });
    notePostPrice(draft);
  } else if (isUnproven(numberGrade)) {
    const why = `the exchange has acknowledged it as ${orderNumber}, not as ${held ?? '?'}`;
    releaseNumber(draft, post, fills, why);
    draft.linkNumber(orderNumber, 'Acknowledged');
    draft.applyEvidence('postAccepted', 'Acknowledged', statusWord);
    draft.set({ touchedAt: at.database });
  } else {
    const detail = `the exchange has acknowledged it as ${held ?? '?'} and as ${orderNumber}`;
    draft.openBreak({ type: 'DuplicateSuspected', key: orderNumber, detail });
  }
  return draft.change();
}

/** The interface promises that a 429 does nothing; an exchange that counts late may have taken it all the same. */
function throttle(
  draft: OrderChange,
  sent: OrderRequest,
  reason: string,
  rules: SettleRules,
): void {
  const throttled = sent.sends === 1 || sent.throttled === 1 ? 1 : 0;
  if (sent.kind !== 'Cancel') {
    doubt(draft, sent, reason, draft.at, rules, { throttled });
    return;
  }
  // Its number may be another order's since, if it was done: an enquiry shows whether it is still needed.
  const dueAt = draft.at.database + rules.quietMs;
  const sends = sent.sends - 1;
  draft.moveRequest(sent, 'Unknown', 'THROTTLED', { reason, throttled, sends, dueAt });
  refuseMootCancels(draft);
}

/** It did nothing, or does no harm twice, so it may be sent again, unless nobody wants it any more. */
function backToQueue(
  draft: OrderChange,
  state: OrderState,
  sent: OrderRequest,
  reason: string,
): void {
  const dueAt = draft.at.database + Math.min(RETRY_MS * 2 ** (sent.epoch - 1), RETRY_MOST_MS);
  const back = { reason, dueAt, sends: sent.sends - 1 };
  if (back.sends > 0) {
    // This time nothing was done; whether an earlier time did is as unknown as it was.
    draft.moveRequest(sent, 'Unknown', 'NOT_SENT', back);
    refuseMootCancels(draft);
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

/** A claim that nobody will report on any more: the process that made it is gone. */
export function applyLostClaim(
  state: OrderState,
  request: OrderRequest,
  at: Moment,
  rules: SettleRules,
): Change {
  const draft = new OrderChange(state, at);
  const given = { ...request, epoch: request.epoch + 1 };
  doubt(draft, given, 'the process ended before the reply was stored', at, rules, {
    epoch: given.epoch,
  });
  return draft.change();
}

function acknowledge(
  draft: OrderChange,
  request: OrderRequest,
  reply: Reply,
  at: Moment,
  rules: SettleRules,
): void {
  const oddity = oddityOf(draft, request, reply);
  if (oddity !== null) {
    if (oddity.identity) {
      draft.openBreak({ type: 'IdentityMismatch', key: request.id, detail: oddity.text });
      // Whatever the exchange changed, the number may no longer be the order's: an enquiry has to show it.
      doubtNumberBy(draft, 'OrderEnquiry', at.database, oddity.text);
    }
    const candidate = oddity.identity ? null : reply.orderNumber;
    // Whatever it is, the exchange has said that it took something.
    const changes = request.kind === 'Post' ? ({ candidate, resend: 'Forbidden' } as const) : {};
    doubt(draft, request, oddity.text, at, rules, changes);
    return;
  }
  if (request.kind === 'Edit' && isNewNumber(draft, reply.orderNumber)) {
    claimNumber(draft, request, reply.orderNumber, at, rules);
    return;
  }
  draft.moveRequest(request, 'Acknowledged', 'ACKNOWLEDGED', { reason: reply.message });
  const word = reply.statusWord;
  if (request.kind === 'Post') {
    if (reply.orderNumber !== null) draft.linkNumber(reply.orderNumber, 'Acknowledged');
    draft.applyEvidence('postAccepted', 'Acknowledged', word);
    notePostPrice(draft);
  } else if (request.kind === 'Edit') {
    confirmEdit(draft, request, word, 'Acknowledged');
  } else {
    draft.applyEvidence('cancelAccepted', 'Acknowledged', word);
  }
}

/** The exchange has taken it at the price that was sent, unless something else is known of it since. */
function notePostPrice(draft: OrderChange): void {
  if (draft.order.priceGrade === null) draft.set({ priceGrade: 'Acknowledged' });
}

/** An edit that is proven: the order has the new terms. */
export function confirmEdit(
  draft: OrderChange,
  request: OrderRequest,
  word: string | null,
  grade: EvidenceGrade,
): void {
  if (applyAmendedTerms(draft, request, word, grade)) completeIfTraded(draft);
}

/** The exchange has given the post the number of another order: which of the two has it nobody knows. */
export function doubtHolder(
  state: OrderState,
  { class: kind, orderNumber, orderRef }: Reply,
  posted: string,
  at: Moment,
): Change | null {
  const isHeld = state.order.orderNumber === orderNumber && !isClosed(state.order.status);
  if (kind !== 'Acknowledged' || !isEcho(orderRef, posted) || !isHeld) return null;
  const draft = new OrderChange(state, at);
  const why = `the exchange has acknowledged ${posted} under ${orderNumber ?? '?'} as well`;
  doubtNumberBy(draft, 'Acknowledgement', at.database, why);
  return draft.change();
}

function isNewNumber(draft: OrderChange, orderNumber: string | null): orderNumber is string {
  return orderNumber !== null && orderNumber !== draft.order.orderNumber;
}

/**
 * Some exchanges replace an order when they edit it. The new number is a claim, which a record has to
 * confirm; until then nothing is sent by either number.
 */
function claimNumber(
  draft: OrderChange,
  request: OrderRequest,
  candidate: string,
  at: Moment,
  rules: SettleRules,
): void {
  const claim = { candidate, resend: 'Forbidden' } as const;
  const reason = `the exchange has acknowledged it under the number ${candidate}, which no record has shown yet`;
  if (request.state === 'Unknown')
    draft.moveRequest(request, 'Unknown', 'UNKNOWN', { ...claim, reason });
  else doubt(draft, request, reason, at, rules, claim);
}

interface Oddity {
  readonly text: string;
  /** It speaks of another order. */
  readonly identity: boolean;
}

/** Why an envelope that says success is not the acknowledgement that the interface describes. */
function oddityOf(draft: OrderChange, request: OrderRequest, reply: Reply): Oddity | null {
  const { order } = draft;
  const odd = (text: string, identity = false): Oddity => ({ text, identity });
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

function doubt(
  draft: OrderChange,
  request: OrderRequest,
  reason: string,
  at: Moment,
  rules: SettleRules,
  changes: Partial<OrderRequest>,
): void {
  if (request.state === 'Unknown') return;
  draft.moveRequest(request, 'Unknown', 'UNKNOWN', {
    throttled: 0,
    ...changes,
    reason,
    dueAt: at.database + rules.quietMs,
  });
  draft.set({ touchedAt: at.database });
  refuseMootCancels(draft);
}
