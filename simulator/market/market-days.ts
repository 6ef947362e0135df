/*
 * The market day by day, past and present in one view. Days before the simulator started come from the
 * generated history, later ones from the tape. The indices are the capitalisation of all securities,
 * and of the larger ones, relative to the first day.
 */
import { addDays, dayNumber } from '../lagos-calendar.js';
import { type Listing, LISTINGS } from './listings.js';
import type { PriceHistory } from './price-history.js';
import type { DayBar } from '../orders/trade-tape.js';
import type { TradingFloor } from '../orders/trading-floor.js';

const SECURITIES_INDEX_START = 1250;
const PENSION_INDEX_START = 980;
const YEAR_DAYS = 364;

export interface MarketDay {
  readonly securitiesIndex: number;
  readonly pensionIndex: number;
  /** In Naira. */
  readonly capitalisation: number;
  readonly volume: number;
  /** In Naira. */
  readonly value: number;
  readonly deals: number;
}

function isPensionListing(listing: Listing): boolean {
  return listing.category === 'Main Board' && listing.liquidity >= 2;
}

function capitalisation(listings: readonly Listing[], price: (listing: Listing) => number): number {
  return listings.reduce((sum, listing) => sum + (price(listing) * listing.sharesInIssue) / 100, 0);
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

const PENSION_LISTINGS = LISTINGS.filter(isPensionListing);
const START_CAPITALISATION = capitalisation(LISTINGS, (listing) => listing.startPrice);
const START_PENSION = capitalisation(PENSION_LISTINGS, (listing) => listing.startPrice);

export class MarketDays {
  private readonly floor: TradingFloor;
  private readonly history: PriceHistory;
  private readonly past = new Map<string, MarketDay>();

  constructor(floor: TradingFloor, history: PriceHistory) {
    this.floor = floor;
    this.history = history;
  }

  isTradingDay(date: string): boolean {
    if (date > this.floor.tradingDate) return false;
    return date < this.floor.firstDate
      ? this.history.holds(date)
      : this.floor.hours.isTradingDay(date);
  }

  tradingDayBefore(date: string): string {
    let before = addDays(date, -1);
    while (!this.isTradingDay(before) && dayNumber(date) - dayNumber(before) < 30)
      before = addDays(before, -1);
    return before;
  }

  /** The trading days from one date to another, inclusive, oldest first. */
  range(from: string, to: string): string[] {
    const dates: string[] = [];
    const last = to < this.floor.tradingDate ? to : this.floor.tradingDate;
    const first = from > this.history.firstDate ? from : this.history.firstDate;
    for (let date = first; date <= last; date = addDays(date, 1)) {
      if (this.isTradingDay(date)) dates.push(date);
    }
    return dates;
  }

  bar(listing: Listing, date: string): DayBar | null {
    if (date < this.floor.firstDate) return this.history.bar(listing, date);
    const bar = this.floor.tape.bar(listing.symbol, date);
    if (bar === null || date !== this.floor.tradingDate || !this.floor.isOpen) return bar;
    const book = this.floor.book(listing.symbol);
    return { ...bar, bid: book.best('BUY')?.price ?? null, ask: book.best('SELL')?.price ?? null };
  }

  day(date: string): MarketDay {
    const known = this.past.get(date);
    if (known !== undefined) return known;
    const price = (listing: Listing): number => this.closeOn(listing, date);
    const all = capitalisation(LISTINGS, price);
    const bars = LISTINGS.map((listing) => this.bar(listing, date)).filter((bar) => bar !== null);
    const day: MarketDay = {
      securitiesIndex: round2((SECURITIES_INDEX_START * all) / START_CAPITALISATION),
      pensionIndex: round2(
        (PENSION_INDEX_START * capitalisation(PENSION_LISTINGS, price)) / START_PENSION,
      ),
      capitalisation: round2(all),
      volume: bars.reduce((sum, bar) => sum + bar.volume, 0),
      value: round2(bars.reduce((sum, bar) => sum + bar.value, 0) / 100),
      deals: bars.reduce((sum, bar) => sum + bar.deals, 0),
    };
    if (date < this.floor.tradingDate) this.past.set(date, day);
    return day;
  }

  yearRange(listing: Listing): { readonly high: number; readonly low: number } {
    const today = this.floor.tradingDate;
    let high = this.floor.lastPrice(listing.symbol);
    let low = high;
    for (const date of this.range(addDays(today, -YEAR_DAYS), today)) {
      const bar = this.bar(listing, date);
      high = Math.max(high, bar?.high ?? high);
      low = Math.min(low, bar?.low ?? low);
    }
    return { high, low };
  }

  averageVolume(listing: Listing, since: string): number {
    const dates = this.range(since, addDays(this.floor.tradingDate, -1));
    const total = dates.reduce((sum, date) => sum + (this.bar(listing, date)?.volume ?? 0), 0);
    return dates.length === 0 ? 0 : Math.round(total / dates.length);
  }

  private closeOn(listing: Listing, date: string): number {
    if (date < this.floor.firstDate) return this.history.close(listing, date);
    if (date === this.floor.tradingDate) return this.floor.lastPrice(listing.symbol);
    for (let day = date; day >= this.floor.firstDate; day = addDays(day, -1)) {
      const bar = this.floor.tape.bar(listing.symbol, day);
      if (bar !== null) return bar.close;
    }
    return listing.startPrice;
  }
}
