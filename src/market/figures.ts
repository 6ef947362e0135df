import { startOfDay, tradingDateOf } from './trading-calendar/trading-day.js';

/** Figures, money and times as people read them in Lagos. */
const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
  'November', 'December',
]; // prettier-ignore
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `-1234567.5` as `-1,234,567.5`, never rounded, with at least so many decimals. */
export function grouped(decimal: string, leastDecimals = 0): string {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === '') return decimal;
  const shown = decimals.padEnd(leastDecimals, '0');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}${thousands}${shown === '' ? '' : `.${shown}`}`;
}

/** `-75140` as `-₦75,140.00`. */
export function naira(decimal: string): string {
  return grouped(decimal, 2).replace(/^(-?)(?=\d)/, '$1₦');
}

/** `2026-11-20` as `Friday, 20 November 2026`. */
export function longDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
  return `${weekday}, ${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

/** An instant as `20 Nov 2026, 15:04:05`. */
export function lagosTime(at: string): string {
  const date = tradingDateOf(Date.parse(at));
  const seconds = Math.floor((Date.parse(at) - startOfDay(date)) / 1_000);
  const [year = '', month = '', day = ''] = date.split('-');
  const shown = `${Number(day)} ${(MONTHS[Number(month) - 1] ?? '').slice(0, 3)} ${year}`;
  const parts = [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
  const time = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${shown}, ${time}`;
}
