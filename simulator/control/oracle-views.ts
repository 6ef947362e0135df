/*
 * The true state of orders and trades as control shows it: order numbers as text, prices as text in
 * Naira, and the complete history of an order. Parameters do not affect these views.
 */
import { isoInstant } from '../lagos-calendar.js';
import {
  type Order,
  type OrderState,
  type Origin,
  pendingOf,
  type Side,
} from '../orders/order-ledger.js';
import type { Trade } from '../orders/trade-tape.js';

export interface OrderHistoryEntry {
  readonly at: string;
  readonly cause: string;
  readonly status: OrderState;
  readonly units: number;
  readonly price: string;
  readonly matchedUnits: number;
}

export interface OrderView {
  readonly orderNumber: string;
  readonly orderRef: string;
  readonly origin: Origin;
  readonly side: Side;
  readonly security: string;
  readonly units: number;
  readonly price: string;
  readonly timeInForce: string;
  readonly accountNumber: string;
  readonly clientName: string;
  readonly brokerCode: string;
  readonly tradeDate: string;
  readonly status: OrderState;
  readonly matchedUnits: number;
  readonly pendingUnits: number;
  readonly amended: boolean;
  readonly replaces: string | null;
  readonly replacedBy: string | null;
  readonly history: readonly OrderHistoryEntry[];
}

export interface TradeSideView {
  readonly orderNumber: string;
  readonly orderRef: string;
  readonly origin: Origin;
  readonly side: Side;
  readonly brokerCode: string;
  readonly accountNumber: string;
  readonly matchedAfter: number;
}

export interface TradeView {
  readonly matchingId: string;
  readonly at: string;
  readonly tradeDate: string;
  readonly security: string;
  readonly price: string;
  readonly units: number;
  readonly withdrawn: boolean;
  readonly sides: readonly TradeSideView[];
}

function nairaText(kobo: number): string {
  return (kobo / 100).toFixed(2);
}

export function orderView(order: Order): OrderView {
  const { orderRef, side, security, timeInForce, accountNumber, clientName, brokerCode } =
    order.terms;
  return {
    orderNumber: order.orderNumber.toString(),
    orderRef,
    origin: order.origin,
    side,
    security,
    units: order.units,
    price: nairaText(order.price),
    timeInForce,
    accountNumber,
    clientName,
    brokerCode,
    tradeDate: order.tradeDate,
    status: order.state,
    matchedUnits: order.matched,
    pendingUnits: pendingOf(order),
    amended: order.amended,
    replaces: order.replaces?.orderNumber.toString() ?? null,
    replacedBy: order.replacedBy?.orderNumber.toString() ?? null,
    history: order.versions.map((version) => ({
      at: isoInstant(version.at),
      cause: version.cause,
      status: version.state,
      units: version.units,
      price: nairaText(version.price),
      matchedUnits: version.matched,
    })),
  };
}

export function tradeView(trade: Trade): TradeView {
  const { price, units } = trade.shown ?? trade;
  return {
    matchingId: trade.matchingId,
    at: isoInstant(trade.at),
    tradeDate: trade.tradeDate,
    security: trade.security,
    price: nairaText(price),
    units,
    withdrawn: trade.withdrawn,
    sides: trade.sides.map((part) => ({
      orderNumber: part.orderNumber.toString(),
      orderRef: part.order.terms.orderRef,
      origin: part.origin,
      side: part.side,
      brokerCode: part.order.terms.brokerCode,
      accountNumber: part.order.terms.accountNumber,
      matchedAfter: part.matchedAfter,
    })),
  };
}
