import {
  keyOfDifference,
  keyOfTrade,
  sameTrade,
  type TradeDifference,
  type TradeTerms,
} from '../breaks/trade-difference.js';
import { compare, larger, subtract } from '../../infra/decimal.js';
import { OrderChange } from '../order/order-change.js';
import { bookTrade, completeIfTraded } from './executions.js';
import type { Change, Fill, Moment, OrderState } from '../order/order.js';
import type { Refusal } from '../order/refusal.js';

/**
 * A booked execution that the exchange shows otherwise, or no more ("not shown" in the vendor's interface
 * whether it corrects or withdraws trades, and how). Pure.
 *   - What is booked stays as it is, whatever is shown: a person is told.
 *   - One that is left out is told of when answer after answer leaves it out.
 *   - Two people may have it booked as it is shown; what was booked before stays in the book, taken back.
 *   - What is shown as it is booked again, or otherwise once more, ends what was told of it.
 */
/** A person is told once of each way in which it is shown. */
export function tradeDifferenceBreak(
  state: OrderState,
  trades: readonly TradeDifference[],
  at: Moment,
): Change | null {
  const draft = new OrderChange(state, at);
  for (const trade of trades) {
    draft.openBreak({
      type: 'FillMismatch',
      kind: 'Correction',
      key: keyOfDifference(trade),
      detail: `the trade ${trade.matchingId} ${readingOf(trade)}`,
      trade,
      lasting: true,
    });
  }
  return draft.change();
}

/** How a trade that was told of is shown now, and whether it is still booked as it was then. */
export interface Reading {
  readonly trade: TradeDifference;
  readonly now: TradeTerms | null;
  readonly stands: boolean;
}

/** What was told of it is so no more. */
export function endTradeDifference(
  state: OrderState,
  { trade, now, stands }: Reading,
  at: Moment,
): Change {
  const draft = new OrderChange(state, at);
  const isAsBooked = now !== null && sameTrade(now, trade.booked);
  const shows = isAsBooked ? 'as it is booked' : 'otherwise by now';
  const outcome = stands
    ? `the exchange shows the trade ${shows}`
    : 'the trade is not booked any more as the break says';
  draft.closeBreak({
    type: 'FillMismatch',
    kind: 'Correction',
    key: keyOfDifference(trade),
    outcome,
  });
  return draft.change();
}

/** Two people have looked at it: it is what the exchange shows. */
export function correctFill(
  draft: OrderChange,
  { trade, text }: { readonly trade: TradeDifference | null; readonly text: string },
  fills: readonly Fill[],
): Change | Refusal {
  if (trade === null) return refused('the break tells of no trade that is shown otherwise');
  const fill = fills.find((one) => isThat(one, trade));
  if (fill === undefined || !sameTrade(fill, trade.booked)) {
    return refused('the trade is not booked any more as the break says');
  }
  const { matchedUnits } = draft.order;
  draft.reverseFill(fill, text);
  const { filledUnits } = draft.order;
  // A record that ran ahead may have counted the trade as it is now: what is more adds nothing to it.
  const less = larger(subtract(fill.units, trade.shown?.units ?? '0'), '0');
  draft.set({ matchedUnits: larger(subtract(matchedUnits, less), filledUnits) });
  const { earlierUnits, earlierFilled } = draft.order;
  if (earlierUnits !== null && draft.isEarlier(fill)) {
    draft.set({ earlierUnits: larger(subtract(earlierUnits, less), earlierFilled ?? '0') });
  }
  if (trade.shown !== null) bookTrade(draft, { ...fill, ...trade.shown });
  reopenIfNotTraded(draft);
  return draft.change();
}

/**
 * What was Filled is not when too little of it was traded. Whether it still works the exchange has to
 * show: it is looked after like any other order that works.
 */
function reopenIfNotTraded(draft: OrderChange): void {
  const { status, matchedUnits, units } = draft.order;
  if (status !== 'Filled' || compare(matchedUnits, units) >= 0) {
    completeIfTraded(draft);
    return;
  }
  draft.set({ status: 'Open', grade: 'Operator', closedAt: null, misses: 0 });
  const why = 'a trade of it was taken back';
  draft.fact('STATUS_CHANGED', {
    from: status, to: 'Open', evidence: why, grade: 'Operator', word: null,
  }); // prettier-ignore
}

function readingOf({ booked, shown, shownFor }: TradeDifference): string {
  const was = `it is booked as ${booked.units} at ${booked.price}`;
  if (shown === null) return `of ${shownFor} is shown no more; ${was}`;
  return `now reads ${shown.units} at ${shown.price}; ${was}`;
}

function isThat(fill: Fill, trade: TradeDifference): boolean {
  return keyOfTrade(fill) === keyOfTrade(trade);
}

function refused(detail: string): Refusal {
  return { refusal: 'resolution-unfit', detail };
}
