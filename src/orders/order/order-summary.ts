import { compare } from '../../infra/decimal.js';
import { isOpen, isRefusalOpen, isUncertain, type OrderRequest } from './requests/order-request.js';
import type { PriceGrade } from './order.js';
import type { OrderRow } from './order.entity.js';

/**
 * What callers see of an order beside its own columns. Each write of an order puts what it has changed of these into
 * the trail, so that the trail alone shows the order as callers saw it then.
 */
export interface OrderSummary {
  readonly version: number;
  /** Wall clock. */
  readonly updatedAt: number;
  readonly openBreaks: number;
  readonly certain: number;
  readonly pending: PendingRequest | null;
  /** How the limit price is known; null until the exchange shows something of the order. */
  readonly priceProof: PriceGrade | null;
}

/** The oldest open request. Why a queued one waits is not part of it: it may change without the order. */
export type PendingRequest = Pick<
  OrderRequest,
  'kind' | 'state' | 'since' | 'units' | 'price' | 'reason'
> & {
  /** The exchange has refused it, and nothing has confirmed that yet. */
  readonly refused?: true;
};

export function summaryOf(order: OrderRow, requests: readonly OrderRequest[]): OrderSummary {
  const { version, updatedAt, openBreaks, certain } = order;
  const pending = pendingOf(requests);
  return {
    version,
    updatedAt,
    openBreaks,
    certain,
    pending,
    priceProof: priceProofOf(order, requests),
  };
}

export function pendingOf(requests: readonly OrderRequest[]): PendingRequest | null {
  const oldest = requests.find(isOpen);
  if (oldest === undefined) return null;
  const { kind, state, since, units, price, reason } = oldest;
  const refused = isRefusalOpen(oldest) ? { refused: true as const } : {};
  return { kind, state, since, units, price, reason, ...refused };
}

/** An edit of the price that may have taken effect makes the price doubtful; a found post infers it. */
export function priceProofOf(
  order: Pick<OrderRow, 'price' | 'priceGrade' | 'orderNumber'>,
  requests: readonly OrderRequest[],
): PriceGrade | null {
  const changesPrice = ({ kind, price }: OrderRequest): boolean =>
    kind === 'Edit' && price !== null && compare(price, order.price) !== 0;
  if (requests.some((one) => isUncertain(one) && changesPrice(one))) return 'Doubtful';
  return order.priceGrade ?? (order.orderNumber === null ? null : 'Inferred');
}

/** What of the summary a write has changed. */
export function summaryChanges(before: OrderSummary, after: OrderSummary): Partial<OrderSummary> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof OrderSummary]),
  );
  return Object.fromEntries(changed);
}
