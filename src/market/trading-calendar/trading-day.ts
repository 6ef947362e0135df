import type { Hours, SessionHours } from '../../infra/config/session-hours.js';

/**
 * A trading day is a calendar day of Africa/Lagos: UTC+1 all year, no daylight saving. The usual session
 * is Monday to Friday; single dates may have other hours, or none. Times are UTC milliseconds; minutes
 * count from midnight in Lagos.
 */
export interface Sessions {
  /** `always` ignores exceptions. */
  readonly usual: SessionHours;
  /** Hours of single dates, also at weekends; null: no session. */
  readonly exceptions: ReadonlyMap<string, Hours | null>;
}

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

/** The session on the Lagos day of `at`; null without one. */
function hoursOn(usual: Hours, { exceptions }: Sessions, at: number): Hours | null {
  const hours = exceptions.get(tradingDateOf(at));
  return hours === undefined && isWeekday(at) ? usual : (hours ?? null);
}

export function isTradingDay(sessions: Sessions, tradingDate: string): boolean {
  const { usual } = sessions;
  return usual === 'always' || hoursOn(usual, sessions, startOfDay(tradingDate)) !== null;
}

/** The trading dates from the day of `from` to the day of `to`, both included. */
export function tradingDatesFrom(sessions: Sessions, from: number, to: number): string[] {
  const dates: string[] = [];
  for (let day = lagosMidnight(from); day <= to; day += DAY_MS) {
    const date = tradingDateOf(day);
    if (isTradingDay(sessions, date)) dates.push(date);
  }
  return dates;
}

/** Trading dates before today whose trades were not read; none when `readUntil` is unknown. */
export function missedDays(
  sessions: Sessions,
  readUntil: string | null,
  today: string,
): readonly string[] {
  if (readUntil === null) return [];
  return tradingDatesFrom(sessions, startOfDay(readUntil) + DAY_MS, startOfDay(today) - 1);
}

export function isSessionOpen(sessions: Sessions, at: number): boolean {
  const { usual } = sessions;
  if (usual === 'always') return true;
  const hours = hoursOn(usual, sessions, at);
  const minute = (at - lagosMidnight(at)) / MINUTE_MS;
  return hours !== null && minute >= hours.opensAt && minute < hours.closesAt;
}

/**
 * When a trading day ends: at the close of its session, or at midnight if the session is `always`. A
 * date without a session has the usual close, for orders sent before it became a holiday.
 */
export function closeOf({ usual, exceptions }: Sessions, tradingDate: string): number {
  const start = startOfDay(tradingDate);
  if (usual === 'always') return start + DAY_MS;
  return start + (exceptions.get(tradingDate) ?? usual).closesAt * MINUTE_MS;
}

/** `at` itself while the session is open, else the next opening. */
export function nextOpening(sessions: Sessions, at: number): number {
  const { usual } = sessions;
  if (usual === 'always' || isSessionOpen(sessions, at)) return at;
  // Terminates: after the last exception every weekday has the usual session.
  for (let day = lagosMidnight(at); ; day += DAY_MS) {
    const hours = hoursOn(usual, sessions, day);
    const opening = hours === null ? at : day + hours.opensAt * MINUTE_MS;
    if (opening > at) return opening;
  }
}

/** How long the exchange may take to publish the last trades of a session. */
export const CLOSE_GRACE_MS = 10 * 60_000;
