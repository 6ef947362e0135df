import type { SessionHours } from '../infra/config.js';

/**
 * The exchange's day is the calendar day of Africa/Lagos: UTC+1 all year, no daylight saving. The
 * session is Monday to Friday. Times go in as milliseconds UTC; minutes count from midnight Lagos.
 */
const LAGOS_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** `YYYY-MM-DD` of the Lagos calendar day. */
export function tradingDateOf(at: number): string {
  return new Date(at + LAGOS_OFFSET_MS).toISOString().slice(0, 10);
}

/** The first moment of a Lagos calendar day. */
export function startOfDay(tradingDate: string): number {
  return Date.parse(`${tradingDate}T00:00:00Z`) - LAGOS_OFFSET_MS;
}

function lagosMidnight(at: number): number {
  return Math.floor((at + LAGOS_OFFSET_MS) / DAY_MS) * DAY_MS - LAGOS_OFFSET_MS;
}

function isWeekday(at: number): boolean {
  const day = new Date(at + LAGOS_OFFSET_MS).getUTCDay();
  return day >= 1 && day <= 5;
}

/** The trading dates from the day of one moment to the day of another, both included. */
export function tradingDatesFrom(session: SessionHours, from: number, to: number): string[] {
  const dates: string[] = [];
  for (let day = lagosMidnight(from); day <= to; day += DAY_MS) {
    if (session === 'always' || isWeekday(day)) dates.push(tradingDateOf(day));
  }
  return dates;
}

export function isSessionOpen(session: SessionHours, at: number): boolean {
  if (session === 'always') return true;
  const minute = (at - lagosMidnight(at)) / MINUTE_MS;
  return isWeekday(at) && minute >= session.opensAt && minute < session.closesAt;
}

/** The moment at which a trading day ends: the close of its session, or midnight without one. */
export function closeOf(session: SessionHours, tradingDate: string): number {
  const start = startOfDay(tradingDate);
  return session === 'always' ? start + DAY_MS : start + session.closesAt * MINUTE_MS;
}

/** `at` itself while the session is open, else the moment it opens next. */
export function nextOpening(session: SessionHours, at: number): number {
  if (session === 'always' || isSessionOpen(session, at)) return at;
  let opening = lagosMidnight(at) + session.opensAt * MINUTE_MS;
  while (opening <= at || !isWeekday(opening)) opening += DAY_MS;
  return opening;
}
