import type { RecordEvidence } from '../../order/evidence/evidence.js';
import type { StatusMappings } from '../../order/order-status.js';
import type { AbsenceContext } from './absence-context.js';
import type { EnquiryHistory } from './enquiry-history.js';
import { TIMES_MISSING_TOLERATED } from './missing-orders.js';
import { isWorkingByRecord } from './unexplained-status.js';

/*
 * While its session is open, an order is shown by the list or by an enquiry, and not by the other:
 *   - the list shows it as it is held, and the exchange says that there is no such order;
 *   - an enquiry shows it working, and it has left the list.
 * Either may be old or leave orders out, so a few such answers say nothing. When they go on, the order is not certain, and
 * people are told. A list that has lost most orders is told of as a whole.
 */

/** What the last answers have shown of it. */
export type Dispute = Pick<EnquiryHistory, 'disputed' | 'disputedSince'>;

const NO_DISPUTE: Dispute = { disputed: 0, disputedSince: 0 };

type Answered =
  | { readonly kind: 'Record'; readonly record: RecordEvidence }
  | { readonly kind: 'NoRecord'; readonly isExplicit: boolean }
  | { readonly kind: 'Empty' | 'Unreadable' | 'NoAnswer' | 'NoBudget' };

/** The dispute with this answer; without a list, or without an answer, it is what it was. */
export function disputeAfter(
  answer: Answered,
  absence: AbsenceContext,
  before: Dispute,
  mappings: StatusMappings,
): Dispute {
  const { listAskedAt } = absence;
  const saysNothing = answer.kind === 'NoAnswer' || answer.kind === 'NoBudget';
  if (listAskedAt === null || saysNothing) return before;
  if (!isDisputed(answer, absence, mappings)) return NO_DISPUTE;
  const disputedSince = before.disputed === 0 ? listAskedAt : before.disputedSince;
  return { disputed: before.disputed + 1, disputedSince };
}

function isDisputed(
  answer: Answered,
  { absent, wasListed, lacksMost, differs, phase, late }: AbsenceContext,
  mappings: StatusMappings,
): boolean {
  if (phase !== 'trading' || late) return false;
  if (answer.kind === 'NoRecord') return answer.isExplicit && !absent && !differs;
  if (answer.kind !== 'Record' || !absent || lacksMost) return false;
  return wasListed && isWorkingByRecord(answer.record, mappings);
}

/** Answers cannot be late by so much. */
export function isLasting(
  { disputed, disputedSince }: Dispute,
  { listAskedAt }: Pick<AbsenceContext, 'listAskedAt'>,
  graceMs: number,
): boolean {
  if (disputed < TIMES_MISSING_TOLERATED || listAskedAt === null) return false;
  return listAskedAt - disputedSince >= graceMs;
}
