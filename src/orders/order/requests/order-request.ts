import type { Decimal } from '../../../infra/decimal.js';

/**
 * What we asked of the exchange, and whether we know the answer.
 *   Queued -> Sent -> Acknowledged | Refused | Unknown
 *   Unknown -> Acknowledged | Refused   only by evidence or a person
 *   Unknown -> Sent                     the same bytes again, once a search has cleared the resend
 *   Sent -> Queued                      neither this nor an earlier send reached the exchange
 *   Queued -> Withdrawn                 it is never sent
 *   Queued -> Unknown                   the database was restored, and may have forgotten a send
 *   Acknowledged -> Unknown             the order it was matched with proved to be another's
 *   Refused -> Acknowledged             two people found the order at the exchange; an edit also by
 *                                       an execution that no other limit allows
 *   Refused -> Unknown                  the exchange shows what may be it after all
 */
export const REQUEST_STATES = [
  'Queued', 'Sent', 'Acknowledged', 'Refused', 'Unknown', 'Withdrawn',
] as const; // prettier-ignore

export type RequestState = (typeof REQUEST_STATES)[number];

/** Cancels first: they are sent first. */
export const REQUEST_KINDS = ['Cancel', 'Post', 'Edit'] as const;

export type RequestKind = (typeof REQUEST_KINDS)[number];

export interface OrderRequest {
  readonly id: string;
  readonly orderId: string;
  readonly kind: RequestKind;
  readonly state: RequestState;
  /** The terms asked for; null for a cancel. */
  readonly units: Decimal | null;
  readonly price: Decimal | null;
  /** Counts the claims: a reply to an earlier claim is kept as evidence but changes nothing. */
  readonly claimNumber: number;
  /** How often it may have reached the exchange. */
  readonly sends: number;
  /** Database time before which it is not sent or, if Unknown, not searched for. */
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
  /** Why it is unknown, refused or withdrawn; in the exchange's words where it gave any. */
  readonly reason: string | null;
  /** 1: refused in the documented envelope, but not confirmed yet. */
  readonly refusalPending: number;
  /** Edits and cancels: the order number in the last send; null if not known. */
  readonly namedNumber: string | null;
  /** 1: every reply so far was a 401, 402, 403 or 429, which does not prove that nothing was done. */
  readonly refusedAtGateway: number;
  /** An order number that an incomplete acknowledgement named: enquired, not believed. */
  readonly unprovenNumber: string | null;
  /** Posts only; see `matchKeyOf`. */
  readonly matchKey: string | null;
  readonly resend: ResendDecision;
  /** Searches without an answer; each makes the next one wait longer. */
  readonly searches: number;
  /** What the last search found, as a text for people. */
  readonly found: string | null;
  /** The order numbers that it has named as possible, separated by spaces; null: none. */
  readonly candidates: string | null;
  /** The last audit entry before the first claim that may have reached the exchange. */
  readonly sentEntry: number | null;
  /** Database time since which every search has found nothing; null if the last one found something. */
  readonly absentSince: number | null;
  /**
   * Edits of units: database time at which the first record that shows the number ended without it was asked for: with its
   * matched units, and with units that are not those of the edit; null: none has, or one has shown it working since.
   */
  readonly endedWithoutAt: number | null;
}

/**
 * Whether a request of unknown outcome may be sent once more.
 *   `Undecided`  no search has cleared it
 *   `Cleared`    nothing of it was found
 *   `DuplicateProbe`    a post with one candidate number: an exchange that is known to refuse duplicates will
 *                confirm by its refusal that it has the post. Sent even if a cancel waits for the number.
 *   `Forbidden`  the exchange answered with an undocumented form of success, or people said that the
 *                order is there
 */
export type ResendDecision = 'Undecided' | 'Cleared' | 'DuplicateProbe' | 'Forbidden';

/** Whether the audit trail has a request as the tables have it; see `request-in-trail`. */
export type RequestInTrail =
  { readonly kind: 'Same' } | { readonly kind: 'Differs'; readonly why: string };

export function isResendCleared({ resend }: Pick<OrderRequest, 'resend'>): boolean {
  return resend === 'Cleared' || resend === 'DuplicateProbe';
}

/** Takes a clearance back; what is forbidden stays so. */
export function withoutClearance({ resend }: Pick<OrderRequest, 'resend'>): ResendDecision {
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

/** The request in its next state. Throws on an illegal step, which is a bug. */
export function moved(
  request: OrderRequest,
  state: RequestState,
  changes: Partial<OrderRequest>,
): OrderRequest {
  const isUncleared = request.state === 'Unknown' && state === 'Sent' && !isResendCleared(request);
  if (isUncleared || !TRANSITIONS[request.state].includes(state)) {
    throw new Error(`A ${request.kind} cannot go from ${request.state} to ${state}`);
  }
  return { ...request, ...changes, state };
}

export function isOpen(request: OrderRequest): boolean {
  return request.state === 'Queued' || request.state === 'Sent' || request.state === 'Unknown';
}

/** The exchange has answered with a documented refusal, which a search or an enquiry has still to confirm. */
export function isRefusalOpen({ state, refusalPending }: OrderRequest): boolean {
  return state === 'Unknown' && refusalPending === 1;
}

/** Sends of one edit or cancel at the most. */
export const CHANGE_SENDS_MOST = 2;

/** A cancel of the order with this number waits only for answers that show nothing of it: then it is sent once more. */
export function mayCancelAgain(
  request: OrderRequest,
  orderNumber: string | null,
  now: number,
): boolean {
  const { kind, state, resend, sends, dueAt, namedNumber, refusalPending } = request;
  if (kind !== 'Cancel' || state !== 'Unknown' || resend !== 'Undecided' || dueAt > now)
    return false;
  if (namedNumber !== null && namedNumber !== orderNumber) return true;
  return sends < CHANGE_SENDS_MOST && refusalPending === 0;
}

/** It may have been sent, and its outcome is not known. */
export function isUncertain({ state, refusedAtGateway }: OrderRequest): boolean {
  return state === 'Sent' || state === 'Unknown' || (state === 'Queued' && refusedAtGateway === 1);
}

/** An edit that the exchange may have done; one that still waits has changed nothing. */
export function mayBeDoneEdit(request: OrderRequest): boolean {
  return request.kind === 'Edit' && isUncertain(request);
}
