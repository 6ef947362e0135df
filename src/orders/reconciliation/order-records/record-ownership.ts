import { add, compare } from '../../../infra/decimal.js';
import { doubtOnLaterDay, mayBeGivenAgain } from '../../order-numbers/later-day.js';
import {
  doubtNumberBy,
  doubtFewerShown,
  endFewerShown,
  isUpToPeople,
  looksLikeAnothers,
  mayShowAnothers,
} from '../../order-numbers/number-proof.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { RECORD_SOURCES, type RecordEvidence } from '../../order/evidence/evidence.js';
import { compareMatched } from '../../order/evidence/matched-certainty.js';
import { quantitiesOf } from '../../order/evidence/record-quantities.js';
import { evidenceOfStatus, isClosed, isWorkingByWord } from '../../order/order-status.js';
import {
  isOnLaterDay,
  type Moment,
  type Order,
  type OrderChange,
  type OrderState,
} from '../../order/order.js';
import { mayBeDoneEdit } from '../../order/requests/order-request.js';
import { doubtNumberLeft, showsOtherUnits } from './amended-by-exchange.js';
import { endedUnderItsNumber, tooSoon, type RecordRules } from './record-rules.js';
import { isWorkingByRecord } from './unexplained-status.js';

/*
 * Whose record it is that the exchange shows under an order's number. A record does not name its order, and a number may
 * have been acknowledged wrongly, or been given to another order since. Where that may be, nothing is taken from the record,
 * and the number is doubtful: nothing is sent by it. Pure.
 */

/**
 * The calendar has ended it, and an enquiry of a later day shows it working: either it never ended, or the number is another
 * order's now. So it is open again, and its number doubtful.
 */
function reopensOnLaterDay(
  draft: OrderChangeDraft,
  { statusWord, orderNumber, askedAt }: RecordEvidence,
  { mappings }: RecordRules,
): boolean {
  const { order, at } = draft;
  const evidence = evidenceOfStatus(statusWord, mappings);
  if (order.status !== 'Expired' || !isOnLaterDay(order, at.today)) return false;
  if (evidence === null || !isWorkingByWord(statusWord, mappings)) return false;
  if (draft.applyEvidence(evidence, 'Enquired', statusWord))
    doubtOnLaterDay(draft, { orderNumber, askedAt });
  return true;
}

/**
 * A cancel has ended it, and an enquiry shows an order at work under its number that is not as ours was at its end: the number
 * is another order's now, it seems, perhaps of the same client, so that the list of the account could not tell. Ours stays
 * Cancelled, and is not certain until people say whose the number is.
 */
function doubtNextOwner(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  const { order } = draft;
  const { statusWord, orderNumber, askedAt } = record;
  if (order.status !== 'Cancelled' || !isWorkingByWord(statusWord, rules.mappings)) return false;
  const said = rules.numberCalled ?? null;
  if (said === 'was-cancelled') return true;
  if (said !== null || !differsFromEnd(order, record, rules)) return false;
  // An enquiry so soon after the cancel may be older: nothing is taken from it.
  if (tooSoon(order.lastOwnChangeAt, record, rules)) return true;
  const why = `${orderNumber} was cancelled with ${order.matchedUnits} of ${order.units} matched, and ${shownOf(record)}, ${record.matchedUnits ?? '?'} matched: it may be another order's now`;
  doubtNumberBy(draft, 'NextOwner', askedAt, why);
  return true;
}

/** Other units, or fewer matched; or more of them after a record had shown how it ended. */
function differsFromEnd(order: Order, record: RecordEvidence, rules: RecordRules): boolean {
  if (showsOtherUnits(order, record, rules)) return true;
  const { matchedUnits } = record;
  if (matchedUnits === null || order.matchedUnderPriorNumbers !== null) return false;
  const more = compare(matchedUnits, order.matchedUnits);
  return more < 0 || (more > 0 && wasShownCancelled(order, rules));
}

/** The acknowledgement of a cancel has the word, too, and may not have been true. */
function wasShownCancelled(order: Order, { mappings }: RecordRules): boolean {
  return order.grade !== 'Acknowledged' && endedUnderItsNumber(order, mappings);
}

/** What is shown under the number may be another order. */
export function saysNothingOf(order: Order, { source }: RecordEvidence): boolean {
  if (isUpToPeople(order)) return true;
  if (RECORD_SOURCES[source].isByNumber && mayShowAnothers(order)) return true;
  // Only an enquiry tells whether it is.
  if (order.fewerShownAt !== null && !RECORD_SOURCES[source].isComplete) return true;
  // Another order of ours was acknowledged under the number since: the record may be of that one.
  return isClosed(order.status) && order.numberDoubt === 'Acknowledgement';
}

/** The number is doubtful whatever else the record shows, and whenever it was asked for. */
export function doubtAtOnce(
  state: OrderState,
  record: RecordEvidence,
  at: Moment,
): OrderChange | null {
  const { order } = state;
  const draft = new OrderChangeDraft(state, at);
  // No request of ours changes side or security.
  if (!isClosed(order.status) && looksLikeAnothers(order, record))
    doubtNumberBy(draft, record.source, record.askedAt, shownOf(record));
  else if (mayBeGivenAgain(order, at.today)) doubtOnLaterDay(draft, record);
  else return null;
  return draft.change();
}

/**
 * People have said on a later day that the number is right, and its record shows an end: it is the order's, whatever units
 * another desk had given it. What works under the number then may be another order's all the same.
 */
export function isEndOfCalledRight(
  order: Order,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  if (rules.isCalledRightLater !== true || !RECORD_SOURCES[record.source].isComplete) return false;
  if (isClosed(order.status) || record.security !== order.security) return false;
  return record.side === order.side && !isWorkingByRecord(record, rules.mappings);
}

/** On a later day other units are another order's, and no record like ours shows that they were not. */
export function doubtOther(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  const isNextOwner =
    isOnLaterDay(draft.order, draft.at.today) && showsOtherUnits(draft.order, record, rules);
  const source = isNextOwner ? 'LaterDay' : record.source;
  doubtNumberBy(draft, source, record.askedAt, shownOf(record));
}

/** Nothing else is taken from such a record. */
export function mayBeOfAnother(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  if (draft.order.numberLeftAt !== null || !endsFewerShown(draft, record)) return true;
  if (reopensOnLaterDay(draft, record, rules) || doubtNextOwner(draft, record, rules)) return true;
  const isOther = doubtFirstShown(draft, record, rules) || doubtNumberLeft(draft, record, rules);
  return isOther || doubtFewerMatched(draft, record, rules);
}

/**
 * What one order has matched does not become less, unless the exchange takes trades back. A record that shows less than an
 * earlier one may be old, or another order's that was given the number: perhaps of the same client, so that no list can
 * tell. Until that is settled nothing is sent by the number, and nothing taken from what is shown under it.
 */
function doubtFewerMatched(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  { mappings, graceMs }: RecordRules,
): boolean {
  const { order } = draft;
  const { matchedUnits, orderNumber, askedAt } = record;
  if (!draft.isWorking || !isWorkingByRecord(record, mappings)) return false;
  if (!showsFewer(order, matchedUnits)) return false;
  const { matchedUnits: matched } = quantitiesOf(order, record, mappings);
  if (matched !== null) compareMatched(draft, matched, graceMs);
  const why = `a record of ${orderNumber} has shown ${order.shownMatched ?? '?'} matched, and this one shows ${matchedUnits ?? '?'}: it may be another order's`;
  doubtFewerShown(draft, askedAt, why);
  return true;
}

function showsFewer({ shownMatched }: Order, matchedUnits: string | null): boolean {
  if (shownMatched === null || matchedUnits === null) return false;
  return compare(matchedUnits, shownMatched) < 0;
}

/** For so long the record with less may have been an older answer, and not the number's next owner, who begins with nothing. */
const AGAIN_WITHIN_MS = 30_000;

/** A record that soon shows as much again says that the other one was old. Later than that, only people end the doubt. */
function endsFewerShown(
  draft: OrderChangeDraft,
  { matchedUnits, askedAt, orderNumber }: RecordEvidence,
): boolean {
  const { order } = draft;
  const { fewerShownAt } = order;
  if (fewerShownAt === null) return true;
  // Nothing that was asked for before it counts.
  if (showsFewer(order, matchedUnits)) draft.set({ askedAt });
  if (matchedUnits === null || showsFewer(order, matchedUnits) || askedAt <= fewerShownAt)
    return false;
  if (askedAt - fewerShownAt > AGAIN_WITHIN_MS) return false;
  endFewerShown(draft, `a record of ${orderNumber} shows ${matchedUnits} matched`);
  return true;
}

/**
 * The number is known by the acknowledgement of the post alone, and the first record under it has units that nobody here has
 * asked for: the acknowledgement may have named another order. Of an edited order the units may be any, but not more.
 */
function doubtFirstShown(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  const { order } = draft;
  const isEdited = order.editAcknowledgedAt !== null || draft.openRequests().some(mayBeDoneEdit);
  if (order.numberGrade !== 'Acknowledged' || order.shownWorkingAt !== null) return false;
  if (isEdited && !showsMoreThanAsked(draft, record)) return false;
  // What has made people look has not changed: they are not asked again.
  if (rules.isNumberCalledRight === true) return false;
  // Trades under that number may have filled it already, or a cancel by it have been acknowledged.
  const mayBeAnothers =
    draft.isWorking ||
    order.status === 'Filled' ||
    (order.status === 'Cancelled' && order.grade === 'Acknowledged');
  if (!mayBeAnothers || !showsOtherUnits(order, record, rules)) return false;
  const why = `${shownOf(record)}, which the acknowledgement of ${order.units} units has named`;
  doubtNumberBy(draft, 'OrderEnquiry', record.askedAt, why);
  return true;
}

/** By its units, those before its last edit, and open edits, whatever their units mean: they may come on top of what was matched. */
function showsMoreThanAsked(
  draft: OrderChangeDraft,
  { units, matchedUnits }: RecordEvidence,
): boolean {
  const { order } = draft;
  const edits = draft.openRequests().flatMap((request) => request.units ?? []);
  const asked = [order.units, order.unitsBefore ?? '0', ...edits];
  const shown = [units, matchedUnits ?? '0'];
  return shown.some((one) =>
    asked.every((most) => compare(one, add(most, order.matchedUnits)) > 0),
  );
}

/**
 * Answers had left it out and not found it. If it had ended by then, the number may be that of another order by now, which
 * reads like ours: only the list of the account tells whose it is.
 */
export function doubtCameBack(
  draft: OrderChangeDraft,
  { orderNumber, askedAt }: RecordEvidence,
): void {
  const { missingSince, shownWorkingAt } = draft.order;
  // What nothing had shown before has come late.
  if (missingSince === null || shownWorkingAt === null || !draft.isWorking) return;
  const why = `${orderNumber} was shown no more, and is shown again: it may be another order's by now`;
  doubtNumberBy(draft, 'AccountList', askedAt, why);
}

/** A record has shown that it was cancelled, and it works again under its number: that may be another order's by now, too. */
export function doubtReopened(
  draft: OrderChangeDraft,
  before: Order,
  { orderNumber, askedAt }: RecordEvidence,
  rules: RecordRules,
): void {
  if (!draft.isWorking || before.status !== 'Cancelled' || !wasShownCancelled(before, rules))
    return;
  const why = `${orderNumber} was shown cancelled, and is shown working: it may be another order's by now`;
  doubtNumberBy(draft, 'AccountList', askedAt, why);
}

export function shownOf({ source, side, units, security, orderNumber }: RecordEvidence): string {
  return `${source} shows ${side} ${units} ${security} under ${orderNumber}`;
}
