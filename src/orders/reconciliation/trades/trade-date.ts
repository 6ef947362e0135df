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

function readingsOf(text: string): readonly string[] {
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text)) {
    const at = Date.parse(text);
    if (!Number.isNaN(at)) return [tradingDateOf(at)];
  }
  const iso =
    /^(\d{4})[-/](\d{2})[-/](\d{2})(?!\d)/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (iso !== null) return [dateOf(iso[1], iso[2], iso[3])];
  const figures = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/.exec(text);
  if (figures !== null) {
    const [, first, second, year] = figures;
    return [dateOf(year, second, first), dateOf(year, first, second)];
  }
  const named =
    /(?:^|\s)(\d{1,2})[-\s]([a-z]{3})[a-z]*[-\s,]+(\d{4}|\d{2})(?!\d)/i.exec(text) ??
    swapped(/(?:^|\s)([a-z]{3})[a-z]*[-\s](\d{1,2})[-\s,]+(\d{4})(?!\d)/i.exec(text));
  if (named === null) return [];
  const [, day, name, year = ''] = named;
  const month = MONTHS.indexOf((name ?? '').toLowerCase()) + 1;
  return month === 0 ? [] : [dateOf(year.length === 2 ? `20${year}` : year, String(month), day)];
}

/** Month before day. */
function swapped(match: RegExpExecArray | null): readonly (string | undefined)[] | null {
  return match === null ? null : [match[0], match[2], match[1], match[3]];
}

function dateOf(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function isDate(date: string): boolean {
  const at = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}
