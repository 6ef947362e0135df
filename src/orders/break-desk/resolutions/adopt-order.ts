import { wordWithoutClient } from '../../order/client/client-in-texts.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import type { ExternalOrder, ExternalOrderTrades } from '../../breaks/external-order.js';
import { type OrderChange, type Moment, type Order, isSameAccount } from '../../order/order.js';
import { evidenceOfStatus } from '../../order/order-status.js';
import { unfitResolution, type Refusal } from '../../order/requests/refusal.js';
import type { AdoptedTerms } from '../../breaks/resolution.js';

/** Why the external order cannot be adopted; null when it can. */
export function refuseAdoption(
  shown: ExternalOrder | null,
  trades: readonly ExternalOrderTrades[],
  terms: AdoptedTerms,
): Refusal | null {
  if (shown === null) return unfitResolution('no list of the exchange shows the order');
  if (shown.side !== 'BUY' && shown.side !== 'SELL') {
    return unfitResolution(`the exchange shows neither BUY nor SELL, but ${shown.side}`);
  }
  const other = trades.find(
    ({ accountNumber }) =>
      accountNumber !== null && !isSameAccount(accountNumber, terms.accountNumber),
  );
  if (other === undefined) return null;
  const detail = `${other.units} units of it were traded for another account`;
  return { ...unfitResolution(detail), field: 'accountNumber' };
}

/**
 * Makes an external order ours: it has a number and no post. A list shows it, so it is at least
 * Posted; the next reconciliation runs find out the rest.
 */
export function adopt(
  order: Order,
  shown: ExternalOrder,
  orderNumber: string,
  at: Moment,
): OrderChange {
  const draft = new OrderChangeDraft({ order, requests: [], breaks: [] }, at);
  draft.linkNumber(orderNumber, 'Listed');
  const listed = evidenceOfStatus(shown.statusWord);
  const works = listed === 'seenPosted' || listed === 'seenOpen' || listed === 'seenAmended';
  const word = wordWithoutClient(shown.statusWord, order);
  draft.applyEvidence(works ? listed : 'postAccepted', 'Listed', word);
  if (works) draft.set({ shownWorkingAt: at.database });
  return draft.change();
}
