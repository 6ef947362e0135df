import type { Break } from '../api/answers.js';

/** By the due time that it was opened with. The answer of the service is as old as the answer. */
export function isOverdue(
  { closedAt, dueAt }: Pick<Break, 'closedAt' | 'dueAt'>,
  now: number,
): boolean {
  return closedAt === null && Date.parse(dueAt) < now;
}
