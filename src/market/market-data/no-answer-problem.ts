import type { NoAnswer } from '../../infra/exchange/client/no-answer.js';
import { problem, type Problem } from '../../infra/http/problems/problem.js';

const RETRY_AFTER_MAX_S = 60;

/** A refused lookup counts as not found: the document does not show how the exchange says so. */
export function noAnswerProblem(none: NoAnswer, isLookup: boolean, now: number): Problem {
  const { why, detail, retryAt } = none;
  if (why === 'Refused') {
    const code = isLookup ? 'not-found-at-exchange' : 'exchange-unavailable';
    return problem(code, detail);
  }
  if (why === 'NoBudget' && retryAt !== null) {
    const seconds = Math.ceil((retryAt - now) / 1_000);
    const retryAfterSeconds = Math.min(Math.max(seconds, 1), RETRY_AFTER_MAX_S);
    return problem('budget-exhausted', detail, { retryAfterSeconds });
  }
  return problem('exchange-unavailable', detail);
}
