import { OrderChange } from '../order/order-change.js';
import type { ShownOrder, ShownTrade } from '../breaks/shown-order.js';
import { type Change, type Moment, type Order, isSameAccount } from '../order/order.js';
import { evidenceOfStatus } from '../order/order-status.js';
import type { Refusal } from '../order/refusal.js';
import type { AdoptedTerms } from '../breaks/resolution.js';

/** Why the order cannot be ours; null when it can. */
export function refuseAdoption(
  shown: ShownOrder | null,
  trades: readonly ShownTrade[],
  terms: AdoptedTerms,
): Refusal | null {
  if (shown === null) return refused('no list of the exchange has shown the order');
  if (shown.side !== 'BUY' && shown.side !== 'SELL') {
    return refused(`the exchange shows neither BUY nor SELL, but ${shown.side}`);
  }
  const other = trades.find(
    ({ accountNumber }) =>
      accountNumber !== null && !isSameAccount(accountNumber, terms.accountNumber),
  );
  if (other === undefined) return null;
  const detail = `${other.units} units of it were traded for another account`;
  return { ...refused(detail), field: 'accountNumber' };
}

/**
 * An order of another desk becomes one of ours: it has a number and no post. The list has shown it,
 * so that it is Posted at the least; the passes that follow ask what has become of it.
 */
export function adopt(order: Order, shown: ShownOrder, orderNumber: string, at: Moment): Change {
  const draft = new OrderChange({ order, requests: [], breaks: [] }, at);
  draft.linkNumber(orderNumber, 'Listed');
  const said = evidenceOfStatus(shown.statusWord);
  const works = said === 'seenPosted' || said === 'seenOpen' || said === 'seenAmended';
  draft.applyEvidence(works ? said : 'postAccepted', 'Listed', shown.statusWord);
  return draft.change();
}

function refused(detail: string): Refusal {
  return { refusal: 'resolution-unfit', detail };
}
