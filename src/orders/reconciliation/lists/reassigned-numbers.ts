import type { Reading } from '../../../infra/database/reads.js';
import type { OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { ownersNow } from '../../order/number-owners.js';
import { hasItsNumber } from './broker-list.js';
import type { OrderUnderReview } from '../collect/orders-under-review.js';

interface ListOfToday {
  readonly brokerCode: string;
  readonly today: string;
  readonly rows: ReadonlyMap<string, OrderRecord>;
}

/**
 * Of the orders that may have lost their number with their day: those whose number another order of
 * ours was given since. What a list shows under it is not theirs.
 */
export async function reassignedNumbers(
  reading: Reading,
  { brokerCode, today, rows }: ListOfToday,
  subjects: readonly OrderUnderReview[],
): Promise<ReadonlySet<string>> {
  const doubtful: { readonly id: string; readonly orderNumber: string }[] = [];
  for await (const slice of inBatches(subjects)) {
    for (const { order } of slice) {
      const { id, orderNumber } = order;
      if (orderNumber === null || hasItsNumber(order, today)) continue;
      if (rows.has(orderNumber)) doubtful.push({ id, orderNumber });
    }
  }
  const passed = new Set<string>();
  for await (const slice of inBatches(doubtful)) {
    const numbers = slice.map(({ orderNumber }) => orderNumber);
    const owners = await ownersNow(reading, brokerCode, numbers, today);
    for (const { id, orderNumber } of slice) {
      if (owners.get(orderNumber)?.orderId !== id) passed.add(id);
    }
  }
  return passed;
}
