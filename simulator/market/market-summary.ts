/*
 * Endpoints 14 to 16: the snapshot of a range of days, the snapshot of today against the previous day,
 * and the daily rows of all securities (vwap). A summary range covers at most 366 days; the document
 * sets no limit for vwap.
 */
import { dayNumber } from '../lagos-calendar.js';
import type { JsonObject } from '../json-text.js';
import { LISTINGS } from './listings.js';
import type { MarketDay, MarketDays } from './market-days.js';
import { naira } from '../orders/order-records.js';
import type { ExchangeParameters } from '../control/parameters.js';
import { jsonReply, type Reply, result } from '../replies.js';
import { dateText, FieldError, queryPage, queryText } from '../request-fields.js';
import type { DayBar } from '../orders/trade-tape.js';
import type { TradingFloor } from '../orders/trading-floor.js';

const LONGEST_RANGE_DAYS = 366;
const VWAP_STANDARD = 50;
const METRICS = [
  'securitiesIndex',
  'pensionIndex',
  'capitalisation',
  'volume',
  'value',
  'deals',
] as const;

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

function percentOf(change: number, base: number): number {
  return base === 0 ? 0 : round2((change / base) * 100);
}

export class MarketSummary {
  private readonly floor: TradingFloor;
  private readonly days: MarketDays;
  private readonly parameters: () => ExchangeParameters;

  constructor(floor: TradingFloor, days: MarketDays, parameters: () => ExchangeParameters) {
    this.floor = floor;
    this.days = days;
    this.parameters = parameters;
  }

  ofRange(query: URLSearchParams): Reply {
    const { from, to } = readRange(query, 'from', 'to');
    if (dayNumber(to) - dayNumber(from) + 1 > LONGEST_RANGE_DAYS) {
      throw new FieldError(`The range is at most ${LONGEST_RANGE_DAYS} days`);
    }
    const days = this.days.range(from, to).map((date) => this.days.day(date));
    const summary = {
      tradingDays: days.length,
      securitiesIndex: openToClose(days, 'securitiesIndex'),
      pensionIndex: openToClose(days, 'pensionIndex'),
      capitalisation: openToClose(days, 'capitalisation'),
      volume: { total: total(days, 'volume') },
      value: { total: total(days, 'value') },
      deals: { total: total(days, 'deals') },
    };
    return result({ range: { from, to }, summary }, 'Market snapshot summary retrieved');
  }

  ofToday(): Reply {
    const date = this.floor.tradingDate;
    const previousDate = this.days.tradingDayBefore(date);
    const [current, previous] = [this.days.day(date), this.days.day(previousDate)];
    const metrics = Object.fromEntries(
      METRICS.map((metric) => [metric, comparison(current[metric], previous[metric])]),
    );
    return result(
      { current: { date }, previous: { date: previousDate }, metrics },
      'Market snapshot retrieved',
    );
  }

  vwap(query: URLSearchParams): Reply {
    const { from, to } = readRange(query, 'fromDate', 'toDate');
    const cap = this.parameters().vwapLimitCap;
    const { page, limit } = queryPage(
      query,
      this.parameters(),
      VWAP_STANDARD,
      cap === 'none' ? null : Number(cap),
      'pageNumber',
    );
    const rows: JsonObject[] = [];
    for (const date of this.days.range(from, to)) {
      for (const listing of LISTINGS) {
        const bar = this.days.bar(listing, date);
        if (bar !== null) rows.push(vwapRow(date, listing.symbol, bar));
      }
    }
    return jsonReply(200, {
      success: true,
      message: 'VWAP prices retrieved',
      data: rows.slice((page - 1) * limit, page * limit),
      meta: { page, pages: Math.ceil(rows.length / limit), total: rows.length },
    });
  }
}

function readRange(
  query: URLSearchParams,
  fromName: string,
  toName: string,
): { from: string; to: string } {
  const from = dateText(queryText(query, fromName), fromName);
  const to = dateText(queryText(query, toName), toName);
  if (to < from) throw new FieldError(`${toName} must be on or after ${fromName}`);
  return { from, to };
}

function total(days: readonly MarketDay[], metric: keyof MarketDay): number {
  return round2(days.reduce((sum, day) => sum + day[metric], 0));
}

function openToClose(days: readonly MarketDay[], metric: keyof MarketDay): JsonObject {
  const open = days[0]?.[metric] ?? 0;
  const close = days[days.length - 1]?.[metric] ?? 0;
  return { open, close, percentChange: percentOf(close - open, open) };
}

function comparison(current: number, previous: number): JsonObject {
  const variance = round2(current - previous);
  return { current, previous, variance, percentChange: percentOf(variance, previous) };
}

function vwapRow(date: string, security: string, bar: DayBar): JsonObject {
  return {
    date,
    Security: security,
    count: bar.deals,
    openprice: naira(bar.open),
    closeprice: naira(bar.close),
    high: naira(bar.high),
    low: naira(bar.low),
    volume: bar.volume,
    value: naira(bar.value),
    bid: naira(bar.bid ?? 0),
    ask: naira(bar.ask ?? 0),
  };
}
