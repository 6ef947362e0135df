import type { NoAnswer } from '../../infra/exchange/client/no-answer.js';
import { problem, type Problem } from '../../infra/http/problem.js';

const RETRY_AFTER_MAX_S = 60;

/**
 * What a reader is told when there is no answer. A refusal of a lookup is taken as "no such thing",
 * with the exchange's own words: how it says so is not shown in its document.
 */
export function noAnswerProblem(none: NoAnswer, isLookup: boolean, now: number): Problem {
  const { why, detail, retryAt } = none;
  if (why === 'Refused') {
    const code = isLookup ? 'not-found-at-exchange' : 'exchange-unavailable';
    return problem(code, `The exchange says: ${detail}`);
  }
  if (why === 'NoBudget' && retryAt !== null) {
    const seconds = Math.ceil((retryAt - now) / 1_000);
    const retryAfterSeconds = Math.min(Math.max(seconds, 1), RETRY_AFTER_MAX_S);
    return problem('budget-exhausted', detail, { retryAfterSeconds });
  }
  return problem('exchange-unavailable', detail);
}
