import { compare } from '../../../infra/decimal.js';
import { releaseNumber, withdrawNumber } from '../../order-numbers/number-link.js';
import { correctFill } from '../../fills/trade-corrections.js';
import {
  isDayOrder,
  isNumberDoubted,
  type OrderChange,
  type Fill,
  type Moment,
  type OrderState,
  isOtherSide,
} from '../../order/order.js';
import { completeIfTraded, confirmEdit } from '../../fills/executions.js';
import { endFewerMatched } from '../../order/evidence/matched-certainty.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import type { BreakType, Severity } from '../../breaks/break.js';
import { endFewerShown, endNumberDoubt, isUpToPeople } from '../../order-numbers/number-proof.js';
import type { OrderRequest, RequestKind } from '../../order/requests/order-request.js';
import { unfitResolution, type Refusal } from '../../order/requests/refusal.js';
import {
  breakTypesOf,
  OF_EXTERNAL_ORDERS,
  type Decision,
  type Resolution,
} from '../../breaks/resolution.js';
import { isSameSideSecurityUnits } from '../../order-numbers/order-terms.js';
import { type ExternalOrder } from '../../breaks/external-order.js';

/**
 * Which resolutions a break allows, and what each does to its order. Two people must agree on anything
 * that changes an order or links a number, and on closing a severe break. What they decide has the
 * grade Operator: any evidence of the exchange outweighs it, and a contradiction opens a break. Of an order
 * that has ended, they may say that it did end like that, which ends what made it doubtful and nothing else.
 */
const ENDS: readonly Resolution[] = ['close', 'was-cancelled', 'has-expired', 'was-filled'];
const ALLOWED: Readonly<Partial<Record<BreakType, readonly Resolution[]>>> = {
  PostUnconfirmed: ['link-number', 'not-at-exchange', 'number-is-right'],
  EditUnconfirmed: ['took-effect', 'had-no-effect', 'number-is-right'],
  CancelUnconfirmed: ['took-effect', 'had-no-effect', 'number-is-right'],
  // The exchange may never tell us that the order has ended.
  MissingAtExchange: [...ENDS, 'link-number'],
  IdentityMismatch: [...ENDS, 'link-number', 'number-is-right'],
  OpenAfterClose: ENDS,
  UnmappedValue: ENDS,
  StatusMismatch: ENDS,
  SourcesDisagree: ENDS,
  PriceMismatch: ['close', 'price-is-right'],
  FillMismatch: ['close', 'as-shown'],
  UnknownAtExchange: ['accept', 'adopt', 'link'],
  OrphanTrade: ['close', 'accept', 'link'],
  DuplicateSuspected: ['close', 'accept', 'adopt', 'link'],
};
/** Breaks about a request of unknown outcome. */
const DOUBTED_REQUEST: Readonly<Partial<Record<BreakType, RequestKind>>> = {
  PostUnconfirmed: 'Post',
  EditUnconfirmed: 'Edit',
  CancelUnconfirmed: 'Cancel',
};

/** Null when a break of that type allows the decision. An unknown outcome cannot just be closed. */
export function refuseResolution(type: BreakType, decision: Decision): Refusal | null {
  const { resolution, reasonCode } = decision;
  const wrongField = refuseFields(decision);
  if (wrongField !== null) return wrongField;
  const reasonFits = breakTypesOf(reasonCode);
  if (!reasonFits.includes(type)) {
    return unfitResolution(`${reasonCode} is for ${reasonFits.join(', ')}`, 'reasonCode');
  }
  const allowed = ALLOWED[type] ?? ['close'];
  if (allowed.includes(resolution)) return null;
  return unfitResolution(`a ${type} break is resolved by ${allowed.join(', ')}`, 'resolution');
}

/** Each field belongs to one resolution, which requires it. */
function refuseFields(decision: Decision): Refusal | null {
  const { resolution, orderNumber, orderId, terms } = decision;
  const [firstTerm = 'accountNumber'] = Object.entries(terms ?? {}).flatMap(([name, value]) =>
    value === '' ? [] : [name],
  );
  const needs = [
    ['orderNumber', 'link-number', orderNumber],
    ['orderId', 'link', orderId],
    [firstTerm, 'adopt', terms],
  ] as const;
  for (const [field, of, given] of needs) {
    if (resolution === of && given === null) return unfitResolution('must be given', field);
    if (resolution !== of && given !== null) return unfitResolution(`is for ${of}`, field);
  }
  return null;
}

/** A break about an unknown outcome cannot be reopened once the outcome is known. */
export function mayReopen(type: BreakType, state: OrderState | null): boolean {
  const kind = DOUBTED_REQUEST[type];
  if (kind === undefined) return true;
  return state?.requests.some((open) => open.kind === kind && open.state === 'Unknown') === true;
}

const WHOSE_NUMBER =
  'nothing but people ends the doubt of the number: say that it is right, how the order has ended, or which number it has';
const RESOLVE_FIRST = 'a request has an unknown outcome: resolve that first';

const SEVERE: ReadonlySet<Severity> = new Set(['High', 'Critical']);

export function needsSecondPerson(severity: Severity, { resolution }: Decision): boolean {
  return resolution !== 'close' || SEVERE.has(severity);
}

/** What a resolution needs to know besides the order's state. */
export interface ResolutionContext {
  /** The number in question belongs to another order of ours. */
  readonly taken: boolean;
  readonly dayOver: boolean;
  readonly fills: readonly Fill[];
  /** Who has decided it, once it is approved; both names. */
  readonly decidedBy?: string | null;
}

/** What the facts of a request say that people and not the exchange have settled. */
type Says = Readonly<Record<string, string | null>>;

function saysIn({ decidedBy = null }: ResolutionContext): Says {
  return { grade: 'Operator', decidedBy };
}

export function resolveManually(
  state: OrderState,
  type: BreakType,
  decision: Decision,
  context: ResolutionContext,
  at: Moment,
): OrderChange | Refusal {
  const draft = new OrderChangeDraft(state, at);
  const { resolution } = decision;
  const says = saysIn(context);
  if (isWhoseNumberOpen(draft, type, resolution))
    return unfitResolution(WHOSE_NUMBER, 'resolution');
  if (resolution === 'close' || resolution === 'accept' || resolution === 'adopt') {
    return draft.change();
  }
  if (draft.openRequests().some((request) => request.state === 'Sent')) {
    return unfitResolution('a request of the order is being sent right now');
  }
  switch (resolution) {
    case 'number-is-right':
      return proveNumber(draft, type, decision);
    case 'price-is-right':
      return provePrice(draft, decision);
    case 'link-number':
      return linkNumber(draft, type, decision, context);
    case 'link':
      return linkExternal(draft, decision, context);
    case 'not-at-exchange':
      giveUpInferred(draft, decision, context);
      return withUnknown(draft, 'Post', (post) => {
        draft.refuse(post, decision.text, says);
        draft.applyEvidence('postRefused', 'Operator');
      });
    case 'took-effect':
      if (context.taken)
        return unfitResolution('it was acknowledged under the number of another order of ours');
      return withUnknown(draft, kindOf(type), (request) =>
        tookEffect(draft, request, decision, says),
      );
    case 'had-no-effect':
      return withUnknown(draft, kindOf(type), (request) =>
        hadNoEffect(draft, request, decision, says),
      );
    case 'as-shown':
      return correctFill(draft, decision, context.fills);
    case 'was-cancelled':
      return draft.order.status === 'Cancelled'
        ? confirmEnd(draft, type, decision)
        : endCancelled(draft, type, decision);
    case 'has-expired':
      return draft.order.status === 'Expired'
        ? confirmEnd(draft, type, decision)
        : expire(draft, context.dayOver, type, decision);
    case 'was-filled':
      return draft.order.status === 'Filled'
        ? confirmEnd(draft, type, decision)
        : unfitResolution(`the order is ${draft.order.status}, and only its trades fill it`);
  }
}

/** Whether it would leave open whose the number is, which nothing but an answer to its own break settles. */
function isWhoseNumberOpen(
  { order }: OrderChangeDraft,
  type: BreakType,
  resolution: Resolution,
): boolean {
  const isOfNumber = type === 'IdentityMismatch';
  if (resolution === 'close')
    return isOfNumber && (isUpToPeople(order) || order.fewerShownAt !== null);
  const mayHaveNextOwner = order.numberDoubt === 'NextOwner' || order.fewerShownAt !== null;
  return ENDS.includes(resolution) && !isOfNumber && mayHaveNextOwner;
}

function kindOf(type: BreakType): RequestKind {
  return type === 'CancelUnconfirmed' ? 'Cancel' : 'Edit';
}

/** It has ended like that already, but something made its end doubtful. */
function confirmEnd(
  draft: OrderChangeDraft,
  type: BreakType,
  { text }: Decision,
): OrderChange | Refusal {
  const { status, numberDoubt, fewerShownAt } = draft.order;
  if (type !== 'IdentityMismatch' && isUpToPeople(draft.order))
    return unfitResolution(WHOSE_NUMBER, 'resolution');
  if (draft.openRequests().some(({ state }) => state === 'Unknown'))
    return unfitResolution(RESOLVE_FIRST);
  const isWhoseNumber =
    type === 'IdentityMismatch' && (numberDoubt !== null || fewerShownAt !== null);
  if (isWhoseNumber) {
    leaveNumber(draft, text);
    draft.set({ numberDoubt: null, numberDoubtedAt: null });
    draft.fact('DOUBT_ENDED', { why: text });
  }
  if (!draft.confirmEnd(text) && !isWhoseNumber)
    return unfitResolution(`the order is ${status}, and nothing makes that doubtful`);
  draft.fact('PROVEN', { evidence: text, grade: 'Operator', word: null });
  return draft.change();
}

function endOrder(
  draft: OrderChangeDraft,
  how: 'seenCancelled' | 'dayEnded',
): OrderChange | Refusal {
  const refusal = refuseUnlessCertain(draft);
  if (refusal !== null) return refusal;
  draft.applyEvidence(how, 'Operator');
  return draft.change();
}

function endCancelled(
  draft: OrderChangeDraft,
  type: BreakType,
  { text }: Decision,
): OrderChange | Refusal {
  const refusal = refuseUnlessCertain(draft);
  if (refusal !== null) return refusal;
  if (type === 'IdentityMismatch') leaveNumber(draft, text);
  return endOrder(draft, 'seenCancelled');
}

/** However it has ended: what is shown and traded under its number is another order's, if that was in doubt. */
function leaveNumber(draft: OrderChangeDraft, text: string): void {
  const { numberDoubt, fewerShownAt } = draft.order;
  if (numberDoubt !== 'NextOwner' && fewerShownAt === null) return;
  draft.set({ numberDoubt: null, numberDoubtedAt: null, fewerShownAt: null });
  draft.set({ numberLeftAt: draft.at.database });
  endFewerMatched(draft, text);
}

function expire(
  draft: OrderChangeDraft,
  dayOver: boolean,
  type: BreakType,
  { text }: Decision,
): OrderChange | Refusal {
  const { status, timeInForce, tradingDate } = draft.order;
  if (!isDayOrder(draft.order))
    return unfitResolution(`a ${timeInForce} order does not end with its day`);
  if (!dayOver) return unfitResolution(`its trading day, ${tradingDate}, is not over`);
  // Its cancel was acknowledged, and not done.
  if (type === 'IdentityMismatch') leaveNumber(draft, text);
  if (status === 'Cancelled' && draft.confirmEnd(text)) {
    openAgain(draft, text);
    draft.applyEvidence('postAccepted', 'Operator');
  }
  return endOrder(draft, 'dayEnded');
}

function proveNumber(
  draft: OrderChangeDraft,
  type: BreakType,
  { text }: Decision,
): OrderChange | Refusal {
  const { numberGrade, numberDoubt, fewerShownAt, orderNumber } = draft.order;
  const hadNextOwner = numberDoubt === 'NextOwner' || fewerShownAt !== null;
  if (orderNumber !== null && hasUnknown(draft, DOUBTED_REQUEST[type] ?? 'Edit')) {
    return unfitResolution(RESOLVE_FIRST);
  }
  if (orderNumber === null || (numberGrade !== 'Inferred' && !isNumberDoubted(draft.order))) {
    return unfitResolution('the number of the order is neither inferred nor in doubt');
  }
  endNumberDoubt(draft, text);
  if (draft.order.numberLeftAt !== null) draft.set({ numberLeftAt: null });
  // What has made people look has not changed: they are not asked again.
  if (hadNextOwner) draft.set({ shownMatched: null });
  endFewerShown(draft, text);
  // What works under it is this order, then.
  if (hadNextOwner && draft.order.status === 'Cancelled') draft.contest(null);
  if (numberGrade === 'Inferred') draft.set({ numberGrade: 'Operator' });
  endWaitForNumber(draft);
  draft.fact('PROVEN', { evidence: text, grade: 'Operator', word: null });
  return draft.change();
}

/** No record has shown it, so that it stays inferred. */
function provePrice(draft: OrderChangeDraft, { text }: Decision): OrderChange | Refusal {
  if (hasUnknown(draft, 'Edit')) return unfitResolution(RESOLVE_FIRST);
  if (draft.order.priceGrade !== 'Doubtful')
    return unfitResolution('the price of the order is not in doubt');
  draft.set({ priceGrade: 'Inferred' });
  draft.closeBreaks('PriceMismatch');
  draft.fact('PROVEN', { evidence: text, grade: 'Operator', word: null });
  return draft.change();
}

function linkNumber(
  draft: OrderChangeDraft,
  type: BreakType,
  decision: Decision,
  context: ResolutionContext,
): OrderChange | Refusal {
  const { taken, fills } = context;
  const { orderNumber } = decision;
  if (orderNumber === null) return unfitResolution('must be given', 'orderNumber');
  if (taken) return unfitResolution('belongs to another order of ours', 'orderNumber');
  if (DOUBTED_REQUEST[type] === undefined) {
    const misbooked = type === 'IdentityMismatch' ? fills : null;
    return relink(draft, orderNumber, misbooked, decision.text);
  }
  if (orderNumber === draft.order.orderNumber)
    return unfitResolution('is its number already', 'orderNumber');
  giveUpInferred(draft, decision, context);
  return withUnknown(draft, 'Post', (post) =>
    linkPost(draft, post, { ...decision, orderNumber }, saysIn(context)),
  );
}

/** People say that the number which was inferred for a post is another order's: the post is Unknown again. */
function giveUpInferred(
  draft: OrderChangeDraft,
  { text }: Decision,
  { fills }: ResolutionContext,
): void {
  const post = draft.acknowledgedPost();
  if (draft.order.numberGrade !== 'Inferred' || post === undefined) return;
  const known = new Set(post.candidates?.split(' ')).add(draft.order.orderNumber ?? '');
  releaseNumber(draft, post, fills, text);
  const candidates = [...known].join(' ');
  draft.moveRequest(post, 'Unknown', 'UNKNOWN', { reason: text, found: text, candidates });
  endWaitForNumber(draft);
}

/** Edits and cancels wait no longer because the number is not proven. */
function endWaitForNumber(draft: OrderChangeDraft): void {
  if (!hasUnknown(draft, 'Edit')) draft.closeBreaks('EditUnconfirmed');
  if (!hasUnknown(draft, 'Cancel')) draft.closeBreaks('CancelUnconfirmed');
}

/** A refused post may be at the exchange all the same; one that was never sent cannot be. */
function linkExternal(
  draft: OrderChangeDraft,
  decision: Decision,
  context: ResolutionContext,
): OrderChange | Refusal {
  const { taken } = context;
  const { orderNumber, shown } = decision;
  const { order } = draft;
  if (orderNumber === null || taken)
    return unfitResolution('the number belongs to one of our orders');
  if (order.orderNumber !== null)
    return unfitResolution(`has the number ${order.orderNumber}`, 'orderId');
  if (
    shown !== null &&
    (isOtherSide(shown.side, order.side) || shown.security !== order.security)
  ) {
    return unfitResolution(`is ${order.side} ${order.security}`, 'orderId');
  }
  const post = draft.unacknowledgedPost();
  if (post === undefined) return unfitResolution('was never sent to the exchange', 'orderId');
  linkPost(draft, post, { ...decision, orderNumber }, saysIn(context));
  return draft.change();
}

function linkPost(
  draft: OrderChangeDraft,
  post: OrderRequest,
  { text, orderNumber }: Decision & { readonly orderNumber: string },
  says: Says,
): void {
  // People say that the order is at the exchange: never resend it, whatever comes later.
  const changes = { reason: text, resend: 'Forbidden' } as const;
  draft.moveRequest(post, 'Acknowledged', 'ACKNOWLEDGED', changes, says);
  draft.linkNumber(orderNumber, 'Operator');
  draft.applyEvidence('postAccepted', 'Operator');
}

/** For a break about none of our orders, when the decision names none either. */
export function refuseWithoutOrder({ resolution }: Decision): Refusal | null {
  if (resolution === 'close' || resolution === 'accept') return null;
  if (resolution === 'link') return unfitResolution('is none of our orders', 'orderId');
  return unfitResolution('the break is about none of our orders', 'resolution');
}

/** Null when the decision still fits the external order as the break shows it now. */
export function refuseOfExternalOrder(
  { resolution, shown }: Decision,
  now: ExternalOrder | null,
  isOrders: boolean,
): Refusal | null {
  if (!OF_EXTERNAL_ORDERS.includes(resolution)) return null;
  if (isOrders) return unfitResolution('the break is about one of our orders', 'resolution');
  const changed =
    shown === null || now === null ? shown !== now : !isSameSideSecurityUnits(shown, now);
  return changed ? unfitResolution('the order at the exchange has changed') : null;
}

/**
 * Gives a working order another number: somebody else's edit changed it, or the present one was never
 * its number, and then the fills booked under that (`misbooked`) are withdrawn.
 */
function relink(
  draft: OrderChangeDraft,
  orderNumber: string,
  misbooked: readonly Fill[] | null,
  why: string,
): OrderChange | Refusal {
  const isAnothersCancel = wasCancelledByAnothersNumber(draft);
  const refusal = isAnothersCancel ? null : refuseUnlessCertain(draft);
  if (refusal !== null) return refusal;
  if (orderNumber === draft.order.orderNumber)
    return unfitResolution('is its number already', 'orderNumber');
  if (isAnothersCancel) openAgain(draft, why);
  if (misbooked !== null) withdrawNumber(draft, misbooked, why);
  draft.linkNumber(orderNumber, 'Operator');
  if (isAnothersCancel) draft.applyEvidence('postAccepted', 'Operator');
  draft.endMissing();
  return draft.change();
}

/** Its cancel was acknowledged under a number that may be another order's, so that ours may work on. */
function wasCancelledByAnothersNumber(draft: OrderChangeDraft): boolean {
  const { status, grade, numberDoubt } = draft.order;
  const isByAnswer = status === 'Cancelled' && grade === 'Acknowledged' && numberDoubt !== null;
  return isByAnswer && draft.openRequests().every(({ state }) => state === 'Queued');
}

function openAgain(draft: OrderChangeDraft, why: string): void {
  const { status } = draft.order;
  draft.set({ status: 'New', exchangeStatus: null, grade: null, provenAt: null, closedAt: null });
  draft.fact('STATUS_CHANGED', { from: status, to: 'New', evidence: why, grade: null, word: null });
}

function refuseUnlessCertain(draft: OrderChangeDraft): Refusal | null {
  if (!draft.isWorking) return unfitResolution(`the order is ${draft.order.status}`);
  if (draft.openRequests().some((request) => request.state === 'Unknown')) {
    return unfitResolution(RESOLVE_FIRST);
  }
  return null;
}

/** If the edit was acknowledged under a new number, the order has that number now. */
function tookEffect(
  draft: OrderChangeDraft,
  request: OrderRequest,
  { text }: Decision,
  says: Says,
): void {
  draft.moveRequest(request, 'Acknowledged', 'ACKNOWLEDGED', { reason: text }, says);
  if (request.unprovenNumber !== null) draft.linkNumber(request.unprovenNumber, 'Operator');
  if (request.kind === 'Edit') confirmEdit(draft, request, null, 'Operator');
  // Of an order of which more is traded than its units the cancel has ended a rest that we do not know of.
  else if (!isOverfilled(draft)) draft.applyEvidence('cancelAccepted', 'Operator');
}

function isOverfilled({ order: { status, filledUnits, units } }: OrderChangeDraft): boolean {
  return status === 'Filled' && compare(filledUnits, units) > 0;
}

/** If the edit was acknowledged under a new number, only people say that the order keeps its own. */
function hadNoEffect(
  draft: OrderChangeDraft,
  request: OrderRequest,
  { text }: Decision,
  says: Says,
): void {
  draft.refuse(request, text, says);
  if (request.unprovenNumber !== null) draft.set({ numberGrade: 'Operator' });
  completeIfTraded(draft);
}

function hasUnknown(draft: OrderChangeDraft, kind: RequestKind): boolean {
  return draft.openRequests().some((open) => open.kind === kind && open.state === 'Unknown');
}

/** The oldest request of its kind whose outcome is unknown. */
function withUnknown(
  draft: OrderChangeDraft,
  kind: RequestKind,
  resolve: (request: OrderRequest) => void,
): OrderChange | Refusal {
  const unknown = draft
    .openRequests()
    .find((request) => request.kind === kind && request.state === 'Unknown');
  if (unknown === undefined)
    return unfitResolution(`no ${kind} of the order has an unknown outcome`);
  resolve(unknown);
  return draft.change();
}
