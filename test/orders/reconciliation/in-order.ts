import type { Asking } from '../../../src/orders/reconciliation/plan/choose-enquiries.js';
import type {
  EnquiryReason,
  Question,
} from '../../../src/orders/reconciliation/collect/enquiry-ranking.js';

const URGENCY: Readonly<Record<EnquiryReason, number>> = {
  'unknown-outcome': 4,
  'list-differs': 3,
  unconfirmed: 2,
  rotation: 1,
};
export const DOUBTS = Object.keys(URGENCY) as EnquiryReason[];
/** What was never asked comes before all that were. */
const NEVER_ASKED = 1e9;

/** The enquiries as they come when all questions are put in order, of each number one, and of turns one. */
export function firstInOrder(
  questions: readonly Question[],
  { askedAt, now, most }: Asking,
): readonly Question[] {
  const due = ({ orderId, reason }: Question): number => {
    const at = askedAt.get(orderId);
    return at === undefined ? NEVER_ASKED : (now - at) * URGENCY[reason];
  };
  const ordered = questions.toSorted(
    (a, b) => due(b) - due(a) || URGENCY[b.reason] - URGENCY[a.reason],
  );
  const once = ordered.filter(
    ({ orderNumber }, place) =>
      ordered.findIndex((other) => other.orderNumber === orderNumber) === place,
  );
  const turn = once.find(({ reason }) => reason === 'rotation');
  return once.filter((one) => one.reason !== 'rotation' || one === turn).slice(0, most);
}
