/*
 * When the exchange trades: `always`, or hours such as 10:00-14:30 in Lagos on weekdays that are not
 * holidays. Single dates can have hours of their own, even at a weekend. With `always`, every calendar
 * day is a trading day and ends at midnight.
 */
import { addDays, isWeekday, lagosDate, lagosMidnight } from './lagos-calendar.js';

const HOURS_TEXT = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;
const MINUTE_MS = 60_000;
const LONGEST_BREAK_DAYS = 400;

interface Hours {
  readonly opensMs: number;
  readonly closesMs: number;
}

function readHours(text: string): Hours {
  const parts = HOURS_TEXT.exec(text);
  if (parts === null) throw new Error(`The session must be always or HH:MM-HH:MM, not ${text}`);
  const [, openHour, openMinute, closeHour, closeMinute] = parts.map(Number);
  const opensMs = ((openHour ?? 0) * 60 + (openMinute ?? 0)) * MINUTE_MS;
  const closesMs = ((closeHour ?? 0) * 60 + (closeMinute ?? 0)) * MINUTE_MS;
  if (closesMs <= opensMs) throw new Error(`The session ${text} ends before it begins`);
  return { opensMs, closesMs };
}

export class SessionHours {
  readonly text: string;
  private readonly hours: Hours | null;
  /** Null means a holiday. */
  private readonly exceptions = new Map<string, Hours | null>();

  constructor(text: string, holidays: readonly string[] = []) {
    this.text = text;
    this.hours = text === 'always' ? null : readHours(text);
    for (const date of holidays) this.exceptions.set(date, null);
  }

  /** The hours of one date, `holiday`, or `usual`. */
  except(date: string, hours: string): void {
    if (hours === 'usual') this.exceptions.delete(date);
    else this.exceptions.set(date, hours === 'holiday' ? null : readHours(hours));
  }

  get always(): boolean {
    return this.hours === null;
  }

  isTradingDay(date: string): boolean {
    if (this.always) return true;
    const hours = this.exceptions.get(date);
    return hours === undefined ? isWeekday(date) : hours !== null;
  }

  /** The date itself if it is a trading day, otherwise the trading day before it. */
  tradingDayAt(date: string): string {
    return this.walk(date, -1);
  }

  tradingDayAfter(date: string): string {
    return this.walk(addDays(date, 1), 1);
  }

  midnightOf(date: string): number {
    return lagosMidnight(date);
  }

  opensAt(date: string): number {
    return lagosMidnight(date) + (this.hoursOn(date)?.opensMs ?? 0);
  }

  /** The end of the session, or of the day if the exchange always trades. */
  closesAt(date: string): number {
    const hours = this.hoursOn(date);
    return hours === null ? lagosMidnight(addDays(date, 1)) : lagosMidnight(date) + hours.closesMs;
  }

  isOpenAt(instant: number): boolean {
    const date = lagosDate(instant);
    return (
      this.isTradingDay(date) && instant >= this.opensAt(date) && instant < this.closesAt(date)
    );
  }

  private hoursOn(date: string): Hours | null {
    return this.always ? null : (this.exceptions.get(date) ?? this.hours);
  }

  private walk(from: string, step: 1 | -1): string {
    let date = from;
    for (let tried = 0; tried < LONGEST_BREAK_DAYS; tried += 1) {
      if (this.isTradingDay(date)) return date;
      date = addDays(date, step);
    }
    throw new Error(`There is no trading day near ${from}`);
  }
}
