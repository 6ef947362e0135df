import { instant } from '../../infra/runtime/clock.js';
import { divide, subtract } from '../../infra/decimal.js';
import { isMatchedCertain } from '../order/matched-doubt.js';
import { unreportedOf } from '../order/unreported-fills.js';
import { withLastProof, type ListWatermark } from '../order/last-proof.js';
import {
  isNumberCertain,
  isPriceCertain,
  numberProofOf,
  type NumberProof,
} from '../order-numbers/number-proof.js';
import {
  isOpen,
  type OrderRequest,
  type RequestKind,
  type RequestState,
} from '../order/order-request.js';
import type { BlockedBy } from '../order/order-request.entity.js';
import { priceProofOf } from '../order/order-summary.js';
import { isClosed, type EvidenceGrade, type OrderStatus } from '../order/order-status.js';
import type { PriceGrade, Side } from '../order/order.js';
import type { OrderRow } from '../order/order.entity.js';

/** An order as callers see it. Decimals are strings, instants RFC 3339. */
export interface OrderView {
  readonly id: string;
  readonly clientOrderId: string;
  readonly orderRef: string;
  readonly orderNumber: string | null;
  readonly side: Side;
  readonly security: string;
  readonly units: string;
  readonly price: string;
  readonly timeInForce: string;
  readonly accountNumber: string;
  readonly clientName: string;
  readonly brokerCode: string;
  readonly status: OrderStatus;
  readonly exchangeStatus: string | null;
  readonly reason: string | null;
  readonly pending: PendingView | null;
  readonly matchedUnits: string;
  readonly pendingUnits: string;
  readonly averagePrice: string | null;
  /** Matched units without a booked execution: they have no price. Null: none. */
  readonly gap: { readonly units: string; readonly since: string } | null;
  readonly evidence: {
    readonly grade: EvidenceGrade | null;
    readonly at: string | null;
    readonly certain: boolean;
    /** How the order number is known; null while there is none. */
    readonly number: NumberProof | null;
    /**
     * Set when the last proof is a list: it shows units and status but no matched quantity, so
     * `matchedUnits` may be older. Else null.
     */
    readonly listedAt: string | null;
    /** How the limit price is known; null until the exchange shows something of the order. */
    readonly price: PriceGrade | null;
  };
  readonly openBreaks: number;
  readonly version: number;
  readonly tradingDate: string;
  readonly createdBy: string;
  /** The person whom the caller acted for, if it named one. */
  readonly onBehalfOf: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
}

export interface PendingView {
  readonly kind: RequestKind;
  readonly state: RequestState;
  readonly since: string;
  readonly units: string | null;
  readonly price: string | null;
  /** Why its outcome is unknown, or why it waits. */
  readonly reason: string | null;
  /** The earliest time at which a queued request may be sent, if that is in the future. */
  readonly notBefore: string | null;
}

const AVERAGE_PLACES = 6;

/** As stored; a request that has just been made has no `blockedBy` yet. */
export type ViewedRequest = OrderRequest & { readonly blockedBy?: BlockedBy | null };

const WAITS_FOR: Readonly<Record<BlockedBy, string>> = {
  Twin: 'it waits: an order that the exchange could not tell from it is not acknowledged yet',
  Order: 'it waits: the order has no proven number, or a request before it has no known outcome',
};

/** `requests` are the order's, oldest first; `watermark` was read in one statement with the order. */
export function orderView(
  order: OrderRow,
  requests: readonly ViewedRequest[],
  { watermark, now }: { readonly watermark: ListWatermark | null; readonly now: number },
): OrderView {
  const { provenAt } = withLastProof(order, watermark);
  const pending = requests.find(isOpen);
  return viewOf(order, {
    provenAt,
    pending: pending === undefined ? null : pendingView(pending, now),
    priceProof: priceProofOf(order, requests),
  });
}

export interface Beside {
  readonly provenAt: number | null;
  readonly pending: PendingView | null;
  readonly priceProof: PriceGrade | null;
}

/** An order's columns, and what is known beside them. */
export function viewOf(order: OrderRow, { provenAt, pending, priceProof }: Beside): OrderView {
  return {
    id: order.id,
    clientOrderId: order.clientOrderId,
    orderRef: order.orderRef,
    orderNumber: order.orderNumber,
    side: order.side,
    security: order.security,
    units: order.units,
    price: order.price,
    timeInForce: order.timeInForce,
    accountNumber: order.accountNumber,
    clientName: order.clientName,
    brokerCode: order.brokerCode,
    status: order.status,
    exchangeStatus: order.exchangeStatus,
    reason: order.reason,
    pending,
    matchedUnits: order.matchedUnits,
    pendingUnits: pendingUnits(order),
    averagePrice: averagePrice(order),
    gap:
      order.unreportedSince === null
        ? null
        : { units: unreportedOf(order), since: instant(order.unreportedSince) },
    evidence: {
      grade: order.grade,
      at: provenAt === null ? null : instant(provenAt),
      certain:
        order.certain === 1 &&
        isNumberCertain(order) &&
        isPriceCertain(order) &&
        isMatchedCertain(order),
      number: numberProofOf(order),
      listedAt: provenAt === null || provenAt === order.provenAt ? null : instant(provenAt),
      price: priceProof,
    },
    openBreaks: order.openBreaks,
    version: order.version,
    tradingDate: order.tradingDate,
    createdBy: order.createdBy,
    onBehalfOf: order.onBehalfOf,
    createdAt: instant(order.createdAt),
    updatedAt: instant(order.updatedAt),
    closedAt: order.closedAt === null ? null : instant(order.closedAt),
  };
}

function pendingView(request: ViewedRequest, now: number): PendingView {
  const waits = request.state === 'Queued' && request.dueAt > now;
  return {
    kind: request.kind,
    state: request.state,
    since: instant(request.since),
    units: request.units,
    price: request.price,
    reason: request.reason ?? (request.blockedBy == null ? null : WAITS_FOR[request.blockedBy]),
    notBefore: waits ? instant(request.dueAt) : null,
  };
}

/** A closed order has nothing pending; an order may be overfilled. */
function pendingUnits(order: OrderRow): string {
  if (isClosed(order.status)) return '0';
  const left = subtract(order.units, order.matchedUnits);
  return left.startsWith('-') ? '0' : left;
}

/** Over booked executions only: matched units without one have no price. */
function averagePrice(order: OrderRow): string | null {
  if (order.filledUnits === '0') return null;
  return divide(order.filledValue, order.filledUnits, AVERAGE_PLACES);
}
