import { confirmNumber, isOtherOrder } from '../../order-numbers/number-proof.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import { hasListedUnits } from '../../order/evidence/record-quantities.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import type { Moment, OrderChange, OrderState } from '../../order/order.js';

type ListedOrder = Pick<RecordEvidence, 'orderNumber' | 'side' | 'security' | 'units'>;

/** The list of its account shows the order under its number, with the units that nobody here has asked for. */
export function confirmByAccount(
  state: OrderState,
  { rows, askedAt }: { readonly rows: readonly ListedOrder[]; readonly askedAt: number },
  at: Moment,
): OrderChange | null {
  const { order } = state;
  const isIts = (row: ListedOrder): boolean =>
    row.orderNumber === order.orderNumber &&
    !isOtherOrder(order, row) &&
    hasListedUnits(order, row.units);
  if (!rows.some(isIts)) return null;
  const draft = new OrderChangeDraft(state, at);
  confirmNumber(draft, 'AccountList', askedAt);
  return draft.change();
}
