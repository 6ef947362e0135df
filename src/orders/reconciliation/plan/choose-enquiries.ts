import type { OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { recordWithoutClient } from '../../order/client/client-in-texts.js';
import { isMatchedCertain } from '../../order/evidence/matched-certainty.js';
import { isWorking, isWorkingByWord } from '../../order/order-status.js';
import { TIMES_MISSING_TOLERATED } from '../order-records/missing-orders.js';
import { isFilledOrCancelled } from '../order-records/unexplained-status.js';
import { isTurn, Ranking, type Question } from '../collect/enquiry-ranking.js';
import type { EnquiryHistory } from '../order-records/enquiry-history.js';
import type { ListComparisonResult } from '../lists/broker-list.js';
import type { OrderUnderReview, ReviewedOrder } from '../collect/orders-under-review.js';

/** An acknowledgement, or the word of people: a record may say otherwise. */
const UNPROVEN: ReadonlySet<string | null> = new Set(['Acknowledged', 'Operator']);

/** When each order was last enquired, and how many enquiries there may be. Times are of the monotonic clock. */
export interface Asking {
  readonly askedAt: ReadonlyMap<string, number>;
  readonly now: number;
  readonly most: number;
}

/** What earlier answers have shown, of orders with any doubt. */
type Histories = ReadonlyMap<string, Pick<EnquiryHistory, 'disputed'>>;

/** What to enquire singly after the list was read; without a list, everything that works is in doubt. */
export async function chooseEnquiries(
  subjects: readonly OrderUnderReview[],
  list: ListComparisonResult | null,
  { askedAt, now, most }: Asking,
  histories: Histories = new Map(),
): Promise<readonly Question[]> {
  const doubts = await doubtsOf(subjects, list, histories);
  const doubtful = new Set<string>();
  for await (const slice of inBatches(doubts)) {
    for (const one of slice) if (!isTurn(one)) doubtful.add(one.orderNumber);
  }
  const ranking = new Ranking(doubtful, now);
  for await (const slice of inBatches(doubts)) {
    for (const one of slice) ranking.add(one, askedAt.get(one.orderId));
  }
  // All working orders take turns. A list proves all of them at one moment, so only `askedAt` tells whose turn it is.
  for await (const slice of inBatches(subjects)) {
    for (const { order } of slice) {
      const { id: orderId, orderNumber, status } = order;
      if (orderNumber === null || !isWorking(status)) continue;
      ranking.add({ orderId, orderNumber, reason: 'rotation' }, askedAt.get(orderId));
    }
  }
  return ranking.best(most);
}

async function doubtsOf(
  subjects: readonly OrderUnderReview[],
  list: ListComparisonResult | null,
  histories: Histories,
): Promise<readonly Question[]> {
  const doubts: Question[] = [];
  for await (const slice of inBatches(subjects)) {
    for (const subject of slice) {
      addDoubts(doubts, subject, list);
      addDispute(doubts, subject, histories);
    }
  }
  for (const ended of list?.endedShown ?? []) {
    doubts.push({ ...ended, reason: 'list-differs', isEnded: true });
  }
  return doubts;
}

/** Only a list asked for after the edit was answered tells whether the order's old number still works. */
function isShownSince(list: ListComparisonResult | null, order: ReviewedOrder): boolean {
  return list !== null && list.answer.askedAt > order.lastOwnChangeAt;
}

function worksStill(list: ListComparisonResult | null, order: ReviewedOrder): boolean {
  const rows = list?.answer.rows.filter((row) => row.orderNumber === order.orderNumber) ?? [];
  return showWorking(rows, order);
}

/** Rows of the broker's list under the order's number. */
export function showWorking(rows: readonly OrderRecord[], order: ReviewedOrder): boolean {
  return rows.some(
    (row) =>
      recordWithoutClient(row, order).statusWord === order.exchangeStatus ||
      isWorkingByWord(row.statusWord),
  );
}

/** The list alone shows it: the next enquiry tells whether that lasts. */
function addDispute(
  questions: Question[],
  { order: { id: orderId, orderNumber, status } }: OrderUnderReview,
  histories: Histories,
): void {
  if (orderNumber === null || !isWorking(status)) return;
  if ((histories.get(orderId)?.disputed ?? 0) === 0) return;
  questions.push({ orderId, orderNumber, reason: 'list-differs' });
}

function addDoubts(
  questions: Question[],
  { order, unknown }: OrderUnderReview,
  list: ListComparisonResult | null,
): void {
  const { id: orderId, orderNumber } = order;
  for (const request of unknown) {
    const { kind, unprovenNumber } = request;
    if (unprovenNumber !== null && (kind === 'Post' || isShownSince(list, order))) {
      const replaces = kind === 'Edit' && !worksStill(list, order);
      questions.push({ orderId, orderNumber: unprovenNumber, reason: 'unknown-outcome', replaces });
    }
    if (kind !== 'Post' && orderNumber !== null)
      questions.push({ orderId, orderNumber, reason: 'unknown-outcome' });
  }
  if (orderNumber === null) return;
  const unconfirmed = UNPROVEN.has(order.grade) && order.status !== 'Posted';
  const isEndUpheld = list?.endsUpheld.has(orderId) === true;
  const isEnded =
    isFilledOrCancelled(order) && order.certain === 0 && unknown.length === 0 && !isEndUpheld;
  if (isEnded && (order.status === 'Filled' || !unconfirmed))
    questions.push({ orderId, orderNumber, reason: 'list-differs', isEnded });
  const isDoubted = order.certain === 0 && unknown.length === 0 && isWorking(order.status);
  const differs =
    isDoubted ||
    order.numberDoubt !== null ||
    !isMatchedCertain(order) ||
    (list === null
      ? isWorking(order.status)
      : list.absent.has(orderId) || list.differing.has(orderId));
  // A break tells of an order that was missing often enough; from then on it is only asked for in its turn.
  const isGivenUp = order.timesMissing >= TIMES_MISSING_TOLERATED;
  if (differs)
    questions.push({ orderId, orderNumber, reason: isGivenUp ? 'rotation' : 'list-differs' });
  if (unconfirmed) questions.push({ orderId, orderNumber, reason: 'unconfirmed' });
}
