import { tradingDateOf } from '../../../market/trading-calendar/trading-day.js';

/**
 * The trading date in a row of the daily trades, as `YYYY-MM-DD` in Lagos. The interface document calls it a
 * string and shows no form, so the usual ones are read: ISO 8601, `YYYYMMDD`, day and month in figures in either
 * order, and English names of months. Null: it can be read in no way, or in two and neither is the day that was
 * asked for.
 */
export function readTradeDate(text: string, askedDate: string): string | null {
  const readings = new Set(readingsOf(text.trim()).filter(isDate));
  if (readings.has(askedDate)) return askedDate;
  const [only, ...others] = readings;
  return only === undefined || others.length > 0 ? null : only;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const INSTANT = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/;
const YEAR_FIRST = [
  /^(?<year>\d{4})[-/](?<month>\d{2})[-/](?<day>\d{2})(?!\d)/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
];
const IN_FIGURES = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/;
const NAMED_MONTH = [
  /(?:^|\s)(?<day>\d{1,2})[-\s](?<month>[a-z]{3})[a-z]*[-\s,]+(?<year>\d{4}|\d{2})(?!\d)/i,
  /(?:^|\s)(?<month>[a-z]{3})[a-z]*[-\s](?<day>\d{1,2})[-\s,]+(?<year>\d{4})(?!\d)/i,
];

function readingsOf(text: string): readonly string[] {
  const at = INSTANT.test(text) ? Date.parse(text) : NaN;
  if (!Number.isNaN(at)) return [tradingDateOf(at)];
  const yearFirst = partsOf(text, YEAR_FIRST);
  if (yearFirst !== null) return [dateOf(yearFirst)];
  const [, first = '', second = '', year = ''] = IN_FIGURES.exec(text) ?? [];
  if (year !== '') {
    return [
      dateOf({ year, month: second, day: first }),
      dateOf({ year, month: first, day: second }),
    ];
  }
  const named = partsOf(text, NAMED_MONTH);
  if (named === null) return [];
  const month = String(MONTHS.indexOf(named.month.toLowerCase()) + 1);
  return [dateOf({ ...named, month })];
}

interface Parts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

function partsOf(text: string, forms: readonly RegExp[]): Parts | null {
  for (const form of forms) {
    const { year, month, day } = form.exec(text)?.groups ?? {};
    if (year !== undefined && month !== undefined && day !== undefined) return { year, month, day };
  }
  return null;
}

function dateOf({ year, month, day }: Parts): string {
  const century = year.length === 2 ? '20' : '';
  return `${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function isDate(date: string): boolean {
  const at = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}
