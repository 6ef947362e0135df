import type { CalendarDay } from '../api/answers.js';

/** Today and later in order, then what is over, newest first. */
export function comingFirst(days: readonly CalendarDay[], today: string): readonly CalendarDay[] {
  const sorted = [...days].sort((a, b) => a.date.localeCompare(b.date));
  const coming = sorted.filter(({ date }) => date >= today);
  const over = sorted.filter(({ date }) => date < today);
  return [...coming, ...over.reverse()];
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Of a date, wherever the browser is; '' for none. */
export function weekdayOf(date: string): string {
  return WEEKDAYS[new Date(`${date}T12:00:00Z`).getUTCDay()] ?? '';
}
