import type { BreakIdentity, Finding } from '../../breaks/break.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { isWorking } from '../../order/order-status.js';
import { type OrderChange, type Moment, type Order, type OrderState } from '../../order/order.js';

/* An order that neither lists nor an enquiry show, and one that a list shows differently while no enquiry answers. */

/** After so many runs in which neither list nor enquiry shows it, a break opens. The status stays. */
export const TIMES_MISSING_TOLERATED = 3;
/** After so many it is not certain: a single list and enquiry may lag. */
export const TIMES_MISSING_DOUBTED = 2;

export function noteMissing(state: OrderState, at: Moment, detail: string): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const timesMissing = state.order.timesMissing + 1;
  draft.set({ timesMissing });
  if (timesMissing >= TIMES_MISSING_TOLERATED) openMissing(draft, detail);
  if (timesMissing >= TIMES_MISSING_DOUBTED && draft.isWorking) doubtMissing(draft, detail);
  return draft.change();
}

/** As `noteMissing`, if no answer says that the exchange has no record. */
export function reportMissing(state: OrderState, at: Moment, detail: string): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  openMissing(draft, detail);
  if (draft.isWorking) doubtMissing(draft, detail);
  return draft.change();
}

function openMissing(draft: OrderChangeDraft, detail: string): void {
  draft.openBreak({ type: 'MissingAtExchange', detail });
  endShownNoMore(draft, 'it is told of as missing');
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

/** Neither a list nor an enquiry has shown it since its session ended, and its last trades may still come. */
export function reportShownNoMore({ order }: OrderState): Finding | null {
  if (!isWorking(order.status) || order.missingSince === null) return null;
  return {
    ...shownNoMore(order),
    detail:
      'its session is over, and nothing shows it any more: it expires once the last trades of its day are read without it',
  };
}

export function endShownNoMore(draft: OrderChangeDraft, outcome: string): void {
  const told = shownNoMore(draft.order);
  if (draft.hadOpenBreak(told)) draft.closeBreak({ ...told, outcome });
}

function shownNoMore({ tradingDate }: Pick<Order, 'tradingDate'>): BreakIdentity {
  return { type: 'OpenAfterClose', kind: 'EndUnproven', key: tradingDate };
}
