import {
  keyOfDifference,
  keyOfTrade,
  sameTrade,
  type DisputedTrade,
  type TradeDifference,
  type TradeTerms,
  type UnbookedTrade,
} from '../breaks/trade-difference.js';
import { compare, larger, subtract } from '../../infra/decimal.js';
import { noteTradesDiffer } from '../order/evidence/matched-certainty.js';
import { OrderChangeDraft } from '../order/changes/order-change-draft.js';
import { doubtNumberBy } from '../order-numbers/number-proof.js';
import { bookTrade, completeIfTraded } from './executions.js';
import {
  NOT_MISSING,
  type OrderChange,
  type Fill,
  type Moment,
  type OrderState,
} from '../order/order.js';
import { unfitResolution, type Refusal } from '../order/requests/refusal.js';

/**
 * Trade corrections and busts: a booked execution that the exchange shows differently, or no longer. The
 * interface does not say whether or how the exchange corrects trades. Pure.
 *   - What is booked stays as it is, and a break opens for each way in which the trade is shown. One that
 *     is left out gets a break when answer after answer leaves it out.
 *   - The break closes when the trade is shown as booked, or in yet another way.
 *   - Two people may accept the correction: the trade is reversed, and booked again as shown.
 */
export function tradeDifferenceBreak(
  state: OrderState,
  trades: readonly TradeDifference[],
  at: Moment,
): OrderChange | null {
  const draft = new OrderChangeDraft(state, at);
  for (const trade of trades) {
    const detail = `the trade ${trade.matchingId} ${readingOf(trade)}`;
    draft.openBreak({
      type: 'FillMismatch',
      kind: 'Correction',
      key: keyOfDifference(trade),
      detail,
      trade,
      lasting: true,
    });
    noteTradesDiffer(draft, trade.shownFor, detail);
  }
  return draft.change();
}

/** A whole answer leaves a booked execution out. Nobody is told yet, but the order is not certain. */
export function doubtLeftOut(
  state: OrderState,
  { matchingId, shownFor }: Pick<Fill, 'matchingId' | 'shownFor'>,
  at: Moment,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  noteTradesDiffer(draft, shownFor, `the trades of ${shownFor} leave the trade ${matchingId} out`);
  return draft.change();
}

/** Closes the break, which no longer holds. `now`: how the trade is shown now. */
export function endTradeDifference(
  state: OrderState,
  {
    trade,
    now,
    isStillBooked,
  }: {
    readonly trade: TradeDifference;
    readonly now: TradeTerms | null;
    readonly isStillBooked: boolean;
  },
  at: Moment,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const isAsBooked = now !== null && sameTrade(now, trade.booked);
  const shows = isAsBooked ? 'as it is booked' : 'differently now';
  const outcome = isStillBooked
    ? `the exchange shows the trade ${shows}`
    : 'the trade is no longer booked as the break says';
  draft.closeBreak({
    type: 'FillMismatch',
    kind: 'Correction',
    key: keyOfDifference(trade),
    outcome,
  });
  return draft.change();
}

/** Two people say that the exchange is right. */
export function correctFill(
  draft: OrderChangeDraft,
  { trade, text }: { readonly trade: DisputedTrade | null; readonly text: string },
  fills: readonly Fill[],
): OrderChange | Refusal {
  if (trade === null)
    return unfitResolution('the break is not about a trade that is shown differently');
  const fill = fills.find((one) => keyOfTrade(one) === keyOfTrade(trade));
  if (trade.booked === null) return bookCopy(draft, trade, fill);
  if (fill === undefined || !sameTrade(fill, trade.booked)) {
    return unfitResolution('the trade is no longer booked as the break says');
  }
  const { matchedUnits } = draft.order;
  draft.reverseFill(fill, text);
  const { filledUnits } = draft.order;
  // A record ahead of the trades may have counted the trade as it is now, so more units add nothing.
  const less = larger(subtract(fill.units, trade.shown?.units ?? '0'), '0');
  draft.set({ matchedUnits: larger(subtract(matchedUnits, less), filledUnits) });
  showNoMoreThanMatched(draft);
  const { matchedUnderPriorNumbers, filledUnderPriorNumbers } = draft.order;
  if (matchedUnderPriorNumbers !== null && draft.isEarlier(fill)) {
    draft.set({
      matchedUnderPriorNumbers: larger(
        subtract(matchedUnderPriorNumbers, less),
        filledUnderPriorNumbers ?? '0',
      ),
    });
  }
  if (trade.shown !== null) bookTrade(draft, { ...fill, ...trade.shown });
  reopenIfNotTraded(draft);
  return draft.change();
}

/** Records do not show any more what was taken back. */
function showNoMoreThanMatched(draft: OrderChangeDraft): void {
  const { shownMatched, matchedUnits, matchedUnderPriorNumbers } = draft.order;
  if (shownMatched === null || matchedUnderPriorNumbers !== null) return;
  if (compare(matchedUnits, shownMatched) < 0) draft.set({ shownMatched: matchedUnits });
}

/** Two people say that it is a trade of its own. */
function bookCopy(
  draft: OrderChangeDraft,
  { booked: _, shown, isUnclear, ...trade }: UnbookedTrade,
  fill: Fill | undefined,
): OrderChange | Refusal {
  if (isUnclear === true)
    return unfitResolution('its quantities do not agree: nobody knows how much of it was traded');
  if (fill !== undefined) return unfitResolution('the trade is booked already');
  const { side, security } = draft.order;
  bookTrade(draft, { ...trade, ...shown, side, security });
  completeIfTraded(draft);
  return draft.change();
}

/**
 * An order is not Filled if too little of it was traded. It is Open until the exchange shows whether it
 * still works.
 */
function reopenIfNotTraded(draft: OrderChangeDraft): void {
  const { status, matchedUnits, units } = draft.order;
  if (status !== 'Filled' || compare(matchedUnits, units) >= 0) {
    completeIfTraded(draft);
    return;
  }
  draft.set({ status: 'Open', grade: 'Operator', closedAt: null, ...NOT_MISSING });
  const why = 'a trade of it was reversed';
  draft.fact('STATUS_CHANGED', {
    from: status, to: 'Open', evidence: why, grade: 'Operator', word: null,
  }); // prettier-ignore
  doubtLeftNumber(draft);
}

/** People have said that its number is another order's by now: so nobody knows under which number it works, if it does. */
function doubtLeftNumber(draft: OrderChangeDraft): void {
  const { numberLeftAt, orderNumber } = draft.order;
  if (numberLeftAt === null) return;
  draft.set({ numberLeftAt: null });
  const why = `${orderNumber ?? 'its number'} was said to be another order's, and this one is not filled`;
  doubtNumberBy(draft, 'NextOwner', draft.at.database, why);
}

function readingOf({ booked, shown, shownFor }: TradeDifference): string {
  const was = `it is booked as ${booked.units} at ${booked.price}`;
  if (shown === null) return `of ${shownFor} is no longer shown; ${was}`;
  return `now reads ${shown.units} at ${shown.price}; ${was}`;
}
