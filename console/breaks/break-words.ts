import type { Break, WholeBreak } from '../api/answers.js';
import { withFigures } from '../parts/figures-in-text.js';
import { list } from '../candidates/words.js';

/** What a break is about, with the order numbers that the searches have named. */
export function breakWords(of: Pick<Break, 'detail' | 'candidates' | 'mayBeOf'>): string {
  const detail = withFigures(of.detail);
  if (of.candidates.length > 0) return `may be ${list(of.candidates, 'or')}: ${detail}`;
  if (of.mayBeOf.length > 0) return `may be our order whose reply was lost: ${detail}`;
  return detail;
}

/** Who gave a break to whom; people rather than keys. */
export function assignedWords({
  by,
  onBehalfOf,
  assignee,
}: Pick<WholeBreak['assignments'][number], 'by' | 'onBehalfOf' | 'assignee'>): string {
  const name = onBehalfOf ?? by.replace(/^(key|system):/, '');
  if (assignee === null) return `given back by ${name}`;
  return assignee === name ? `taken by ${name}` : `given to ${assignee} by ${name}`;
}
