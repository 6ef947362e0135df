import { canonical } from '../../infra/decimal.js';
import { isOtherSide } from '../order/order.js';
import type { ExternalOrder } from '../breaks/external-order.js';

export type ListedTerms = Pick<ExternalOrder, 'side' | 'security' | 'units'>;

/** Unlike fills and status words, terms change only when somebody changes the order. */
export function isSameSideSecurityUnits(a: ListedTerms, b: ListedTerms): boolean {
  const sameUnits = canonical(a.units) === canonical(b.units);
  return a.side === b.side && a.security === b.security && sameUnits;
}

/** Whether the record could be of this order: all terms that it shows agree. */
export function couldBe(ours: ListedTerms, shown: ListedTerms): boolean {
  return (
    shown.security === ours.security &&
    !isOtherSide(shown.side, ours.side) &&
    canonical(shown.units) === canonical(ours.units)
  );
}
