import type { Break } from '../api/answers.js';

const WEIGHT: Readonly<Record<Break['severity'], number>> = {
  Critical: 0, High: 1, Medium: 2, Low: 3,
}; // prettier-ignore

/** Severe before mild, then what is due first. */
export function bySeverity<T extends Pick<Break, 'severity' | 'dueAt'>>(
  breaks: readonly T[],
): readonly T[] {
  return [...breaks].sort(
    (a, b) => WEIGHT[a.severity] - WEIGHT[b.severity] || a.dueAt.localeCompare(b.dueAt),
  );
}
