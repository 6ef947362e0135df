import { compare, isDecimal } from '../../src/infra/decimal.js';
import type { Sorting } from '../parts/sorting.js';
import type { DayRow } from './day-rows.js';

type Value = (row: DayRow) => string | null;

/** What each column of the market is sorted by; figures as figures, all else as text. */
export const SORTED_BY: Readonly<Record<string, Value>> = {
  symbol: ({ symbol }) => symbol,
  name: ({ name }) => name,
  price: ({ last }) => last,
  change: ({ changePercent }) => changePercent,
  bid: ({ bid }) => bid,
  offer: ({ offer }) => offer,
  volume: ({ volume }) => volume,
  status: ({ status }) => status,
  sector: ({ sector }) => sector,
  cap: ({ marketCap }) => marketCap,
};

/** What has no value comes last, either way. */
export function sortedRows(rows: readonly DayRow[], sorting: Sorting | null): readonly DayRow[] {
  const value = sorting === null ? undefined : SORTED_BY[sorting.column];
  if (sorting === null || value === undefined) return rows;
  return rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const order =
      isDecimal(one) && isDecimal(other) ? compare(one, other) : one.localeCompare(other);
    return sorting.isDown ? -order : order;
  });
}
