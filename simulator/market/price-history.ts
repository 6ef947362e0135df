/*
 * Prices of the days before the simulator started, generated from the seed alone: a smooth path with a
 * little daily noise that ends at the security's start price. Nothing is stored; each day is computed
 * on demand.
 */
import { dateOfDay, dayNumber, isWeekday } from '../lagos-calendar.js';
import type { Listing } from './listings.js';
import { hashText, unitAt } from '../seeded-random.js';
import type { DayBar } from '../orders/trade-tape.js';

const OLDEST_DAYS = 1100;
const DEALS_A_DAY = [0, 2, 8, 30] as const;
const TRADING_CHANCE = [0, 0.55, 0.85, 0.99] as const;

/** What each random draw of a day, or of a path, is for. */
const DRAW = { trades: 1, noise: 2, open: 3, high: 4, low: 5, deals: 6, volume: 7 } as const;

interface Path {
  readonly hash: number;
  readonly longSize: number;
  readonly longDays: number;
  readonly longPhase: number;
  readonly shortSize: number;
  readonly shortDays: number;
  readonly shortPhase: number;
}

export class PriceHistory {
  private readonly seed: string;
  private readonly lastDay: number;
  private readonly paths = new Map<string, Path>();

  /** The history ends on the day before `firstDate`. */
  constructor(seed: string, firstDate: string) {
    this.seed = seed;
    this.lastDay = dayNumber(firstDate) - 1;
  }

  get firstDate(): string {
    return dateOfDay(this.lastDay - OLDEST_DAYS + 1);
  }

  holds(date: string): boolean {
    const day = dayNumber(date);
    return isWeekday(date) && day <= this.lastDay && day > this.lastDay - OLDEST_DAYS;
  }

  /** The price of the path at the end of a day, in kobo, whether or not the security traded. */
  close(listing: Listing, date: string): number {
    const day = dayNumber(date);
    const path = this.pathOf(listing.symbol);
    const relative = height(path, day) - height(path, this.lastDay);
    const noise = day >= this.lastDay ? 0 : (unitAt(path.hash, day, DRAW.noise) - 0.5) * 0.02;
    return Math.max(1, Math.round(listing.startPrice * Math.exp(relative + noise)));
  }

  /** The day's bar, or null when the security did not trade that day. */
  bar(listing: Listing, date: string): DayBar | null {
    const day = dayNumber(date);
    const { hash } = this.pathOf(listing.symbol);
    const draw = (purpose: keyof typeof DRAW): number => unitAt(hash, day, DRAW[purpose]);
    if (!this.holds(date) || draw('trades') >= TRADING_CHANCE[listing.liquidity]) return null;
    const close = this.close(listing, date);
    const open = Math.max(1, Math.round(close * (1 + (draw('open') - 0.5) * 0.02)));
    const high = Math.round(Math.max(open, close) * (1 + draw('high') * 0.01));
    const low = Math.max(1, Math.floor(Math.min(open, close) * (1 - draw('low') * 0.01)));
    const deals = 1 + Math.floor(draw('deals') * DEALS_A_DAY[listing.liquidity]);
    const volume = deals * (500 + 100 * Math.floor(draw('volume') * 250));
    return {
      open,
      high,
      low,
      close,
      volume,
      value: volume * Math.round((open + high + low + close) / 4),
      deals,
      lastUnits: Math.floor(volume / deals),
      lastAt: 0,
      bid: Math.max(1, close - Math.ceil(close * 0.005)),
      ask: close + Math.ceil(close * 0.005),
    };
  }

  private pathOf(symbol: string): Path {
    const known = this.paths.get(symbol);
    if (known !== undefined) return known;
    const hash = hashText(`${this.seed}/${symbol}/history`);
    const draw = (purpose: number): number => unitAt(hash, 0, purpose);
    const path: Path = {
      hash,
      longSize: 0.05 + 0.15 * draw(11),
      longDays: 60 + 60 * draw(12),
      longPhase: 2 * Math.PI * draw(13),
      shortSize: 0.02 + 0.03 * draw(14),
      shortDays: 9 + 9 * draw(15),
      shortPhase: 2 * Math.PI * draw(16),
    };
    this.paths.set(symbol, path);
    return path;
  }
}

function height(path: Path, day: number): number {
  const long = path.longSize * Math.sin(day / path.longDays + path.longPhase);
  return long + path.shortSize * Math.sin(day / path.shortDays + path.shortPhase);
}
