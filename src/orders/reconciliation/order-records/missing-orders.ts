import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { type OrderChange, type Moment, type OrderState } from '../../order/order.js';

/* An order that neither lists nor an enquiry show, and one that a list shows differently while no enquiry answers. */

/** After so many runs in which neither list nor enquiry shows it, a break opens. The status stays. */
export const TIMES_MISSING_TOLERATED = 3;
/** After so many it is not certain: a single list and enquiry may lag. */
export const TIMES_MISSING_DOUBTED = 2;

export function noteMissing(state: OrderState, at: Moment, detail: string): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const timesMissing = state.order.timesMissing + 1;
  draft.set({ timesMissing });
  if (timesMissing >= TIMES_MISSING_TOLERATED)
    draft.openBreak({ type: 'MissingAtExchange', detail });
  if (timesMissing >= TIMES_MISSING_DOUBTED && draft.isWorking) doubtMissing(draft, detail);
  return draft.change();
}

/** As `noteMissing`, if no answer says that the exchange has no record. */
export function reportMissing(state: OrderState, at: Moment, detail: string): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  draft.openBreak({ type: 'MissingAtExchange', detail });
  if (draft.isWorking) doubtMissing(draft, detail);
  return draft.change();
}

/** A trade that is shown late may have ended the doubt meanwhile. */
function doubtMissing(draft: OrderChangeDraft, detail: string): void {
  draft.takeForMissing(detail);
  draft.doubt(detail);
}

/** A list shows the order differently, and no enquiry can explain it. */
export function reportUnanswered(
  state: OrderState,
  at: Moment,
  detail: string,
): OrderChange | null {
  const draft = new OrderChangeDraft(state, at);
  const { status, grade } = state.order;
  const concluded = status === 'Expired' || grade === 'Operator';
  if (!draft.isWorking && !concluded) return null;
  if (draft.isWorking) draft.doubt(detail);
  draft.openBreak({ type: 'SourcesDisagree', key: 'no enquiry', detail });
  return draft.change();
}
