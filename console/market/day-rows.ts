import { compare, isDecimal, subtract } from '../../src/infra/decimal.js';
import type { Company, PricesOfDay } from '../api/answers.js';
import { percentAway } from '../parts/figures.js';

/** A security with its market of the day, as far as it has one. */
export interface DayRow extends Company {
  readonly last: string | null;
  /** Of the last price against the day's first; null without either. */
  readonly change: string | null;
  readonly changePercent: string | null;
  readonly bid: string | null;
  readonly offer: string | null;
  readonly volume: string | null;
}

/** Of a security that has not traded, the price is the one that the exchange keeps for reference. */
export function dayRows(
  companies: readonly Company[],
  feed: readonly PricesOfDay[],
): readonly DayRow[] {
  const traded = new Map(feed.map((one) => [one.symbol?.toUpperCase() ?? '', one]));
  return companies.map((company) => {
    const of = traded.get(company.symbol?.toUpperCase() ?? '');
    const last = priced(of?.currentPrice);
    const open = priced(of?.openingPrice);
    return {
      ...company,
      last: last ?? company.nasdPrice,
      change: last === null || open === null ? null : subtract(last, open),
      changePercent: last === null ? null : percentAway(last, open),
      bid: priced(of?.bid),
      offer: priced(of?.offer),
      volume: of?.totalVolume ?? null,
    };
  });
}

/** The exchange writes 0 where there is no price. */
function priced(price: string | null | undefined): string | null {
  if (price === null || price === undefined || !isDecimal(price)) return null;
  return compare(price, '0') > 0 ? price : null;
}
