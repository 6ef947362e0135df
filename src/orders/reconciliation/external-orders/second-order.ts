import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import type { OrderChange, Moment, OrderState } from '../../order/order.js';

/**
 * The exchange shows what may be a second order of a post that was sent more than once. The client may have bought
 * twice, so the order is not certain until people have decided the break.
 */
export function suspectSecondOrder(
  state: OrderState,
  orderNumber: string,
  at: Moment,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const detail = `its post was sent more than once, and ${orderNumber} may be a second order of it`;
  draft.openBreak({ type: 'DuplicateSuspected', key: orderNumber, detail, lasting: true });
  return draft.change();
}
