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
  const before = limitBefore(draft.order);
  if (grade === 'Acknowledged') draft.set({ priceGrade: grade });
  else if (isNew) draft.set({ priceGrade: 'Inferred' });
  // A price of ours again. One that only repeats what somebody else has set ends nothing.
  if (isNew) {
    draft.set({ priceBefore: grade === 'Acknowledged' ? before : null });
    draft.closeBreaks('PriceMismatch');
    // What people have said of it holds no longer: the same change made again is a new one.
    const outcome = `an edit of ours has set ${price}`;
    draft.closeBreak({ type: 'PriceMismatch', key: canonical(price), outcome });
  }
  draft.set({ units, price, reason: null });
  draft.fact('TERMS_CHANGED', { units, price, request: id });
  return true;
}

/** While an earlier edit is doubted, an order still at the limit before that one has not had either edit. */
function limitBefore({ price, priceBefore, priceGrade }: OrderChange['order']): string {
  return priceGrade === 'Doubtful' && priceBefore !== null ? priceBefore : price;
}
