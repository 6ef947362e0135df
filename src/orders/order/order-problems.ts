import { problem, type Problem, type ProblemCode } from '../../infra/http/problem.js';
import type { Refusal, RefusalCode } from './refusal.js';

/** Every refusal of the domain and the problem that callers get for it. */
const PROBLEM_OF: Readonly<Record<RefusalCode, ProblemCode>> = {
  'order-not-working': 'order-not-working',
  'order-part-filled': 'order-part-filled',
  'units-below-matched': 'units-below-matched',
  'version-stale': 'version-stale',
  'resolution-unfit': 'resolution-unfit',
  'status-word-unfit': 'status-word-unfit',
};

export function problemOf(refusal: Refusal, orderId: string | null): Problem {
  const { field, detail } = refusal;
  const errors = field === undefined ? [] : [{ field, message: detail }];
  const about = orderId === null ? { errors } : { errors, orderId };
  return problem(PROBLEM_OF[refusal.refusal], detail, about);
}

export function orderNotFound(): Problem {
  return problem('not-found', 'There is no such order.');
}

/** The caller decided on an older version than the one that is stored. */
export function staleVersion(stored: number, seen: number): Refusal {
  return { refusal: 'version-stale', detail: `The order is at version ${stored}, not ${seen}` };
}

export function breakNotFound(): Problem {
  return problem('not-found', 'There is no such break.');
}

/** Two people work on one break: the second is told. */
export function refuseUnlessSeen(stored: number, seen: number | null): void {
  if (seen === null || seen === stored) return;
  throw problem('version-stale', `The break is at version ${stored}, not ${seen}.`);
}

export function refuseUnlessOpen(found: { closedAt: number | null; status: string }): void {
  const { closedAt, status } = found;
  if (closedAt !== null) throw problem('break-closed', `The break is ${status}.`);
}
