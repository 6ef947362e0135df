import { canonical, compare, subtract } from '../../../infra/decimal.js';
import type { BreakIdentity } from '../../breaks/break.js';
import type { Order } from '../order.js';
import type { OrderChangeDraft } from './order-change-draft.js';
import type { OrderRequest } from '../requests/order-request.js';
import type { EvidenceGrade } from '../order-status.js';

/** Gives the order the terms of a proven edit; false if its status does not allow that. */
export function applyAmendedTerms(
  draft: OrderChangeDraft,
  { id, units, price }: OrderRequest,
  word: string | null,
  grade: EvidenceGrade,
): boolean {
  if (!draft.applyEvidence('editAccepted', grade, word)) return false;
  if (units === null || price === null) return false;
  const { priceGrade, price: priceHad } = draft.order;
  const isOthers = draft.hadOpenBreak(changedWithUnits(priceHad));
  // Records still showed the limit before an earlier edit: only a record of the new price ends the doubt.
  const staysDoubtful = priceGrade === 'Doubtful' && grade === 'Acknowledged' && !isOthers;
  const isNew = compare(price, priceHad) !== 0;
  if (!staysDoubtful) noteAmendedPrice(draft, price, grade, isNew);
  // A record of the new price is told from others by the limit before the edit.
  else if (isNew && draft.order.priceBefore === null) draft.set({ priceBefore: priceHad });
  const editAcknowledgedAt = grade === 'Acknowledged' ? draft.at.database : null;
  const { units: had } = draft.order;
  const unitsBefore = compare(units, had) === 0 ? null : had;
  draft.set({ units, price, reason: null, editAcknowledgedAt });
  draft.set({ unitsBefore, unitsBeforeEditAt: editAcknowledgedAt });
  draft.fact('TERMS_CHANGED', { units, price, request: id });
  return true;
}

/** The break of a price that somebody else may have changed together with the units: it is the one before any edit of ours since. */
export function changedWithUnits(price: string): BreakIdentity & { type: 'PriceMismatch' } {
  return { type: 'PriceMismatch', key: `with units ${canonical(price)}` };
}

/** The units that the record of the edited order may show: all of them, or what was left. */
export function unitsAfterEdit(
  { matchedUnits, units }: Pick<Order, 'matchedUnits' | 'units'>,
  request: Pick<OrderRequest, 'units'>,
): readonly string[] {
  const wanted = request.units ?? units;
  const left = compare(wanted, matchedUnits) > 0 ? subtract(wanted, matchedUnits) : wanted;
  return left === wanted ? [wanted] : [wanted, left];
}

/**
 * Whether nothing has shown the order since its last edit was acknowledged. Until something does, the edit may have
 * given it another number, and its units may have been taken for the remainder.
 */
export function isEditUnshown(
  { askedAt, editAcknowledgedAt }: Pick<Order, 'askedAt' | 'editAcknowledgedAt'>,
  graceMs = 0,
): boolean {
  return editAcknowledgedAt !== null && askedAt <= editAcknowledgedAt + graceMs;
}

function noteAmendedPrice(
  draft: OrderChangeDraft,
  price: string,
  grade: EvidenceGrade,
  isNew: boolean,
): void {
  if (grade === 'Acknowledged') draft.set({ priceGrade: grade });
  else if (isNew) draft.set({ priceGrade: 'Inferred' });
  const outcome = `an edit of ours has set ${price}`;
  if (grade === 'Acknowledged')
    draft.closeBreak({ ...changedWithUnits(draft.order.price), outcome });
  // Repeating a price that somebody else has set does not end the mismatch.
  if (!isNew) return;
  draft.set({ priceBefore: grade === 'Acknowledged' ? draft.order.price : null });
  draft.closeBreaks('PriceMismatch');
  // Also if accepted: the same price set by somebody else again is a new break.
  draft.closeBreak({ type: 'PriceMismatch', key: canonical(price), outcome });
}
