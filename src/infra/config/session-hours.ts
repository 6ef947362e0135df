/** Trading hours of one day in minutes from midnight in Lagos; `closesAt` is exclusive. */
export interface Hours {
  readonly opensAt: number;
  readonly closesAt: number;
}

/** `always`: trading never stops, for test keys and demos. */
export type SessionHours = 'always' | Hours;

export const HOURS_FORM = 'HH:MM-HH:MM, opening before closing';

/** Null if the text does not have the format {@link HOURS_FORM}. */
export function hoursOf(text: string): Hours | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  if (match === null) return null;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = match.slice(1).map(Number);
  const hours = { opensAt: fromHour * 60 + fromMinute, closesAt: toHour * 60 + toMinute };
  return hours.opensAt < hours.closesAt ? hours : null;
}
