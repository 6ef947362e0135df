import { withClient } from '../../order/client/client-in-texts.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { cancelAsked, reportHeldRequests } from '../../order/changes/instructions.js';
import type { OrderRequest } from '../../order/requests/order-request.js';
import type { OrderChange, Moment, OrderState } from '../../order/order.js';
import type { EvidenceGrade, OrderStatus } from '../../order/order-status.js';
import { doubtTwoBrokers } from '../../order-numbers/number-proof.js';
import { candidatesIn, type Found } from './match.js';
import { isNothingAgain, noteSearch, type ShowsWithin } from '../order-records/search-notes.js';

/** What Marina may do by itself about a post of unknown outcome. */
export interface SearchRules extends ShowsWithin {
  /** Whether it may be resent, under the same reference, when searches find nothing. */
  readonly repost: boolean;
  /** How long after the first send that is allowed. */
  readonly repostWithinMs: number;
  /** How long after it was sent a post without an answer, or answered with a no, may still be taken. */
  readonly takesLateMs: number;
  /** How this exchange was seen to word the refusal of a duplicate; null while nobody has seen it. */
  readonly duplicateMessage: string | null;
  /** Whether it is known what this exchange answers to a duplicate: in words of its own, or that it takes it. */
  readonly knowsDuplicates: boolean;
  /** How a duplicate is refused, where that proves that the first one is an order; null where it does not. */
  readonly duplicateProof: string | null;
}

/** Maximum sends of one post. */
export const SENDS_MOST = 3;

/**
 * What the search for a post of unknown outcome comes to.
 *   found, alone               it is bound to that number, grade Inferred. Where it is known how a
 *                              duplicate is refused, the same bytes are sent once more first: that
 *                              refusal proves the number. A number that only trades show is
 *                              nobody's before an enquiry shows the order under it
 *   found, though it was       a "no" that plainly is no duplicate, and an order like it: a person
 *   refused
 *   nothing, twice, and it     it was refused; it is opened again when the order shows after all
 *   was refused plainly        ({@link doubtAbsence})
 *   nothing, twice, after      a cancel that was asked meanwhile is done: the order is Cancelled, and
 *   a refused key, scope or    opened again likewise
 *   rate alone
 *   nothing, twice, and late   the same bytes under the same reference are sent once more, on the
 *   enough                     same day, at most {@link SENDS_MOST} times in all; else a person
 *   undecided                  it is searched for again, ever less often, and a person is told
 *
 * The second time, "nothing" comes from answers that would show whatever the exchange has made of the last send, however
 * late: a "no" needs no less proof than a resend.
 */
export function resolvePost(
  state: OrderState,
  request: OrderRequest,
  found: Found,
  at: Moment,
  rules: SearchRules,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const reason = request.reason ?? 'refused';
  const cancelled = cancelAsked(state);
  const refusedPlainly = isPlainNo(request, withClient(reason, state.order), rules);
  const notBefore = latestEffect(request, at, rules);
  if (found.kind === 'Order' && !refusedPlainly) {
    bindOrProve(draft, state, request, found, rules);
  } else if (found.kind === 'Nothing' && refusedPlainly) {
    if (!isNothingAgain(draft, request, rules, notBefore)) return draft.change();
    draft.refuse(request, reason);
    draft.applyEvidence('postRefused', 'Inferred');
  } else if (found.kind === 'Undecided' && found.incomplete) {
    return draft.change();
  } else if (found.kind === 'Nothing' && cancelled !== null && request.refusedAtGateway === 1) {
    if (!isNothingAgain(draft, request, rules, notBefore)) return draft.change();
    draft.refuse(request, reason);
    draft.set({ reason: cancelled });
    draft.applyEvidence('withdrawn', 'Inferred');
  } else {
    const why = cancelled === null ? whyNotAgain(state, request, at, rules) : 'a cancel was asked';
    const isCleared = found.kind === 'Nothing' && why === null;
    if (isCleared && !isNothingAgain(draft, request, rules, notBefore)) return draft.change();
    if (isCleared)
      noteSearch(draft, request, 'nothing of it: it is sent once more', { resend: 'Cleared' });
    else noteSearch(draft, request, told(found, why), { candidates: candidatesIn(found) });
  }
  return draft.change();
}

/**
 * An order that was taken not to be at the exchange, and of which that shows what may be it: what became of its post is
 * as unknown as it was. Null when nothing that is shown can be it.
 */
export function doubtAbsence(
  state: OrderState,
  post: OrderRequest,
  found: Found,
  at: Moment,
): OrderChange | null {
  const { status, grade } = state.order;
  const numbers = namedIn(found);
  const taken = takenToBe(status, grade);
  if (taken === undefined || numbers.length === 0) return null;
  const draft = new OrderChangeDraft(state, at);
  const why = `${numbers.join(', ')} may be it, though ${taken}`;
  const candidates = numbers.join(' ');
  // Whoever was told that it is over may have asked for it anew: it is neither sent again nor linked by itself.
  const refusalPending = 1;
  // What people wrote is no answer of the exchange, whatever it sounds like.
  const reason = grade === 'Operator' ? SAID_SO : post.reason;
  const open = {
    found: why, candidates, searches: 0, absentSince: null, dueAt: at.database, refusalPending, reason,
  } as const; // prettier-ignore
  draft.set({ status: 'New', grade: null, provenAt: null, closedAt: null, reason: null });
  draft.fact('STATUS_CHANGED', { from: status, to: 'New', evidence: why, grade: null, word: null });
  draft.moveRequest(post, 'Unknown', 'UNKNOWN', open);
  draft.openBreak({ type: 'StatusMismatch', key: 'postRefused', detail: why });
  return draft.change();
}

/** How an order has ended whose post, it seemed, was never taken. One that was cancelled by people was never sent. */
function takenToBe(status: OrderStatus, grade: EvidenceGrade | null): string | undefined {
  if (grade === 'Operator') return status === 'Rejected' ? SAID_SO : undefined;
  return grade === 'Inferred' ? TAKEN_TO_BE[status] : undefined;
}

const SAID_SO = 'people have said that it is not at the exchange';
const TAKEN_TO_BE: Partial<Record<OrderStatus, string>> = {
  Rejected: 'it was taken to be refused',
  Cancelled:
    'it was taken to be cancelled before the exchange had it; a cancel that is still wanted has to be asked for again',
};

/**
 * A "no" that says nothing of a duplicate. After a second send only where it is known what a duplicate
 * is answered: elsewhere any refusal may be the exchange's way to say that it has the first one.
 */
function isPlainNo(request: OrderRequest, reason: string, rules: SearchRules): boolean {
  // Only one that is open again has both: a refusal ends what one of the gateway left open.
  if (request.refusalPending === 1 && request.refusedAtGateway === 1) return true;
  if (request.refusalPending !== 1 || mayBeDuplicate(reason, rules.duplicateMessage)) return false;
  return request.sends === 1 || rules.knowsDuplicates;
}

/** The numbers that may be the order. */
export function namedIn(found: Found): readonly string[] {
  if (found.kind === 'Order') return [found.orderNumber];
  return found.kind === 'Undecided' ? found.numbers : [];
}

type FoundOrder = Extract<Found, { kind: 'Order' }>;

/**
 * That a number fits does not show that it is ours: another desk may have entered the same. What shows
 * it is the refusal of a duplicate, which says that ours is there, when no other number can be it. It
 * is looked for again after that, because what is ours may have been shown later than the other.
 */
function bindOrProve(
  draft: OrderChangeDraft,
  state: OrderState,
  request: OrderRequest,
  found: FoundOrder,
  rules: SearchRules,
): void {
  const { orderNumber, isOnly, hasRecord } = found;
  const { unprovenNumber } = request;
  const isProven = isOnly && isRefusedAsDuplicate(request, rules);
  const mayProve = isOnly && !isProven && rules.duplicateProof !== null;
  const candidates = [orderNumber];
  if (unprovenNumber !== null && unprovenNumber !== orderNumber) {
    const text = `${orderNumber} may be it, and the exchange has named ${unprovenNumber}`;
    noteSearch(draft, request, text, { candidates });
  } else if (mayProve && whyNotAgain(state, request, draft.at, rules) === null) {
    const text = `${orderNumber} may be it: it is sent once more, to be refused as a duplicate`;
    noteSearch(draft, request, text, { resend: 'DuplicateProbe', candidates });
  } else if (hasRecord && unprovenNumber !== null && !isProven && !wasFound(request, orderNumber)) {
    // The next enquiry confirms it, now that the list of the account was read; see `confirmUnprovenNumber`.
    const text = `${orderNumber} is shown, which the exchange has named: an enquiry has to show it, too`;
    noteSearch(draft, request, text, { candidates });
  } else if (hasRecord) {
    bind(draft, request, found, isProven ? 'Listed' : 'Inferred');
  } else {
    const text = `only trades show ${orderNumber}, and they may have their own numbers`;
    noteSearch(draft, request, text, { candidates });
  }
}

/** By an earlier search, after which enquiries have not confirmed it. */
function wasFound({ candidates }: OrderRequest, orderNumber: string): boolean {
  return candidates?.split(' ').includes(orderNumber) === true;
}

function isRefusedAsDuplicate(
  { refusalPending, reason }: OrderRequest,
  rules: SearchRules,
): boolean {
  const { duplicateProof: words } = rules;
  return refusalPending === 1 && words !== null && fits(reason ?? '', words);
}

function bind(
  draft: OrderChangeDraft,
  request: OrderRequest,
  { orderNumber, how, otherBrokers }: FoundOrder,
  grade: 'Inferred' | 'Listed',
): void {
  const proof = grade === 'Listed' ? ', and refused as a duplicate' : '';
  const text = `found at the exchange as ${orderNumber}: ${how}${proof}`;
  const changes = { reason: text, found: text, resend: 'Undecided' } as const;
  draft.moveRequest(request, 'Acknowledged', 'ACKNOWLEDGED', changes);
  draft.linkNumber(orderNumber, grade);
  draft.applyEvidence('postAccepted', grade);
  reportHeldRequests(draft);
  if (otherBrokers !== undefined) doubtTwoBrokers(draft, { ...otherBrokers, isAgain: false });
}

function told(found: Found, why: string | null): string {
  if (found.kind === 'Nothing') return `nothing of it; it is not sent again: ${why ?? ''}`;
  if (found.kind === 'Undecided') return found.why;
  return `${found.orderNumber} may be it, though the exchange has said no`;
}

/**
 * When an answer is new enough to show whatever the exchange has made of the last send. Until it has booked that
 * one, it may know of no duplicate: both would be orders.
 */
function latestEffect(
  { claimedAt, absentSince }: OrderRequest,
  { database }: Moment,
  { takesLateMs, answersLateMs }: SearchRules,
): number {
  const isAhead = claimedAt !== null && claimedAt > database;
  const sentAt = isAhead ? (absentSince ?? database) : (claimedAt ?? 0);
  return sentAt + takesLateMs + answersLateMs;
}

/** Why a post that no search finds is not resent; null when it may be. */
function whyNotAgain(
  state: OrderState,
  request: OrderRequest,
  at: Moment,
  rules: SearchRules,
): string | null {
  const { order } = state;
  if (request.refusalPending === 1) return 'the exchange may have its reference already';
  if (request.resend === 'Forbidden') return 'the exchange has answered that it took something';
  if (request.unprovenNumber !== null) return `the exchange has named ${request.unprovenNumber}`;
  if (!rules.repost) return 'the settings forbid it';
  if (order.tradingDate !== at.today) return 'its trading day is over';
  // The gateway may refuse it for hours, and a search needs the key that it refuses.
  if (request.refusedAtGateway === 1) return null;
  if (request.sends >= SENDS_MOST) return `it was sent ${request.sends} times`;
  const age = at.database - (request.firstSentAt ?? 0);
  if (age > rules.repostWithinMs) return 'it was first sent too long ago';
  return null;
}

/**
 * Whether a "no" may mean that the exchange has the order already: because it is worded as this
 * exchange was seen to refuse a duplicate, or because it sounds like one. The first only adds to
 * the second: of the first send no message that was learned makes a refusal easier to believe.
 */
export function mayBeDuplicate(message: string, template: string | null): boolean {
  return soundsLikeDuplicate(message) || (template !== null && fits(message, template));
}

/** The template has `{names}` where the message varies from order to order. */
function fits(message: string, template: string): boolean {
  const parts = template
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's').test(message.trim());
}

/**
 * A "no" that may mean "I have it already" is no evidence of a refusal. Read widely, in codes and in
 * prose; only what plainly speaks of something missing or refused is not one.
 */
export function soundsLikeDuplicate(message: string): boolean {
  const words = message
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .replace(/refused|paused|unused|(not|n't|no longer|non) ?exist\w*/g, '');
  return /dupl|already|exist|uniq|used|reuse/.test(words);
}
