import type { Order } from '../api/answers.js';

/**
 * The client's name on the newest of these orders, newest first, that the exchange has taken: it has a proven number.
 * A refused order may have been refused for its name.
 */
export function takenName(
  orders: readonly Pick<Order, 'clientName' | 'orderNumber' | 'status' | 'evidence'>[],
): string | null {
  const taken = orders.find(
    ({ orderNumber, status, evidence }) =>
      orderNumber !== null && status !== 'Rejected' && evidence.certain,
  );
  return taken?.clientName ?? null;
}
