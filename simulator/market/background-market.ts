/*
 * The rest of the market. Other brokers keep two-sided books around the last price and now and then
 * trade with each other, which moves that price. They also fill a client's order near the last price,
 * first partly, then completely, 20 to 31 seconds after it was posted. Orders far from the last price
 * are left alone. Everything follows from the seed and the floor's time.
 */
import { type Listing, LISTINGS } from './listings.js';
import type { OrderBook } from '../orders/order-book.js';
import { type Order, pendingOf, type Side } from '../orders/order-ledger.js';
import { termsOfOther } from '../orders/other-brokers.js';
import { SeededRandom } from '../seeded-random.js';
import type { FloorWatcher, TradingFloor } from '../orders/trading-floor.js';

const STIR_MS = [2_000, 5_000] as const;
const FIRST_VISIT_MS = [8_000, 13_000] as const;
const NEXT_VISIT_MS = [12_000, 18_000] as const;
/** An order within this distance of the last price gets filled. */
const VISIT_REACH = 0.02;
const LARGEST_VISIT = 2_000_000;
const HALF_SPREAD = 0.004;
const LEVEL_STEP = 0.003;
const PRICE_STEP = 0.002;
/** Prices stay this close to the reference price, well inside the band. */
const FURTHEST = 0.07;
const TRADE_CHANCE = 0.05;
const QUOTE_NAIRA = [40_000, 900_000] as const;

const SIDES: readonly Side[] = ['BUY', 'SELL'];

const TRADED = LISTINGS.filter((listing) => listing.liquidity > 0 && listing.status === 'Active');
/** Each security as often as its liquidity says. */
const STIRRED = TRADED.flatMap((listing) =>
  Array.from({ length: listing.liquidity ** 2 }, () => listing),
);

export class BackgroundMarket implements FloorWatcher {
  private readonly floor: TradingFloor;
  private readonly random: SeededRandom;
  /** The next visit of each order; an older visit that comes up is ignored. */
  private readonly visits = new WeakMap<Order, symbol>();
  private session = 0;

  constructor(seed: string, floor: TradingFloor) {
    this.floor = floor;
    this.random = new SeededRandom(`${seed}/market`);
  }

  begin(): void {
    this.floor.watcher = this;
    if (this.floor.isOpen) this.sessionOpened();
  }

  sessionOpened(): void {
    this.session += 1;
    for (const listing of TRADED) this.openBook(listing);
    this.planStir(this.session);
    for (const order of this.floor.ledger.all()) {
      if (order.state === 'Working' && this.bookOf(order).holds(order)) this.orderRests(order);
    }
  }

  orderRests(order: Order): void {
    if (order.origin === 'client') this.planVisit(order, FIRST_VISIT_MS, 1);
  }

  private openBook(listing: Listing): void {
    const { symbol, liquidity } = listing;
    const deals = this.random.between(0, liquidity);
    for (let deal = 0; deal < deals; deal += 1)
      this.crossAmongOthers(symbol, this.nextPrice(symbol));
    for (const side of SIDES) {
      for (let level = 0; level < 2 + liquidity; level += 1) this.quote(symbol, side, level);
    }
  }

  /** A trade between two other brokers, at a price that matches no other order. */
  private crossAmongOthers(symbol: string, price: number): void {
    const units = this.quoteUnits(price);
    this.floor.place(termsOfOther(this.random, symbol, 'SELL', units, price), 'background');
    this.floor.place(termsOfOther(this.random, symbol, 'BUY', units, price), 'background');
  }

  /** Places an order on its own side of the last price, so that it matches nothing. */
  private quote(symbol: string, side: Side, level: number): void {
    const last = this.floor.lastPrice(symbol);
    const away =
      Math.max(1, Math.round(last * HALF_SPREAD)) +
      level * Math.max(1, Math.round(last * LEVEL_STEP));
    const opposite = this.floor.book(symbol).best(side === 'BUY' ? 'SELL' : 'BUY')?.price;
    const price =
      side === 'BUY'
        ? Math.min(last - away, (opposite ?? last) - 1)
        : Math.max(last + away, (opposite ?? last) + 1);
    const { low, high } = this.floor.band(symbol);
    if (price < Math.max(1, low) || price > high) return;
    this.floor.place(
      termsOfOther(this.random, symbol, side, this.quoteUnits(price), price),
      'background',
    );
  }

  private quoteUnits(price: number): number {
    const naira = this.random.between(QUOTE_NAIRA[0], QUOTE_NAIRA[1]);
    return Math.max(1, Math.round(naira / price)) * 100;
  }

  private planStir(session: number): void {
    this.floor.agenda.put(this.floor.now + this.random.between(STIR_MS[0], STIR_MS[1]), () => {
      if (session !== this.session || !this.floor.isOpen) return;
      this.stir(this.random.pick(STIRRED).symbol);
      this.planStir(session);
    });
  }

  private stir(symbol: string): void {
    if (this.random.chance(TRADE_CHANCE)) this.move(symbol, this.nextPrice(symbol));
    this.requote(symbol);
  }

  private requote(symbol: string): void {
    const book = this.floor.book(symbol);
    for (const side of SIDES) {
      this.withdrawStale(book, side);
      this.quote(symbol, side, book.best(side) === null ? 0 : this.random.between(0, 3));
    }
  }

  /** The price one step from the last one, kept well inside the band. */
  private nextPrice(symbol: string): number {
    const reference = this.floor.referencePrice(symbol);
    const last = this.floor.lastPrice(symbol);
    const moved = last + this.random.between(-1, 1) * Math.max(1, Math.round(last * PRICE_STEP));
    const highest = Math.floor(reference * (1 + FURTHEST));
    return Math.max(1, Math.ceil(reference * (1 - FURTHEST)), Math.min(highest, moved));
  }

  /** The other brokers trade at that price, unless a client's order is in the way. */
  private move(symbol: string, price: number): void {
    this.clearAround(symbol, price);
    const book = this.floor.book(symbol);
    const [bid, ask] = [
      book.best('BUY')?.price ?? 0,
      book.best('SELL')?.price ?? Number.MAX_SAFE_INTEGER,
    ];
    if (bid < price && price < ask) this.crossAmongOthers(symbol, price);
  }

  /** Withdraws the other brokers' orders at that price or on the wrong side of it. */
  private clearAround(symbol: string, price: number): void {
    const book = this.floor.book(symbol);
    const inTheWay = [
      ...book.orders('BUY').filter((order) => order.price >= price),
      ...book.orders('SELL').filter((order) => order.price <= price),
    ];
    for (const order of inTheWay) {
      if (order.origin === 'background') this.floor.cancel(order);
    }
  }

  /** Keeps a side at a few orders by withdrawing the oldest of the other brokers. */
  private withdrawStale(book: OrderBook, side: Side): void {
    const others = book.orders(side).filter((order) => order.origin === 'background');
    const oldest = others.reduce<Order | null>(
      (found, order) => (found === null || order.sequence < found.sequence ? order : found),
      null,
    );
    if (oldest !== null && others.length > 5) this.floor.cancel(oldest);
  }

  private planVisit(
    order: Order,
    [soonest, latest]: readonly [number, number],
    visit: number,
  ): void {
    const turn = Symbol('visit');
    this.visits.set(order, turn);
    this.floor.agenda.put(this.floor.now + this.random.between(soonest, latest), () => {
      if (this.visits.get(order) !== turn || order.state !== 'Working' || !this.floor.isOpen)
        return;
      const comes = this.isNear(order) && this.bookOf(order).holds(order);
      if (comes) this.visit(order, visit);
      if (pendingOf(order) > 0) this.planVisit(order, NEXT_VISIT_MS, comes ? visit + 1 : visit);
    });
  }

  private isNear(order: Order): boolean {
    const last = this.floor.lastPrice(order.terms.security);
    return order.terms.side === 'BUY'
      ? order.price >= last * (1 - VISIT_REACH)
      : order.price <= last * (1 + VISIT_REACH);
  }

  /** Another broker trades with everything ahead of the order and with part or all of the order. */
  private visit(order: Order, visit: number): void {
    const pending = pendingOf(order);
    const part = visit === 1 ? Math.ceil(pending * (0.3 + 0.3 * this.random.next())) : pending;
    const units = this.bookOf(order).unitsAhead(order) + Math.min(part, LARGEST_VISIT);
    const { security } = order.terms;
    const side = order.terms.side === 'BUY' ? 'SELL' : 'BUY';
    this.floor.place(termsOfOther(this.random, security, side, units, order.price), 'background');
    this.clearAround(security, order.price);
    this.requote(security);
  }

  private bookOf(order: Order): OrderBook {
    return this.floor.book(order.terms.security);
  }
}
