import type { RecordEvidence } from '../../order/evidence/evidence.js';
import type { OrderChange, Moment, OrderState } from '../../order/order.js';
import { withoutClient } from '../../order/client/client-in-texts.js';
import { evidenceOfStatus, isWorking, type StatusMappings } from '../../order/order-status.js';
import type { Question } from '../collect/enquiry-ranking.js';
import type { AbsenceContext } from '../order-records/absence-context.js';
import { reviewContest } from '../order-records/contested-cancels.js';
import {
  TIMES_MISSING_TOLERATED,
  noteMissing,
  reportMissing,
  reportUnanswered,
} from '../order-records/missing-orders.js';
import { reportUnreadable } from '../order-records/unreadable-records.js';
import { NO_HISTORY, type EnquiryHistory } from '../order-records/enquiry-history.js';
import { endOfDay, endOfListed, noteUnshown, withoutRecord } from '../order-records/day-end.js';
import { disputeAfter, isLasting, type Dispute } from '../order-records/presence-disputes.js';
import {
  doubtUnanswered,
  followFilled,
  reportContradicted,
  isWorkingByRecord,
} from '../order-records/unexplained-status.js';

/*
 * What the answer to an enquiry means for its order. A record is applied first; then these decisions are made.
 *
 *   answer       the order in the list    its day           decision
 *   record       missing                  over              EndOfDay
 *   record       under an unmapped word   over              EndOfListed
 *   record       with other terms                           Contradicted, at the third list in a row
 *   none         with other terms                           Contradicted, at the second list in a row
 *   unreadable                                              Unreadable
 *   no record    missing                  over              EndOfDay, if the exchange itself said so; until it ends the
 *                                                           order is uncertain
 *   no record    there is no list         over              Unlisted, if the exchange itself said so
 *   no record    missing                  trading, or late  Missing: at once if the exchange itself said so, else at
 *                                                           the third silence
 *   no record    missing                  otherwise         Closing: at once if the exchange itself said so, else at
 *                                                           the second silence; the order may still expire normally
 *   no record    otherwise than held                        Unanswered, at the third silence
 *   no record    as held                                    Disputed, if the exchange itself said so for the third time
 *   record       has left the list        trading           Disputed, at the third such answer
 *   empty, no answer             as held                    none
 *   no budget                                               none
 *
 * A silence is an enquiry that returned no record. If the list lacks the order too, an explicit "no such order" of the
 * exchange is not a silence: it is acted on at once. If the exchange says that there is no list, all orders are missing from it, except those whose day is
 * over and that no later session makes late.
 *
 * Besides:
 *   - A list that contradicts a record leaves the order uncertain from the second in a row on (`contradiction`). Once one
 *     has, a list without the order contradicts too; and a list counts whether or not its enquiry was answered. The first
 *     since the start counts as the second: nobody knows what the one before it has shown.
 *   - While lists show the order otherwise than held and enquiries fail, it is uncertain from the second failure on, and
 *     a break opens at the third unless the exchange has no record (Unexplained).
 *   - Disputed: see `presence-disputes`.
 *   - A contested cancel is reviewed (Contest), and a closed order that was shown working is followed (ClosedOrder).
 */

/** Which decisions an answer leads to, in the order in which they are made. Pure. */
export function decideOnAnswer(
  question: Question,
  answer: EnquiryAnswer,
  context: EnquiryContext,
): EnquiryOutcome {
  const { history, mappings, absence, graceMs } = context;
  const dispute = disputeAfter(answer, absence, history, mappings);
  const isDisputed = question.isEnded !== true && isLasting(dispute, graceMs);
  const decisions = [
    ...contest(question, answer, context),
    ...ofAnswer(question, answer, context),
    ...ofClosedOrder(question, answer, context),
    ...ofUnexplained(answer, context),
    ...ofContradicted(answer, context),
    ...(isDisputed ? ofDisputed(question, answer) : []),
  ];
  return {
    record: answer.kind === 'Record' ? answer.record : null,
    contradiction: contradictionOf(answer, context) ?? (isDisputed ? CONTRADICTED : null),
    decisions,
    history: withDispute(historyAfter(answer, context, history), dispute),
    confirmsEnd:
      question.isEnded === true &&
      answer.kind === 'Record' &&
      !isWorkingByRecord(answer.record, mappings),
  };
}

export type EnquiryAnswer =
  | { readonly kind: 'Record'; readonly record: RecordEvidence }
  /** An answer without any record. */
  | { readonly kind: 'Empty' }
  | { readonly kind: 'Unreadable'; readonly why: string }
  | Unanswered;

interface Unanswered {
  /** `NoBudget`: there was no room to ask. */
  readonly kind: 'NoRecord' | 'NoAnswer' | 'NoBudget';
  /** The exchange itself said so; otherwise it is what we make of its reply. */
  readonly isExplicit: boolean;
  readonly detail: string;
}

export interface EnquiryContext {
  readonly absence: AbsenceContext;
  readonly history: EnquiryHistory;
  readonly mappings: StatusMappings;
  /** How late the exchange's answers may be. */
  readonly graceMs: number;
}

export interface EnquiryDecision {
  readonly rule:
    | 'Contest' | 'Unreadable' | 'EndOfDay' | 'EndOfListed' | 'Unlisted' | 'Closing' | 'Missing' | 'Unanswered'
    | 'ClosedOrder' | 'Unexplained' | 'Contradicted' | 'Disputed'; // prettier-ignore
  /** Skip the decision if the order has another number by now, or we changed it after the list was asked for. */
  readonly ifUnchanged: boolean;
  readonly decide: (state: OrderState, at: Moment) => OrderChange | null;
}

export interface EnquiryOutcome {
  /** Applied before the decisions. */
  readonly record: RecordEvidence | null;
  /** Why the order stays uncertain although the record explains it; null: it does not. */
  readonly contradiction: string | null;
  readonly decisions: readonly EnquiryDecision[];
  readonly history: EnquiryHistory;
  /** A closed order that was shown working is shown closed by this answer. */
  readonly confirmsEnd: boolean;
}

/** A single list may be stale: this many in a row make an order uncertain. */
export const LISTS_DOUBTED = 2;

export const CONTRADICTED = 'lists and enquiries show it differently';

const whyUnanswered = (why: string): string =>
  `the broker's list shows it otherwise than we do, and no enquiry answers: ${why}`;

function ofAnswer(
  { orderNumber }: Question,
  answer: EnquiryAnswer,
  { absence, history, mappings }: EnquiryContext,
): readonly EnquiryDecision[] {
  const { absent, differs, phase, isUnexplained, listAskedAt, closesAt } = absence;
  if (answer.kind === 'Empty') return [];
  if (answer.kind === 'Unreadable') {
    const isListed = !absent && !differs && listAskedAt !== null;
    return unchanged('Unreadable', (state, at) => {
      const unreadable = withoutClient(answer.why, state.order);
      return reportUnreadable(state, at, { unreadable, isListed });
    });
  }
  if (answer.kind === 'Record') {
    const { record } = answer;
    if (absent && phase === 'over')
      return unchanged('EndOfDay', (state, at) =>
        endOfDay(state, { record, times: 0 }, at, mappings),
      );
    if (phase !== 'over' || !isUnexplained) return [];
    return unchanged('EndOfListed', (state, at) => endOfListed(state, record, at, mappings));
  }
  const { isExplicit, detail: why } = answer;
  switch (ruleOf(answer, absence)) {
    case 'EndOfDay': {
      const notShown = { times: history.unseen + 1, closesAt };
      return unchanged('EndOfDay', (state, at) => withoutRecord(state, notShown, at, mappings));
    }
    case 'Unlisted': {
      const detail = 'its day is over, the exchange has no record of it, and no list shows it';
      if (listAskedAt !== null) return [];
      return unchanged('Unlisted', (state, at) => noteUnshown(state, closesAt, at, detail));
    }
    case 'Closing': {
      if (!isExplicit && history.silences + 1 < LISTS_DOUBTED) return [];
      const detail = 'its session is over, and neither the list nor an enquiry shows it';
      return unchanged('Closing', (state, at) => noteUnshown(state, closesAt, at, detail));
    }
    case 'Missing': {
      if (!isExplicit && history.silences + 1 < TIMES_MISSING_TOLERATED) return [];
      return unchanged('Missing', (state, at) => {
        const told = withoutClient(why, state.order);
        const detail = `neither the broker's list nor an enquiry of ${orderNumber} shows it: ${told}`;
        if (!isWorking(state.order.status)) return null;
        return isExplicit ? noteMissing(state, at, detail) : reportMissing(state, at, detail);
      });
    }
    case 'Unanswered':
      if (history.silences + 1 < TIMES_MISSING_TOLERATED) return [];
      return unchanged('Unanswered', (state, at) =>
        reportUnanswered(state, at, whyUnanswered(withoutClient(why, state.order))),
      );
    case null:
      return [];
  }
}

const isAbsence = (rule: ReturnType<typeof ruleOf>): boolean =>
  rule === 'Missing' || rule === 'Closing';

/** Which rule an enquiry without a record comes under; null: none, or none yet. */
function ruleOf(
  { kind, isExplicit }: Unanswered,
  { absent, differs, phase, late }: AbsenceContext,
): 'EndOfDay' | 'Unlisted' | 'Closing' | 'Missing' | 'Unanswered' | null {
  if (kind !== 'NoRecord') return null;
  if (phase === 'over' && isExplicit && absent) return 'EndOfDay';
  if (phase === 'over' && isExplicit && !differs) return 'Unlisted';
  if (absent && (phase === 'trading' || late)) return 'Missing';
  // After the close, an order that the list no longer shows may still expire normally.
  if (absent) return 'Closing';
  return differs ? 'Unanswered' : null;
}

/** An acknowledged cancel, or a closed order that was shown working, is held against what the exchange now says. */
function contest(
  { reason, isEnded }: Question,
  answer: EnquiryAnswer,
  { graceMs }: EnquiryContext,
): readonly EnquiryDecision[] {
  if (!('isExplicit' in answer) || answer.kind === 'NoBudget') return [];
  if (reason !== 'unconfirmed' && isEnded !== true) return [];
  const isGone = answer.kind === 'NoRecord' && answer.isExplicit;
  return always('Contest', (state, at) => reviewContest(state, isGone, at, { graceMs }));
}

function ofClosedOrder(
  { isEnded }: Question,
  answer: EnquiryAnswer,
  { absence: { differs, listAskedAt }, graceMs }: EnquiryContext,
): readonly EnquiryDecision[] {
  if (isEnded !== true) return [];
  const isGone = 'isExplicit' in answer && answer.isExplicit && !differs && listAskedAt !== null;
  return always('ClosedOrder', (state, at) => followFilled(state, at, { isGone, graceMs }));
}

function ofUnexplained(
  answer: EnquiryAnswer,
  { absence, history }: EnquiryContext,
): readonly EnquiryDecision[] {
  if (!('isExplicit' in answer) || answer.kind === 'NoBudget' || !absence.differs) return [];
  const times = history.unexplained + 1;
  if (times < LISTS_DOUBTED) return [];
  return unchanged('Unexplained', (state, at) => {
    const detail = whyUnanswered(withoutClient(answer.detail, state.order));
    return times < TIMES_MISSING_TOLERATED || answer.kind === 'NoRecord'
      ? doubtUnanswered(state, at, detail)
      : reportUnanswered(state, at, detail);
  });
}

/** The broker's list and an enquiry asked after it contradict each other. */
function isContradictedByList(answer: EnquiryAnswer, context: EnquiryContext): boolean {
  if (answer.kind !== 'Record' || !doesListContradict(context.absence, context.history))
    return false;
  const meaning = evidenceOfStatus(answer.record.statusWord, context.mappings);
  if (context.absence.contradicted === 'Cancelled' && meaning === 'seenCancelled') return false;
  return meaning !== null;
}

/** A cancelled order may be on one list and not on the next: neither shows it working. */
export function doesListContradict(
  { contradicted, absent }: Pick<AbsenceContext, 'contradicted' | 'absent'>,
  history: EnquiryHistory,
): boolean {
  return contradicted !== null || (absent && history.contradicted > 0);
}

/** How many lists in a row have contradicted, with this one. */
export function contradictingLists(
  { contradicted }: Pick<EnquiryHistory, 'contradicted'>,
  { isFirstList }: Pick<AbsenceContext, 'isFirstList'>,
): number {
  return (isFirstList ? Math.max(contradicted, 1) : contradicted) + 1;
}

/** In a pass that no list answered, those before still contradict. */
function contradictionOf(answer: EnquiryAnswer, context: EnquiryContext): string | null {
  const lists = isContradictedByList(answer, context)
    ? contradictingLists(context.history, context.absence)
    : listsBefore(answer, context);
  return lists < LISTS_DOUBTED ? null : CONTRADICTED;
}

function listsBefore(answer: EnquiryAnswer, { absence, history }: EnquiryContext): number {
  return answer.kind === 'Record' && absence.listAskedAt === null ? history.contradicted : 0;
}

/**
 * Without a record the doubt is a decision of its own. With one a break opens, and only for other terms: other words
 * for the same order are no reason to call anybody.
 */
function ofContradicted(
  answer: EnquiryAnswer,
  context: EnquiryContext,
): readonly EnquiryDecision[] {
  const { absence, history } = context;
  const times = contradictingLists(history, absence);
  if (answer.kind === 'NoBudget' || !doesListContradict(absence, history)) return [];
  if (answer.kind !== 'Record') {
    if (times < LISTS_DOUBTED) return [];
    return unchanged('Contradicted', (state, at) => doubtUnanswered(state, at, CONTRADICTED));
  }
  if (absence.contradicted === 'Word' || !isContradictedByList(answer, context)) return [];
  if (times < TIMES_MISSING_TOLERATED) return [];
  return unchanged('Contradicted', (state, at) => reportContradicted(state, at, CONTRADICTED));
}

function ofDisputed({ orderNumber }: Question, answer: EnquiryAnswer): readonly EnquiryDecision[] {
  if (answer.kind !== 'Record' && answer.kind !== 'NoRecord') return [];
  return unchanged('Disputed', (state, at) => {
    if (!isWorking(state.order.status)) return null;
    const detail =
      answer.kind === 'NoRecord'
        ? `the broker's list shows ${orderNumber}, and an enquiry does not: ${withoutClient(answer.detail, state.order)}`
        : `an enquiry shows ${orderNumber} working, and it has left the broker's list`;
    return reportContradicted(state, at, detail);
  });
}

function withDispute(history: EnquiryHistory, dispute: Dispute): EnquiryHistory {
  const isOver = dispute.disputed === 0 && history.disputed === 0;
  return isOver ? history : { ...history, ...dispute };
}

function historyAfter(
  answer: EnquiryAnswer,
  context: EnquiryContext,
  history: EnquiryHistory,
): EnquiryHistory {
  const { absence } = context;
  if (isContradictedByList(answer, context))
    return { ...NO_HISTORY, contradicted: contradictingLists(history, absence) };
  if (answer.kind === 'Record') {
    // Without a list since, the lists before still contradict.
    const isKept = absence.listAskedAt === null && history.contradicted > 0;
    return isKept ? { ...NO_HISTORY, contradicted: history.contradicted } : NO_HISTORY;
  }
  const isAsked = answer.kind !== 'NoBudget';
  // A list about which nothing could be asked is counted with the orders that were not asked for.
  const isCounted = isAsked && doesListContradict(absence, history);
  const contradicted = isCounted ? contradictingLists(history, absence) : history.contradicted;
  if (answer.kind === 'Empty')
    return contradicted === 0 ? NO_HISTORY : { ...NO_HISTORY, contradicted };
  if (answer.kind === 'Unreadable')
    return history === NO_HISTORY && contradicted === 0
      ? NO_HISTORY
      : { ...history, unexplained: 0, contradicted };
  const rule = ruleOf(answer, absence);
  const isSilence = rule === 'Unanswered' || (isAbsence(rule) && !answer.isExplicit);
  const silences = history.silences + (isSilence ? 1 : 0);
  const unseen = history.unseen + (rule === 'EndOfDay' ? 1 : 0);
  const unexplained = absence.differs ? history.unexplained + (isAsked ? 1 : 0) : 0;
  if (silences + unseen + unexplained + contradicted === 0) return NO_HISTORY;
  return { ...NO_HISTORY, silences, unseen, unexplained, contradicted };
}

function unchanged(
  rule: EnquiryDecision['rule'],
  decide: EnquiryDecision['decide'],
): readonly EnquiryDecision[] {
  return [{ rule, ifUnchanged: true, decide }];
}

function always(
  rule: EnquiryDecision['rule'],
  decide: EnquiryDecision['decide'],
): readonly EnquiryDecision[] {
  return [{ rule, ifUnchanged: false, decide }];
}
