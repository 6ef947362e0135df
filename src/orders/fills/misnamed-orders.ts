import { compare } from '../../infra/decimal.js';
import { OrderChangeDraft } from '../order/changes/order-change-draft.js';
import type { ExecutionEvidence } from '../order/evidence/evidence.js';
import { noteTradesDiffer } from '../order/evidence/matched-certainty.js';
import { isClosed } from '../order/order-status.js';
import type { Moment, Order, OrderChange, OrderState } from '../order/order.js';
import { isBeyondLimit } from './limit-evidence.js';

/*
 * The acknowledgement of a post may have named another order. While nothing but that has shown the number, what is
 * traded under it is not booked if an order like ours could hardly have traded it, or if what is shown under it makes the order
 * doubtful. Pure.
 */

/** Only an acknowledgement has named its number, no record has shown it or anything matched of it, and nothing is booked. */
function isUnshown({ numberGrade, shownWorkingAt, shownPending, matchedUnits }: Order): boolean {
  return (
    numberGrade === 'Acknowledged' &&
    shownWorkingAt === null &&
    shownPending === null &&
    compare(matchedUnits, '0') === 0
  );
}

/**
 * What is shown under the number makes the order doubtful: what is traded under it waits for the enquiry that a doubtful
 * order has in every run. An order that is doubtful because nothing shows it waits for nothing.
 */
export function mayBeMisnamed(order: Order): boolean {
  const { doubtedSince, missingSince } = order;
  return isUnshown(order) && doubtedSince !== null && doubtedSince !== missingSince;
}

/**
 * The first executions are beyond the limit: they wait for a record of the order, unless the exchange has said that it has
 * none, or the order is over.
 */
export function isFirstBeyondLimit(order: Order, rows: readonly ExecutionEvidence[]): boolean {
  const { orderNumber, price, status, timesMissing, missingSince } = order;
  if (!isUnshown(order) || isClosed(status)) return false;
  if (timesMissing > 0 || missingSince !== null) return false;
  return rows.some(
    (row) => row.orderNumber === orderNumber && isBeyondLimit(order, row.price, price),
  );
}

/** An enquiry has to show whose they are: the order has one in every run while trades of it are not booked. */
export function holdBeyondLimit(state: OrderState, day: string, at: Moment): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const { orderNumber, price } = state.order;
  const why = `trades under ${orderNumber ?? '?'}, which only an acknowledgement has named, are beyond the limit of ${price}`;
  noteTradesDiffer(draft, day, why);
  return draft.change();
}

/** An execution of more units than the order can have: `most`, at the most that was ever asked for. */
export function isOfMore(order: Order, row: ExecutionEvidence, most: string): boolean {
  const { orderNumber, numberGrade, shownWorkingAt } = order;
  if (numberGrade !== 'Acknowledged' || shownWorkingAt !== null) return false;
  return row.orderNumber === orderNumber && compare(row.units, most) > 0;
}
