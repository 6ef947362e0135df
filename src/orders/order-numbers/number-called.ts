import type { Reading } from '../../infra/database/reads.js';
import type { NumberCalled } from '../breaks/resolution.js';
import type { Order } from '../order/order.js';

/** What they have said last since it was cancelled; null: nothing, or it is not cancelled. */
export async function numberCalled(
  reading: Reading,
  {
    id,
    orderNumber,
    status,
    closedAt,
    numberLeftAt,
  }: Pick<Order, 'id' | 'orderNumber' | 'status' | 'closedAt' | 'numberLeftAt'>,
): Promise<NumberCalled | null> {
  if (numberLeftAt !== null) return 'was-cancelled';
  if (status !== 'Cancelled') return null;
  const [said] = await reading.query<{ resolution: NumberCalled }>(
    `SELECT resolution FROM breaks
      WHERE order_id = ? AND order_number = ? AND type = 'IdentityMismatch' AND closed_at > ?
        AND resolution IN ('number-is-right', 'was-cancelled')
      ORDER BY closed_at DESC, id DESC LIMIT 1`,
    [id, orderNumber, closedAt ?? 0],
  );
  return said?.resolution ?? null;
}
