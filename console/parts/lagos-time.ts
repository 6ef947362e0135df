/** Instants as people type them: Lagos time, which is UTC+1 all year. */
const LAGOS_OFFSET_MS = 3_600_000;

/** For a field of date and time, to the minute; '' without one. */
export function typedMinute(instant: string | null): string {
  return instant === null ? '' : lagosText(instant).slice(0, 16);
}

/** To the millisecond, for a field of text. */
export function typedMoment(instant: string): string {
  return lagosText(instant).slice(0, 23).replace('T', ' ');
}

/** Null while the field has no whole date and time. */
export function instantTyped(text: string): string | null {
  const at = Date.parse(`${text.trim().replace(' ', 'T')}+01:00`);
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text.trim()) && !Number.isNaN(at)
    ? new Date(at).toISOString()
    : null;
}

/** How a moment is typed, and shown in the field. */
export const MOMENT_FORMAT = 'YYYY-MM-DD HH:MM, Lagos';
const MOMENT = /^(?:(\d{4}-\d{2}-\d{2}))?[ T]?(?:([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/;

/** `2026-11-26 20:00`, a day alone (its first moment) or a time alone (of `today`), in Lagos; null: none of these. */
export function momentTyped(text: string, today: string): string | null {
  const [whole, date = today, hour, minute = '00', second = '00'] = MOMENT.exec(text.trim()) ?? [];
  if (whole === undefined || whole === '') return null;
  const at = instantTyped(`${date}T${(hour ?? '00').padStart(2, '0')}:${minute}:${second}`);
  // A day that does not exist would be another one.
  return at !== null && lagosText(at).startsWith(date) ? at : null;
}

/** The same, for the field: `2026-11-26 20:00`, with seconds if it has any. */
export function typedText(instant: string): string {
  const text = lagosText(instant).slice(0, 19).replace('T', ' ');
  return text.replace(/:00$/, '');
}

function lagosText(instant: string): string {
  return new Date(Date.parse(instant) + LAGOS_OFFSET_MS).toISOString();
}

/** A day that exists, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(text)
  );
}

export function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** `Thu 26 Nov 2026`. */
export function longDay(date: string): string {
  return LONG_DAY.format(new Date(`${date}T12:00:00Z`)).replaceAll(',', '');
}

const LONG_DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short', day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC',
}); // prettier-ignore
