import type { Reading } from '../../infra/database/reads.js';
import type { NumberCalled } from '../breaks/resolution.js';
import { startOfDay } from '../../market/trading-calendar/trading-day.js';
import { isOnLaterDay, type Order } from '../order/order.js';
import { isClosed } from '../order/order-status.js';

const DAY_MS = 86_400_000;

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

type NumberedOrder = Pick<Order, 'id' | 'orderNumber'>;

/** They have answered that it is right, and no record has shown the order working since its acknowledgement. */
export async function isNumberCalledRight(
  reading: Reading,
  order: NumberedOrder & Pick<Order, 'numberGrade' | 'shownWorkingAt'>,
): Promise<boolean> {
  if (order.numberGrade !== 'Acknowledged' || order.shownWorkingAt !== null) return false;
  return wasCalledRightSince(reading, order, 0);
}

/** They have answered so on a later day than that of a day order, which nothing has ended yet. */
export async function isCalledRightLater(
  reading: Reading,
  order: NumberedOrder & Pick<Order, 'timeInForce' | 'tradingDate' | 'status'>,
  today: string,
): Promise<boolean> {
  if (!isOnLaterDay(order, today) || isClosed(order.status)) return false;
  return wasCalledRightSince(reading, order, startOfDay(order.tradingDate) + DAY_MS);
}

async function wasCalledRightSince(
  reading: Reading,
  { id, orderNumber }: NumberedOrder,
  since: number,
): Promise<boolean> {
  const said = await reading.query(
    `SELECT 1 FROM breaks
      WHERE order_id = ? AND order_number = ? AND resolution = 'number-is-right' AND closed_at >= ? LIMIT 1`,
    [id, orderNumber, since],
  );
  return said.length > 0;
}
