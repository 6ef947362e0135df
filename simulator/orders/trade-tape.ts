/*
 * The trades, one entry per match with both sides, and what follows from them: each security's open,
 * high, low, last price, volume and value. Matches never change later, but control can withdraw or
 * correct a trade, which shows in rows and sums.
 */
import type { Order, Origin, Side } from './order-ledger.js';
import type { ExchangeParameters } from '../control/parameters.js';

export interface TradeSide {
  readonly order: Order;
  readonly orderNumber: bigint;
  readonly origin: Origin;
  readonly side: Side;
  readonly matchedAfter: number;
  readonly pendingAfter: number;
}

export interface Trade {
  readonly matchingId: string;
  readonly sequence: number;
  readonly at: number;
  readonly tradeDate: string;
  readonly security: string;
  readonly price: number;
  readonly units: number;
  readonly sides: readonly [TradeSide, TradeSide];
  withdrawn: boolean;
  /** Set by control: the price and units that rows show from then on. */
  shown: { price: number; units: number } | null;
}

export interface DayBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** In kobo. */
  readonly value: number;
  readonly deals: number;
  readonly lastUnits: number;
  readonly lastAt: number;
  readonly bid: number | null;
  readonly ask: number | null;
}

export class TradeTape {
  private readonly trades: Trade[] = [];
  private readonly bars = new Map<string, Map<string, DayBar>>();
  private readonly lastTrades = new Map<string, Trade>();
  private sequence = 0;
  private idOfDay = 0;

  /** The next matching id. `perDay` ids restart every day; they are digits only where they may be numbers. */
  nextMatchingId(perDay: boolean, form: ExchangeParameters['matchingIdForm']): string {
    this.idOfDay += 1;
    const next = perDay ? this.idOfDay : this.sequence + 1;
    if (form === 'large-number') return `9${String(next).padStart(18, '0')}`;
    if (form !== 'text') return String(next);
    return perDay
      ? `M${String(this.idOfDay).padStart(6, '0')}`
      : `TM${String(this.sequence + 1).padStart(9, '0')}`;
  }

  startDay(): void {
    this.idOfDay = 0;
  }

  add(trade: Omit<Trade, 'sequence' | 'withdrawn' | 'shown'>): Trade {
    this.sequence += 1;
    const kept: Trade = { ...trade, sequence: this.sequence, withdrawn: false, shown: null };
    this.trades.push(kept);
    this.lastTrades.set(kept.security, kept);
    this.addToBar(kept);
    return kept;
  }

  all(): readonly Trade[] {
    return this.trades;
  }

  ofDay(tradeDate: string): Trade[] {
    return this.trades.filter((trade) => trade.tradeDate === tradeDate);
  }

  lastOf(security: string): Trade | null {
    return this.lastTrades.get(security) ?? null;
  }

  bar(security: string, tradeDate: string): DayBar | null {
    return this.bars.get(tradeDate)?.get(security) ?? null;
  }

  barsOf(tradeDate: string): ReadonlyMap<string, DayBar> {
    return this.bars.get(tradeDate) ?? new Map<string, DayBar>();
  }

  /** Records the best prices at the end of the session. */
  noteClose(security: string, tradeDate: string, bid: number | null, ask: number | null): void {
    const day = this.bars.get(tradeDate);
    const bar = day?.get(security);
    if (day !== undefined && bar !== undefined) day.set(security, { ...bar, bid, ask });
  }

  private addToBar(trade: Trade): void {
    const day = this.bars.get(trade.tradeDate) ?? new Map<string, DayBar>();
    this.bars.set(trade.tradeDate, day);
    const before = day.get(trade.security);
    const { price, units } = trade;
    day.set(trade.security, {
      open: before?.open ?? price,
      high: Math.max(before?.high ?? price, price),
      low: Math.min(before?.low ?? price, price),
      close: price,
      volume: (before?.volume ?? 0) + units,
      value: (before?.value ?? 0) + price * units,
      deals: (before?.deals ?? 0) + 1,
      lastUnits: units,
      lastAt: trade.at,
      bid: before?.bid ?? null,
      ask: before?.ask ?? null,
    });
  }
}
