import type { Reading } from '../../infra/database/reads.js';
import type { NumberCalled } from '../breaks/resolution.js';
import type { Order } from '../order/order.js';

/** What they said last; null: nothing, or the order is not cancelled. */
export async function numberCalled(
  reading: Reading,
  { id, orderNumber, status }: Pick<Order, 'id' | 'orderNumber' | 'status'>,
): Promise<NumberCalled | null> {
  if (status !== 'Cancelled') return null;
  const [said] = await reading.query<{ resolution: NumberCalled }>(
    `SELECT resolution FROM breaks
      WHERE order_id = ? AND order_number = ? AND type = 'IdentityMismatch' AND closed_at IS NOT NULL
        AND resolution IN ('number-is-right', 'was-cancelled')
      ORDER BY closed_at DESC, id DESC LIMIT 1`,
    [id, orderNumber],
  );
  return said?.resolution ?? null;
}
