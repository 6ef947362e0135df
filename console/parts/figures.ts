import {
  asMoney,
  compare,
  divide,
  grouped as groupedDecimal,
  isDecimal,
  multiply,
  subtract,
} from '../../src/infra/decimal.js';

/** Figures as people read them. Decimals stay texts: nothing here goes through a float. */
export const NOTHING = '—';

/** `1234567` as `1,234,567`. */
export function grouped(decimal: string | null | undefined): string {
  if (decimal === null || decimal === undefined || decimal === '') return NOTHING;
  if (!isDecimal(decimal)) return decimal;
  return groupedDecimal(decimal);
}

/** Naira with at least two places: `12.5` as `12.50`, `12.345` as it is. */
export function money(decimal: string | null | undefined): string {
  if (decimal === null || decimal === undefined || !isDecimal(decimal)) return decimal ?? NOTHING;
  return asMoney(decimal);
}

export function naira(decimal: string): string {
  return decimal.startsWith('-') ? `-₦${money(decimal.slice(1))}` : `₦${money(decimal)}`;
}

/** Matched units, where nothing is shown as nothing. */
export function unitsOrNothing(decimal: string): string {
  return /^0+(\.0+)?$/.test(decimal) ? NOTHING : grouped(decimal);
}

export function valueOf(units: string, price: string): string {
  return isDecimal(units) && isDecimal(price) ? multiply(units, price) : '0';
}

/** Whole percent of the units that are matched, 0 to 100. */
export function filledPercent(matched: string, units: string): number {
  if (!isDecimal(units) || !isDecimal(matched) || compare(units, '0') <= 0) return 0;
  return Math.min(100, Number(divide(multiply(matched, '100'), units, 0)));
}

/** How far a price is from another, in percent with one place; null without one. */
export function percentAway(price: string, from: string | null): string | null {
  if (from === null || !isDecimal(from) || !isDecimal(price) || compare(from, '0') <= 0)
    return null;
  return divide(multiply(subtract(price, from), '100'), from, 1);
}

/** `4.2 %`, and from a hundred on without decimals: `9,726 %`. */
export function percentText(percent: string): string {
  const isLarge = compare(percent.replace('-', ''), '100') >= 0;
  const text = isLarge ? (percent.split('.')[0] ?? percent) : percent;
  return `${grouped(text)} %`;
}

/** A change with its sign: `+1.20`, `-0.40`, and `0.00` as it is. */
export function signed(text: string): string {
  return /^[+-]/.test(text) || !/[1-9]/.test(text) ? text : `+${text}`;
}

export function isMoreThan(percent: string, limit: string): boolean {
  return compare(percent.replace(/^-/, ''), limit) > 0;
}

const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$|^[1-9]\d{0,2}( \d{3})+(\.\d*)?$/;

/**
 * What a person typed as units, price or limit, as the service takes it: without the naira sign, and without commas or
 * blanks where they separate thousands. Any others stay, so that no check takes it: 11,30 is never 1,130.
 */
export function typedDecimal(text: string): string {
  const plain = text
    .replace(/[\s\u202f]+/g, ' ')
    .trim()
    .replace(/^₦ ?/, '');
  return GROUPED.test(plain) ? plain.replace(/[, ]/g, '') : plain;
}

/** Why a figure with a comma or blank that separates no thousands is not taken; null: it has none. */
export function separatorProblem(typed: string): string | null {
  if (/^\d+,\d+$/.test(typed)) {
    return `Write ${typed.replace(',', '.')} with a point: a comma only separates thousands, as in 12,500.`;
  }
  return /\d[, ]+\d|,/.test(typed)
    ? 'A comma or a blank only separates thousands, as in 12,500.50.'
    : null;
}
