/*
 * Endpoints 12, 13, 17 and 18: the order book of a security within the day's band, its quote, and
 * the live data of one or all companies. Quote fields that come from the live feed are null when
 * the security has not traded; a security that never traded is absent from that feed.
 */
import { addDays, isoInstant, lagosDate, lagosTime } from '../lagos-calendar.js';
import type { Json, JsonObject } from '../json-text.js';
import { type Listing, listingAsked, LISTINGS, type SymbolRule } from './listings.js';
import type { MarketDays } from './market-days.js';
import type { Level } from '../orders/order-book.js';
import { naira } from '../orders/order-records.js';
import type { ExchangeParameters } from '../control/parameters.js';
import { refuseUnknownSymbol } from '../orders/refusals.js';
import { jsonReply, type Reply, result } from '../replies.js';
import { queryAsGiven } from '../request-fields.js';
import type { DayBar } from '../orders/trade-tape.js';
import type { TradingFloor } from '../orders/trading-floor.js';

export class MarketData {
  private readonly floor: TradingFloor;
  private readonly days: MarketDays;
  private readonly parameters: () => ExchangeParameters;

  constructor(floor: TradingFloor, days: MarketDays, parameters: () => ExchangeParameters) {
    this.floor = floor;
    this.days = days;
    this.parameters = parameters;
  }

  orderBook(query: URLSearchParams): Reply {
    const security = queryAsGiven(query, 'security');
    const listing = listingAsked(security, this.rule('exact'));
    if (listing === null) return refuseUnknownSymbol(this.parameters(), security);
    const { low, high } = this.floor.band(listing.symbol);
    const book = this.floor.book(listing.symbol);
    return jsonReply(200, {
      symbol: listing.symbol,
      timestamp: isoInstant(this.floor.now),
      status: 'Ok',
      order_book: {
        asks: book.levels('SELL', low, high).map(levelRow),
        bids: book.levels('BUY', low, high).map(levelRow),
      },
    });
  }

  quote(query: URLSearchParams): Reply {
    const symbol = queryAsGiven(query, 'symbol');
    const listing = listingAsked(symbol, this.rule('trimmed'));
    if (listing === null) return refuseUnknownSymbol(this.parameters(), symbol);
    const { high, low } = this.days.yearRange(listing);
    const last = this.floor.tape.lastOf(listing.symbol);
    const lastTradeTime =
      last === null ? null : { date: lagosDate(last.at), time: lagosTime(last.at) };
    const { symbol: code, name, sector, subsector } = listing;
    return result(
      {
        symbol: code,
        securityName: name,
        ...this.livePrices(listing),
        marketCapitalization: naira(this.floor.lastPrice(code) * listing.sharesInIssue),
        fiftyTwoWeekHigh: naira(high),
        fiftyTwoWeekLow: naira(low),
        averageThirtyDayVolume: this.days.averageVolume(
          listing,
          addDays(this.floor.tradingDate, -30),
        ),
        lastTradeTime,
        sector,
        subsector,
      },
      'Quote retrieved',
    );
  }

  companies(): Reply {
    return result(
      LISTINGS.map((listing) => this.companyRow(listing, true)),
      'Market data retrieved',
    );
  }

  company(query: URLSearchParams): Reply {
    const symbol = queryAsGiven(query, 'symbol');
    const listing = listingAsked(symbol, this.rule('exact'));
    if (listing === null) return refuseUnknownSymbol(this.parameters(), symbol);
    return result(this.companyRow(listing, false), 'Market data retrieved');
  }

  private rule(documented: SymbolRule): SymbolRule {
    return this.parameters().symbolCase === 'any' ? 'trimmed-any-case' : documented;
  }

  private livePrices(listing: Listing): JsonObject {
    const bar =
      this.floor.tape.bar(listing.symbol, this.floor.tradingDate) ?? this.barBeforeTrades(listing);
    if (bar === null) {
      const none = {
        lastPrice: null,
        change: null,
        percentageChange: null,
        open: null,
        high: null,
        low: null,
      };
      return { ...none, volume: null, turnoverValue: null };
    }
    return {
      lastPrice: naira(bar.close),
      change: naira(bar.close - bar.open),
      percentageChange: Math.round(((bar.close - bar.open) / bar.open) * 10_000) / 100,
      open: naira(bar.open),
      high: naira(bar.high),
      low: naira(bar.low),
      volume: bar.volume,
      turnoverValue: naira(bar.close * bar.volume),
    };
  }

  /** What a quote shows on a day before the first trade, if anything. */
  private barBeforeTrades(listing: Listing): DayBar | null {
    if (listing.liquidity === 0 || this.parameters().quoteBeforeTrades === 'null') return null;
    return flatBar(this.floor.referencePrice(listing.symbol));
  }

  private companyRow(listing: Listing, all: boolean): JsonObject {
    const { symbol } = listing;
    const traded = this.floor.tape.bar(symbol, this.floor.tradingDate);
    const bar = traded ?? flatBar(this.floor.referencePrice(symbol));
    const absent = traded === null && listing.liquidity === 0;
    const price = (kobo: number): Json =>
      absent ? (this.parameters().untradedPrices === 'null' ? null : 0) : naira(kobo);
    const bid = this.floor.book(symbol).levels('BUY', 0, Number.MAX_SAFE_INTEGER)[0];
    const ask = this.floor.book(symbol).levels('SELL', 0, Number.MAX_SAFE_INTEGER)[0];
    return {
      Company: symbol,
      SharesInIssue: listing.sharesInIssue,
      CurrentPrice: price(bar.close),
      HighestPrice: price(bar.high),
      LowestPrice: price(bar.low),
      OpeningPrice: price(bar.open),
      ClosingPrice: price(this.floor.referencePrice(symbol)),
      AveragePrice: price(bar.volume === 0 ? bar.close : Math.round(bar.value / bar.volume)),
      Bid: naira(bid?.price ?? 0),
      Offer: naira(ask?.price ?? 0),
      BestBidVol: all ? (bid?.units ?? 0) : undefined,
      VolumeAsk: all ? (ask?.units ?? 0) : undefined,
      LastMatched: all ? price(bar.close) : undefined,
      LastVolume: all ? bar.lastUnits : undefined,
      TotalVolume: bar.volume,
    };
  }
}

function levelRow(level: Level): JsonObject {
  return {
    price: (level.price / 100).toFixed(2),
    quantity: String(level.units),
    orders: level.orders,
  };
}

function flatBar(price: number): DayBar {
  const none = { volume: 0, value: 0, deals: 0, lastUnits: 0, lastAt: 0, bid: null, ask: null };
  return { open: price, high: price, low: price, close: price, ...none };
}
