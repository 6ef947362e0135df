import type { FormerCandidacy } from '../api/answers.js';
import { namesIn } from '../candidates/words.js';

/** What two people decided of an order that a number might have been. */
export function decidedOtherwise({ resolution, orderNumber, decidedBy }: FormerCandidacy): string {
  const who = namesIn(decidedBy);
  return resolution === 'not-at-exchange' || orderNumber === null
    ? `${who} decided that it is not at the exchange.`
    : `${who} decided that it is ${orderNumber}.`;
}
