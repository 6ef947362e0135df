import { isEditUnshown } from '../../order/changes/amended-terms.js';
import {
  CONTESTED_KEY,
  TRADED_AFTER_END,
  OrderChangeDraft,
} from '../../order/changes/order-change-draft.js';
import { type OrderChange, type Moment, type OrderState } from '../../order/order.js';
import { type RecordRules } from './record-rules.js';

/** How long an acknowledged cancel may be contested before a break opens. */
const CONTESTED_MS = 60_000;

/**
 * An enquiry has no record of an order whose acknowledged cancel was contested. Where the exchange itself says
 * so, later than a record may lag behind, it is not there any more; else it stays open, and is told of.
 */
export function reviewContest(
  state: OrderState,
  isExplicit: boolean,
  at: Moment,
  { graceMs }: RecordRules,
): OrderChange | null {
  const { contestedSince, orderNumber } = state.order;
  if (contestedSince === null) return null;
  const draft = new OrderChangeDraft(state, at);
  const sinceMs = at.wall - contestedSince;
  const isUnshown = isEditUnshown(state.order, graceMs);
  // What was traded after the acknowledgement: people are told of it, and it is up to them.
  if (draft.hadOpenBreak(TRADED_AFTER_END)) return null;
  // The number of before an edit that gave the order another one is not there any more either.
  if (isExplicit && sinceMs > graceMs && !draft.isWorking && !isUnshown) {
    draft.endContest('the exchange has no record of it any more');
    draft.fact('PROVEN', { evidence: 'no record any more', grade: 'Acknowledged', word: null });
    return draft.change();
  }
  if (sinceMs < CONTESTED_MS) return null;
  const shown = isUnshown
    ? 'no record has shown the edit before it'
    : 'a record shows that it works';
  const detail = `the cancel of ${orderNumber ?? '?'} was acknowledged, and ${shown}`;
  draft.openBreak({ type: 'SourcesDisagree', key: CONTESTED_KEY, detail });
  return draft.change();
}
