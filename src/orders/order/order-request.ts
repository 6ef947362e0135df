import type { Decimal } from '../../infra/decimal.js';

/**
 * What we asked of the exchange, and whether we know the answer.
 *   Queued -> Sent -> Acknowledged | Refused | Unknown, and Unknown -> Acknowledged | Refused
 * by evidence or by a person only. Withdrawn was never sent. A request that provably did not reach
 * the exchange goes back from Sent to Queued, unless an earlier send of it may have: then it is as
 * Unknown as before. An Unknown one is Sent once more only after a search has found nothing of it,
 * the same to the last byte. Acknowledged -> Unknown: the order it was taken for is another's.
 * Queued -> Unknown only in a restored database, which has forgotten what was sent.
 * Refused -> Acknowledged only by the word of two people who have found the order there, and of an edit by an
 * execution that no other limit allows.
 * Refused -> Unknown when the exchange shows what may be it after all.
 */
export const REQUEST_STATES = [
  'Queued', 'Sent', 'Acknowledged', 'Refused', 'Unknown', 'Withdrawn',
] as const; // prettier-ignore

export type RequestState = (typeof REQUEST_STATES)[number];
export type RequestKind = 'Post' | 'Edit' | 'Cancel';

export interface OrderRequest {
  readonly id: string;
  readonly orderId: string;
  readonly kind: RequestKind;
  readonly state: RequestState;
  /** The terms asked for; null in a cancel. */
  readonly units: Decimal | null;
  readonly price: Decimal | null;
  /** Counts the claims: a reply to an earlier claim changes nothing, it is kept as evidence. */
  readonly epoch: number;
  /** How often it may have reached the exchange. */
  readonly sends: number;
  /** Database time before which it is not sent, or an Unknown one not searched for. */
  readonly dueAt: number;
  /** Database time of the last claim. */
  readonly claimedAt: number | null;
  /** Database time of the first claim that may have reached the exchange. */
  readonly firstSentAt: number | null;
  readonly createdAt: number;
  /** Wall clock of the last change of state. */
  readonly since: number;
  /** The person or key it is for: `x-api-username` of the call. */
  readonly operator: string;
  /** Why it is not known, refused or withdrawn; the exchange's own words where it gave any. */
  readonly reason: string | null;
  /** 1: the exchange said no in its documented envelope, which is still to be confirmed. */
  readonly saidNo: number;
  /** Edits and cancels: the order number that it named when it was last sent; null where that is not known. */
  readonly namedNumber: string | null;
  /** 1: each reply to it so far was a 429, which does not prove that nothing was done. */
  readonly throttled: number;
  /** An order number that an incomplete acknowledgement named; it is enquired, not believed. */
  readonly candidate: string | null;
  /** Posts only: equal for orders that nobody could tell apart at the exchange. */
  readonly matchKey: string | null;
  readonly resend: ResendDecision;
  /** Searches that ended without an answer; each lets the next one wait longer. */
  readonly searches: number;
  /** What the last search found, for people. */
  readonly found: string | null;
  /** The last entry of the audit trail before its first claim that may have reached the exchange. */
  readonly sentEntry: number | null;
  /** Database time since which all searches have found nothing of it; null when the last one has found something. */
  readonly absentSince: number | null;
}

/**
 * Whether a request of unknown outcome may be sent once more.
 *   `Undecided`  no search has let it go
 *   `Cleared`    nothing of it was found, so it is sent again
 *   `ToProve`    a post of which one number was found: the exchange, which is known to refuse a
 *                duplicate, is to say that it has it. It goes though a cancel waits for that number.
 *   `Forbidden`  the exchange has answered it with a success that is not as described, or people have
 *                said that it is there
 */
export type ResendDecision = 'Undecided' | 'Cleared' | 'ToProve' | 'Forbidden';

export function isResendCleared({ resend }: Pick<OrderRequest, 'resend'>): boolean {
  return resend === 'Cleared' || resend === 'ToProve';
}

/** What is no longer cleared stays forbidden where it was. */
export function heldBack({ resend }: Pick<OrderRequest, 'resend'>): ResendDecision {
  return resend === 'Forbidden' ? 'Forbidden' : 'Undecided';
}

const TRANSITIONS: Readonly<Record<RequestState, readonly RequestState[]>> = {
  Queued: ['Queued', 'Sent', 'Withdrawn', 'Unknown'],
  Sent: ['Queued', 'Acknowledged', 'Refused', 'Unknown'],
  Unknown: ['Unknown', 'Sent', 'Acknowledged', 'Refused'],
  Acknowledged: ['Unknown'],
  Refused: ['Acknowledged', 'Unknown'],
  Withdrawn: [],
};

/** A request in its next state; an illegal step is an error of ours and is thrown. */
export function moved(
  request: OrderRequest,
  state: RequestState,
  changes: Partial<OrderRequest>,
): OrderRequest {
  const unasked = request.state === 'Unknown' && state === 'Sent' && !isResendCleared(request);
  if (unasked || !TRANSITIONS[request.state].includes(state)) {
    throw new Error(`A ${request.kind} cannot go from ${request.state} to ${state}`);
  }
  return { ...request, ...changes, state };
}

export function isOpen(request: OrderRequest): boolean {
  return request.state === 'Queued' || request.state === 'Sent' || request.state === 'Unknown';
}

/** Its outcome is not known: it was sent and nothing has proven yet what became of it. */
export function isUncertain({ state, throttled }: OrderRequest): boolean {
  return state === 'Sent' || state === 'Unknown' || (state === 'Queued' && throttled === 1);
}
