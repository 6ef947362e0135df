import { compare } from '../../../infra/decimal.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import { quantitiesOf } from '../../order/evidence/record-quantities.js';
import type { OrderRequest } from '../../order/requests/order-request.js';
import type { OrderChange, Moment, Order, OrderState } from '../../order/order.js';
import {
  evidenceOfStatus,
  mapped,
  isWorkingByWord,
  type StatusMappings,
} from '../../order/order-status.js';
import { applyCumulativeQuantity, noteShownWorking } from '../order-records/apply-record.js';
import { JUST_LINKED } from '../order-records/record-rules.js';
import { confirmNewNumber, type NewNumberRules } from './unknown-edits.js';

/** What the record of a number is read with that an incomplete acknowledgement of a post has named. */
export interface NamedNumberRules {
  readonly mappings?: StatusMappings;
  /** A list or the trades have shown the number for the order's account, and no other number may be the order's. */
  readonly isOnlyCandidate: boolean;
  /** `BasePrice` is known not to be the limit. */
  readonly basePriceIsReference: boolean;
}

/**
 * A post whose outcome is Unknown, with a number that an incomplete acknowledgement named: the number is ours if an
 * enquiry of it shows our security, side and units, and no other price, and something has shown it for our account, and
 * no other number like it. Without that an order of anybody may have these terms: the search asks for the list of the
 * account. Acknowledgements that do not echo the reference may name another desk's order of the same client.
 */
export function confirmUnprovenNumber(
  state: OrderState,
  request: OrderRequest,
  record: RecordEvidence,
  at: Moment,
  { mappings, isOnlyCandidate, basePriceIsReference }: NamedNumberRules,
): OrderChange | null {
  const { order } = state;
  if (request.unprovenNumber !== record.orderNumber || record.askedAt <= order.lastOwnChangeAt)
    return null;
  const draft = new OrderChangeDraft(state, at, mapped(record.statusWord, mappings));
  const { units, isFull } = quantitiesOf(order, record, mappings);
  const fits =
    record.security === order.security &&
    record.side === order.side &&
    units !== null &&
    compare(units, order.units) === 0;
  if (!fits) {
    draft.openBreak({
      type: 'IdentityMismatch',
      key: record.orderNumber,
      detail: `order number ${record.orderNumber}, which was to be this order's, is ${record.side} ${record.units} ${record.security} at the exchange`,
    });
    return draft.change();
  }
  if (!isOnlyCandidate || (!basePriceIsReference && showsOtherPrice(order, record))) return null;
  draft.moveRequest(request, 'Acknowledged', 'ACKNOWLEDGED', {
    reason: 'seen in the order enquiry',
  });
  draft.linkNumber(record.orderNumber, 'Enquired');
  draft.set({ askedAt: record.askedAt });
  applyCumulativeQuantity(
    draft,
    record,
    mappings === undefined ? JUST_LINKED : { ...JUST_LINKED, mappings },
  );
  const meaning = evidenceOfStatus(record.statusWord, mappings);
  const evidence = isFull ? 'seenFilled' : (meaning ?? 'postAccepted');
  if (isWorkingByWord(record.statusWord, mappings)) noteShownWorking(draft, record);
  draft.applyEvidence(evidence, 'Enquired', record.statusWord);
  return draft.change();
}

/** A price of zero is a field without a value. */
function showsOtherPrice({ price }: Order, { basePrice }: RecordEvidence): boolean {
  if (basePrice === null || compare(basePrice, '0') === 0) return false;
  return compare(basePrice, price) !== 0;
}

/** Applies the record of a number that an acknowledgement named for a request of unknown outcome. */
export function changeByUnprovenNumber(
  state: OrderState,
  record: RecordEvidence,
  at: Moment,
  rules: NewNumberRules & NamedNumberRules,
): OrderChange | null {
  const named = state.requests.find(
    (request) => request.state === 'Unknown' && request.unprovenNumber === record.orderNumber,
  );
  if (named === undefined) return null;
  return named.kind === 'Post'
    ? confirmUnprovenNumber(state, named, record, at, rules)
    : confirmNewNumber(state, named, record, at, rules);
}
