import type { Reading } from '../../../infra/database/reads.js';
import type { Order } from '../../order/order.js';
import type { OrderRequest } from '../../order/requests/order-request.js';
import type { LastList } from '../collect/polling-state.js';
import type { EditedOrder, ExternalOrders } from '../external-orders/external-orders.js';

/**
 * Whether an order may work under another number than the one that we know: an exchange may replace the order that
 * it edits, refuse the edit or lose its answer, and leave the record of the old number as it was. So it may if no list
 * of the broker since our last request shows the old number, and also if a list or the trades have shown what may be
 * it under a number that is none of ours.
 */
export async function mayBeRenumbered(
  reading: Reading,
  { order, requests }: Edited,
  { lastList, externalOrders }: Shown,
): Promise<boolean> {
  if (lastList === null || lastList.askedAt <= order.lastOwnChangeAt) return true;
  if (lastList.absent.has(order.id)) return true;
  return externalOrders.mayInclude(reading, { order, requests });
}

interface Edited {
  readonly order: EditedOrder['order'] & Pick<Order, 'id' | 'lastOwnChangeAt'>;
  readonly requests: readonly OrderRequest[];
}

interface Shown {
  readonly lastList: LastList | null;
  readonly externalOrders: Pick<ExternalOrders, 'mayInclude'>;
}
