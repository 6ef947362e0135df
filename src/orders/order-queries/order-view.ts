import type { AccountNumber, OrderNumber, Price, Security, Units } from '../../market/formats.js';
import type { ActorName, Id, Instant, LagosDate, PersonName, Whole } from '../../infra/formats.js';
import { instant } from '../../infra/runtime/clock.js';
import { divide, subtract } from '../../infra/decimal.js';
import { isMatchedCertain } from '../order/evidence/matched-certainty.js';
import { unreportedOf } from '../order/changes/unreported-fills.js';
import { withLastProof, type ListWatermark } from '../order/last-proof.js';
import {
  isNumberCertain,
  isPriceCertain,
  numberProofOf,
  type NumberProof,
} from '../order-numbers/number-proof.js';
import {
  isOpen,
  isRefusalOpen,
  type OrderRequest,
  type RequestKind,
  type RequestState,
} from '../order/requests/order-request.js';
import type { BlockedBy } from '../order/requests/order-request.entity.js';
import { priceProofOf } from '../order/order-summary.js';
import { isClosed, type EvidenceGrade, type OrderStatus } from '../order/order-status.js';
import type { PriceGrade, Side } from '../order/order.js';
import type { OrderRow } from '../order/order.entity.js';

/** An order as callers see it. Decimals are strings, instants RFC 3339. */
export interface OrderView {
  readonly id: Id;
  /**
   * The caller's own id of the order, unique for ever among its orders.
   * @example "web-7731"
   */
  readonly clientOrderId: string;
  /**
   * What Marina names the order to the exchange; unique for ever.
   * @example "TV0955EEYEP6SDEG3YNN"
   */
  readonly orderRef: string;
  /** Null until it is known. */
  readonly orderNumber: OrderNumber | null;
  readonly side: Side;
  readonly security: Security;
  readonly units: Units;
  /** The limit. */
  readonly price: Price;
  /**
   * One of `TIME_IN_FORCE`.
   * @example "Day Order (DO)"
   */
  readonly timeInForce: string;
  readonly accountNumber: AccountNumber;
  /**
   * The name on the account.
   * @example "Ada Obi"
   */
  readonly clientName: string;
  /**
   * The firm, at the exchange.
   * @example "MRNA"
   */
  readonly brokerCode: string;
  readonly status: OrderStatus;
  /**
   * The exchange's own word, as it was last shown; null: none yet.
   * @example "Open"
   */
  readonly exchangeStatus: string | null;
  /**
   * Why it was Rejected, or why its last edit or cancel was refused; else null.
   * @example "Insufficient funds"
   */
  readonly reason: string | null;
  /** The oldest request that has no outcome yet; null: none. */
  readonly pending: PendingView | null;
  /** Units that the exchange has matched, as far as is known. */
  readonly matchedUnits: Units;
  /** Units that may still be matched; 0 when the order has ended. */
  readonly pendingUnits: Units;
  /** Of the booked executions, to six places; null: none. */
  readonly averagePrice: Price | null;
  /** Matched units without a booked execution: they have no price. Null: none. */
  readonly gap: { readonly units: Units; readonly since: Instant } | null;
  /** By what the rest is known. */
  readonly evidence: {
    /**
     * By what it was last proven; null: by nothing yet. `Calendar`: it is over because its day is; whether it lapsed or was
     * cancelled in the last moments of its session, no answer shows.
     */
    readonly grade: EvidenceGrade | null;
    /** When that was asked for or seen. */
    readonly at: Instant | null;
    /**
     * False while the outcome of something sent, or what is shown of the order, is not known for sure. It is said as of `at`: that
     * the exchange is silent since does not end it.
     */
    readonly certain: boolean;
    /** How the order number is known; null while there is none. */
    readonly number: NumberProof | null;
    /**
     * Set when the last proof is a list: it shows units and status but no matched quantity, so
     * `matchedUnits` may be older. Else null.
     */
    readonly listedAt: Instant | null;
    /** How the limit price is known; null until the exchange shows something of the order. */
    readonly price: PriceGrade | null;
  };
  /** Its open breaks. */
  readonly openBreaks: Whole;
  /** Rises by each change; also the `ETag`. */
  readonly version: Whole;
  /** The trading day that it is for. */
  readonly tradingDate: LagosDate;
  readonly createdBy: ActorName;
  /** The person whom the caller acted for, if it named one. */
  readonly onBehalfOf: PersonName | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** When it ended; null: it has not. */
  readonly closedAt: Instant | null;
}

export interface PendingView {
  readonly kind: RequestKind;
  readonly state: RequestState;
  /** When it got into this state. */
  readonly since: Instant;
  /** As they are after an edit; null for a cancel. */
  readonly units: Units | null;
  /** As it is after an edit; null for a cancel. */
  readonly price: Price | null;
  /**
   * Why its outcome is unknown, or why it waits.
   * @example "the reply was lost"
   */
  readonly reason: string | null;
  /**
   * True: the exchange has answered with a documented refusal, whose words `reason` has. It counts once a search or an
   * enquiry confirms it; until then it must not be sent again.
   */
  readonly refused: boolean;
  /** The earliest time at which a queued request may be sent, if that is in the future. */
  readonly notBefore: Instant | null;
}

const AVERAGE_PLACES = 6;

/** As stored; a request that has just been made has no `blockedBy` yet. */
export type ViewedRequest = OrderRequest & { readonly blockedBy?: BlockedBy | null };

const WAITS_FOR: Readonly<Record<BlockedBy, string>> = {
  Twin: 'it waits: an order that the exchange could not tell from it is not acknowledged yet',
  Order:
    'it waits: the order has no proven number, or a request before it has no known outcome, or its end is in doubt',
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

export interface DerivedOrderFields {
  readonly provenAt: number | null;
  readonly pending: PendingView | null;
  readonly priceProof: PriceGrade | null;
}

/** An order's columns, and what is known beside them. */
export function viewOf(
  order: OrderRow,
  { provenAt, pending, priceProof }: DerivedOrderFields,
): OrderView {
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
    refused: isRefusalOpen(request),
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
