/*
 * The book of one security. An incoming order matches the best opposite price first and, at the same
 * price, the oldest order first; each match happens at the resting order's price. The remainder rests.
 * Both sides may belong to the same broker.
 */
import type { Order, Side } from './order-ledger.js';

export type OnMatch = (resting: Order, incoming: Order, units: number, price: number) => void;

export interface Level {
  readonly price: number;
  readonly units: number;
  readonly orders: number;
}

function restOf(order: Order): number {
  return order.units - order.matched;
}

export class OrderBook {
  /** Best price first; at the same price, oldest first. */
  private readonly sides: Readonly<Record<Side, Order[]>> = { BUY: [], SELL: [] };
  private readonly onMatch: OnMatch;

  constructor(onMatch: OnMatch) {
    this.onMatch = onMatch;
  }

  /** Matches what it can, then rests the remainder at the back of its price level. */
  enter(order: Order): void {
    const opposite = this.sides[order.terms.side === 'BUY' ? 'SELL' : 'BUY'];
    while (restOf(order) > 0) {
      const best = opposite[0];
      if (best === undefined || !meets(order, best)) break;
      const units = Math.min(restOf(order), restOf(best));
      this.onMatch(best, order, units, best.price);
      if (restOf(best) <= 0) opposite.shift();
    }
    if (restOf(order) > 0) this.rest(order);
  }

  withdraw(order: Order): boolean {
    const side = this.sides[order.terms.side];
    const place = side.indexOf(order);
    if (place < 0) return false;
    side.splice(place, 1);
    return true;
  }

  holds(order: Order): boolean {
    return this.sides[order.terms.side].includes(order);
  }

  best(side: Side): Order | null {
    return this.sides[side][0] ?? null;
  }

  orders(side: Side): readonly Order[] {
    return this.sides[side];
  }

  /** Units ahead of the order, at its own price or better. */
  unitsAhead(order: Order): number {
    const side = this.sides[order.terms.side];
    const place = side.indexOf(order);
    return side.slice(0, Math.max(0, place)).reduce((sum, one) => sum + restOf(one), 0);
  }

  /** Orders aggregated into price levels, best first, within the day's band. */
  levels(side: Side, low: number, high: number): Level[] {
    const levels: Level[] = [];
    for (const order of this.sides[side]) {
      if (order.price < low || order.price > high) continue;
      const last = levels[levels.length - 1];
      if (last !== undefined && last.price === order.price) {
        levels[levels.length - 1] = {
          price: last.price,
          units: last.units + restOf(order),
          orders: last.orders + 1,
        };
      } else {
        levels.push({ price: order.price, units: restOf(order), orders: 1 });
      }
    }
    return levels;
  }

  private rest(order: Order): void {
    const side = this.sides[order.terms.side];
    const better = order.terms.side === 'BUY' ? 1 : -1;
    let place = side.length;
    while (place > 0) {
      const before = side[place - 1];
      if (before === undefined || (before.price - order.price) * better >= 0) break;
      place -= 1;
    }
    side.splice(place, 0, order);
  }
}

function meets(incoming: Order, resting: Order): boolean {
  return incoming.terms.side === 'BUY'
    ? incoming.price >= resting.price
    : incoming.price <= resting.price;
}
