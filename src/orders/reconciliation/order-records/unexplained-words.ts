import { compare, subtract } from '../../../infra/decimal.js';
import { type RecordEvidence } from '../../order/evidence/evidence.js';
import { quantitiesOf } from '../../order/evidence/record-quantities.js';
import {
  type OrderChangeDraft,
  UNEXPLAINED_UNITS,
} from '../../order/changes/order-change-draft.js';
import { isClosed, isWorking, evidenceOfStatus, saysNothing } from '../../order/order-status.js';
import { type Order } from '../../order/order.js';
import { mayBeDoneEdit } from '../../order/requests/order-request.js';
import { showsOtherUnits } from './amended-by-exchange.js';
import { tooSoon, type RecordRules, showsNothingPending } from './record-rules.js';

/*
 * Records under a status word that nobody has explained: what their quantities say of units that nobody here has asked for,
 * and whether the order may have ended under it. Such a word moves nothing.
 */

/**
 * Units that nobody here has asked for, under a word that nobody has explained: they are not taken over, and what is
 * matched of them may be matched of another order that was given the number.
 */
export function hasUnexplainedUnits(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  if (evidenceOfStatus(record.statusWord, rules.mappings) !== null) return false;
  const isEdited = draft.openRequests().some(mayBeDoneEdit);
  return !isEdited && showsOtherUnits(draft.order, record, rules);
}

const UNITS_AT_THE_END = { type: 'UnitsMismatch', kind: 'AtTheEnd' } as const;

/**
 * What ended under a word that nobody has explained may have had other units than ours: people are told, and the order
 * is not certain meanwhile.
 */
export function reportUnitsAtTheEnd(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  const { order } = draft;
  const { units } = quantitiesOf(order, record, rules.mappings);
  const mayBeOurEdit = draft.openRequests().some(mayBeDoneEdit);
  const isToldOtherwise = draft.isWorking && saysNothing(record.statusWord, rules.mappings);
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

/**
 * A working order is shown under a word that nobody has explained, in place of the one under which it was shown working, and
 * no quantity has moved since: what is pending may be what was left when it ended. Where nothing shows what is pending, any
 * such word may mean that. Until a quantity moves, a list shows the order as it is held, or people have said what became of
 * it, it is not certain.
 */
export function mayHaveEndedByWord(
  draft: OrderChangeDraft,
  { statusWord, pendingUnits }: RecordEvidence,
  { mappings, isListedAsHeld }: RecordRules,
): boolean {
  const { exchangeStatus, shownWorkingAt, lastOwnChangeAt, askedAt, doubtedSince } = draft.order;
  const isOver = pendingUnits !== null && compare(pendingUnits, '0') <= 0;
  if (!draft.isWorking || isOver || isListedAsHeld === true) return false;
  if (evidenceOfStatus(statusWord, mappings) !== null || saysNothing(statusWord, mappings))
    return false;
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
export function reportOtherUnits(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  const { order } = draft;
  const outcome = 'a record shows its own units, or a word that is explained';
  const isExplained = evidenceOfStatus(record.statusWord, rules.mappings) !== null;
  const { units: own } = quantitiesOf(order, record, rules.mappings);
  const isSettled = isExplained || (own !== null && compare(own, order.units) === 0);
  if (isSettled && draft.hadOpenBreak(UNITS_AT_THE_END))
    draft.closeBreak({ ...UNITS_AT_THE_END, outcome });
  if (isExplained || !showsOtherUnits(order, record, rules)) {
    draft.endUnexplainedUnits(outcome);
    return false;
  }
  // With nothing pending it may have ended, of which another break tells, unless the word says nothing.
  const isOver = showsNothingPending(record) && !saysNothing(record.statusWord, rules.mappings);
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

export function unmappedWord(word: string): {
  readonly type: 'UnmappedValue';
  readonly key: string;
} {
  return { type: 'UnmappedValue', key: word.toLowerCase() };
}

/** Nothing of a working order is pending any more, under a word that nobody has explained. */
export function endsUnexplained(
  order: Order,
  record: RecordEvidence,
  { mappings }: RecordRules,
): boolean {
  const { statusWord } = record;
  // A word that says nothing leaves open what became of an order that was never shown working.
  const isQuiet = order.shownWorkingAt !== null && saysNothing(statusWord, mappings);
  const isExplained = evidenceOfStatus(statusWord, mappings) !== null || isQuiet;
  return isWorking(order.status) && !isExplained && showsNothingPending(record);
}
