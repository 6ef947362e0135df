import { compare } from '../../../infra/decimal.js';
import { FILLED_KEY, LISTS_KEY, OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import {
  isClosed,
  isDocumented,
  isWorking,
  evidenceOfStatus,
  mapped,
  type StatusMappings,
} from '../../order/order-status.js';
import {
  hasBreak,
  type OrderChange,
  type Moment,
  type Order,
  type OrderState,
} from '../../order/order.js';
import { isFull } from './record-rules.js';

/*
 * Records that contradict what is held, and that nothing has explained yet. What is held may be true all the
 * same, so it stays as it is; but it is not certain any more.
 */

type Shown = Pick<RecordEvidence, 'statusWord' | 'units' | 'matchedUnits' | 'pendingUnits'>;

/** Quantities decide over words: what has something pending works, unless it was cancelled. */
export function isWorkingByRecord(record: Shown, mappings?: StatusMappings): boolean {
  const meaning = evidenceOfStatus(record.statusWord, mappings);
  if (isFull(record) || meaning === 'seenCancelled') return false;
  return (
    meaning !== null || (record.pendingUnits !== null && compare(record.pendingUnits, '0') > 0)
  );
}

export const FILLED_BREAK = { type: 'SourcesDisagree', key: FILLED_KEY } as const;

interface Listed {
  /** Lists show it so for longer than they lag, whatever enquiries show. */
  readonly isLasting: boolean;
  readonly detail: string;
  readonly word: string;
  readonly askedAt: number;
  readonly graceMs: number;
}

/** A list that shows such an order working contradicts how it ended. */
export function isFilledOrCancelled({ status }: Pick<Order, 'status'>): boolean {
  return status === 'Filled' || status === 'Cancelled';
}

/** An acknowledgement alone says that it is cancelled, and the list has another word that nobody has explained. */
export function mayStillWork(
  { status, grade }: Pick<Order, 'status' | 'grade'>,
  { statusWord }: Pick<RecordEvidence, 'statusWord'>,
  mappings?: StatusMappings,
): boolean {
  const isUnexplained = !isDocumented(statusWord) && mapped(statusWord, mappings) === null;
  return status === 'Cancelled' && grade === 'Acknowledged' && isUnexplained;
}

/**
 * A list shows an order working of which all units are traded as far as we know, or that an acknowledgement or
 * an earlier record has shown to be cancelled.
 */
export function doubtEnd(
  state: OrderState,
  at: Moment,
  { isLasting, detail, word, askedAt, graceMs }: Listed,
): OrderChange | null {
  const { order } = state;
  if (!isFilledOrCancelled(order) || order.lastOwnChangeAt >= askedAt || order.askedAt > askedAt)
    return null;
  const draft = new OrderChangeDraft(state, at);
  if (order.status === 'Cancelled' && !isLasting) {
    draft.contest(word);
    return draft.change();
  }
  draft.doubt(detail);
  if (isLasting) draft.openBreak({ ...LISTS_BREAK, detail });
  if (order.status === 'Filled' && !isFresh(draft, graceMs))
    draft.openBreak({ ...FILLED_BREAK, detail });
  return draft.change();
}

/** What was asked of it since. `isGone`: neither an enquiry nor a list shows it. */
export function followFilled(
  state: OrderState,
  at: Moment,
  { isGone, graceMs }: Readonly<{ isGone: boolean; graceMs: number }>,
): OrderChange | null {
  if (state.order.status !== 'Filled' || state.order.doubtedSince === null) return null;
  const draft = new OrderChangeDraft(state, at);
  if (isFresh(draft, graceMs)) return null;
  const detail = 'a record has shown it working, and nothing has explained it since';
  if (isGone) explainFilled(draft, state, 'neither a list nor an enquiry shows it working');
  else if (!draft.hasOpenBreak('StatusMismatch')) draft.openBreak({ ...FILLED_BREAK, detail });
  return draft.change();
}

export function explainFilled(draft: OrderChangeDraft, state: OrderState, outcome: string): void {
  draft.endDoubt(outcome);
  if (hasBreak(state, FILLED_BREAK.type)) draft.closeBreak({ ...FILLED_BREAK, outcome });
}

/** Records may lag behind the trades that filled it: an enquiry will show whether this one did. */
function isFresh({ order, at }: OrderChangeDraft, graceMs: number): boolean {
  return order.closedAt !== null && at.wall - order.closedAt <= graceMs;
}

/** Two lists have shown a working order otherwise than it is held, and no enquiry has answered. */
export function doubtUnanswered(state: OrderState, at: Moment, detail: string): OrderChange | null {
  if (!isWorking(state.order.status)) return null;
  const draft = new OrderChangeDraft(state, at);
  draft.doubt(detail);
  return draft.change();
}

/** Of lists and enquiries that show an order differently. */
export const LISTS_BREAK = { type: 'SourcesDisagree', key: LISTS_KEY } as const;

/** Lists and enquiries go on to show the order differently. */
export function reportContradicted(
  state: OrderState,
  at: Moment,
  detail: string,
): OrderChange | null {
  if (isEndedByPeople(state.order)) return null;
  const draft = new OrderChangeDraft(state, at);
  draft.doubt(detail);
  draft.openBreak({ ...LISTS_BREAK, detail });
  return draft.change();
}

export function isEndedByPeople({ status, grade }: Pick<Order, 'status' | 'grade'>): boolean {
  return isClosed(status) && grade === 'Operator';
}

export function closeContradicted(draft: OrderChangeDraft, state: OrderState): void {
  if (!hasBreak(state, LISTS_BREAK.type)) return;
  draft.closeBreak({ ...LISTS_BREAK, outcome: 'lists and enquiries show the same' });
}

/** A list shows a working order as it is held again. */
export function endListDoubt(state: OrderState, at: Moment): OrderChange | null {
  const { doubtedSince, status, matchedUnits, units } = state.order;
  if (doubtedSince === null || !isWorking(status)) return null;
  // It may be filled, and a list does not show how much is matched.
  if (compare(matchedUnits, units) >= 0) return null;
  // By an enquiry it may have ended, under a word that nobody has explained.
  if (hasBreak(state, 'UnmappedValue')) return null;
  const draft = new OrderChangeDraft(state, at);
  draft.endDoubt('a list shows it as it is held');
  closeContradicted(draft, state);
  return draft.change();
}
