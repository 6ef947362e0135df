/*
 * Controls the exchange in tests and demos. It makes things happen that no client can (fills, orders of
 * other brokers, faults, the end of a day) and shows the true state, to compare a client's book with.
 * Nothing done here counts as a call.
 */
import type { Call } from '../call-log.js';
import { isScope } from '../endpoints.js';
import type { Fault, FaultOrder } from './faults.js';
import { isCalendarDate, isoInstant } from '../lagos-calendar.js';
import { listingAsked } from '../market/listings.js';
import { DAY_ORDER, type Order, pendingOf, type Side } from '../orders/order-ledger.js';
import { type OrderView, orderView, type TradeView, tradeView } from './oracle-views.js';
import type { ExchangeParameters } from './parameters.js';
import type { Trade } from '../orders/trade-tape.js';
import type { Venue, VenueOptions } from '../venue.js';

export interface ExternalOrder {
  readonly side: Side;
  readonly security: string;
  readonly units: number;
  /** In Naira. */
  readonly price: number;
  readonly accountNumber: string;
  readonly brokerCode: string;
  readonly clientName?: string;
  readonly timeInForce?: string;
  readonly orderRef?: string;
}

export interface FillOrder {
  readonly orderNumber: string;
  /** By default, all pending units. */
  readonly units?: number;
  /** In Naira; by default, the order's own price. */
  readonly price?: number;
  /** Allows filling a closed order, or more than the pending units. */
  readonly force?: boolean;
}

export interface ExchangeState {
  readonly now: string;
  readonly tradingDate: string;
  readonly session: 'open' | 'closed';
  readonly hours: string;
  readonly market: 'on' | 'off';
  readonly worstMinute: number;
  readonly parameters: ExchangeParameters;
}

/** What `Control` needs of the exchange. Declared here so that neither file imports the other. */
export interface Controlled {
  readonly venue: Venue;
  advance(): void;
  shiftClock(ms: number): void;
  freeze(ms: number): void;
  reset(changes: Partial<VenueOptions>): void;
}

export class Control {
  private readonly exchange: Controlled;

  constructor(exchange: Controlled) {
    this.exchange = exchange;
  }

  state(): ExchangeState {
    const { floor, calls, parameters, marketIsOn } = this.venue();
    return {
      now: isoInstant(floor.now),
      tradingDate: floor.tradingDate,
      session: floor.isOpen ? 'open' : 'closed',
      hours: floor.hours.text,
      market: marketIsOn ? 'on' : 'off',
      worstMinute: calls.worstMinute,
      parameters,
    };
  }

  /** All orders ever, except those of the background market. */
  orders(): OrderView[] {
    return this.venue().floor.ledger.all().map(orderView);
  }

  order(orderNumber: string): OrderView {
    return orderView(this.find(orderNumber));
  }

  /**
   * Both sides of every trade; without `all`, only trades that involve an order outside the background
   * market.
   */
  trades(all = false): TradeView[] {
    const trades = this.venue().floor.tape.all();
    return trades
      .filter((trade) => all || trade.sides.some((part) => part.origin !== 'background'))
      .map(tradeView);
  }

  calls(): readonly Call[] {
    return this.venue().calls.all();
  }

  get worstMinute(): number {
    return this.venue().calls.worstMinute;
  }

  queueFault(order: FaultOrder): Fault {
    return this.venue().faults.queue(order);
  }

  faults(): readonly Fault[] {
    return this.venue().faults.all();
  }

  clearFaults(): void {
    this.venue().faults.clear();
  }

  setParameters(given: Readonly<Record<string, unknown>>): ExchangeParameters {
    const venue = this.venue();
    venue.setParameters(given);
    return venue.parameters;
  }

  fill({ orderNumber, units, price, force = false }: FillOrder): TradeView {
    const order = this.find(orderNumber);
    const amount = units ?? pendingOf(order);
    if (!Number.isSafeInteger(amount) || amount <= 0)
      throw new Error('units must be a positive whole number');
    if (!force && amount > pendingOf(order))
      throw new Error(`Only ${pendingOf(order)} units are pending`);
    const kobo = price === undefined ? order.price : Math.round(price * 100);
    return tradeView(this.venue().floor.fillDirectly(order, amount, kobo));
  }

  placeExternal(given: ExternalOrder): OrderView {
    const listing = listingAsked(given.security, 'trimmed-any-case');
    if (listing === null) throw new Error(`There is no security ${given.security}`);
    if (given.side !== 'BUY' && given.side !== 'SELL') throw new Error('side must be BUY or SELL');
    if (!Number.isSafeInteger(given.units) || given.units <= 0)
      throw new Error('units must be a positive whole number');
    const kobo = Math.round(given.price * 100);
    if (!(kobo > 0)) throw new Error('price must be above zero');
    const terms = {
      side: given.side,
      security: listing.symbol,
      units: given.units,
      price: kobo,
      accountNumber: given.accountNumber,
      brokerCode: given.brokerCode,
      clientName: given.clientName ?? 'Client of another desk',
      timeInForce: given.timeInForce ?? DAY_ORDER,
      orderRef: given.orderRef ?? '',
    };
    return orderView(this.venue().floor.place(terms, 'external'));
  }

  cancelExternally(orderNumber: string): OrderView {
    const order = this.findWorking(orderNumber);
    this.venue().floor.cancel(order);
    return orderView(order);
  }

  /** New total units and price in Naira. */
  editExternally(orderNumber: string, units: number, price: number): OrderView {
    const order = this.findWorking(orderNumber);
    if (!Number.isSafeInteger(units) || units <= 0)
      throw new Error('units must be a positive whole number');
    this.venue().floor.amend(order, units, Math.round(price * 100));
    return orderView(order);
  }

  /** The status word that every record of the order shows from now on; null restores the usual one. */
  setStatusWord(orderNumber: string, word: string | null): void {
    this.find(orderNumber).statusWord = word;
  }

  /** A hidden order appears in no list and no enquiry but stays in the book. */
  hide(orderNumber: string, hidden: boolean): void {
    this.find(orderNumber).hidden = hidden;
  }

  withdrawTrade(matchingId: string, withdrawn = true): void {
    const { floor } = this.venue();
    const worksAgain = this.venue().parameters.withdrawnTrades === 'works-again';
    for (const trade of this.tradesWithId(matchingId)) {
      if (withdrawn && !trade.withdrawn && worksAgain) floor.unmatch(trade);
      trade.withdrawn = withdrawn;
    }
  }

  /** Trade rows show this price (in Naira) and these units from now on. */
  correctTrade(matchingId: string, price: number, units: number): void {
    for (const trade of this.tradesWithId(matchingId))
      trade.shown = { price: Math.round(price * 100), units };
  }

  openSession(): void {
    this.venue().floor.openSession();
  }

  closeSession(): void {
    this.venue().floor.closeSession();
  }

  /** The hours of one date, such as 10:00-12:00, `holiday`, or `usual`; effective at once. */
  setHours(date: string, hours: string): void {
    if (!isCalendarDate(date)) throw new Error('date must be a calendar date, YYYY-MM-DD');
    this.venue().floor.changeHours(date, hours);
  }

  /** Moves the exchange's clock to the next trading day, either its opening or its midnight. */
  rollDay(to: 'open' | 'midnight' = 'open'): void {
    const { floor } = this.venue();
    const next = floor.hours.tradingDayAfter(floor.tradingDate);
    const target = to === 'open' ? floor.hours.opensAt(next) : floor.hours.midnightOf(next);
    this.exchange.shiftClock(Math.max(0, target - floor.now));
  }

  shiftClock(ms: number): void {
    this.exchange.shiftClock(ms);
  }

  /** The exchange reads no calls for this long, and then all that have arrived meanwhile. */
  freeze(ms: number): void {
    this.exchange.freeze(ms);
  }

  issueKey(secret: string, scopes: readonly string[]): void {
    this.venue().keys.issue(secret, scopes);
  }

  revokeKey(secret: string): void {
    this.venue().keys.revoke(secret);
  }

  expireKey(secret: string, expired = true): void {
    this.venue().keys.require(secret).expired = expired;
  }

  removeScope(secret: string, scope: string): void {
    if (!isScope(scope)) throw new Error(`There is no scope ${scope}`);
    this.venue().keys.require(secret).scopes.delete(scope);
  }

  grantScope(secret: string, scope: string): void {
    if (!isScope(scope)) throw new Error(`There is no scope ${scope}`);
    this.venue().keys.require(secret).scopes.add(scope);
  }

  reset(changes: Partial<VenueOptions> = {}): void {
    this.exchange.reset(changes);
  }

  private venue(): Venue {
    this.exchange.advance();
    return this.exchange.venue;
  }

  private find(orderNumber: string): Order {
    const order = this.venue().floor.ledger.find(orderNumber);
    if (order === null) throw new Error(`There is no order ${orderNumber}`);
    return order;
  }

  private findWorking(orderNumber: string): Order {
    const order = this.find(orderNumber);
    if (order.state !== 'Working') throw new Error(`Order ${orderNumber} is not working`);
    return order;
  }

  private tradesWithId(matchingId: string): Trade[] {
    const trades = this.venue()
      .floor.tape.all()
      .filter((trade) => trade.matchingId === matchingId);
    if (trades.length === 0) throw new Error(`There is no trade ${matchingId}`);
    return trades;
  }
}
