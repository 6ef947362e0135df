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
 * was not done): it works on, and must be cancellable.
 */
export function reopenEnlarged(
  draft: OrderChangeDraft,
  record: RecordEvidence,
  rules: RecordRules,
): void {
  const { status, filledUnits, units, numberDoubt, lastOwnChangeAt } = draft.order;
  if (status !== 'Filled' || numberDoubt !== null || compare(filledUnits, units) <= 0) return;
  if (!addsUp(record) || compare(record.matchedUnits ?? '0', filledUnits) !== 0) return;
  // A record that may lag behind an edit of ours proves no units; and a word that nobody has explained moves nothing.
  if (
    tooSoon(lastOwnChangeAt, record, rules) ||
    !isWorkingByWord(record.statusWord, rules.mappings)
  )
    return;
  draft.set({ status: 'Open', grade: 'Enquired', closedAt: null, ...NOT_MISSING });
  const evidence = `it works, and all that is booked is ${filledUnits} of its ${record.units} units`;
  draft.fact('STATUS_CHANGED', {
    from: status, to: 'Open', evidence, grade: 'Enquired', word: record.statusWord,
  }); // prettier-ignore
  draft.closeBreak({ ...FILLED_BREAK, outcome: 'it works again, as it is shown' });
}
