import type { OrderRecord } from '../../infra/exchange/enquiry-api.js';
import { canonical } from '../domain/decimal.js';
import { isOtherSide } from '../domain/search.js';

/** What a list shows of an order, and of which order of ours it is. */
export interface Terms {
  readonly id: string;
  readonly security: string;
  readonly side: string;
  readonly units: string;
}

/** Whether the record could be of this order: all that a record shows of an order is the same. */
export function couldBe(terms: Terms, row: OrderRecord): boolean {
  return (
    row.security === terms.security &&
    !isOtherSide(row.side, terms.side) &&
    canonical(row.units) === canonical(terms.units)
  );
}
