import { compare, divide, isDecimal } from '../../src/infra/decimal.js';
import type { VwapDay } from '../api/answers.js';

/** The days of one security, oldest first; a day that the exchange lists twice once. */
export function daysOf(rows: readonly VwapDay[], symbol: string): readonly VwapDay[] {
  const wanted = symbol.trim().toUpperCase();
  const days = new Map(
    rows
      .filter((row) => row.symbol?.toUpperCase() === wanted && row.date !== null)
      .map((row) => [row.date ?? '', row]),
  );
  return [...days.values()].sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1));
}

/** Value by volume in Naira, two places; null for a day without trades. */
export function vwapOf({ value, volume }: Pick<VwapDay, 'value' | 'volume'>): string | null {
  if (value === null || volume === null || !isDecimal(value) || !isDecimal(volume)) return null;
  return compare(volume, '0') <= 0 ? null : divide(value, volume, 2);
}
