import { canonical } from '../../../infra/decimal.js';
import type { OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import { unitsAfterEdit } from '../../order/changes/amended-terms.js';
import type { OrderUnderReview, ReviewedOrder } from '../collect/orders-under-review.js';
import { isWorking } from '../../order/order-status.js';
import { isOnLaterDay } from '../../order/order.js';
import { mayCancelAgain } from '../../order/requests/order-request.js';
import { mayBeEdited } from '../order-records/listed-by-account.js';
import { showWorking } from './choose-enquiries.js';
import type { ListComparisonResult } from '../lists/broker-list.js';

interface Known {
  /** Database time. */
  readonly now: number;
  readonly today: string;
  /** Orders of which people have still to say whose units are shown. */
  readonly unitsDiffer: ReadonlySet<string>;
}

/**
 * Orders of which the list of their account alone can tell whose their number is: it was doubted, its
 * cancel may be sent again, or the broker's list shows it working and, under a number of nobody here, what an edit of unknown
 * outcome asked for.
 */
export function accountsToAsk(
  subjects: readonly OrderUnderReview[],
  list: ListComparisonResult | null,
  known: Known,
): readonly ReviewedOrder[] {
  const isDoubted = ({ order, unknown }: OrderUnderReview): boolean =>
    order.numberDoubt === 'AccountList' || waitsForResend(order, unknown, known);
  const edited = subjects.filter(
    (one) => !isDoubted(one) && one.unknown.some(({ kind }) => kind === 'Edit'),
  );
  const replaced = list === null || edited.length === 0 ? [] : shownTwice(edited, list);
  return [...subjects.filter(isDoubted), ...replaced].map(({ order }) => order);
}

/** Those with an open cancel first, which waits for the list, then those that were asked for longest ago. */
export function firstToAsk(
  due: readonly ReviewedOrder[],
  { cancelled, askedAt }: AskedBefore,
): readonly ReviewedOrder[] {
  const rank = ({ id }: ReviewedOrder): number => (cancelled.has(id) ? 0 : 1);
  const since = ({ id }: ReviewedOrder): number => askedAt.get(id) ?? 0;
  return [...due].sort((a, b) => rank(a) - rank(b) || since(a) - since(b));
}

interface AskedBefore {
  readonly cancelled: ReadonlySet<string>;
  /** Monotonic times. */
  readonly askedAt: ReadonlyMap<string, number>;
}

/** Whatever the list shows, nothing is sent on a later day, or while people have to say whose units are shown. */
function waitsForResend(
  order: ReviewedOrder,
  unknown: OrderUnderReview['unknown'],
  { now, today, unitsDiffer }: Known,
): boolean {
  const { id, orderNumber, status } = order;
  if (isOnLaterDay(order, today) || unitsDiffer.has(id)) return false;
  const isKnown = orderNumber !== null && isWorking(status);
  return isKnown && unknown.some((request) => mayCancelAgain(request, orderNumber, now));
}

function shownTwice(
  edited: readonly OrderUnderReview[],
  { answer, externalRows }: ListComparisonResult,
): readonly OrderUnderReview[] {
  const own = new Set(edited.map(({ order }) => order.orderNumber));
  const held = grouped(
    answer.rows.filter(({ orderNumber }) => own.has(orderNumber)),
    ({ orderNumber }) => orderNumber,
  );
  const others = grouped(externalRows, termsOf);
  return edited.filter(({ order, unknown }) => {
    if (!showWorking(held.get(order.orderNumber ?? '') ?? [], order)) return false;
    const { security } = order;
    return unknown.some((edit) =>
      unitsAfterEdit(order, edit)
        .flatMap((units) => others.get(termsOf({ security, units })) ?? [])
        .some((row) => mayBeEdited(order, edit, row)),
    );
  });
}

function termsOf({ security, units }: Pick<OrderRecord, 'security' | 'units'>): string {
  return `${security} ${canonical(units)}`;
}

function grouped(
  rows: readonly OrderRecord[],
  keyOf: (row: OrderRecord) => string,
): ReadonlyMap<string, readonly OrderRecord[]> {
  const groups = new Map<string, OrderRecord[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
