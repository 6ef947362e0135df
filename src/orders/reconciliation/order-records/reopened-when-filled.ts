import { compare } from '../../../infra/decimal.js';
import type { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import { NOT_MISSING } from '../../order/order.js';
import { isWorkingByWord } from '../../order/order-status.js';
import { addsUp, tooSoon, type RecordRules } from './record-rules.js';
import { FILLED_BREAK } from './unexplained-status.js';

/**
 * More was traded than the order's units, so it is Filled; and an enquiry shows it working, with just what is booked as
 * matched and the rest pending. It has other units than we thought (somebody enlarged it elsewhere, or an acknowledged edit
 * was not done): it works on, and must be cancellable. So must one that only a record has shown filled.
 */
export function reopenFilled(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  const { filledUnits, units } = draft.order;
  if (!showsBookedAlone(draft, record, rules)) return;
  if (compare(filledUnits, units) > 0) reopen(draft, record);
  else if (isFilledByRecordAlone(draft, record, rules)) {
    // What that record showed as matched is no measure for those that follow.
    draft.set({ matchedUnits: filledUnits, shownMatched: null });
    reopen(draft, record);
    const detail = `a record showed it filled, and enquiries go on to show it working with ${filledUnits} matched`;
    draft.openBreak({ type: 'StatusMismatch', key: 'shown filled', detail });
  }
}

/** It works, with just what is booked as matched and the rest pending. */
function showsBookedAlone(
  { order }: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  const { status, filledUnits, numberDoubt, lastOwnChangeAt } = order;
  if (status !== 'Filled' || numberDoubt !== null) return false;
  if (!addsUp(record) || compare(record.matchedUnits ?? '0', filledUnits) !== 0) return false;
  // A record that may lag behind an edit of ours proves no units; and a word that nobody has explained moves nothing.
  if (tooSoon(lastOwnChangeAt, record, rules)) return false;
  return isWorkingByWord(record.statusWord, rules.mappings);
}

/**
 * A record has shown it filled, and its trades are not booked; since then, for longer than records may lag, enquiries have
 * shown it working with its own units: that record was wrong, or another order's.
 */
function isFilledByRecordAlone(
  { order, at }: OrderChangeDraft,
  record: RecordEvidence,
  { graceMs }: RecordRules,
): boolean {
  const { filledUnits, units, grade, doubtedSince, shownPending } = order;
  if (grade === 'Traded' || compare(filledUnits, units) >= 0) return false;
  if (compare(record.units, units) !== 0) return false;
  // An enquiry before this one has shown it so, and not lists alone.
  if (shownPending === null || compare(shownPending, '0') <= 0) return false;
  return doubtedSince !== null && at.wall - doubtedSince > graceMs;
}

function reopen(draft: OrderChangeDraft, record: RecordEvidence): void {
  const { status, filledUnits } = draft.order;
  draft.set({ status: 'Open', grade: 'Enquired', closedAt: null, ...NOT_MISSING });
  const evidence = `it works, and all that is booked is ${filledUnits} of its ${record.units} units`;
  draft.fact('STATUS_CHANGED', {
    from: status, to: 'Open', evidence, grade: 'Enquired', word: record.statusWord,
  }); // prettier-ignore
  draft.closeBreak({ ...FILLED_BREAK, outcome: 'it works again, as it is shown' });
}
