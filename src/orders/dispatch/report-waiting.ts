import { OrderChangeDraft, UNCONFIRMED, WAITS_KEY } from '../order/changes/order-change-draft.js';
import type { OrderRequest } from '../order/requests/order-request.js';
import type { OrderChange, Moment, OrderState } from '../order/order.js';

/**
 * Why a queued request is not sent, for people. `identicalPost`: an order of unknown outcome that the exchange could not tell
 * from this one. Null when the request has left the queue, or waits for neither.
 */
export function reportWaiting(
  state: OrderState,
  requestId: string,
  identicalPost: string | null,
  at: Moment,
): OrderChange | null {
  const request = state.requests.find(({ id }) => id === requestId);
  if (request?.state !== 'Queued') return null;
  const why = reasonOf(state, request, identicalPost);
  if (why === null) return null;
  const draft = new OrderChangeDraft(state, at);
  draft.openBreak({ type: UNCONFIRMED[request.kind], key: WAITS_KEY, detail: `it waits: ${why}` });
  return draft.change();
}

function reasonOf(
  { requests }: OrderState,
  request: OrderRequest,
  identicalPost: string | null,
): string | null {
  if (identicalPost !== null) {
    return `nobody knows what became of ${identicalPost}, which could not be told from it at the exchange`;
  }
  const other = requests.find(({ id, state }) => id !== request.id && state === 'Unknown');
  if (other === undefined) return null;
  return `nobody knows what became of the ${other.kind.toLowerCase()} before it`;
}
