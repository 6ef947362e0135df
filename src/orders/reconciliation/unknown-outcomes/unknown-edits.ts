import { compare, type Decimal } from '../../../infra/decimal.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import { reportHeldRequests, type EditUnitsMean } from '../../order/changes/instructions.js';
import { doubtNumberBy, doubtTwoBrokers, isOtherOrder } from '../../order-numbers/number-proof.js';
import type { OrderRequest } from '../../order/requests/order-request.js';
import {
  isNumberDoubted,
  type OrderChange,
  type Moment,
  type Order,
  type OrderState,
} from '../../order/order.js';
import {
  evidenceOfStatus,
  isClosed,
  mapped,
  type StatusMappings,
} from '../../order/order-status.js';
import { quantitiesOf } from '../../order/evidence/record-quantities.js';
import { applyCumulativeQuantity } from '../order-records/apply-record.js';
import { changesPrice, mayHaveChangedUnits } from '../order-records/record-and-requests.js';
import {
  endedUnderItsNumber,
  JUST_LINKED,
  mayHaveOtherNumber,
  showsNothingPending,
  worksNoMore,
  type RecordRules,
} from '../order-records/record-rules.js';
import { candidatesIn, type Found } from './match.js';
import { isNothingAgain, noteSearch, type ShowsWithin } from '../order-records/search-notes.js';
import { confirmEdit } from '../../fills/executions.js';
import { isUnshown } from '../../fills/misnamed-orders.js';

/**
 * An edit of unknown outcome whose order has ended at the exchange under the number we know. Some
 * exchanges replace an edited order by another under a new number, so the order is not called
 * Cancelled before a search has found no such number.
 */
export function mayBeReplaced(
  order: Pick<Order, 'exchangeStatus' | 'timesMissing' | 'shownPending'>,
  mappings?: StatusMappings,
): boolean {
  return worksNoMore(order, mappings) || order.timesMissing > 0;
}

const NO_OTHER_NUMBER = 'the exchange says Cancelled, and no other number can be it';
const UNITS_UNSHOWN =
  'no other number can be it, and no record shows which units the order had in the end';
const ENDED_UNASKED =
  'nobody here cancelled it: the edit may have given it a number that ended before any answer showed it';

export interface EditSearchRules extends ShowsWithin, Pick<RecordRules, 'graceMs'> {
  readonly mappings?: StatusMappings;
  readonly editKeepsNumber?: boolean;
}

export function resolveEdit(
  state: OrderState,
  request: OrderRequest,
  found: Found,
  at: Moment,
  rules: EditSearchRules,
): OrderChange {
  const draft = new OrderChangeDraft(state, at, mapped(state.order.exchangeStatus, rules.mappings));
  const { unprovenNumber } = request;
  if (found.kind === 'Order' && unprovenNumber !== null && unprovenNumber !== found.orderNumber) {
    const why = `${found.orderNumber} may be it, and the exchange has named ${unprovenNumber}`;
    noteSearch(draft, request, why, { candidates: candidatesIn(found) });
  } else if (found.kind === 'Order' && unprovenNumber === null && request.refusalPending === 1) {
    const why = `${found.orderNumber} may be it, though the exchange has said no`;
    noteSearch(draft, request, why, { candidates: candidatesIn(found) });
  } else if (found.kind === 'Order' && isClosed(state.order.status)) {
    const why = `${found.orderNumber} may be it, though it is ${state.order.status} under its number`;
    noteSearch(draft, request, why, { candidates: candidatesIn(found) });
  } else if (found.kind === 'Order' && unprovenNumber === null && !found.hasRecord) {
    const why = `only trades show ${found.orderNumber}, and they may have numbers of their own`;
    noteSearch(draft, request, why, { candidates: candidatesIn(found) });
  } else if (found.kind === 'Order') {
    const text = `found at the exchange under the new number ${found.orderNumber}: ${found.how}`;
    draft.moveRequest(request, 'Acknowledged', 'ACKNOWLEDGED', {
      reason: text,
      found: text,
      resend: 'Undecided',
    });
    // A number that the exchange named and a search found is not inferred.
    const grade = unprovenNumber === null ? 'Inferred' : 'Acknowledged';
    endDoubtOfLeftNumber(draft, text);
    draft.linkNumber(found.orderNumber, grade);
    confirmEdit(draft, request, null, grade);
    draft.closeBreaks('MissingAtExchange');
    // The unmapped word belonged to the earlier number.
    draft.closeBreaks('UnmappedValue');
    draft.endMissing();
    reportHeldRequests(draft);
    const { otherBrokers } = found;
    if (otherBrokers !== undefined) doubtTwoBrokers(draft, { ...otherBrokers, isAgain: false });
  } else if (found.kind === 'Nothing') {
    noteNothingFound(draft, request, rules);
  } else if (!found.incomplete) {
    noteSearch(draft, request, found.why, { candidates: candidatesIn(found) });
  }
  return draft.change();
}

/** Whose the earlier number is concerns the order no more, unless something was booked under it. */
function endDoubtOfLeftNumber(draft: OrderChangeDraft, outcome: string): void {
  const { orderNumber, numberGrade, numberDoubt, filledUnits, filledUnderPriorNumbers } =
    draft.order;
  if (orderNumber === null || numberDoubt !== 'AccountList' || numberGrade === 'Inferred') return;
  if (compare(filledUnits, filledUnderPriorNumbers ?? '0') !== 0) return;
  draft.closeBreak({ type: 'IdentityMismatch', key: orderNumber, outcome });
}

/** No number is shown that the edit can have given the order. */
function noteNothingFound(
  draft: OrderChangeDraft,
  request: OrderRequest,
  rules: EditSearchRules,
): void {
  const { order } = draft;
  const { unprovenNumber } = request;
  if (unprovenNumber !== null) {
    noteSearch(draft, request, `nothing of ${unprovenNumber}, which the exchange has named`);
  } else if (isNumberDoubted(order)) {
    // What is shown under it may be another order's: it neither shows the edit nor that the order has ended.
    noteSearch(draft, request, "no other number, and its own may be another order's by now");
  } else if (order.priceGrade === 'Doubtful') {
    // The edit may have been done: people have to say what became of it.
    const why = 'no other number, but its limit is doubtful: the edit may have been done';
    noteSearch(draft, request, why);
  } else if (!endedUnderItsNumber(order, rules.mappings)) {
    noteSearch(draft, request, 'no number that the edit can have given it');
  } else if (isNothingAgain(draft, request, rules)) {
    resolveEnded(draft, request, rules);
  }
}

/** The order has ended under its number, and twice no other number was found. */
function resolveEnded(
  draft: OrderChangeDraft,
  request: OrderRequest,
  rules: EditSearchRules,
): void {
  const { order } = draft;
  const isEnded = isClosed(order.status);
  if (!isEnded && mayHaveOtherNumber(order, rules)) {
    // The search was for the edit before it, too: so what has ended is the order itself, and a record may show this edit.
    draft.set({ editAcknowledgedAt: null });
    const now = draft.at.database;
    const why = 'no other number of it, or of the edit before it: an enquiry has to show it';
    noteSearch(draft, request, why, { wait: rules.quietMs, absentSince: now });
  } else if (!isEnded && mayBeEndedByEdit(draft, request, rules)) {
    // Kept, so that a later cancel does not explain this end.
    const { absentSince } = request;
    noteSearch(draft, request, ENDED_UNASKED, { absentSince });
  } else if (mayHaveChangedUnits(draft, request)) {
    const { absentSince } = request;
    noteSearch(draft, request, UNITS_UNSHOWN, { absentSince });
  } else {
    refuseUnshown(draft, request);
    // Without the edit the next enquiry ends the order, with the units of its record.
    if (!isEnded)
      draft.doubt('the exchange says Cancelled, and an enquiry has to show how it ended');
  }
}

/** It may have been done under the number that the order has: the record that ended it shows the units, and nothing the limit. */
function refuseUnshown(draft: OrderChangeDraft, request: OrderRequest): void {
  if (changesPrice(draft, request)) draft.set({ priceGrade: 'Doubtful' });
  draft.refuse(request, NO_OTHER_NUMBER);
}

/**
 * Nothing but the edit explains why the number has ended. That no other number is shown proves nothing: another desk
 * may have cancelled it since, or the exchange have refused what was to replace the order.
 */
function mayBeEndedByEdit(
  draft: OrderChangeDraft,
  { refusalPending, refusedAtGateway, absentSince }: OrderRequest,
  { editKeepsNumber }: EditSearchRules,
): boolean {
  if (editKeepsNumber === true || refusalPending === 1 || refusedAtGateway === 1) return false;
  return !draft
    .openRequests()
    .some(
      (open) =>
        open.kind === 'Cancel' &&
        open.sends > 0 &&
        open.refusalPending === 0 &&
        (open.firstSentAt ?? Infinity) < (absentSince ?? Infinity),
    );
}

/** What the record of a number that an acknowledgement named is read with. */
export interface NewNumberRules {
  readonly mappings?: StatusMappings;
  /** The order's number of before works no more. */
  readonly isOldGone: boolean;
  /** A list or the trades have shown the new number for the order's account, and no other number may be the order's. */
  readonly isOnlyCandidate: boolean;
  readonly editUnitsMean: EditUnitsMean;
}

/**
 * The record of the number under which an edit was acknowledged. It is the order's when it shows the edited
 * terms and the old number works no more; one of another side or security proves that the claim is wrong. Where nothing has
 * shown the old number as the order's, the edit may have changed another order: the new one is believed for its account alone.
 */
export function confirmNewNumber(
  state: OrderState,
  request: OrderRequest,
  record: RecordEvidence,
  at: Moment,
  rules: NewNumberRules,
): OrderChange | null {
  const { order } = state;
  if (record.askedAt <= order.lastOwnChangeAt) return null;
  const draft = new OrderChangeDraft(state, at);
  const { orderNumber, side, units, security } = record;
  if (isOtherOrder(order, record)) {
    const detail = `the edit was acknowledged under ${orderNumber}, which is ${side} ${units} ${security}`;
    draft.openBreak({ type: 'IdentityMismatch', key: orderNumber, detail });
    draft.moveRequest(request, 'Unknown', 'UNKNOWN', { unprovenNumber: null, reason: detail });
    // The acknowledgement doubts the present number too: nothing is sent under it before a record shows it.
    doubtNumberBy(draft, 'OrderEnquiry', record.askedAt, detail);
    return draft.change();
  }
  const { matchedUnits } = order;
  const wanted = request.units ?? order.units;
  const held = { units: wanted, matchedUnits, matchedUnderPriorNumbers: matchedUnits };
  const shown = quantitiesOf(held, record).units ?? units;
  // More was matched than we knew when it was sent: the new number has all these units, and the order more.
  const isMore = compare(shown, wanted) > 0 && compare(units, wanted) === 0;
  const shows = isMore || compare(shown, wanted) === 0;
  if (!rules.isOldGone || !shows || side !== order.side) return null;
  if (!rules.isOnlyCandidate && mayHaveEditedAnothers(order)) return null;
  if (mayHaveHadMore(order, wanted, record, rules)) return null;
  const reason = `an enquiry shows it under its new number, ${orderNumber}`;
  draft.moveRequest(request, 'Acknowledged', 'ACKNOWLEDGED', { reason, resend: 'Undecided' });
  draft.linkNumber(orderNumber, 'Enquired');
  confirmEdit(draft, request, null, 'Enquired');
  draft.closeBreaks('MissingAtExchange');
  draft.set({ askedAt: record.askedAt });
  draft.endMissing();
  applyCumulativeQuantity(draft, record, JUST_LINKED);
  if (isMore) draft.doubt(`${orderNumber} has ${units} units besides what was matched before`);
  return draft.change();
}

/** Nothing has shown the number that the edit named as this order's: its acknowledgement may have named another one. */
function mayHaveEditedAnothers(order: Order): boolean {
  return isNumberDoubted(order) || isUnshown(order);
}

/**
 * It ended with some of it matched before a record has shown what was pending. Where the units of an edit may be what is left,
 * the whole order may have had that part besides: people have to say which units it had.
 */
function mayHaveHadMore(
  order: Order,
  wanted: Decimal,
  record: RecordEvidence,
  { mappings, editUnitsMean }: NewNumberRules,
): boolean {
  if (editUnitsMean === 'total' || compare(record.units, wanted) !== 0) return false;
  const isCancelled = evidenceOfStatus(record.statusWord, mappings) === 'seenCancelled';
  const matched = record.matchedUnits ?? order.matchedUnits;
  const isFull = record.matchedUnits !== null && compare(record.matchedUnits, record.units) >= 0;
  const isOver = isCancelled || (showsNothingPending(record) && !isFull);
  return isOver && compare(matched, '0') > 0;
}
