/*
 * Prices of the days before the simulator began, made up from the seed alone: a smooth path that
 * meets the security's start price on the last of those days, with a little noise a day. Nothing
 * is stored; asking for a day works it out.
 */
import { dayNumber, isWeekday } from './lagos-calendar.js';
import type { Listing } from './listings.js';
import { unitOf } from './seeded-random.js';
import type { DayBar } from './trade-tape.js';

const OLDEST_DAYS = 1100;
const DEALS_A_DAY = [0, 2, 8, 30] as const;
const TRADING_CHANCE = [0, 0.55, 0.85, 0.99] as const;

export class PriceHistory {
  private readonly seed: string;
  private readonly lastDay: number;
  private readonly waves = new Map<
    string,
    readonly (readonly [size: number, days: number, phase: number])[]
  >();

  /** History ends the day before `firstDate`. */
  constructor(seed: string, firstDate: string) {
    this.seed = seed;
    this.lastDay = dayNumber(firstDate) - 1;
  }

  holds(date: string): boolean {
    const day = dayNumber(date);
    return isWeekday(date) && day <= this.lastDay && day > this.lastDay - OLDEST_DAYS;
  }

  /** The price of the path at the end of a day, in kobo, whether or not it traded. */
  close(listing: Listing, date: string): number {
    const day = dayNumber(date);
    const relative = this.height(listing.symbol, day) - this.height(listing.symbol, this.lastDay);
    const noise = day >= this.lastDay ? 0 : (this.draw(listing.symbol, date, 'noise') - 0.5) * 0.02;
    return Math.max(1, Math.round(listing.startPrice * Math.exp(relative + noise)));
  }

  /** The day's bar, or null when the security did not trade that day. */
  bar(listing: Listing, date: string): DayBar | null {
    if (
      !this.holds(date) ||
      this.draw(listing.symbol, date, 'trades') >= TRADING_CHANCE[listing.liquidity]
    )
      return null;
    const close = this.close(listing, date);
    const open = Math.max(
      1,
      Math.round(close * (1 + (this.draw(listing.symbol, date, 'open') - 0.5) * 0.02)),
    );
    const high = Math.round(
      Math.max(open, close) * (1 + this.draw(listing.symbol, date, 'high') * 0.01),
    );
    const low = Math.max(
      1,
      Math.floor(Math.min(open, close) * (1 - this.draw(listing.symbol, date, 'low') * 0.01)),
    );
    const deals =
      1 + Math.floor(this.draw(listing.symbol, date, 'deals') * DEALS_A_DAY[listing.liquidity]);
    const volume =
      deals * (500 + 100 * Math.floor(this.draw(listing.symbol, date, 'volume') * 250));
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

  private draw(symbol: string, date: string, purpose: string): number {
    return unitOf(`${this.seed}/${symbol}/${date}/${purpose}`);
  }

  private height(symbol: string, day: number): number {
    return this.wavesOf(symbol).reduce(
      (sum, [size, days, phase]) => sum + size * Math.sin(day / days + phase),
      0,
    );
  }

  private wavesOf(symbol: string): readonly (readonly [number, number, number])[] {
    const known = this.waves.get(symbol);
    if (known !== undefined) return known;
    const draw = (purpose: string): number => unitOf(`${this.seed}/${symbol}/${purpose}`);
    const waves = [
      [0.05 + 0.15 * draw('long'), 60 + 60 * draw('long days'), 6.28 * draw('long phase')],
      [0.02 + 0.03 * draw('short'), 9 + 9 * draw('short days'), 6.28 * draw('short phase')],
    ] as const;
    this.waves.set(symbol, waves);
    return waves;
  }
}
