import { mayBeDoneEdit } from '../../order/requests/order-request.js';
import { add, compare, subtract } from '../../../infra/decimal.js';
import { compareMatched, tellOfFewerMatched } from '../../order/evidence/matched-certainty.js';
import { isEditUnshown } from '../../order/amended-terms.js';
import type { Finding } from '../../breaks/break.js';
import {
  CONTESTED_KEY,
  TRADED_AFTER_END,
  OrderChangeDraft,
  UNEXPLAINED_UNITS,
} from '../../order/order-change-draft.js';
import { RECORD_SOURCES, type RecordEvidence } from '../../order/evidence/evidence.js';
import { couldBe } from '../../order-numbers/order-terms.js';
import { isOwnRecord } from '../../order-numbers/ownership.js';
import {
  hasBreak,
  type OrderChange,
  type Moment,
  type Order,
  type OrderState,
} from '../../order/order.js';
import {
  isClosed,
  isDocumented,
  isWorking,
  evidenceOfStatus,
  mapped,
  saysNothing,
  isWorkingByWord,
  type EvidenceKind,
  type StatusMappings,
} from '../../order/order-status.js';
import { confirmShownEdits, resolveRequests } from './record-and-requests.js';
import {
  confirmNumber,
  doubtNumberBy,
  isOtherOrder,
  looksLikeAnothers,
  mayShowAnothers,
} from '../../order-numbers/number-proof.js';
import { applyTermsShown, hasOtherUnits, showsOtherUnits } from './amended-by-exchange.js';
import {
  hasListedUnits,
  isAllMatched,
  quantitiesOf,
  showsExecutedAlone,
} from '../../order/evidence/record-quantities.js';
import {
  endedUnderItsNumber,
  isFull,
  mayHaveOtherNumber,
  tooSoon,
  type RecordRules,
} from './record-rules.js';
import {
  closeContradicted,
  explainFilled,
  isEndedByPeople,
  isWorkingByRecord,
} from './unexplained-status.js';

/**
 * What a record of the exchange does to an order. Pure.
 *   - An answer begun before our own last mutation, or before an answer already used, says nothing.
 *   - Quantities decide over status words; an unknown word moves nothing and opens a break.
 *   - Matched units never fall. Silence proves nothing.
 *   - A request of unknown outcome ends only by a record (`record-and-requests`).
 *   - Units and price that somebody else has changed are taken over (`amended-by-exchange`).
 *   - While an edit has no known outcome, or nothing has shown the order since it was acknowledged, "Cancelled"
 *     may mean that the order has a new number.
 *   - A closed order is opened again only by an enquiry of its own, and a person is told.
 *   - On a later day the number may be another order's: `isOwnRecord` says which record can be its own.
 *   - While another broker's order of the same terms may have the number, enquiries by it say nothing.
 */
export function applyRecord(
  state: OrderState,
  record: RecordEvidence,
  at: Moment,
  rules: RecordRules,
): OrderChange | null {
  const { order, requests } = state;
  // After an edit changes the order number, "Cancelled" refers to the old one.
  if (record.orderNumber !== order.orderNumber) return null;
  if (record.askedAt < order.askedAt) return null;
  const { isByNumber, isComplete } = RECORD_SOURCES[record.source];
  if (isByNumber && mayShowAnothers(order)) return null;
  // No request of ours changes side or security, so this holds whenever it was asked.
  if (!isClosed(order.status) && looksLikeAnothers(order, record)) {
    const draft = new OrderChangeDraft(state, at);
    doubtNumberBy(draft, record.source, record.askedAt, shownOf(record));
    return draft.change();
  }
  // Another order of ours was acknowledged under the number since: the record may be of that one.
  if (isClosed(order.status) && order.numberDoubt === 'Acknowledgement') return null;
  const isOnItsWay = requests.some((request) => request.state === 'Sent');
  if (isOnItsWay || record.askedAt <= order.lastOwnChangeAt)
    return doubtUnitsMeanwhile(state, record, at, rules);
  const draft = new OrderChangeDraft(state, at, mapped(record.statusWord, rules.words));
  const isItsOwn = isOwnRecord(state, record, at, rules.graceMs);
  if (!isItsOwn && isClosed(order.status)) return reportAgain(draft, record, rules);
  if (!isItsOwn || record.security !== order.security || record.side !== order.side) {
    draft.openBreak({ type: 'IdentityMismatch', key: record.orderNumber, detail: shownOf(record) });
    if (isItsOwn && !isOtherOrder(order, record)) doubtEnd(draft, record, rules);
    return draft.change();
  }
  if (isClosed(order.status) && !isComplete) return null;
  if (!isComplete || !hasOtherUnits(order, record, rules))
    confirmNumber(draft, record.source, record.askedAt);
  draft.closeBreaks('MissingAtExchange');
  if (isComplete && mayHaveNewNumber(state, record, rules)) {
    doubtLastNumber(draft, record);
    return draft.change();
  }
  if (isComplete) settleDoubt(draft, state, record, rules);
  if (isComplete) draft.set({ shownPending: record.pendingUnits });
  draft.set({ askedAt: record.askedAt, provenAt: at.wall });
  if (!isComplete && isDoubtedAsMissing(order) && showsAsHeld(order, record, rules))
    draft.endDoubt('a list shows it as it is held');
  draft.endMissing();
  if (!applyCumulativeQuantity(draft, record, rules)) return draft.change();
  if (showsWorking(order, record, rules)) noteShownWorking(draft, record);
  // Reading a number again that the edit may have replaced does not show the edit.
  if (isComplete && mayBeBeforeLastEdit(state, record, rules))
    draft.set({ editAcknowledgedAt: record.askedAt });
  else if (isComplete) confirmShownEdits(draft, record, rules);
  if (!proveStatus(draft, record, rules)) return draft.change();
  if (isComplete) resolveRequests(draft, record, rules);
  applyTermsShown(draft, record, rules, order.status);
  if (hasAmbiguousQuantity(order, record, rules)) draft.doubt(AMBIGUOUS);
  // Another status ends the doubt of before.
  if (isComplete && mayBeFilled(draft.order, record, rules)) draft.doubt(shownOf(record));
  return draft.change();
}

/** Nothing but that answers left it out made the order uncertain, and since then none has shown it. */
function isDoubtedAsMissing({ doubtedSince, missingSince }: Order): boolean {
  return missingSince !== null && doubtedSince === missingSince;
}

/** Working, with its units, and no older than what we know of it. */
function showsAsHeld(order: Order, record: RecordEvidence, rules: RecordRules): boolean {
  const { statusWord, matchedUnits } = record;
  if (tooSoon(order.lastOwnChangeAt, record, rules)) return false;
  if (matchedUnits !== null && compare(matchedUnits, order.matchedUnits) < 0) return false;
  return isWorkingByWord(statusWord, rules.words) && !showsOtherUnits(order, record, rules);
}

/** A side in a word of its own may be the order's: that its cancel was done, or that it has ended, is not certain then. */
function doubtEnd(draft: OrderChangeDraft, record: RecordEvidence, rules: RecordRules): void {
  if (!hasPendingUnits(record)) return;
  const { order } = draft;
  const word = record.statusWord;
  contest(draft, word);
  if (!draft.isWorking || !endedUnderItsNumber(order, rules.words)) return;
  // A list may be older, and so may an enquiry so soon after the cancel.
  if (!RECORD_SOURCES[record.source].isComplete || tooSoon(order.lastOwnChangeAt, record, rules))
    return;
  draft.set({ exchangeStatus: word });
  const { status } = order;
  draft.fact('EVIDENCE_NOT_BELIEVED', { word, status, evidence: 'a side in a word of its own' });
}

/** Whether the order is certain after an enquiry that shows it. */
function settleDoubt(
  draft: OrderChangeDraft,
  state: OrderState,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  const { order } = state;
  if (order.status === 'Filled' && isWorkingByRecord(record, rules.words)) {
    draft.doubt(shownOf(record));
    return;
  }
  closeUnreadable(draft, state);
  const mayLag = reportOtherUnits(draft, record, rules);
  const isUnexplained = mayLag || mayHaveEndedByWord(draft, record, rules);
  const doubt = isUnexplained ? shownOf(record) : doubtOf(order, record, rules);
  if (doubt !== null) {
    draft.doubt(doubt);
    return;
  }
  draft.endDoubt('an enquiry shows it');
  if (addsUp(record)) closeContradiction(draft, state);
  explainFilled(draft, state, 'an enquiry does not show it working');
  closeContradicted(draft, state);
}

/**
 * A cancel that is on its way, or was when the record was asked for, changes no units: others under the number are
 * somebody else's, or another order's.
 */
function doubtUnitsMeanwhile(
  state: OrderState,
  record: RecordEvidence,
  at: Moment,
  rules: RecordRules,
): OrderChange | null {
  const { order, requests } = state;
  const isCancelAlone = requests.every(({ kind }) => kind === 'Cancel');
  const isSince = requests.some(
    ({ claimedAt }) => claimedAt !== null && claimedAt < record.askedAt,
  );
  if (!RECORD_SOURCES[record.source].isComplete || isClosed(order.status)) return null;
  if (!isSince || !isCancelAlone || !showsOtherUnits(order, record, rules)) return null;
  const draft = new OrderChangeDraft(state, at);
  const why = `${record.orderNumber} is shown with ${record.units} units, and nobody here has changed ${order.units}`;
  doubtNumberBy(draft, 'BrokerList', record.askedAt, why);
  return draft.change();
}

/**
 * On a later day the number of an ended order belongs to another order. If the record fits in all but its
 * quantities, a break opens.
 */
function reportAgain(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): OrderChange | null {
  const said = evidenceOfStatus(record.statusWord, rules.words);
  const works = said !== null && said !== 'seenCancelled' && !isFull(record);
  if (draft.order.status !== 'Expired' || !works || !couldBe(draft.order, record)) return null;
  draft.openBreak({ type: 'SourcesDisagree', key: 'number again', detail: shownOf(record) });
  return draft.change();
}

function shownOf({ source, side, units, security, orderNumber }: RecordEvidence): string {
  return `${source} shows ${side} ${units} ${security} under ${orderNumber}`;
}

/**
 * Cumulative quantities of a record; they may run ahead of the executions that are booked. False when they cannot all
 * be true: then nothing of the record is used.
 */
export function applyCumulativeQuantity(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  // The document shows none in a list.
  if (record.matchedUnits === null && !RECORD_SOURCES[record.source].isComplete) return true;
  const { order } = draft;
  const contradiction = contradictionIn(order, record, rules);
  if (contradiction !== null) draft.openBreak(contradiction.finding);
  if (contradiction?.isImpossible === true) return false;
  const { matchedUnits, isAmbiguous } = quantitiesOf(order, record, rules.words);
  if (hasUnexplainedUnits(draft, record, rules)) return true;
  if (matchedUnits === null) {
    const most = mostMatched(draft, record);
    // More can be matched than is: that shows neither more nor that what was doubted holds.
    if (most === null) tellOfFewerMatched(draft, rules.graceMs);
    else if (compare(most, order.matchedUnits) <= 0) compareMatched(draft, most, rules.graceMs);
    return true;
  }
  if (isAmbiguous) draft.doubt(AMBIGUOUS);
  compareMatched(draft, matchedUnits, rules.graceMs);
  if (compare(matchedUnits, order.matchedUnits) <= 0) return true;
  draft.set({ matchedUnits });
  draft.fact('MATCHED_UNITS_CHANGED', { from: order.matchedUnits, to: matchedUnits });
  return true;
}

/** What can be matched at most, whatever Quantity counts, where only the pending units are shown; null: anything. */
function mostMatched(
  draft: OrderChangeDraft,
  { units, matchedUnits, pendingUnits }: RecordEvidence,
): string | null {
  const { units: held, matchedUnderPriorNumbers } = draft.order;
  if (matchedUnits !== null || pendingUnits === null || matchedUnderPriorNumbers !== null)
    return null;
  // What is left of an order that was given more units.
  const mayBeLeft = compare(pendingUnits, units) === 0 && compare(units, held) > 0;
  if (mayBeLeft || draft.openRequests().some(mayBeDoneEdit)) return null;
  const most = subtract(compare(units, held) > 0 ? units : held, pendingUnits);
  return compare(most, '0') > 0 ? most : '0';
}

/**
 * Units that nobody here has asked for, under a word that nobody has explained: they are not taken over, and what is
 * matched of them may be matched of another order that was given the number.
 */
function hasUnexplainedUnits(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  if (evidenceOfStatus(record.statusWord, rules.words) !== null) return false;
  const isEdited = draft.openRequests().some(mayBeDoneEdit);
  return !isEdited && showsOtherUnits(draft.order, record, rules);
}

/** Quantities of which no reading agrees. */
interface Contradiction {
  readonly finding: Finding;
  /** They cannot all be true: nothing is taken from them, and the order is not certain. */
  readonly isImpossible: boolean;
}

function contradictionIn(
  order: Order,
  record: RecordEvidence,
  { words }: RecordRules,
): Contradiction | null {
  const { units, matchedUnits, pendingUnits, statusWord } = record;
  if (quantitiesOf(order, record, words).units !== null) return null;
  if (matchedUnits !== null && compare(matchedUnits, units) > 0) {
    const detail = `the record says ${matchedUnits} matched of ${units} units`;
    return { finding: { ...MATCHED_EXCEEDS, detail }, isImpossible: true };
  }
  if (evidenceOfStatus(statusWord, words) === null) return null;
  const [matched, pending] = [matchedUnits ?? 'nothing', pendingUnits ?? 'nothing'];
  const detail = `the record says ${matched} matched and ${pending} pending of ${units} units`;
  const isImpossible = matchedUnits !== null && pendingUnits !== null;
  return { finding: { ...QUANTITIES, detail }, isImpossible };
}

/** All quantities are shown, and agree. When nothing is pending, Quantity may count anything. */
function addsUp({ units, matchedUnits, pendingUnits }: RecordEvidence): boolean {
  if (matchedUnits === null || pendingUnits === null) return false;
  return compare(pendingUnits, '0') > 0 && compare(add(matchedUnits, pendingUnits), units) === 0;
}

function closeContradiction(draft: OrderChangeDraft, state: OrderState): void {
  const outcome = 'the quantities of the record agree';
  if (hasBreak(state, MATCHED_EXCEEDS.type)) draft.closeBreak({ ...MATCHED_EXCEEDS, outcome });
  if (hasBreak(state, QUANTITIES.type)) draft.closeBreak({ ...QUANTITIES, outcome });
}

/** Only trades can tell how much is matched of an order that has had several numbers. */
function hasAmbiguousQuantity(
  order: Order,
  record: RecordEvidence,
  { words }: RecordRules,
): boolean {
  return order.matchedUnderPriorNumbers !== null && quantitiesOf(order, record, words).isAmbiguous;
}

const AMBIGUOUS =
  'the record may count the units that were matched under earlier numbers, or not: trades have to tell';

const MATCHED_EXCEEDS = { type: 'FillMismatch', kind: 'MatchedExceedsUnits' } as const;
const QUANTITIES = { type: 'SourcesDisagree', key: 'quantities' } as const;

/** False when the record's status proves nothing. */
function proveStatus(draft: OrderChangeDraft, record: RecordEvidence, rules: RecordRules): boolean {
  const { order } = draft;
  const { grade, isComplete } = RECORD_SOURCES[record.source];
  const word = record.statusWord;
  const said = evidenceOfStatus(word, rules.words);
  const nothing = saysNothing(word, rules.words);
  // The word that we hold was not explained before.
  const explained = !isDocumented(word) && (said !== null || nothing);
  if (explained && order.exchangeStatus === word) draft.closeBreaks('UnmappedValue');
  const mayBeReplaced = said === 'seenCancelled' && hasUnknownEdit(draft) && draft.isWorking;
  // What was executed of a number that an edit has replaced may look like the whole of it.
  if (!mayBeReplaced && quantitiesOf(order, record, rules.words).isFull) {
    if (said !== null && said !== 'seenCancelled') noteDisagreement(draft, record, word);
    return draft.applyEvidence('seenFilled', grade, word);
  }
  if (said === null) {
    if (hasPendingUnits(record)) contest(draft, word);
    draft.set({ exchangeStatus: word });
    const evidence = nothing ? 'a word that says nothing' : 'unknown word';
    if (order.exchangeStatus !== word)
      draft.fact('EVIDENCE_NOT_BELIEVED', { word, status: order.status, evidence });
    if (isComplete) reportUnitsAtTheEnd(draft, record, rules);
    // Whatever the word means: the day of the order is over, and its record has nothing pending.
    const isOver = order.status === 'Expired' && showsNothingPending(record);
    if (nothing || isOver) return false;
    const detail = `the exchange's status "${word}" is not documented`;
    // Without a pending quantity the word itself leaves it uncertain, until people have said what it means here.
    const lasting = record.pendingUnits === null;
    draft.openBreak({ ...unmappedWord(word), detail, lasting });
    return false;
  }
  if (mayBeReplaced) {
    if (order.exchangeStatus !== word) {
      draft.set({ exchangeStatus: word });
      draft.fact('EVIDENCE_NOT_BELIEVED', { word, status: order.status, evidence: said });
    }
    return false;
  }
  if (order.status === 'Filled' && recentlyClosed(order.closedAt, draft, rules)) return false;
  if (
    isClosed(order.status) &&
    said !== 'seenCancelled' &&
    tooSoon(order.lastOwnChangeAt, record, rules)
  ) {
    contest(draft, word);
    return false;
  }
  return draft.applyEvidence(asOurEdit(draft, said), grade, word);
}

const UNITS_AT_THE_END = { type: 'UnitsMismatch', kind: 'AtTheEnd' } as const;

/**
 * What ended under a word that nobody has explained may have had other units than ours: people are told, and the order
 * is not certain meanwhile.
 */
function reportUnitsAtTheEnd(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  const { order } = draft;
  const { units } = quantitiesOf(order, record, rules.words);
  const mayBeOurEdit = draft.openRequests().some(mayBeDoneEdit);
  const isToldOtherwise = draft.isWorking && saysNothing(record.statusWord, rules.words);
  const isOver =
    showsNothingPending(record) || (record.pendingUnits === null && isClosed(order.status));
  if (mayBeOurEdit || isToldOtherwise || !isOver) return;
  const differs = units === null ? isAllOfLess(order, record) : compare(units, order.units) !== 0;
  if (!differs) return;
  const detail = `the exchange has ${units ?? record.units} units, we have ${order.units}`;
  draft.openBreak({ ...UNITS_AT_THE_END, detail });
}

/** All units of the record are matched, and fewer than the order's: it was cancelled after these, or filled as a smaller one. */
function isAllOfLess(
  { status, units: held }: Order,
  { units, matchedUnits }: RecordEvidence,
): boolean {
  if (!isClosed(status) || matchedUnits === null || compare(matchedUnits, '0') <= 0) return false;
  return compare(matchedUnits, units) === 0 && compare(units, held) < 0;
}

/** The record may be older than the cancel, or the acknowledged cancel was not done. */
function contest(draft: OrderChangeDraft, word: string): void {
  const { status, grade } = draft.order;
  if (status === 'Cancelled' && grade === 'Acknowledged') draft.contest(word);
}

/** Without an answer that shows it working, it does not expire with its day. */
export function noteShownWorking(
  draft: OrderChangeDraft,
  { askedAt }: Pick<RecordEvidence, 'askedAt'>,
): void {
  draft.set({ shownWorkingAt: askedAt });
}

/**
 * By its word. The first time also by units that are pending under a word that nobody has explained: later on that may
 * mean that an edit has replaced the number.
 */
function showsWorking(order: Order, record: RecordEvidence, rules: RecordRules): boolean {
  const isWorkingWord = isWorkingByWord(record.statusWord, rules.words);
  if (order.shownWorkingAt !== null) return isWorkingWord && !showsNothingPending(record);
  if (showsOtherUnits(order, record, rules)) return false;
  const isUnexplained = evidenceOfStatus(record.statusWord, rules.words) === null;
  return isWorkingWord || (isUnexplained && hasPendingUnits(record));
}

function hasPendingUnits({ pendingUnits }: RecordEvidence): boolean {
  return pendingUnits !== null && compare(pendingUnits, '0') > 0;
}

function showsNothingPending({ pendingUnits }: RecordEvidence): boolean {
  return pendingUnits !== null && compare(pendingUnits, '0') === 0;
}

/** How long an acknowledged cancel may be contested before a break opens. */
const CONTESTED_MS = 60_000;

/**
 * An enquiry has no record of an order whose acknowledged cancel was contested. Where the exchange itself says
 * so, later than a record may lag behind, it is not there any more; else it stays open, and is told of.
 */
export function reviewContest(
  state: OrderState,
  said: boolean,
  at: Moment,
  { graceMs }: RecordRules,
): OrderChange | null {
  const { contestedSince, orderNumber } = state.order;
  if (contestedSince === null) return null;
  const draft = new OrderChangeDraft(state, at);
  const sinceMs = at.wall - contestedSince;
  const isUnshown = isEditUnshown(state.order, graceMs);
  // What was traded after the acknowledgement: people are told of it, and it is up to them.
  if (draft.hadOpenBreak(TRADED_AFTER_END)) return null;
  // The number of before an edit that gave the order another one is not there any more either.
  if (said && sinceMs > graceMs && !draft.isWorking && !isUnshown) {
    draft.endContest('the exchange has no record of it any more');
    draft.fact('PROVEN', { evidence: 'no record any more', grade: 'Acknowledged', word: null });
    return draft.change();
  }
  if (sinceMs < CONTESTED_MS) return null;
  const shown = isUnshown
    ? 'no record has shown the edit before it'
    : 'a record shows that it works';
  const detail = `the cancel of ${orderNumber ?? '?'} was acknowledged, and ${shown}`;
  draft.openBreak({ type: 'SourcesDisagree', key: CONTESTED_KEY, detail });
  return draft.change();
}

/** While an edit of ours is unanswered, "Amended" in a record may just be that edit. */
function asOurEdit(draft: OrderChangeDraft, said: EvidenceKind): EvidenceKind {
  return said === 'seenAmended' && hasUnknownEdit(draft) && draft.isWorking ? 'seenOpen' : said;
}

function hasUnknownEdit(draft: OrderChangeDraft): boolean {
  return draft.openRequests().some((open) => open.kind === 'Edit' && open.state === 'Unknown');
}

function noteDisagreement(draft: OrderChangeDraft, record: RecordEvidence, word: string): void {
  draft.openBreak({
    type: 'SourcesDisagree',
    key: word.toLowerCase(),
    detail: `the record says "${word}" of an order whose ${record.units} units are all matched`,
  });
}

/** Records may lag behind the trades that filled an order. */
function recentlyClosed(
  closedAt: number | null,
  draft: OrderChangeDraft,
  rules: RecordRules,
): boolean {
  return closedAt !== null && draft.at.wall - closedAt <= rules.graceMs;
}

/** Whether only an enquiry can explain the row. */
export function needsEnquiry(
  order: Pick<Order, 'units' | 'matchedUnderPriorNumbers'>,
  record: Pick<RecordEvidence, 'units' | 'statusWord'>,
  words?: StatusMappings,
): boolean {
  if (!hasListedUnits(order, record.units)) return true;
  if (saysNothing(record.statusWord, words)) return false;
  const said = evidenceOfStatus(record.statusWord, words);
  return said === null || said === 'seenCancelled';
}

/** After so many runs in which neither list nor enquiry shows it, a break opens. The status stays. */
export const TIMES_MISSING_TOLERATED = 3;
/** After so many it is not certain: a single list and enquiry may lag. */
export const TIMES_MISSING_DOUBTED = 2;

export function noteMissing(state: OrderState, at: Moment, detail: string): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const timesMissing = state.order.timesMissing + 1;
  draft.set({ timesMissing });
  if (timesMissing >= TIMES_MISSING_TOLERATED)
    draft.openBreak({ type: 'MissingAtExchange', detail });
  if (timesMissing >= TIMES_MISSING_DOUBTED && draft.isWorking) doubtMissing(draft, detail);
  return draft.change();
}

const UNREADABLE = { type: 'UnmappedValue', key: 'record' } as const;

/**
 * An enquiry was answered with what cannot be read: it proves nothing, and is no silence either. Where no list
 * shows the order as it is held, nothing that can be read does.
 */
export function reportUnreadable(
  state: OrderState,
  at: Moment,
  { unreadable, isListed }: { readonly unreadable: string; readonly isListed: boolean },
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const detail = `the record of ${state.order.orderNumber ?? 'the order'} cannot be read: ${unreadable}`;
  draft.openBreak({ ...UNREADABLE, detail });
  if (isListed) draft.endDoubt('a list shows it as it is held');
  else draft.doubt(detail);
  return draft.change();
}

function closeUnreadable(draft: OrderChangeDraft, state: OrderState): void {
  if (!hasBreak(state, UNREADABLE.type)) return;
  draft.closeBreak({ ...UNREADABLE, outcome: 'its record can be read again' });
}

/** Why an enquiry leaves a working order uncertain; null if it does not. */
function doubtOf(order: Order, record: RecordEvidence, rules: RecordRules): string | null {
  const contradiction = contradictionIn(order, record, rules);
  if (contradiction?.isImpossible === true) return contradiction.finding.detail;
  // Where people have ended the order, and it is not shown working, the doubt would end by nothing.
  const isDecided = isEndedByPeople(order) && !isWorkingByRecord(record, rules.words);
  if (rules.contradiction !== undefined && !isDecided) return rules.contradiction;
  if (hasAmbiguousQuantity(order, record, rules)) return AMBIGUOUS;
  const mayBeOver = endsUnexplained(order, record, rules) || mayBeFilled(order, record, rules);
  return mayBeOver ? shownOf(record) : null;
}

/**
 * A working order is shown under a word that nobody has explained, in place of the one under which it was shown working, and
 * no quantity has moved since: what is pending may be what was left when it ended. Where nothing shows what is pending, any
 * such word may mean that. Until a quantity moves, a list shows the order as it is held, or people have said what became of
 * it, it is not certain.
 */
function mayHaveEndedByWord(
  draft: OrderChangeDraft,
  { statusWord, pendingUnits }: RecordEvidence,
  { words, isListedAsHeld }: RecordRules,
): boolean {
  const { exchangeStatus, shownWorkingAt, lastOwnChangeAt, askedAt, doubtedSince } = draft.order;
  const isOver = pendingUnits !== null && compare(pendingUnits, '0') <= 0;
  if (!draft.isWorking || isOver || isListedAsHeld === true) return false;
  if (evidenceOfStatus(statusWord, words) !== null || saysNothing(statusWord, words)) return false;
  const isOpen = exchangeStatus !== statusWord || draft.hadOpenBreak(unmappedWord(statusWord));
  if (pendingUnits === null) return isOpen;
  if (hasMoved(draft.order, pendingUnits)) return false;
  if (exchangeStatus === statusWord) return doubtedSince !== null && isOpen;
  const isOurChange = lastOwnChangeAt > askedAt;
  return exchangeStatus !== null && shownWorkingAt !== null && !isOurChange;
}

/**
 * A working order is shown with units that nobody here has asked for, under a word that nobody has explained: while that
 * break is open it is not certain. True where the record may only lag behind our last change.
 */
function reportOtherUnits(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  const { order } = draft;
  const outcome = 'a record shows its own units, or a word that is explained';
  const isExplained = evidenceOfStatus(record.statusWord, rules.words) !== null;
  const { units: own } = quantitiesOf(order, record, rules.words);
  const isSettled = isExplained || (own !== null && compare(own, order.units) === 0);
  if (isSettled && draft.hadOpenBreak(UNITS_AT_THE_END))
    draft.closeBreak({ ...UNITS_AT_THE_END, outcome });
  if (isExplained || !showsOtherUnits(order, record, rules)) {
    draft.endUnexplainedUnits(outcome);
    return false;
  }
  // With nothing pending it may have ended, of which another break tells, unless the word says nothing.
  const isOver = showsNothingPending(record) && !saysNothing(record.statusWord, rules.words);
  if (!draft.isWorking || isOver || !hasUnexplainedUnits(draft, record, rules)) return false;
  if (tooSoon(order.lastOwnChangeAt, record, rules)) return true;
  const detail = `the exchange has ${record.units} units under the status "${record.statusWord}", we have ${order.units}`;
  draft.openBreak({ ...UNEXPLAINED_UNITS, detail });
  return false;
}

/** Other units are pending than a record has shown before, and than the trades have left. */
function hasMoved({ shownPending, units, matchedUnits }: Order, pending: string): boolean {
  const left = subtract(units, matchedUnits);
  return compare(pending, shownPending ?? units) !== 0 && compare(pending, left) !== 0;
}

function unmappedWord(word: string): { readonly type: 'UnmappedValue'; readonly key: string } {
  return { type: 'UnmappedValue', key: word.toLowerCase() };
}

/** Nothing of a working order is pending any more, under a word that nobody has explained. */
function endsUnexplained(order: Order, record: RecordEvidence, { words }: RecordRules): boolean {
  const { statusWord } = record;
  // A word that says nothing leaves open what became of an order that was never shown working.
  const isQuiet = order.shownWorkingAt !== null && saysNothing(statusWord, words);
  const isExplained = evidenceOfStatus(statusWord, words) !== null || isQuiet;
  return isWorking(order.status) && !isExplained && showsNothingPending(record);
}

/** All of a working order is matched: without a word that says so, it is filled only if nothing is pending. */
function mayBeFilled(order: Order, record: RecordEvidence, rules: RecordRules): boolean {
  if (!isWorking(order.status) || record.pendingUnits !== null) return false;
  if (evidenceOfStatus(record.statusWord, rules.words) === 'seenCancelled') return false;
  const shown = quantitiesOf(order, record, rules.words);
  return isAllMatched(shown) && !shown.isFull;
}

/**
 * Its last edit is acknowledged, no answer since has surely shown the order under its number, and that is cancelled,
 * which nobody here has asked for: the edit may have given it another number.
 */
function mayHaveNewNumber(
  { order, requests }: OrderState,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  const { numberDoubt, status } = order;
  const isUnshown = numberDoubt === 'Acknowledgement' || mayHaveOtherNumber(order, rules);
  const isFilled = status === 'Filled' && !quantitiesOf(order, record, rules.words).isFull;
  const isBefore = status === 'Cancelled' && mayShowTermsBefore(order, record, rules);
  if ((status !== 'Amended' && !isFilled && !isBefore) || !isUnshown) return false;
  if (evidenceOfStatus(record.statusWord, rules.words) !== 'seenCancelled') return false;
  // Of an edit of unknown outcome the new number is searched for.
  return !requests.some(
    ({ kind, sends, refusalPending }) => kind === 'Edit' && sends > 0 && refusalPending === 0,
  );
}

/**
 * The end of a number that the last acknowledged edit may have replaced: its units may be those of before that edit,
 * so they show nothing of a later edit whose outcome is unknown.
 */
function mayBeBeforeLastEdit(
  { order, requests }: OrderState,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  const isEnd = evidenceOfStatus(record.statusWord, rules.words) === 'seenCancelled';
  const hasUnknownEdit = requests.some(({ kind, state }) => kind === 'Edit' && state === 'Unknown');
  return isEnd && hasUnknownEdit && !isClosed(order.status) && mayHaveOtherNumber(order, rules);
}

/**
 * Units that are not those of the last edit, or of which only what was executed is shown; or, where that edit has
 * changed the price alone, nothing that surely shows the edited price.
 */
function mayShowTermsBefore(order: Order, record: RecordEvidence, rules: RecordRules): boolean {
  if (showsOtherUnits(order, record, rules)) return true;
  const isLimit = rules.basePriceIsLimit !== false && record.basePrice !== null;
  const isOfLastEdit = order.unitsBeforeEditAt === order.editAcknowledgedAt;
  const hasNewUnits = isOfLastEdit && order.unitsBefore !== null;
  if (!hasNewUnits) return !isLimit || compare(record.basePrice, order.price) !== 0;
  // The edit may have left the price as it was, which then shows nothing of it.
  if (showsExecutedAlone(order, record, rules.words)) return true;
  return (
    isLimit && order.priceBefore !== null && compare(record.basePrice, order.priceBefore) === 0
  );
}

/** Nothing goes by the number before people have said whose it is, or what became of the order. */
function doubtLastNumber(draft: OrderChangeDraft, record: RecordEvidence): void {
  const { orderNumber, statusWord, askedAt, pendingUnits } = record;
  const { exchangeStatus, status } = draft.order;
  if (exchangeStatus !== statusWord)
    draft.fact('EVIDENCE_NOT_BELIEVED', { word: statusWord, status, evidence: 'seenCancelled' });
  draft.set({ exchangeStatus: statusWord, shownPending: pendingUnits, askedAt });
  draft.endMissing();
  const why = `${orderNumber} is ${statusWord} since an edit was acknowledged: the edit may have given the order another number`;
  doubtNumberBy(draft, 'Acknowledgement', askedAt, why);
}

/** As `noteMissing`, if no answer says that the exchange has no record. */
export function reportMissing(state: OrderState, at: Moment, detail: string): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  draft.openBreak({ type: 'MissingAtExchange', detail });
  if (draft.isWorking) doubtMissing(draft, detail);
  return draft.change();
}

/** A trade that is shown late may have ended the doubt meanwhile. */
function doubtMissing(draft: OrderChangeDraft, detail: string): void {
  draft.takeForMissing(detail);
  draft.doubt(detail);
}

/** A list shows the order differently, and no enquiry can explain it. */
export function reportUnanswered(
  state: OrderState,
  at: Moment,
  detail: string,
): OrderChange | null {
  const draft = new OrderChangeDraft(state, at);
  const { status, grade } = state.order;
  const concluded = status === 'Expired' || grade === 'Operator';
  if (!draft.isWorking && !concluded) return null;
  if (draft.isWorking) draft.doubt(detail);
  draft.openBreak({ type: 'SourcesDisagree', key: 'no enquiry', detail });
  return draft.change();
}
