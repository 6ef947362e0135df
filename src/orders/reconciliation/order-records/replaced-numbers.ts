import { compare } from '../../../infra/decimal.js';
import { doubtNumberBy } from '../../order-numbers/number-proof.js';
import { type RecordEvidence } from '../../order/evidence/evidence.js';
import { quantitiesOf, showsExecutedAlone } from '../../order/evidence/record-quantities.js';
import { type OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { isClosed, evidenceOfStatus } from '../../order/order-status.js';
import { type Order, type OrderState } from '../../order/order.js';
import { showsOtherUnits } from './amended-by-exchange.js';
import { mayHaveOtherNumber, type RecordRules } from './record-rules.js';

/* Records of a number that the last acknowledged edit may have replaced. */

/**
 * Its last edit is acknowledged, no answer since has surely shown the order under its number, and that is cancelled,
 * which nobody here has asked for: the edit may have given it another number.
 */
export function mayHaveNewNumber(
  { order, requests }: OrderState,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  const { numberDoubt, status } = order;
  const isUnshown = numberDoubt === 'Acknowledgement' || mayHaveOtherNumber(order, rules);
  const isFilled = status === 'Filled' && !quantitiesOf(order, record, rules.mappings).isFull;
  const isBefore = status === 'Cancelled' && mayShowTermsBefore(order, record, rules);
  if ((status !== 'Amended' && !isFilled && !isBefore) || !isUnshown) return false;
  if (evidenceOfStatus(record.statusWord, rules.mappings) !== 'seenCancelled') return false;
  // Of an edit of unknown outcome the new number is searched for.
  return !requests.some(
    ({ kind, sends, refusalPending }) => kind === 'Edit' && sends > 0 && refusalPending === 0,
  );
}

/**
 * The end of a number that the last acknowledged edit may have replaced: its units may be those of before that edit,
 * so they show nothing of a later edit whose outcome is unknown.
 */
export function mayBeBeforeLastEdit(
  { order, requests }: OrderState,
  record: RecordEvidence,
  rules: RecordRules,
): boolean {
  const isEnd = evidenceOfStatus(record.statusWord, rules.mappings) === 'seenCancelled';
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
  if (showsExecutedAlone(order, record, rules.mappings)) return true;
  return (
    isLimit && order.priceBefore !== null && compare(record.basePrice, order.priceBefore) === 0
  );
}

/** Nothing goes by the number before people have said whose it is, or what became of the order. */
export function doubtLastNumber(draft: OrderChangeDraft, record: RecordEvidence): void {
  const { orderNumber, statusWord, askedAt, pendingUnits } = record;
  const { exchangeStatus, status } = draft.order;
  if (exchangeStatus !== statusWord)
    draft.fact('EVIDENCE_NOT_BELIEVED', { word: statusWord, status, evidence: 'seenCancelled' });
  draft.set({ exchangeStatus: statusWord, shownPending: pendingUnits, askedAt });
  draft.endMissing();
  const why = `${orderNumber} is ${statusWord} since an edit was acknowledged: the edit may have given the order another number`;
  doubtNumberBy(draft, 'Acknowledgement', askedAt, why);
}
