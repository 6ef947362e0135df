import type { Break } from '../api/answers.js';
import { DUE_TIME_NAMES, faultsOf, type DueTimes } from '../../src/orders/breaks/due-times.js';

export { DUE_TIME_NAMES };
export type DueName = keyof DueTimes;

/** As it is typed: minutes. */
export type TypedTimes = Readonly<Record<DueName, string>>;

const SEVERITIES = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
} as const satisfies Readonly<Record<DueName, Break['severity']>>;

export function severityNamed(name: DueName): Break['severity'] {
  return SEVERITIES[name];
}

export function typedOf(times: DueTimes): TypedTimes {
  const { critical, high, medium, low } = times;
  return {
    critical: String(critical),
    high: String(high),
    medium: String(medium),
    low: String(low),
  };
}

export interface ReadTimes {
  readonly times: DueTimes;
  /** What the service would refuse, by field. */
  readonly faults: Readonly<Partial<Record<DueName, string>>>;
}

export function timesIn(typed: TypedTimes): ReadTimes {
  const minutes = (name: DueName): number => {
    const text = typed[name].replace(/[,\s]/g, '');
    return /^\d+$/.test(text) ? Number(text) : Number.NaN;
  };
  const times = {
    critical: minutes('critical'),
    high: minutes('high'),
    medium: minutes('medium'),
    low: minutes('low'),
  };
  const faults = faultsOf(times).map(({ field, message }) => [field, message]);
  return { times, faults: Object.fromEntries(faults) as ReadTimes['faults'] };
}

/** `15 min`, `1 h 30 min`, `7 d`. */
export function spanText(minutes: number): string {
  if (Number.isNaN(minutes)) return '';
  const parts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${String(count)} ${unit}`)
    .join(' ');
}

/** What a change of the due times does, a sentence each. */
export function changesOfTimes(now: DueTimes, next: DueTimes): readonly string[] {
  return DUE_TIME_NAMES.filter((name) => now[name] !== next[name]).map(
    (name) =>
      `${severityNamed(name)} will be due within ${spanText(next[name])}; it was ${spanText(now[name])}.`,
  );
}
