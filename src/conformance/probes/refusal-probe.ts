import type { Call } from '../courier.js';
import type { Gathered } from '../findings.js';
import type { ProbePrices } from '../prices.js';
import type { ProbeDesk } from './probe-desk.js';
import { formOf, madeOrder, recordOf } from '../replies.js';
import { listShows, restingTerms, type Lots } from './resting-probe.js';
import { NO_SUCH_SECURITY } from '../survey.js';

/** Calls that should be refused, to see what a refusal looks like and whether it uses up the reference. */
export async function probeRefusals(
  desk: ProbeDesk,
  found: Gathered,
  prices: ProbePrices,
  lots: Lots,
): Promise<void> {
  const { refusals } = found;
  const terms = restingTerms(desk, prices, lots.of(1));
  // Without a side it cannot trade, even if the exchange accepts it.
  const invalid = { ...terms, side: '' as 'BUY' };
  refusals.validation = await desk.post(invalid, 'has no side');
  const refused = { ...restingTerms(desk, prices, lots.of(1)), security: NO_SUCH_SECURITY };
  refusals.refusedRef = refused.orderRef;
  refusals.refused = await desk.post(refused, 'is of a security that does not exist');
  if (madeOrder(refusals.refused) !== null) return;
  const again = { ...refused, security: prices.security };
  refusals.sameRefAgain = await desk.post(again, 'reuses the reference of a refused post');
  const fresh = restingTerms(desk, prices, again.units);
  refusals.freshRef = await desk.post(fresh, 'has the same terms under a new reference');
  const number = madeOrder(refusals.freshRef);
  if (number === null) return;
  const sighting = await desk.until(
    () => desk.brokerList(),
    (reply: Call) => listShows(reply, number),
    refusals.freshRef,
  );
  refusals.listAfterDuplicate = sighting.found;
}

/** Edit and cancel are sent only if an enquiry shows that nobody has the number. */
export async function probeUnknownNumber(
  desk: ProbeDesk,
  { refusals, resting }: Gathered,
  prices: ProbePrices,
  lots: Lots,
): Promise<void> {
  if (resting === null) return;
  const number = farFrom(resting.post.orderNumber);
  refusals.unknownNumber = number;
  const enquiry = await desk.enquire(number);
  if (recordOf(enquiry) !== null) return;
  refusals.unknownEnquiry = enquiry;
  if (!isUnknownNumber(enquiry)) return;
  refusals.unknownEdit = await desk.edit(number, lots.of(1), prices.restPrice);
  refusals.unknownCancel = await desk.cancel(number);
}

/** After no reply, a server error or an undocumented one, the number may still be somebody's order. */
function isUnknownNumber(enquiry: Call): boolean {
  const form = formOf(enquiry);
  if (form === 'success-without-record') return (enquiry.outcome.data ?? null) === null;
  return form === 'error-envelope' || form === 'success-false';
}

/** A number of the same length that the exchange will not reach soon. */
export function farFrom(orderNumber: string): string {
  const digits = orderNumber.length;
  const leap = 10n ** BigInt(Math.max(0, digits - 2)) * 7n;
  const ahead = BigInt(orderNumber) + leap;
  const far = String(ahead).length > digits ? BigInt(orderNumber) - leap : ahead;
  return String(far).padStart(digits, '0');
}
