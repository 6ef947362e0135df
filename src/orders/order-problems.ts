import { problem, type Problem, type ProblemCode } from '../infra/http/problem.js';
import type { Refusal, RefusalCode } from './domain/refusal.js';

/** Every refusal of the domain and the problem that callers get for it. */
const PROBLEM_OF: Readonly<Record<RefusalCode, ProblemCode>> = {
  'order-not-working': 'order-not-working',
  'order-part-filled': 'order-part-filled',
  'units-below-matched': 'units-below-matched',
  'version-stale': 'version-stale',
};

export function problemOf(refusal: Refusal, orderId: string): Problem {
  const { field, detail } = refusal;
  const errors = field === undefined ? [] : [{ field, message: detail }];
  return problem(PROBLEM_OF[refusal.refusal], detail, { errors, orderId });
}

export function orderNotFound(): Problem {
  return problem('not-found', 'There is no such order.');
}

/** The caller decided on an older version than the one that is stored. */
export function staleVersion(stored: number, seen: number): Refusal {
  return { refusal: 'version-stale', detail: `The order is at version ${stored}, not ${seen}` };
}
