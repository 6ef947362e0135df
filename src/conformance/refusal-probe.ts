import type { Call } from './courier.js';
import type { Gathered } from './findings.js';
import type { Ground } from './prices.js';
import type { ProbeDesk } from './probe-desk.js';
import { formOf, madeOrder, recordOf } from './replies.js';
import { listShows, restingTerms, type Lots } from './resting-probe.js';
import { NO_SUCH_SECURITY } from './survey.js';

/** Calls that ought to be refused, to learn how a no looks, and what a no does to a reference. */
export async function probeRefusals(
  desk: ProbeDesk,
  found: Gathered,
  ground: Ground,
  lots: Lots,
): Promise<void> {
  const { refusals } = found;
  const terms = restingTerms(desk, ground, lots.of(1));
  // Without a side nothing can be traded, whatever the exchange makes of it.
  const invalid = { ...terms, side: '' as 'BUY' };
  refusals.validation = await desk.post(invalid, 'has no side');
  const refused = { ...restingTerms(desk, ground, lots.of(1)), security: NO_SUCH_SECURITY };
  refusals.refusedRef = refused.orderRef;
  refusals.refused = await desk.post(refused, 'is of a security that does not exist');
  if (madeOrder(refusals.refused) !== null) return;
  const again = { ...refused, security: ground.security };
  refusals.sameRefAgain = await desk.post(again, 'reuses the reference of a refused post');
  const fresh = restingTerms(desk, ground, again.units);
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

/** An edit and a cancel are only sent when an enquiry has shown that nobody has that number. */
export async function probeUnknownNumber(
  desk: ProbeDesk,
  { refusals, resting }: Gathered,
  ground: Ground,
  lots: Lots,
): Promise<void> {
  if (resting === null) return;
  const number = farFrom(resting.post.orderNumber);
  refusals.unknownNumber = number;
  const enquiry = await desk.enquire(number);
  if (recordOf(enquiry) !== null) return;
  refusals.unknownEnquiry = enquiry;
  if (!saysNobody(enquiry)) return;
  refusals.unknownEdit = await desk.edit(number, lots.of(1), ground.restPrice);
  refusals.unknownCancel = await desk.cancel(number);
}

/** No reply, a server error and what is not documented may all be of an order of somebody's. */
function saysNobody(enquiry: Call): boolean {
  const form = formOf(enquiry);
  if (form === 'success-without-record') return (enquiry.outcome.data ?? null) === null;
  return form === 'error-envelope' || form === 'success-false';
}

/** A number of the same length that the exchange will not reach for long. */
export function farFrom(orderNumber: string): string {
  const digits = orderNumber.length;
  const leap = 10n ** BigInt(Math.max(0, digits - 2)) * 7n;
  const ahead = BigInt(orderNumber) + leap;
  const far = String(ahead).length > digits ? BigInt(orderNumber) - leap : ahead;
  return String(far).padStart(digits, '0');
}
