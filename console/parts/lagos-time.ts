/** Instants as people type them: Lagos time, which is UTC+1 all year. */
const LAGOS_OFFSET_MS = 3_600_000;

/** For a field of date and time, to the minute; '' without one. */
export function typedMinute(instant: string | null): string {
  return instant === null ? '' : lagosText(instant).slice(0, 16);
}

/** The same to the millisecond. */
export function typedMoment(instant: string): string {
  return lagosText(instant).slice(0, 23);
}

/** Null while the field has no whole date and time. */
export function instantTyped(text: string): string | null {
  const at = Date.parse(`${text}+01:00`);
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && !Number.isNaN(at)
    ? new Date(at).toISOString()
    : null;
}

function lagosText(instant: string): string {
  return new Date(Date.parse(instant) + LAGOS_OFFSET_MS).toISOString();
}
