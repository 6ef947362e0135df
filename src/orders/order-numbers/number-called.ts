import type { Reading } from '../../infra/database/reads.js';
import type { NumberCalled } from '../breaks/resolution.js';
import type { Order } from '../order/order.js';
import { OrderRow } from '../order/order.entity.js';

/**
 * What they have said last since it was cancelled, or when they said that it was; null: nothing, or it is not cancelled.
 * A break is closed before its answer is carried out.
 */
export async function numberCalled(
  reading: Reading,
  {
    id,
    orderNumber,
    status,
    grade,
    closedAt,
  }: Pick<Order, 'id' | 'orderNumber' | 'status' | 'grade' | 'closedAt'>,
): Promise<NumberCalled | null> {
  if (status !== 'Cancelled') return null;
  const orBefore = grade === 'Operator' ? "OR resolution = 'was-cancelled'" : '';
  const [said] = await reading.query<{ resolution: NumberCalled }>(
    `SELECT resolution FROM breaks
      WHERE order_id = ? AND order_number = ? AND type = 'IdentityMismatch'
        AND closed_at IS NOT NULL AND (closed_at > ? ${orBefore})
        AND resolution IN ('number-is-right', 'was-cancelled')
      ORDER BY closed_at DESC, id DESC LIMIT 1`,
    [id, orderNumber, closedAt ?? 0],
  );
  return said?.resolution ?? null;
}

/** What works under its number is another order, people have said. */
export async function isNumberAnothers(
  reading: Reading,
  { orderId, orderNumber }: { readonly orderId: string; readonly orderNumber: string },
): Promise<boolean> {
  const [order] = await reading.find(OrderRow, 'id = ? AND order_number = ?', [
    orderId,
    orderNumber,
  ]);
  return order !== undefined && (await numberCalled(reading, order)) === 'was-cancelled';
}
