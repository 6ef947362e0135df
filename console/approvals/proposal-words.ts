import type { Approval, NumberCandidate } from '../api/answers.js';
import { differenceWords, isImpossible, list, namesIn } from '../candidates/words.js';
import { withFigures } from '../parts/figures-in-text.js';

/* What a second person has to know before they decide, in words. It claims no more than the service has been shown. */

type Proposed = Pick<Approval['payload'], 'resolution' | 'orderNumber' | 'differences'>;
type Other = Pick<NumberCandidate, 'orderNumber' | 'differs' | 'acceptedBy'>;

/** What becomes of the order of ours, and of the other numbers; null: the words of the resolution say it all. */
export function effectWords(payload: Proposed, others: readonly Other[]): string | null {
  const { resolution, orderNumber } = payload;
  if (resolution === 'link-number' || resolution === 'link') {
    const rest = others.map((one) => one.orderNumber);
    const left =
      rest.length === 0
        ? ''
        : ` ${list(rest, 'and')} ${rest.length === 1 ? 'stays' : 'stay'} nobody's here, to be decided on by ${rest.length === 1 ? 'its own break' : 'their own breaks'}.`;
    return `Once approved, ${orderNumber ?? 'this'} is the number of our order, on the word of two people until a record of the exchange proves it: its trades are booked, and edits and cancels are sent to it.${left}`;
  }
  if (resolution === 'not-at-exchange') {
    return 'Once approved, our order counts as rejected: what is at the exchange fills for nobody here.';
  }
  return null;
}

/** What whoever decides must know of another number that the search has named. */
export function otherWords(one: Other, payload: Proposed): string {
  const { orderNumber, differs, acceptedBy } = one;
  if (isImpossible(one)) return `${orderNumber} was named, too, but it cannot be the order: ${differenceWords(differs)}.`; // prettier-ignore
  if (acceptedBy !== null)
    return `${orderNumber} was named, too; ${namesIn(acceptedBy)} accepted it as another desk's order.`;
  if (differs.length > 0) return `${orderNumber} may be it, too: ${differenceWords(differs)}.`;
  if (payload.resolution === 'not-at-exchange')
    return `${orderNumber} fits: nothing here shows that it is not our order.`;
  return (payload.differences ?? []).length === 0
    ? `${orderNumber} fits as well: nothing here tells them apart.`
    : `${orderNumber} fits as well, and better: nothing that is shown of it differs.`;
}

/** What the proposer accepts, by what is proposed. */
export function acceptedWords({ resolution, differences = [] }: Proposed): string {
  const isLink = resolution === 'link-number' || resolution === 'link';
  const says = isLink
    ? 'The exchange shows it otherwise, and the proposer accepts that'
    : 'The proposer knows of this, and proposes it all the same';
  return `${says}: ${withFigures(differences.join('; '))}.`;
}
