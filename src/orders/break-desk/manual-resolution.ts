import { withdrawNumber } from '../order-numbers/number-link.js';
import { correctFill } from '../fills/trade-corrections.js';
import {
  DAY_ORDER,
  type Change,
  type Fill,
  type Moment,
  type OrderState,
  isOtherSide,
} from '../order/order.js';
import { completeIfTraded } from '../fills/executions.js';
import { OrderChange } from '../order/order-change.js';
import type { BreakType, Severity } from '../breaks/break.js';
import { endDoubt } from '../order-numbers/number-proof.js';
import type { OrderRequest, RequestKind } from '../order/order-request.js';
import { refuse } from '../reconciliation/order-records/record-and-requests.js';
import type { Refusal } from '../order/refusal.js';
import { OF_EXTERNAL_ORDERS, type Decision, type Resolution } from '../breaks/resolution.js';
import { confirmEdit } from '../dispatch/call-outcome.js';
import { sameTerms } from '../order-numbers/external-order.js';
import { type ShownOrder } from '../breaks/shown-order.js';

/**
 * What people may decide of a break. Whatever touches an order or binds a number is decided by two,
 * and so is the end of a break that is severe; the grade of what they decide is Operator, so that
 * any evidence of the exchange outweighs it, and a contradiction opens a break.
 */
const ENDS: readonly Resolution[] = ['close', 'was-cancelled', 'has-expired'];
const FITS: Readonly<Partial<Record<BreakType, readonly Resolution[]>>> = {
  PostUnconfirmed: ['link-number', 'not-at-exchange'],
  EditUnconfirmed: ['took-effect', 'had-no-effect', 'number-is-right'],
  CancelUnconfirmed: ['took-effect', 'had-no-effect', 'number-is-right'],
  // Nothing that the exchange answers may ever tell that an order has ended.
  MissingAtExchange: [...ENDS, 'link-number'],
  IdentityMismatch: [...ENDS, 'link-number', 'number-is-right'],
  OpenAfterClose: ENDS,
  UnmappedValue: ENDS,
  StatusMismatch: ENDS,
  SourcesDisagree: ENDS,
  FillMismatch: ['close', 'as-shown'],
  UnknownAtExchange: ['accept', 'adopt', 'link'],
  OrphanTrade: ['close', 'accept', 'link'],
  DuplicateSuspected: ['close', 'accept', 'adopt', 'link'],
};
/** What became of a request: the break stays while nobody knows. */
const DOUBTS: Readonly<Partial<Record<BreakType, RequestKind>>> = {
  PostUnconfirmed: 'Post',
  EditUnconfirmed: 'Edit',
  CancelUnconfirmed: 'Cancel',
};

/** Breaks that tell of an order at the exchange which is none of ours. */
const STRANGE: ReadonlySet<BreakType> = new Set([
  'UnknownAtExchange', 'OrphanTrade', 'DuplicateSuspected',
]); // prettier-ignore

/** Null when this may be decided of a break of that type. A doubt ends with what ends it, not by closing it. */
export function refuseResolution(type: BreakType, decision: Decision): Refusal | null {
  const { resolution, reasonCode } = decision;
  const wrong = refuseFields(decision);
  if (wrong !== null) return wrong;
  if (reasonCode === 'KnownExternal' && !STRANGE.has(type)) {
    return refused('KnownExternal is for orders that we did not send', 'reasonCode');
  }
  const fits = FITS[type] ?? ['close'];
  if (fits.includes(resolution)) return null;
  return {
    refusal: 'resolution-unfit',
    field: 'resolution',
    detail: `a ${type} break is resolved by ${fits.join(', ')}`,
  };
}

/** Each field belongs to one resolution, and that one needs it. */
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
    if (resolution === of && given === null) return refused('must be given', field);
    if (resolution !== of && given !== null) return refused(`is for ${of}`, field);
  }
  return null;
}

/** Whether a break of that type would still tell of something; a doubt that has ended is none again. */
export function mayReopen(type: BreakType, state: OrderState | null): boolean {
  const kind = DOUBTS[type];
  if (kind === undefined) return true;
  return state?.requests.some((open) => open.kind === kind && open.state === 'Unknown') === true;
}

const SEVERE: ReadonlySet<Severity> = new Set(['High', 'Critical']);

export function needsSecondPerson(severity: Severity, { resolution }: Decision): boolean {
  return resolution !== 'close' || SEVERE.has(severity);
}

/** What has to be known of the order besides its state. */
export interface Known {
  /** The number that is named belongs to another order of ours. */
  readonly taken: boolean;
  /** Its trading day is over. */
  readonly dayOver: boolean;
  readonly fills: readonly Fill[];
}

/** What the decision does to the order. */
export function resolveManually(
  state: OrderState,
  type: BreakType,
  decision: Decision,
  known: Known,
  at: Moment,
): Change | Refusal {
  const draft = new OrderChange(state, at);
  const { resolution } = decision;
  if (resolution === 'close' || resolution === 'accept' || resolution === 'adopt') {
    return draft.change();
  }
  if (draft.openRequests().some((request) => request.state === 'Sent')) {
    return refused('something of the order is on its way to the exchange at this moment');
  }
  switch (resolution) {
    case 'number-is-right':
      return proveNumber(draft, type, decision);
    case 'link-number':
      return linkNumber(draft, type, decision, known);
    case 'link':
      return linkExternal(draft, decision, known.taken);
    case 'not-at-exchange':
      return withUnknown(draft, 'Post', (post) => {
        refuse(draft, post, decision.text);
        draft.applyEvidence('postRefused', 'Operator');
      });
    case 'took-effect':
      if (known.taken)
        return refused('it was acknowledged under the number of another order of ours');
      return withUnknown(draft, kindOf(type), (request) => tookEffect(draft, request, decision));
    case 'had-no-effect':
      return withUnknown(draft, kindOf(type), (request) => hadNoEffect(draft, request, decision));
    case 'as-shown':
      return correctFill(draft, decision, known.fills);
    case 'was-cancelled':
      return ended(draft, 'seenCancelled');
    case 'has-expired':
      return hasExpired(draft, known.dayOver);
  }
}

function kindOf(type: BreakType): RequestKind {
  return type === 'CancelUnconfirmed' ? 'Cancel' : 'Edit';
}

function ended(draft: OrderChange, how: 'seenCancelled' | 'dayEnded'): Change | Refusal {
  const refusal = refuseUnlessCertain(draft);
  if (refusal !== null) return refusal;
  draft.applyEvidence(how, 'Operator');
  return draft.change();
}

function hasExpired(draft: OrderChange, dayOver: boolean): Change | Refusal {
  const { timeInForce, tradingDate } = draft.order;
  if (timeInForce !== DAY_ORDER) return refused(`an order ${timeInForce} does not end with a day`);
  if (!dayOver) return refused(`its trading day, ${tradingDate}, is not over`);
  return ended(draft, 'dayEnded');
}

function proveNumber(draft: OrderChange, type: BreakType, { text }: Decision): Change | Refusal {
  if (hasUnknown(draft, kindOf(type))) {
    return refused('what became of the request has to be said first');
  }
  const { numberGrade, numberDoubt, orderNumber } = draft.order;
  if (orderNumber === null || (numberGrade !== 'Inferred' && numberDoubt === null)) {
    return refused('the order has no number that was inferred or is doubtful');
  }
  endDoubt(draft, text);
  if (numberGrade === 'Inferred') draft.set({ numberGrade: 'Operator' });
  if (!hasUnknown(draft, 'Edit')) draft.closeBreaks('EditUnconfirmed');
  if (!hasUnknown(draft, 'Cancel')) draft.closeBreaks('CancelUnconfirmed');
  draft.fact('PROVEN', { evidence: text, grade: 'Operator', word: null });
  return draft.change();
}

function linkNumber(
  draft: OrderChange,
  type: BreakType,
  decision: Decision,
  { taken, fills }: Known,
): Change | Refusal {
  const { orderNumber } = decision;
  if (orderNumber === null) return refused('must be given', 'orderNumber');
  if (taken) return refused('belongs to another order of ours', 'orderNumber');
  if (DOUBTS[type] === undefined) {
    const wrong = type === 'IdentityMismatch' ? fills : null;
    return linkNext(draft, orderNumber, wrong, decision.text);
  }
  return withUnknown(draft, 'Post', (post) => bindByWord(draft, post, orderNumber, decision));
}

/** A refused post may be there all the same; one that never left cannot be. */
function linkExternal(draft: OrderChange, decision: Decision, taken: boolean): Change | Refusal {
  const { orderNumber, shown } = decision;
  const { order } = draft;
  if (orderNumber === null || taken) return refused('the number belongs to an order of ours');
  if (order.orderNumber !== null) return refused(`has the number ${order.orderNumber}`, 'orderId');
  if (
    shown !== null &&
    (isOtherSide(shown.side, order.side) || shown.security !== order.security)
  ) {
    return refused(`is ${order.side} ${order.security}`, 'orderId');
  }
  const post = draft.postThatLeft();
  if (post === undefined) return refused('was never sent to the exchange', 'orderId');
  bindByWord(draft, post, orderNumber, decision);
  return draft.change();
}

function bindByWord(
  draft: OrderChange,
  post: OrderRequest,
  orderNumber: string,
  said: Decision,
): void {
  // Whatever comes later: they have said that it is there, so it is not sent once more.
  draft.moveRequest(post, 'Acknowledged', 'ACKNOWLEDGED', {
    reason: said.text,
    resend: 'Forbidden',
  });
  draft.linkNumber(orderNumber, 'Operator');
  draft.applyEvidence('postAccepted', 'Operator');
}

/** Of a break of no order of ours, and without one that it is said to be. */
export function refuseWithoutOrder({ resolution }: Decision): Refusal | null {
  if (resolution === 'close' || resolution === 'accept') return null;
  if (resolution === 'link') return refused('is no order of ours', 'orderId');
  return refused('the break is of no order of ours', 'resolution');
}

/** Null when the decision can be about the order that the break tells of now. */
export function refuseOfExternalOrder(
  { resolution, shown }: Decision,
  now: ShownOrder | null,
  isOrders: boolean,
): Refusal | null {
  if (!OF_EXTERNAL_ORDERS.includes(resolution)) return null;
  if (isOrders) return refused('the break is about an order of ours', 'resolution');
  const changed = shown === null || now === null ? shown !== now : !sameTerms(shown, now);
  return changed ? refused('the order at the exchange has changed') : null;
}

/**
 * Somebody else's edit has given a working order another number; or, where what was booked under the
 * present one is handed over, that one is not its.
 */
function linkNext(
  draft: OrderChange,
  orderNumber: string,
  wrong: readonly Fill[] | null,
  why: string,
): Change | Refusal {
  const refusal = refuseUnlessCertain(draft);
  if (refusal !== null) return refusal;
  if (orderNumber === draft.order.orderNumber)
    return refused('is its number already', 'orderNumber');
  if (wrong !== null) withdrawNumber(draft, wrong, why);
  draft.linkNumber(orderNumber, 'Operator');
  draft.set({ misses: 0 });
  return draft.change();
}

function refuseUnlessCertain(draft: OrderChange): Refusal | null {
  if (!draft.isWorking) return refused(`the order is ${draft.order.status}`);
  if (draft.openRequests().some((request) => request.state === 'Unknown')) {
    return refused('what became of the request has to be said first');
  }
  return null;
}

/** An edit that was acknowledged under a new number has given the order that number. */
function tookEffect(draft: OrderChange, request: OrderRequest, { text }: Decision): void {
  draft.moveRequest(request, 'Acknowledged', 'ACKNOWLEDGED', { reason: text });
  if (request.candidate !== null) draft.linkNumber(request.candidate, 'Operator');
  if (request.kind === 'Edit') confirmEdit(draft, request, null, 'Operator');
  else draft.applyEvidence('cancelAccepted', 'Operator');
}

/** That the order keeps its number, though an edit was acknowledged under a new one, is their word. */
function hadNoEffect(draft: OrderChange, request: OrderRequest, { text }: Decision): void {
  refuse(draft, request, text);
  if (request.candidate !== null) draft.set({ numberGrade: 'Operator' });
  completeIfTraded(draft);
}

function hasUnknown(draft: OrderChange, kind: RequestKind): boolean {
  return draft.openRequests().some((open) => open.kind === kind && open.state === 'Unknown');
}

/** The oldest of its kind whose outcome is not known. */
function withUnknown(
  draft: OrderChange,
  kind: RequestKind,
  settle: (request: OrderRequest) => void,
): Change | Refusal {
  const unknown = draft
    .openRequests()
    .find((request) => request.kind === kind && request.state === 'Unknown');
  if (unknown === undefined) return refused(`no ${kind} of the order has an unknown outcome`);
  settle(unknown);
  return draft.change();
}

function refused(detail: string, field?: string): Refusal {
  return { refusal: 'resolution-unfit', detail, ...(field === undefined ? {} : { field }) };
}
