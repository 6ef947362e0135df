/*
 * Dates and times of the exchange. Lagos is one hour ahead of UTC all year, without daylight saving, so
 * a trading date is the UTC date of the instant plus one hour. Dates are texts YYYY-MM-DD; instants are
 * milliseconds since the epoch. Nothing here reads a clock.
 */

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const LAGOS_AHEAD_MS = HOUR_MS;
const DATE_TEXT = /^(\d{4})-(\d{2})-(\d{2})$/;

export function lagosDate(instant: number): string {
  return new Date(instant + LAGOS_AHEAD_MS).toISOString().slice(0, 10);
}

export function lagosTime(instant: number): string {
  return new Date(instant + LAGOS_AHEAD_MS).toISOString().slice(11, 19);
}

/** The instant at which the date begins in Lagos. */
export function lagosMidnight(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`) - LAGOS_AHEAD_MS;
}

export function isCalendarDate(text: string): boolean {
  const parts = DATE_TEXT.exec(text);
  if (parts === null) return false;
  const instant = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === text;
}

/** Cache: ranges walk over the same few hundred dates again and again. */
const DAY_OF_DATE = new Map<string, number>();
const DATE_OF_DAY = new Map<number, string>();
const MOST_REMEMBERED = 20_000;

function remember(date: string, day: number): void {
  if (DAY_OF_DATE.size >= MOST_REMEMBERED) {
    DAY_OF_DATE.clear();
    DATE_OF_DAY.clear();
  }
  DAY_OF_DATE.set(date, day);
  DATE_OF_DAY.set(day, date);
}

/** Days since the epoch: consecutive dates differ by one. */
export function dayNumber(date: string): number {
  const known = DAY_OF_DATE.get(date);
  if (known !== undefined) return known;
  const day = Math.round(Date.parse(`${date}T00:00:00.000Z`) / DAY_MS);
  remember(date, day);
  return day;
}

export function dateOfDay(day: number): string {
  const known = DATE_OF_DAY.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  remember(date, day);
  return date;
}

export function addDays(date: string, days: number): string {
  return dateOfDay(dayNumber(date) + days);
}

export function isWeekday(date: string): boolean {
  const weekday = (dayNumber(date) + 4) % 7;
  return weekday !== 0 && weekday !== 6;
}

/** ISO 8601 week of the year. */
export function weekOfYear(date: string): number {
  const day = dayNumber(date);
  const weekday = (day + 3) % 7;
  const thursday = day - weekday + 3;
  const yearStart = dayNumber(`${dateOfDay(thursday).slice(0, 4)}-01-01`);
  return Math.floor((thursday - yearStart) / 7) + 1;
}

export function isoInstant(instant: number): string {
  return new Date(instant).toISOString();
}
