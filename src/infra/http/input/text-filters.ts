import { fieldProblem } from '../problems/problem.js';

/** Each is a query of its own. */
const FILTERS_MAX = 20;

/** The filters of a query as they come in a body: names to texts. `others` are names of that query that filter nothing. */
export function textFilters(
  given: Readonly<Record<string, unknown>>,
  others: readonly string[],
): Readonly<Record<string, string>> {
  const entries = Object.entries(given);
  if (entries.length > FILTERS_MAX)
    throw fieldProblem('validation-failed', 'filters', `must be ${FILTERS_MAX} at most`);
  const filters: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (others.includes(name))
      throw fieldProblem('validation-failed', `filters.${name}`, 'is not a filter');
    if (typeof value !== 'string')
      throw fieldProblem('validation-failed', `filters.${name}`, 'must be a text');
    filters[name] = value;
  }
  return filters;
}
