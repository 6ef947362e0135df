import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { hasBreak, type OrderChange, type Moment, type OrderState } from '../../order/order.js';

const UNREADABLE = { type: 'UnmappedValue', key: 'record' } as const;

/**
 * An enquiry was answered with what cannot be read: it proves nothing, and is no silence either. Where no list
 * shows the order as it is held, nothing that can be read does.
 */
export function reportUnreadable(
  state: OrderState,
  at: Moment,
  { unreadable, isListed }: { readonly unreadable: string; readonly isListed: boolean },
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const detail = `the record of ${state.order.orderNumber ?? 'the order'} cannot be read: ${unreadable}`;
  draft.openBreak({ ...UNREADABLE, detail });
  if (isListed) draft.endDoubt('a list shows it as it is held');
  else draft.doubt(detail);
  return draft.change();
}

export function closeUnreadable(draft: OrderChangeDraft, state: OrderState): void {
  if (!hasBreak(state, UNREADABLE.type)) return;
  draft.closeBreak({ ...UNREADABLE, outcome: 'its record can be read again' });
}
