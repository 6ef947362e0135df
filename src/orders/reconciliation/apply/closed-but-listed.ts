import { type Clock } from '../../../infra/runtime/clock.js';
import type { PollingState } from '../collect/polling-state.js';
import { LISTS_DOUBTED } from '../plan/enquiry-outcome.js';

/* Orders that the broker's list shows working, and that records or enquiries have shown closed. */

/** How long a list may show an order working that enquiries show closed. */
const LISTS_LAG_MOST_MS = 60_000;

type Known = Pick<PollingState, 'closedByEnquiry' | 'closedButListedWorking'>;

/** Every list since has shown a closed order working: that is no lag any more. */
export function isContradictedForLong(
  { closedButListedWorking }: Pick<Known, 'closedButListedWorking'>,
  orderId: string,
  clock: Clock,
): boolean {
  const shown = closedButListedWorking.get(orderId);
  return shown !== undefined && clock.steady() - shown.since >= LISTS_LAG_MOST_MS;
}

/**
 * A single list may lag; two in a row leave an order uncertain that records alone have shown to be over, whatever enquiries
 * show.
 */
export function doListsContradict(
  known: Pick<Known, 'closedButListedWorking'>,
  { orderId, isByRecords }: { readonly orderId: string; readonly isByRecords: boolean },
  clock: Clock,
): boolean {
  if (!isByRecords) return isContradictedForLong(known, orderId, clock);
  return (known.closedButListedWorking.get(orderId)?.times ?? 0) >= LISTS_DOUBTED;
}

/**
 * Whether an enquiry that showed the order closed outweighs a list that shows it working. The list may lag,
 * or the enquiry may have been wrong, so after the settle time a second enquiry decides.
 */
export function isEndUpheld(
  known: Known,
  { orderId, graceMs }: { readonly orderId: string; readonly graceMs: number },
  clock: Clock,
): boolean {
  const shown = known.closedByEnquiry.get(orderId);
  if (shown === undefined || isContradictedForLong(known, orderId, clock)) return false;
  return shown.times > 1 || clock.steady() - shown.since < graceMs;
}

/** Counts a list that shows them working; what it says of no other is forgotten. */
export function countWorking(known: Known, working: ReadonlySet<string>, clock: Clock): void {
  const { closedByEnquiry, closedButListedWorking } = known;
  for (const orderId of closedByEnquiry.keys())
    if (!working.has(orderId)) closedByEnquiry.delete(orderId);
  for (const orderId of closedButListedWorking.keys())
    if (!working.has(orderId)) closedButListedWorking.delete(orderId);
  for (const orderId of working) {
    const since = clock.steady();
    const { times, since: first } = closedButListedWorking.get(orderId) ?? { times: 0, since };
    closedButListedWorking.set(orderId, { times: times + 1, since: first });
  }
}
