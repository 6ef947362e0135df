import { compare } from '../../../infra/decimal.js';
import type { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import { completeIfTraded, confirmEdit } from '../../fills/executions.js';
import { isNumberDoubted, isOnLaterDay, type Order } from '../../order/order.js';
import {
  CHANGE_SENDS_MOST,
  isResendCleared,
  type OrderRequest,
} from '../../order/requests/order-request.js';
import { isClosed, evidenceOfStatus } from '../../order/order-status.js';
import {
  quantitiesOf,
  showsExecutedAlone,
  type Quantities,
} from '../../order/evidence/record-quantities.js';
import { showsOtherUnits } from './amended-by-exchange.js';
import { tooSoon, type RecordRules } from './record-rules.js';
import { noteSearch } from './search-notes.js';

/**
 * What an enquiry of its order does to an edit or a cancel of unknown outcome.
 *   - It is Acknowledged by a record that shows its effect, whatever the exchange has said.
 *   - It is Refused if a record that must have shown its effect by now (`tooSoon`) shows none, it was sent once,
 *     the exchange refused it, and it named the order's present number. A refusal that names a replaced number
 *     proves nothing, nor does one alone: the exchange may refuse what it has taken.
 *   - If it got no answer, and a record asked after the quiet time shows no effect, it is sent once more: its
 *     values are absolute. When two show no effect it is Refused, once records must have shown it.
 *   - An edit that the exchange has acknowledged under another number is neither: the record of the old number
 *     may stay as it was, or be another order's by now.
 *   - A record shows that nothing was done only if a list of the broker since then confirms it: the record may show the
 *     order as it was before, or the old number of an order that works under another by now. Of a cancel, it must also
 *     have our units, and no fewer matched than are proven.
 *   - An edit of units whose order was cancelled is refused only where a record shows it ended with other units:
 *     some show only what was executed of an ended order.
 *   - An edit of units and price may have been done by half, which `BasePrice` may show: then the price is doubtful.
 *   - A change of the price alone is ended by what shows the price (`settlePriceEdit`), never by a record that
 *     does not.
 */
export function resolveRequests(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  for (const request of draft.openRequests()) {
    if (request.state !== 'Unknown' || request.kind === 'Post') continue;
    if (request.kind === 'Cancel') settleCancel(draft, request, record, rules);
    else refuseEdit(draft, request, record, rules);
  }
}

function settleCancel(
  draft: OrderChangeDraft,
  request: OrderRequest,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  const { status } = draft.order;
  // Then a search has to show whether an edit has given the order another one.
  const isDoneByNumber = evidenceOfStatus(record.statusWord, rules.mappings) === 'seenCancelled';
  if (status === 'Cancelled') {
    draft.moveRequest(request, 'Acknowledged', 'ACKNOWLEDGED', {
      reason: 'seen in the order enquiry',
    });
  } else if (status === 'Filled') {
    draft.refuse(request, 'the order was filled before it could be cancelled');
  } else if (wasRefused(draft, request)) {
    if (showsNothing(draft, record, rules)) draft.refuse(request, request.reason ?? 'refused');
  } else if (record.askedAt >= request.dueAt && !isDoneByNumber) {
    const mayGo = request.sends < CHANGE_SENDS_MOST || !namesItsNumber(draft, request);
    if (mayGo) letCancelAgain(draft, request, rules);
    else if (showsNothing(draft, record, rules))
      draft.refuse(request, 'the order still works, and two cancels show no effect');
  }
}

/**
 * The record would show by now what was done, unless the order works under another number, or the record is as the order
 * was before: it shows units that nobody here has asked for. While the number is in doubt it may be another order's.
 */
function showsNothing(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  const { order } = draft;
  if (mayWorkUnderAnother(rules) || isNumberDoubted(order)) return false;
  if (showsOtherUnits(order, record, rules)) return false;
  if (showsFewerMatched(order, record, rules)) return false;
  return wouldShow(draft, record, rules);
}

/** Matched units never fall by themselves: the record is as the order was before. */
function showsFewerMatched(order: Order, record: RecordEvidence, rules: RecordRules): boolean {
  const { matchedUnits } = quantitiesOf(order, record, rules.mappings);
  return matchedUnits !== null && compare(matchedUnits, order.matchedUnits) < 0;
}

/** Whether the record would show by now what was done: it is late enough, and lists confirm it. */
function wouldShow(
  { order }: OrderChangeDraft,
  record: Pick<RecordEvidence, 'askedAt'>,
  rules: Pick<RecordRules, 'graceMs' | 'contradiction' | 'mayBeDone'>,
): boolean {
  if (rules.contradiction !== undefined) return false;
  if (rules.mayBeDone === true) return false;
  return !tooSoon(order.lastOwnChangeAt, record, rules);
}

/** The exchange has said no to the only one that was sent, by the number that the order has. */
function wasRefused(draft: OrderChangeDraft, request: OrderRequest): boolean {
  return request.refusalPending === 1 && request.sends === 1 && namesItsNumber(draft, request);
}

/** A request without a `namedNumber` is taken to have named the present one. */
function namesItsNumber(draft: OrderChangeDraft, { namedNumber }: OrderRequest): boolean {
  return namedNumber === null || namedNumber === draft.order.orderNumber;
}

/**
 * If the first cancel was done, the number may be another order's by now, which reads like ours: only the list of the account
 * tells whose it is.
 */
function letCancelAgain(
  draft: OrderChangeDraft,
  request: OrderRequest,
  { accountShows }: RecordRules,
): void {
  if (isResendDecided(draft, request) || accountShows === 'NotAsked') return;
  if (accountShows === 'NotShown')
    noteSearch(
      draft,
      request,
      'the list of its account does not show it working: it is not sent again',
    );
  else clearResend(draft, request);
}

/** Its values are absolute, so that being done twice does no more than being done once. */
function letAgain(draft: OrderChangeDraft, request: OrderRequest): void {
  if (!isResendDecided(draft, request)) clearResend(draft, request);
}

function clearResend(draft: OrderChangeDraft, request: OrderRequest): void {
  const found = 'the record shows nothing of it: it is sent once more';
  noteSearch(draft, request, found, { resend: 'Cleared' });
}

/** It is cleared, or it is up to people, whatever a list shows. */
function isResendDecided(draft: OrderChangeDraft, request: OrderRequest): boolean {
  if (isResendCleared(request)) return true;
  // On a later day the number of a day order may be another's: people decide.
  if (isOnLaterDay(draft.order, draft.at.today)) return true;
  // Units that nobody here has asked for may be those of another order under the number, also of the same client.
  if (draft.hasOpenBreak('UnitsMismatch')) {
    const found = 'it is shown with units that nobody here has asked for: it is not sent again';
    noteSearch(draft, request, found);
    return true;
  }
  return false;
}

/** An edit of unknown outcome is proven by a record with its units, before the status is looked at. */
export function confirmShownEdits(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  const { mappings } = rules;
  const isRead = evidenceOfStatus(record.statusWord, mappings) !== null;
  for (const request of draft.openRequests()) {
    if (request.kind !== 'Edit' || request.state !== 'Unknown' || request.units === null) continue;
    doubtPriceAtEnd(draft, request, record, rules);
    const changesUnits = compare(request.units, draft.order.units) !== 0;
    const wanted = { ...draft.order, units: request.units };
    const edited = quantitiesOf(wanted, record, mappings);
    const isShown =
      hasUnits(edited, request.units) && !showsExecutedAlone(wanted, record, mappings);
    // The exchange has named another number: what this one ended with is not the edit.
    if (
      request.unprovenNumber !== null &&
      evidenceOfStatus(record.statusWord, mappings) === 'seenCancelled'
    )
      continue;
    // What could be either says nothing of the edit.
    const mayBeBefore = hasUnits(quantitiesOf(draft.order, record, mappings), draft.order.units);
    if (!hasUnits(edited, request.units)) noteEndedWithout(draft, request, record, rules);
    const isStale = hadBefore(draft.order.unitsBefore, request.units, draft.order, record, rules);
    if (isStale || !changesUnits || !isShown || mayBeBefore || !(isRead || edited.isFull)) continue;
    draft.moveRequest(request, 'Acknowledged', 'ACKNOWLEDGED', {
      reason: 'seen in the order enquiry',
    });
    const had = draft.order.price;
    const isHalf = changesPrice(draft, request) && mayBeLimit(record, had, rules);
    confirmEdit(draft, request, null, 'Enquired');
    // The units are those of the edit, and the price may still be the one before it.
    if (isHalf) draft.set({ priceGrade: 'Doubtful', priceBefore: had });
  }
}

/** The record that ends it has the price of the edit where `BasePrice` may be the limit: that no other number is shown does not refuse it. */
function doubtPriceAtEnd(
  draft: OrderChangeDraft,
  request: OrderRequest,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  const { price, priceGrade } = draft.order;
  if (evidenceOfStatus(record.statusWord, rules.mappings) !== 'seenCancelled') return;
  if (priceGrade === 'Doubtful' || !changesPrice(draft, request)) return;
  if (!mayBeLimit(record, request.price, rules)) return;
  draft.set({ priceGrade: 'Doubtful' });
  draft.fact('PRICE_DOUBTED', { price, shown: record.basePrice });
}

/**
 * The order had that before its last edit was acknowledged, and a record asked for so soon may still be of then: it does not
 * show that an edit back to it was done.
 */
function hadBefore(
  before: string | null,
  wanted: string,
  { editAcknowledgedAt }: Order,
  record: Pick<RecordEvidence, 'askedAt'>,
  rules: Pick<RecordRules, 'graceMs'>,
): boolean {
  if (before === null || editAcknowledgedAt === null) return false;
  return compare(before, wanted) === 0 && tooSoon(editAcknowledgedAt, record, rules);
}

/** Forgotten when a record shows it working. How much of it is matched has to be shown: `Quantity` may be what is left, of units that the edit has changed. */
function noteEndedWithout(
  draft: OrderChangeDraft,
  request: OrderRequest,
  record: RecordEvidence,
  { mappings }: RecordRules,
): void {
  const { matchedUnits, statusWord, askedAt } = record;
  const meaning = evidenceOfStatus(statusWord, mappings);
  // It works after all: what showed its end was wrong, or of another order.
  if (meaning !== null && meaning !== 'seenCancelled' && request.endedWithoutAt !== null)
    draft.updateRequest({ ...request, endedWithoutAt: null });
  if (meaning !== 'seenCancelled' || matchedUnits === null) return;
  if (quantitiesOf(draft.order, record, mappings).units === null) return;
  if (showsExecutedAlone(draft.order, record, mappings) || request.endedWithoutAt !== null) return;
  draft.updateRequest({ ...request, endedWithoutAt: askedAt });
}

/** It would have changed the units, and no record shows which the order had in the end: it may have been done. */
export function mayHaveChangedUnits(draft: OrderChangeDraft, request: OrderRequest): boolean {
  return !isPriceAlone(draft, request) && request.endedWithoutAt === null;
}

/** Whether `BasePrice` is that price, and is not known to be something else than the limit. */
function mayBeLimit(
  { basePrice }: RecordEvidence,
  price: string | null,
  { basePriceIsLimit }: RecordRules,
): boolean {
  if (basePrice === null || price === null || basePriceIsLimit === false) return false;
  return compare(basePrice, price) === 0;
}

/**
 * A "no" to an edit is believed when the record shows nothing of it. The word "Amended" may be this
 * edit showing, unless the order was Amended before and the edit would have changed its units.
 */
function refuseEdit(
  draft: OrderChangeDraft,
  request: OrderRequest,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  const { order } = draft;
  // Cancelled under the number that it had: whether the edit has given it another one a search has to show.
  if (order.status === 'Cancelled' && request.refusalPending === 0) return;
  if (order.status === 'Cancelled' && mayHaveChangedUnits(draft, request)) return;
  if (isClosed(order.status)) {
    if (changesPrice(draft, request)) draft.set({ priceGrade: 'Doubtful' });
    draft.refuse(request, `the order is ${order.status}`);
    completeIfTraded(draft);
    return;
  }
  if (!hasUnits(quantitiesOf(order, record, rules.mappings), order.units)) return;
  if (isPriceAlone(draft, request)) {
    const { basePrice, askedAt } = record;
    const price = rules.basePriceIsLimit === true ? basePrice : null;
    settlePriceEdit(draft, request, { price, askedAt }, rules);
    completeIfTraded(draft);
    return;
  }
  // A trade beyond the limit says that the record shows less than there is.
  if (order.priceGrade === 'Doubtful') return;
  if (request.unprovenNumber !== null || mayWorkUnderAnother(rules)) return;
  const shows =
    order.status !== 'Amended' &&
    evidenceOfStatus(record.statusWord, rules.mappings) === 'seenAmended';
  const quiet = record.askedAt >= request.dueAt;
  const isOfAnother = !namesItsNumber(draft, request);
  // Its units were not taken, and its price may have been.
  const mayBeHalf = changesPrice(draft, request) && mayBeLimit(record, request.price, rules);
  if (wasRefused(draft, request)) {
    if (shows || mayBeHalf || !wouldShow(draft, record, rules)) return;
    draft.refuse(request, request.reason ?? 'refused');
  } else if (
    quiet &&
    (request.refusalPending === 0 || isOfAnother) &&
    mayBeRepeated(draft, request)
  ) {
    letAgain(draft, request);
  } else if (quiet && wasSentEnough(request) && !shows && !mayBeHalf) {
    if (wouldShow(draft, record, rules)) draft.refuse(request, 'two edits show no effect');
  }
  completeIfTraded(draft);
}

function mayWorkUnderAnother({
  mayBeRenumbered,
  editKeepsNumber,
}: Pick<RecordRules, 'mayBeRenumbered' | 'editKeepsNumber'>): boolean {
  return mayBeRenumbered === true && editKeepsNumber !== true;
}

/** A price that the exchange shows, or that it shows none. */
export interface ShownPrice {
  readonly price: string | null;
  readonly askedAt: number;
}

/**
 * A change of the price alone: the price that it wants shows that it was done, and the one before, asked for
 * when it must have shown by then, that it was not. Where no price is shown nothing ends it.
 */
export function settlePriceEdit(
  draft: OrderChangeDraft,
  request: OrderRequest,
  { price, askedAt }: ShownPrice,
  rules: Omit<RecordRules, 'words'>,
): void {
  const { order } = draft;
  const wanted = request.price ?? order.price;
  const isShown = price !== null && compare(price, '0') > 0;
  const quiet = askedAt >= request.dueAt;
  if (hadBefore(order.priceBefore, wanted, order, { askedAt }, rules)) return;
  if (isShown && compare(price, wanted) === 0 && changesPrice(draft, request)) {
    draft.moveRequest(request, 'Acknowledged', 'ACKNOWLEDGED', { reason: 'its price is shown' });
    confirmEdit(draft, request, null, 'Enquired');
    draft.set({ priceGrade: 'Shown' });
  } else if (request.unprovenNumber !== null || mayWorkUnderAnother(rules)) {
    return;
  } else if (quiet && request.refusalPending === 0 && mayBeRepeated(draft, request)) {
    if (!isShown || compare(price, order.price) === 0) letAgain(draft, request);
  } else if (isShown && compare(price, order.price) === 0) {
    if (!quiet || !wouldShow(draft, { askedAt }, rules)) return;
    if (order.priceGrade === 'Doubtful') return;
    if (wasRefused(draft, request)) {
      draft.refuse(request, request.reason ?? 'refused');
    } else if (wasSentEnough(request)) {
      draft.refuse(request, 'two edits show no effect');
    }
  }
}

export function isPriceAlone({ order }: OrderChangeDraft, { units }: OrderRequest): boolean {
  return units === null || compare(units, order.units) === 0;
}

/** Whether the edit would change the limit. */
export function changesPrice({ order }: OrderChangeDraft, { kind, price }: OrderRequest): boolean {
  return kind === 'Edit' && price !== null && compare(price, order.price) !== 0;
}

function hasUnits({ units }: Quantities, held: string): boolean {
  return units !== null && compare(units, held) === 0;
}

/** The gateway may refuse its key or scope for hours: that ends no edit. */
function wasSentEnough({ sends, refusedAtGateway }: OrderRequest): boolean {
  return sends >= CHANGE_SENDS_MOST && refusedAtGateway === 0;
}

/** Once units are matched, the same edit may mean something else than it did. */
function mayBeRepeated(draft: OrderChangeDraft, request: OrderRequest): boolean {
  const cancelled = draft.openRequests().some((open) => open.kind === 'Cancel');
  const untouched = compare(draft.order.matchedUnits, '0') === 0;
  // Of a refused key too little is known to call the edit refused, and too much to leave it.
  const mayTouch = untouched || request.refusedAtGateway === 1;
  return !wasSentEnough(request) && mayTouch && !cancelled;
}
