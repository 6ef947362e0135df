import { add, compare } from '../../infra/decimal.js';
import { noteTradesDiffer } from '../order/evidence/matched-certainty.js';
import { OrderChangeDraft } from '../order/changes/order-change-draft.js';
import type { ExecutionEvidence } from '../order/evidence/evidence.js';
import {
  isSameAccount,
  type OrderChange,
  type Moment,
  type Order,
  type OrderState,
} from '../order/order.js';

/**
 * A trade of our client under an order number that nobody here has. The exchange may give a trade a number of its
 * own, so it may be of any order of that client, side and security. It is booked on none. Pure.
 */
type Traded = Pick<
  Order,
  'side' | 'security' | 'accountNumber' | 'units' | 'filledUnits' | 'matchedUnits' | 'shownPending'
>;

/**
 * Whether the trade may belong to this order. No, if enquiries show that all its matched units are booked; if they
 * do not show what is pending, it may.
 */
export function mayLack(order: Traded, row: ExecutionEvidence): boolean {
  const { units, filledUnits, matchedUnits, shownPending } = order;
  const isClients =
    row.accountNumber !== null && isSameAccount(row.accountNumber, order.accountNumber);
  if (!isClients || row.side !== order.side || row.security !== order.security) return false;
  if (compare(add(filledUnits, row.units), units) > 0) return false;
  return shownPending === null || compare(matchedUnits, filledUnits) > 0;
}

/** A trade of the day made the order uncertain, and the day's answers show none any more. */
export function reportNeverDecided(state: OrderState, day: string, at: Moment): OrderChange | null {
  if (state.order.tradesDifferOn !== day) return null;
  const draft = new OrderChangeDraft(state, at);
  const { matchedUnits, filledUnits } = state.order;
  const detail = `the exchange has shown trades of ${day} that may be of this order, and shows none of that day any more: ${matchedUnits} are matched and ${filledUnits} booked`;
  draft.openBreak({ type: 'FillMismatch', kind: 'StrayTrade', detail });
  return draft.change();
}

/**
 * The order is not certain; a person is told when the next answer shows the trade so as well, unless the search for a
 * post may still explain it.
 */
export function reportStray(
  state: OrderState,
  { row, mayBePosts }: { readonly row: ExecutionEvidence; readonly mayBePosts: boolean },
  day: string,
  at: Moment,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const { matchingId, orderNumber, units, price } = row;
  const { matchedUnits, filledUnits, tradesDifferOn } = state.order;
  const detail = `the trade ${matchingId} of ${units} at ${price} is shown under ${orderNumber}, the number of no order of ours: it may be of this one, of which ${matchedUnits} are matched and ${filledUnits} booked`;
  if (tradesDifferOn !== null && !mayBePosts) {
    draft.openBreak({ type: 'FillMismatch', kind: 'StrayTrade', detail });
  }
  noteTradesDiffer(draft, day, detail);
  return draft.change();
}
