import { problem, type Problem } from '../../infra/http/problems/problem.js';
import type { Refusal } from './requests/refusal.js';

/** Each refusal code is also the code of the problem that callers get. */
export function problemOf(refusal: Refusal, orderId: string | null): Problem {
  const { refusal: code, field, detail, retryAfterSeconds } = refusal;
  const errors = field === undefined ? [] : [{ field, message: detail }];
  const about = orderId === null ? { errors } : { errors, orderId };
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return problem(code, detail, { ...about, ...retry });
}

export function orderNotFound(): Problem {
  return problem('not-found', 'There is no such order.');
}

/** The caller decided on an older version. */
export function staleVersion(stored: number, seen: number): Refusal {
  return { refusal: 'version-stale', detail: `The order is at version ${stored}, not ${seen}` };
}

export function breakNotFound(): Problem {
  return problem('not-found', 'There is no such break.');
}

/** Rejects a decision on an older version of the break. */
export function refuseUnlessSeen(stored: number, seen: number | null): void {
  if (seen === null || seen === stored) return;
  throw problem('version-stale', `The break is at version ${stored}, not ${seen}.`);
}

export function refuseUnlessOpen(found: { closedAt: number | null; status: string }): void {
  const { closedAt, status } = found;
  if (closedAt !== null) throw problem('break-closed', `The break is ${status}.`);
}
