import { compare } from '../../infra/decimal.js';
import { OrderChangeDraft } from '../order/changes/order-change-draft.js';
import type { ExecutionEvidence } from '../order/evidence/evidence.js';
import { noteTradesDiffer } from '../order/evidence/matched-certainty.js';
import { isClosed } from '../order/order-status.js';
import type { Moment, Order, OrderChange, OrderState } from '../order/order.js';
import { beyondLimit, isBeyondLimit } from './limit-evidence.js';

/*
 * The acknowledgement of a post may have named another order. While nothing but that has shown the number, what is
 * traded under it is not booked if an order like ours could hardly have traded it, or if what is shown under it makes the order
 * doubtful. Pure.
 */

/** Only an acknowledgement has named its number, no record has shown it or anything matched of it, and nothing is booked. */
export function isUnshown({
  numberGrade,
  shownWorkingAt,
  shownPending,
  matchedUnits,
}: Order): boolean {
  return (
    numberGrade === 'Acknowledged' &&
    shownWorkingAt === null &&
    shownPending === null &&
    compare(matchedUnits, '0') === 0
  );
}

/**
 * What is shown under the number makes the order or the number doubtful: what is traded under it waits for the enquiry
 * that such an order has in every run. An order that is doubtful because nothing shows it waits for nothing.
 */
export function mayBeMisnamed(order: Order): boolean {
  const isDoubtful = order.doubtedSince !== null || order.numberDoubt !== null;
  return isUnshown(order) && isDoubtful && !isLookedFor(order);
}

/** The exchange has said that it has none, its day is over, or it has ended and the run before has found nothing of it. */
function isLookedFor({ status, timesMissing, missingSince, tradesDifferOn }: Order): boolean {
  if (timesMissing > 0 || missingSince !== null || status === 'Expired') return true;
  return isClosed(status) && tradesDifferOn !== null;
}

/** The first executions are beyond the limit: they wait until a record shows anything of the order, or it was looked for. */
export function isFirstBeyondLimit(order: Order, rows: readonly ExecutionEvidence[]): boolean {
  const { orderNumber, price } = order;
  if (!isUnshown(order) || isLookedFor(order)) return false;
  return rows.some(
    (row) => row.orderNumber === orderNumber && isBeyondLimit(order, row.price, price),
  );
}

/** An enquiry has to show whose they are: the order has one in every run while trades of it are not booked. */
export function holdBeyondLimit(state: OrderState, day: string, at: Moment): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const { orderNumber, price, tradesDifferOn } = state.order;
  const detail = `trades under ${orderNumber ?? '?'}, which only an acknowledgement has named, are beyond the limit of ${price}: they are not booked`;
  // The enquiry of that run has not shown whose they are.
  if (tradesDifferOn !== null) draft.openBreak({ ...beyondLimit(price), detail, lasting: true });
  noteTradesDiffer(draft, day, detail);
  return draft.change();
}

/** An execution of more units than the order can have: `most`, at the most that was ever asked for. */
export function isOfMore(order: Order, row: ExecutionEvidence, most: string): boolean {
  const { orderNumber, numberGrade, shownWorkingAt } = order;
  if (numberGrade !== 'Acknowledged' || shownWorkingAt !== null) return false;
  return row.orderNumber === orderNumber && compare(row.units, most) > 0;
}
