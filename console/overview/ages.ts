import type { Break } from '../api/answers.js';

/** Open breaks by how old they are and how severe. */
export const AGES = [
  { name: '< 5 min', untilMs: 5 * 60_000 },
  { name: '5–15 min', untilMs: 15 * 60_000 },
  { name: '15–60 min', untilMs: 60 * 60_000 },
  { name: '1–4 h', untilMs: 4 * 3_600_000 },
  { name: 'today', untilMs: 24 * 3_600_000 },
  { name: 'older', untilMs: Infinity },
] as const;

export const SEVERITIES = ['Critical', 'High', 'Medium', 'Low'] as const;

export interface AgeBar {
  readonly name: string;
  readonly total: number;
  readonly bySeverity: Readonly<Record<(typeof SEVERITIES)[number], number>>;
}

export function agesOf(breaks: readonly Break[], now: number): readonly AgeBar[] {
  let from = 0;
  return AGES.map(({ name, untilMs }) => {
    const within = breaks.filter(({ openedAt }) => {
      const age = Math.max(0, now - Date.parse(openedAt));
      return age >= from && age < untilMs;
    });
    from = untilMs;
    const count = (severity: string): number =>
      within.filter((one) => one.severity === severity).length;
    return {
      name,
      total: within.length,
      bySeverity: {
        Critical: count('Critical'), High: count('High'), Medium: count('Medium'), Low: count('Low'),
      },
    }; // prettier-ignore
  });
}
