/*
 * The trading day. Orders arrive, rest, match, are amended and cancelled; sessions open and close; day
 * orders end at the close; the next trading day begins at midnight in Lagos. Every change happens at
 * the floor's own time, which only `bringTo` moves, and only forward.
 */
import { Agenda } from '../agenda.js';
import { lagosDate } from '../lagos-calendar.js';
import { listingOfSymbol } from '../market/listings.js';
import { OrderBook } from './order-book.js';
import {
  DAY_ORDER,
  type Order,
  OrderLedger,
  type OrderTerms,
  type Origin,
  pendingOf,
} from './order-ledger.js';
import type { ExchangeParameters } from '../control/parameters.js';
import type { SessionHours } from '../session-hours.js';
import { type Trade, type TradeSide, TradeTape } from './trade-tape.js';

const BAND = 0.1;

/** Events that the background market listens to. */
export interface FloorWatcher {
  sessionOpened(): void;
  orderRests(order: Order): void;
}

export class TradingFloor {
  readonly agenda = new Agenda();
  readonly tape = new TradeTape();
  readonly ledger: OrderLedger;
  readonly hours: SessionHours;
  readonly firstDate: string;
  watcher: FloorWatcher | null = null;
  private readonly parameters: () => ExchangeParameters;
  private readonly books = new Map<string, OrderBook>();
  private readonly references = new Map<string, number>();
  private waiting: Order[] = [];
  private time: number;
  private date: string;
  private open: boolean;
  /** Only the latest schedule of the day is carried out. */
  private plan = 0;
  private sweepId: string | null = null;

  constructor(startAt: number, hours: SessionHours, parameters: () => ExchangeParameters) {
    this.time = startAt;
    this.hours = hours;
    this.parameters = parameters;
    this.ledger = new OrderLedger(parameters);
    this.date = hours.tradingDayAt(lagosDate(startAt));
    this.firstDate = this.date;
    this.open = hours.isOpenAt(startAt);
    this.planDay();
  }

  get now(): number {
    return this.time;
  }

  get tradingDate(): string {
    return this.date;
  }

  get isOpen(): boolean {
    return this.open;
  }

  /** Processes everything that is due by then. */
  bringTo(now: number): void {
    for (let due = this.agenda.takeDue(now); due !== null; due = this.agenda.takeDue(now)) {
      this.time = Math.max(this.time, due.at);
      due.act(this.time);
    }
    this.time = Math.max(this.time, now);
  }

  book(security: string): OrderBook {
    let book = this.books.get(security);
    if (book === undefined) {
      book = new OrderBook((resting, incoming, units, price) =>
        this.match(resting, incoming, units, price),
      );
      this.books.set(security, book);
    }
    return book;
  }

  /** The previous close in kobo, the reference for the day's band. */
  referencePrice(security: string): number {
    return this.references.get(security) ?? listingOfSymbol(security)?.startPrice ?? 0;
  }

  lastPrice(security: string): number {
    return this.tape.bar(security, this.date)?.close ?? this.referencePrice(security);
  }

  band(security: string): { readonly low: number; readonly high: number } {
    const reference = this.referencePrice(security);
    return { low: Math.ceil(reference * (1 - BAND)), high: Math.floor(reference * (1 + BAND)) };
  }

  place(terms: OrderTerms, origin: Origin, tradeDate = this.date, delayMs = 0): Order {
    const order = this.ledger.open(terms, origin, tradeDate, this.time);
    if (!this.open) this.waiting.push(order);
    else if (delayMs === 0) this.enter(order);
    else this.agenda.put(this.time + delayMs, () => this.enterLate(order));
    return order;
  }

  /** New total units and price; only a pure reduction keeps the order's time priority. */
  amend(order: Order, units: number, price: number): void {
    const keepsPlace = price === order.price && units <= order.units;
    order.units = Math.max(units, order.matched);
    order.price = price;
    order.amended = true;
    if (order.units === order.matched) order.state = 'Filled';
    this.ledger.note(order, 'edited', this.time);
    const book = this.book(order.terms.security);
    if (!book.holds(order)) return;
    if (keepsPlace && order.state === 'Working') return;
    book.withdraw(order);
    if (order.state === 'Working') this.enter(order);
  }

  /** Ends the order and opens another for the remaining units, with a new number. */
  replace(order: Order, units: number, price: number): Order {
    const remaining = Math.max(0, units - order.matched);
    this.end(order, remaining === 0 ? 'Filled' : 'Replaced', 'replaced');
    if (remaining === 0) return order;
    const terms = { ...order.terms, units: remaining, price };
    const next = this.ledger.open(terms, order.origin, order.tradeDate, this.time, order);
    next.amended = true;
    order.replacedBy = next;
    if (this.open) this.enter(next);
    else this.waiting.push(next);
    return next;
  }

  cancel(order: Order): void {
    this.end(order, 'Cancelled', 'cancelled');
  }

  /** A trade against a counterparty created for it, regardless of the book. */
  fillDirectly(order: Order, units: number, price: number): Trade {
    const terms: OrderTerms = {
      ...order.terms,
      side: order.terms.side === 'BUY' ? 'SELL' : 'BUY',
      orderRef: '',
      brokerCode: 'CNTP',
      accountNumber: 'CNTP0000001',
      clientName: 'Counterparty',
      timeInForce: DAY_ORDER,
      units,
      price,
    };
    const counter = this.ledger.open(terms, 'background', this.date, this.time);
    this.sweepId = null;
    const trade = this.match(order, counter, units, price);
    if (pendingOf(order) === 0) this.book(order.terms.security).withdraw(order);
    return trade;
  }

  /** What it has matched of the orders of clients is to be traded again. */
  unmatch(trade: Trade): void {
    for (const { order } of trade.sides.filter(({ origin }) => origin !== 'background')) {
      order.matched -= trade.units;
      if (order.state === 'Filled') order.state = 'Working';
      this.ledger.note(order, 'a trade was withdrawn', this.time);
      const book = this.book(order.terms.security);
      if (order.state === 'Working' && !book.holds(order)) this.enter(order);
    }
  }

  openSession(): void {
    if (this.open) return;
    this.open = true;
    const joining = this.waiting.filter((order) => order.tradeDate <= this.date);
    this.waiting = this.waiting.filter((order) => order.tradeDate > this.date);
    for (const order of joining) this.enterLate(order);
    this.watcher?.sessionOpened();
  }

  closeSession(): void {
    if (!this.open) return;
    this.open = false;
    for (const [security, book] of this.books) {
      const bid = book.best('BUY')?.price ?? null;
      const ask = book.best('SELL')?.price ?? null;
      this.tape.noteClose(security, this.date, bid, ask);
    }
    this.endDayOrders(false);
  }

  /** Sets a date's own hours, `holiday`, or `usual`. */
  changeHours(date: string, hours: string): void {
    this.hours.except(date, hours);
    this.planDay();
    this.bringTo(this.time);
    if (this.hours.isOpenAt(this.time)) this.openSession();
    else this.closeSession();
  }

  private planDay(): void {
    const date = this.date;
    this.plan += 1;
    const { plan } = this;
    const put = (at: number, act: () => void): void => {
      this.agenda.put(at, () => {
        if (plan === this.plan) act();
      });
    };
    if (!this.hours.always && this.hours.isTradingDay(date)) {
      const [opensAt, closesAt] = [this.hours.opensAt(date), this.hours.closesAt(date)];
      if (opensAt > this.time) put(opensAt, () => this.openSession());
      if (closesAt > this.time) put(closesAt, () => this.closeSession());
    }
    const next = this.hours.tradingDayAfter(date);
    put(this.hours.midnightOf(next), () => this.startDay(next));
  }

  private startDay(date: string): void {
    this.closeSession();
    this.endDayOrders(true);
    for (const [security, bar] of this.tape.barsOf(this.date))
      this.references.set(security, bar.close);
    this.date = date;
    this.tape.startDay();
    if (this.parameters().orderNumbersResetDaily === 'yes') this.ledger.restartNumbers();
    this.planDay();
    if (this.hours.isOpenAt(this.time)) this.openSession();
  }

  /** At the close, and again at the end of the day for orders that arrived after the close. */
  private endDayOrders(final: boolean): void {
    const how = this.parameters().dayOrdersAtClose;
    for (const order of this.ledger.working()) {
      if (order.origin === 'background') this.end(order, 'Expired', 'session closed');
      else if (order.tradeDate > this.date || !isDayOrder(order) || how === 'still-open') continue;
      else if (!final && this.waiting.includes(order)) continue;
      else if (how === 'open-until-roll' && !final) this.book(order.terms.security).withdraw(order);
      else if (how === 'removed') this.end(order, 'Removed', 'session closed');
      else if (how === 'cancelled') this.end(order, 'Cancelled', 'session closed');
      else this.end(order, 'Expired', 'session closed');
    }
  }

  private end(order: Order, state: Order['state'], cause: string): void {
    this.book(order.terms.security).withdraw(order);
    this.waiting = this.waiting.filter((one) => one !== order);
    order.state = state;
    this.ledger.note(order, cause, this.time);
  }

  private enterLate(order: Order): void {
    if (order.state !== 'Working') return;
    if (this.open) this.enter(order);
    else this.waiting.push(order);
  }

  private enter(order: Order): void {
    this.sweepId = null;
    this.book(order.terms.security).enter(order);
    if (pendingOf(order) > 0 && order.origin !== 'background') this.watcher?.orderRests(order);
  }

  private match(resting: Order, incoming: Order, units: number, price: number): Trade {
    const { tradeRowsRepeatId: repeats, matchingIdForm } = this.parameters();
    const fresh = repeats !== 'per-sweep' || this.sweepId === null;
    const matchingId =
      fresh || this.sweepId === null
        ? this.tape.nextMatchingId(repeats === 'per-day', matchingIdForm)
        : this.sweepId;
    this.sweepId = matchingId;
    const sides = [this.fill(incoming, units), this.fill(resting, units)] as const;
    return this.tape.add({
      matchingId,
      at: this.time,
      tradeDate: this.date,
      security: incoming.terms.security,
      price,
      units,
      sides,
    });
  }

  private fill(order: Order, units: number): TradeSide {
    order.matched += units;
    if (order.state === 'Working' && order.matched >= order.units) order.state = 'Filled';
    this.ledger.note(order, 'filled', this.time);
    return {
      order,
      orderNumber: order.orderNumber,
      origin: order.origin,
      side: order.terms.side,
      matchedAfter: order.matched,
      pendingAfter: pendingOf(order),
    };
  }
}

function isDayOrder(order: Order): boolean {
  return !/good till|GTC|GTD/i.test(order.terms.timeInForce);
}
