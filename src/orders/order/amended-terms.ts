import { canonical, compare } from '../../infra/decimal.js';
import type { OrderChange } from './order-change.js';
import type { OrderRequest } from './order-request.js';
import type { EvidenceGrade } from './order-status.js';

/** The order has the terms of an edit that is proven; false where its status does not allow it. */
export function applyAmendedTerms(
  draft: OrderChange,
  { id, units, price }: OrderRequest,
  word: string | null,
  grade: EvidenceGrade,
): boolean {
  if (!draft.applyEvidence('editAccepted', grade, word)) return false;
  if (units === null || price === null) return false;
  const isNew = compare(price, draft.order.price) !== 0;
  // Records still showed the limit before an earlier edit: only one that shows the new price ends that doubt.
  const staysDoubtful = draft.order.priceGrade === 'Doubtful' && grade === 'Acknowledged';
  if (!staysDoubtful) noteAmendedPrice(draft, price, grade, isNew);
  draft.set({ units, price, reason: null });
  draft.fact('TERMS_CHANGED', { units, price, request: id });
  return true;
}

function noteAmendedPrice(
  draft: OrderChange,
  price: string,
  grade: EvidenceGrade,
  isNew: boolean,
): void {
  if (grade === 'Acknowledged') draft.set({ priceGrade: grade });
  else if (isNew) draft.set({ priceGrade: 'Inferred' });
  // Repeating a price that somebody else has set ends no mismatch.
  if (!isNew) return;
  draft.set({ priceBefore: grade === 'Acknowledged' ? draft.order.price : null });
  draft.closeBreaks('PriceMismatch');
  // What people have said of it holds no longer: the same change made again is a new one.
  const outcome = `an edit of ours has set ${price}`;
  draft.closeBreak({ type: 'PriceMismatch', key: canonical(price), outcome });
}
