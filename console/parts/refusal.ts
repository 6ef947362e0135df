import { CallError, isUnanswered } from '../api/call.js';
import { withFigures } from './figures-in-text.js';
import type { Outcome } from './outcome.js';

/** Without an answer nothing is known; everything else is a refusal. */
export function refusedAs(error: unknown, shown: readonly string[] = []): Outcome {
  return { tone: isUnanswered(error) ? 'doubt' : 'bad', text: refusalOf(error, shown) };
}

/** A refusal in the service's words, with the fields it names, except those beside which their faults stand. */
export function refusalOf(error: unknown, shown: readonly string[] = []): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : 'It failed.';
  if (isUnanswered(error)) {
    return 'Marina did not answer, so this may have been stored, or not. What you typed is kept; look what became of it before you repeat it.';
  }
  const others = error.errors.filter(({ field }) => !shown.includes(field));
  if (error.errors.length > 0 && others.length === 0 && error.status !== 412) {
    return 'Not accepted. Correct what is marked.';
  }
  const fields = others
    .filter(({ message }) => message !== error.message)
    .map(({ field, message }) => `${field} ${message}`)
    .filter((text) => !error.message.includes(text));
  const first = error.status === 412 ? 'Somebody changed it meanwhile. ' : '';
  return withFigures(`${first}${[error.message, ...fields].join(' ')}`);
}
