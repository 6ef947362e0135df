import { compare, subtract } from '../../../infra/decimal.js';
import { type Finding } from '../../breaks/break.js';
import { confirmNumber, doubtNumberBy, isOtherOrder } from '../../order-numbers/number-proof.js';
import { couldBe } from '../../order-numbers/order-terms.js';
import { isOwnRecord } from '../../order-numbers/ownership.js';
import { RECORD_SOURCES, type RecordEvidence } from '../../order/evidence/evidence.js';
import { compareMatched, tellOfFewerMatched } from '../../order/evidence/matched-certainty.js';
import {
  hasListedUnits,
  isAllMatched,
  quantitiesOf,
} from '../../order/evidence/record-quantities.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
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
import {
  hasBreak,
  type OrderChange,
  type Moment,
  type Order,
  type OrderState,
} from '../../order/order.js';
import { mayBeDoneEdit } from '../../order/requests/order-request.js';
import {
  applyTermsShown,
  hasOtherUnits,
  showsOtherUnits,
  showsUnitsBeforeEdit,
} from './amended-by-exchange.js';
import { reopenFilled } from './reopened-when-filled.js';
import {
  doubtAtOnce,
  doubtCameBack,
  doubtOther,
  doubtReopened,
  isEndOfCalledRight,
  mayBeOfAnother,
  saysNothingOf,
  shownOf,
} from './record-ownership.js';
import { confirmShownEdits, resolveRequests } from './record-and-requests.js';
import {
  addsUp,
  endedUnderItsNumber,
  isFull,
  tooSoon,
  type RecordRules,
  hasPendingUnits,
  showsNothingPending,
} from './record-rules.js';
import { mayHaveNewNumber, mayBeBeforeLastEdit, doubtLastNumber } from './replaced-numbers.js';
import {
  closeContradicted,
  explainFilled,
  isEndedByPeople,
  isWorkingByRecord,
} from './unexplained-status.js';
import {
  hasUnexplainedUnits,
  reportUnitsAtTheEnd,
  mayHaveEndedByWord,
  reportOtherUnits,
  unmappedWord,
  endsUnexplained,
} from './unexplained-words.js';
import { closeUnreadable } from './unreadable-records.js';

/**
 * What a record of the exchange does to an order. Pure.
 *   - An answer begun before our own last mutation, or before an answer already used, says nothing.
 *   - Quantities decide over status words; an unknown word moves nothing and opens a break.
 *   - Matched units never fall. Silence proves nothing.
 *   - A request of unknown outcome ends only by a record (`record-and-requests`).
 *   - Units and price that somebody else has changed are taken over (`amended-by-exchange`), unless no record has shown the
 *     order before: then the acknowledgement of its post may have named another one.
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
  if (record.askedAt < order.askedAt || saysNothingOf(order, record)) return null;
  const { isComplete } = RECORD_SOURCES[record.source];
  const doubted = doubtAtOnce(state, record, at);
  if (doubted !== null) return doubted;
  const isOnItsWay = requests.some((request) => request.state === 'Sent');
  if (isOnItsWay || record.askedAt <= order.lastOwnChangeAt)
    return doubtUnitsMeanwhile(state, record, at, rules);
  const draft = new OrderChangeDraft(state, at, mapped(record.statusWord, rules.mappings));
  const isItsOwn =
    isOwnRecord(state, record, at, rules.graceMs) || isEndOfCalledRight(order, record, rules);
  if (!isItsOwn && isClosed(order.status)) return reportAgain(draft, record, rules);
  if (!isItsOwn || record.security !== order.security || record.side !== order.side) {
    if (!isItsOwn) doubtOther(draft, record, rules);
    else openMismatch(draft, record);
    if (isItsOwn && !isOtherOrder(order, record)) doubtEnd(draft, record, rules);
    return draft.change();
  }
  if (isClosed(order.status) && !isComplete) return null;
  if (isComplete && mayBeOfAnother(draft, record, rules)) return draft.change();
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
  doubtCameBack(draft, record);
  draft.endMissing();
  if (!applyCumulativeQuantity(draft, record, rules)) return draft.change();
  if (showsWorking(order, record, rules)) noteShownWorking(draft, record);
  // Reading a number again that the edit may have replaced does not show the edit.
  if (isComplete && mayBeBeforeLastEdit(state, record, rules))
    draft.set({ editAcknowledgedAt: record.askedAt });
  else if (isComplete) confirmShownEdits(draft, record, rules);
  if (!proveStatus(draft, record, rules)) return draft.change();
  doubtReopened(draft, order, record, rules);
  if (isComplete) resolveRequests(draft, record, rules);
  applyTermsShown(draft, record, rules, order.status);
  if (hasAmbiguousQuantity(order, record, rules)) draft.doubt(AMBIGUOUS);
  // Another status ends the doubt of before.
  if (isComplete && mayBeFilled(draft.order, record, rules)) draft.doubt(shownOf(record));
  return draft.change();
}

/** The most that enquiries by the number have shown. */
function noteShownMatched(draft: OrderChangeDraft, { source, matchedUnits }: RecordEvidence): void {
  if (matchedUnits === null || !RECORD_SOURCES[source].isComplete) return;
  const { shownMatched } = draft.order;
  if (shownMatched === null || compare(matchedUnits, shownMatched) > 0)
    draft.set({ shownMatched: matchedUnits });
}

function openMismatch(draft: OrderChangeDraft, record: RecordEvidence): void {
  const detail = shownOf(record);
  draft.openBreak({ type: 'IdentityMismatch', key: record.orderNumber, detail });
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
  return isWorkingByWord(statusWord, rules.mappings) && !showsOtherUnits(order, record, rules);
}

/** A side in a word of its own may be the order's: that its cancel was done, or that it has ended, is not certain then. */
function doubtEnd(draft: OrderChangeDraft, record: RecordEvidence, rules: RecordRules): void {
  if (!hasPendingUnits(record)) return;
  const { order } = draft;
  const word = record.statusWord;
  contest(draft, word);
  if (!draft.isWorking || !endedUnderItsNumber(order, rules.mappings)) return;
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
  reopenFilled(draft, record, rules);
  if (order.status === 'Filled' && isWorkingByRecord(record, rules.mappings)) {
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
  const meaning = evidenceOfStatus(record.statusWord, rules.mappings);
  const works = meaning !== null && meaning !== 'seenCancelled' && !isFull(record);
  // People have said that what is shown under it is another order.
  if (draft.order.numberLeftAt !== null) return null;
  if (draft.order.status !== 'Expired' || !works || !couldBe(draft.order, record)) return null;
  draft.openBreak({ type: 'SourcesDisagree', key: 'number again', detail: shownOf(record) });
  return draft.change();
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
  const { matchedUnits, isAmbiguous } = quantitiesOf(order, record, rules.mappings);
  if (hasUnexplainedUnits(draft, record, rules)) return true;
  noteShownMatched(draft, record);
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
  // Trades under the number are another account's, and a record does not name its own.
  if (order.numberDoubt === 'DailyTrades') return false;
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

/** Quantities of which no reading agrees. */
interface Contradiction {
  readonly finding: Finding;
  /** They cannot all be true: nothing is taken from them, and the order is not certain. */
  readonly isImpossible: boolean;
}

function contradictionIn(
  order: Order,
  record: RecordEvidence,
  { mappings }: RecordRules,
): Contradiction | null {
  const { units, matchedUnits, pendingUnits, statusWord } = record;
  if (quantitiesOf(order, record, mappings).units !== null) return null;
  if (matchedUnits !== null && compare(matchedUnits, units) > 0) {
    const detail = `the record says ${matchedUnits} matched of ${units} units`;
    return { finding: { ...MATCHED_EXCEEDS, detail }, isImpossible: true };
  }
  if (evidenceOfStatus(statusWord, mappings) === null) return null;
  const [matched, pending] = [matchedUnits ?? 'nothing', pendingUnits ?? 'nothing'];
  const detail = `the record says ${matched} matched and ${pending} pending of ${units} units`;
  const isImpossible = matchedUnits !== null && pendingUnits !== null;
  return { finding: { ...QUANTITIES, detail }, isImpossible };
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
  { mappings }: RecordRules,
): boolean {
  return (
    order.matchedUnderPriorNumbers !== null && quantitiesOf(order, record, mappings).isAmbiguous
  );
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
  const meaning = evidenceOfStatus(word, rules.mappings);
  const nothing = saysNothing(word, rules.mappings);
  // The word that we hold was not explained before.
  const explained = !isDocumented(word) && (meaning !== null || nothing);
  if (explained && order.exchangeStatus === word) draft.closeBreaks('UnmappedValue');
  const mayBeReplaced = meaning === 'seenCancelled' && hasUnknownEdit(draft) && draft.isWorking;
  // What was executed of a number that an edit has replaced may look like the whole of it.
  if (!mayBeReplaced && quantitiesOf(order, record, rules.mappings).isFull) {
    if (meaning !== null && meaning !== 'seenCancelled') noteDisagreement(draft, record, word);
    return draft.applyEvidence('seenFilled', grade, word);
  }
  if (meaning === null) {
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
      draft.fact('EVIDENCE_NOT_BELIEVED', { word, status: order.status, evidence: meaning });
    }
    return false;
  }
  if (order.status === 'Filled' && recentlyClosed(order.closedAt, draft, rules)) return false;
  if (
    isClosed(order.status) &&
    meaning !== 'seenCancelled' &&
    tooSoon(order.lastOwnChangeAt, record, rules)
  ) {
    contest(draft, word);
    return false;
  }
  return draft.applyEvidence(asOurEdit(draft, meaning), grade, word);
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
  const isWorkingWord = isWorkingByWord(record.statusWord, rules.mappings);
  if (order.shownWorkingAt !== null) return isWorkingWord && !showsNothingPending(record);
  // That its last edit, which was acknowledged, was not done explains the units of before.
  const isAsBefore = showsUnitsBeforeEdit(order, record, rules.mappings);
  if (!isAsBefore && showsOtherUnits(order, record, rules)) return false;
  const isUnexplained = evidenceOfStatus(record.statusWord, rules.mappings) === null;
  return isWorkingWord || (isUnexplained && hasPendingUnits(record));
}

/** While an edit of ours is unanswered, "Amended" in a record may just be that edit. */
function asOurEdit(draft: OrderChangeDraft, meaning: EvidenceKind): EvidenceKind {
  return meaning === 'seenAmended' && hasUnknownEdit(draft) && draft.isWorking
    ? 'seenOpen'
    : meaning;
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
  mappings?: StatusMappings,
): boolean {
  if (!hasListedUnits(order, record.units)) return true;
  if (saysNothing(record.statusWord, mappings)) return false;
  const meaning = evidenceOfStatus(record.statusWord, mappings);
  return meaning === null || meaning === 'seenCancelled';
}

/** Why an enquiry leaves a working order uncertain; null if it does not. */
function doubtOf(order: Order, record: RecordEvidence, rules: RecordRules): string | null {
  const contradiction = contradictionIn(order, record, rules);
  if (contradiction?.isImpossible === true) return contradiction.finding.detail;
  // Where people have ended the order, and it is not shown working, the doubt would end by nothing.
  const isDecided = isEndedByPeople(order) && !isWorkingByRecord(record, rules.mappings);
  if (rules.contradiction !== undefined && !isDecided) return rules.contradiction;
  if (hasAmbiguousQuantity(order, record, rules)) return AMBIGUOUS;
  const mayBeOver = endsUnexplained(order, record, rules) || mayBeFilled(order, record, rules);
  return mayBeOver ? shownOf(record) : null;
}

/** All of a working order is matched: without a word that says so, it is filled only if nothing is pending. */
function mayBeFilled(order: Order, record: RecordEvidence, rules: RecordRules): boolean {
  if (!isWorking(order.status) || record.pendingUnits !== null) return false;
  if (evidenceOfStatus(record.statusWord, rules.mappings) === 'seenCancelled') return false;
  const shown = quantitiesOf(order, record, rules.mappings);
  return isAllMatched(shown) && !shown.isFull;
}
