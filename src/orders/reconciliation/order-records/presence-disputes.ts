import type { RecordEvidence } from '../../order/evidence/evidence.js';
import type { StatusMappings } from '../../order/order-status.js';
import type { AbsenceContext } from './absence-context.js';
import type { EnquiryHistory } from './enquiry-history.js';
import { TIMES_MISSING_TOLERATED } from './missing-orders.js';
import { isWorkingByRecord } from './unexplained-status.js';

/*
 * While the session is open, an order is shown by the list or by an enquiry, and not by the other:
 *   - the list shows it as it is held, and the exchange says that there is no such order;
 *   - an enquiry shows it working, and lists have shown it, but do not any more.
 * Either may be old or leave orders out, so a few such answers say nothing. When they go on, the order is not certain, and
 * people are told. That ends when both show it, when neither does, when it has ended, or with its day; what else is
 * answered, or not, changes nothing.
 */

/** What the answers have shown of it since both did. */
export type Dispute = Pick<EnquiryHistory, 'disputed' | 'disputedSince' | 'disputedUntil'>;

const NO_DISPUTE: Dispute = { disputed: 0, disputedSince: 0, disputedUntil: 0 };

/** As it is taken up by a process that finds it open. */
export const LASTING_DISPUTE: Dispute = {
  disputed: TIMES_MISSING_TOLERATED,
  disputedSince: 0,
  disputedUntil: Number.MAX_SAFE_INTEGER,
};

type Answered =
  | { readonly kind: 'Record'; readonly record: RecordEvidence }
  | { readonly kind: 'NoRecord'; readonly isExplicit: boolean }
  | { readonly kind: 'Empty' | 'Unreadable' | 'NoAnswer' | 'NoBudget' };

export function disputeAfter(
  answer: Answered,
  absence: AbsenceContext,
  before: Dispute,
  mappings: StatusMappings,
): Dispute {
  const { listAskedAt, absent, phase, late } = absence;
  if (phase === 'over' || late) return NO_DISPUTE;
  const hasEnded = answer.kind === 'Record' && !isWorkingByRecord(answer.record, mappings);
  if (hasEnded) return NO_DISPUTE;
  if (listAskedAt === null) return before;
  const agree = answer.kind === 'Record' ? !absent : answer.kind === 'NoRecord' && absent;
  if (agree) return NO_DISPUTE;
  if (!isDisputed(answer, absence)) return before;
  const disputedSince = before.disputed === 0 ? listAskedAt : before.disputedSince;
  const disputedUntil = Math.max(before.disputedUntil, listAskedAt);
  return { disputed: before.disputed + 1, disputedSince, disputedUntil };
}

function isDisputed(
  answer: Answered,
  { absent, wasListed, tellsPresence, differs, phase }: AbsenceContext,
): boolean {
  if (phase !== 'trading' || !tellsPresence) return false;
  if (answer.kind === 'NoRecord') return answer.isExplicit && !absent && !differs;
  return answer.kind === 'Record' && absent && wasListed;
}

/** Answers cannot be late by so much. */
export function isLasting(
  { disputed, disputedSince, disputedUntil }: Dispute,
  graceMs: number,
): boolean {
  return disputed >= TIMES_MISSING_TOLERATED && disputedUntil - disputedSince >= graceMs;
}
