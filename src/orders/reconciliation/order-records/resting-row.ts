import { canonical, compare } from '../../../infra/decimal.js';
import { isBeyondLimit } from '../../fills/limit-evidence.js';
import { changedWithUnits } from '../../order/changes/amended-terms.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import { isOwnRecord } from '../../order-numbers/ownership.js';
import {
  type OrderChange,
  type Moment,
  type OrderState,
  isNumberDoubted,
  isSameAccount,
} from '../../order/order.js';
import { isUnproven } from '../../order/order-status.js';
import {
  endLastEditDoubt,
  followedOtherwise,
  noteShown,
  questionAcknowledged,
  restsOtherwise,
} from './amended-by-exchange.js';
import { isPriceAlone, settlePriceEdit } from './record-and-requests.js';
import { isAnswered, tooSoon, type RecordRules } from './record-rules.js';

/** A row of the day's trades that shows a working order. Its price is the limit; once units are matched, perhaps that of a trade. */
export interface RestingEvidence {
  readonly orderNumber: string;
  readonly security: string;
  readonly side: string;
  readonly accountNumber: string | null;
  readonly price: string;
  readonly matchedUnits: string | null;
  /** Database time at which the trades were asked for. */
  readonly askedAt: number;
  /** Such rows show limits: an earlier one of the order has shown ours, or those of other orders show theirs. */
  readonly isLimit: boolean;
  /** The order's `BasePrice`, of which nobody knows what it is, shows the same price. */
  readonly isBasePrice: boolean;
}

type RestingRules = Pick<
  RecordRules,
  'graceMs' | 'mayBeRenumbered' | 'editKeepsNumber' | 'answeredPrices'
>;

/**
 * What the price of such a row does. It ends an edit of the price alone whose outcome is unknown. That it is
 * the limit is not in the interface document: so a price that is neither ours nor one that we have asked for is told
 * of only where a row of this order, or rows of others, have agreed with us before, or where `BasePrice` agrees with it.
 * Otherwise an acknowledged price is only inferred from then on.
 */
export function applyRestingRow(
  state: OrderState,
  row: RestingEvidence,
  at: Moment,
  rules: RestingRules,
): OrderChange | null {
  const { order, requests } = state;
  const { price, askedAt } = row;
  if (row.orderNumber !== order.orderNumber || isUnproven(order.numberGrade)) return null;
  if (askedAt <= order.lastOwnChangeAt || requests.some(({ state: now }) => now === 'Sent'))
    return null;
  const draft = new OrderChangeDraft(state, at);
  if (!draft.isWorking || !isItsRow(state, row, at, rules)) return null;
  const edits = draft.openRequests().filter(({ kind }) => kind === 'Edit');
  for (const edit of edits) {
    if (edit.state !== 'Unknown' || !isPriceAlone(draft, edit)) continue;
    // It may be the price of a trade that the limit of before allows.
    if (hasTraded(row) && !isBeyondLimit(order, price, order.price)) continue;
    settlePriceEdit(draft, edit, { price, askedAt }, rules);
  }
  if (edits.length === 0) compareWithOurs(draft, row, rules);
  return draft.change();
}

function hasTraded({ matchedUnits }: RestingEvidence): boolean {
  return matchedUnits !== null && compare(matchedUnits, '0') > 0;
}

/** Such a row shows how much of the order is matched: at least that much is, though no trade of it may be shown yet. */
export type MatchedEvidence = Pick<
  RestingEvidence,
  'orderNumber' | 'security' | 'side' | 'accountNumber'
> & { readonly units: string; readonly matchedUnits: string };

/** Only where the row has our units under our only number, of which nothing is doubted: else it may be of another order. */
export function applyMatchedInRow(
  state: OrderState,
  row: MatchedEvidence,
  at: Moment,
  rules: Pick<RecordRules, 'graceMs'>,
): OrderChange | null {
  const { order } = state;
  if (row.orderNumber !== order.orderNumber || isUnproven(order.numberGrade)) return null;
  if (isNumberDoubted(order) || order.matchedUnderPriorNumbers !== null) return null;
  const draft = new OrderChangeDraft(state, at);
  if (!draft.isWorking || !isItsRow(state, row, at, rules)) return null;
  const { matchedUnits } = row;
  if (compare(row.units, order.units) !== 0 || compare(matchedUnits, order.matchedUnits) <= 0)
    return null;
  draft.set({ matchedUnits });
  draft.fact('MATCHED_UNITS_CHANGED', { from: order.matchedUnits, to: matchedUnits });
  return draft.change();
}

function isItsRow(
  state: OrderState,
  { security, side, accountNumber }: Omit<MatchedEvidence, 'units' | 'matchedUnits'>,
  at: Moment,
  { graceMs }: Pick<RecordRules, 'graceMs'>,
): boolean {
  const { order } = state;
  if (security !== order.security || side !== order.side) return false;
  if (accountNumber !== null && !isSameAccount(accountNumber, order.accountNumber)) return false;
  const record = { security, side, units: order.units, matchedUnits: null };
  return isOwnRecord(state, record, at, graceMs);
}

function compareWithOurs(
  draft: OrderChangeDraft,
  { price, askedAt, isLimit, isBasePrice }: RestingEvidence,
  rules: RestingRules,
): void {
  const { order } = draft;
  const had = canonical(order.price);
  const doubt = restsOtherwise(had);
  if (compare(price, order.price) === 0) {
    if (draft.hasOpenBreak('PriceMismatch')) {
      const outcome = `the day's trades show our price of ${had} again`;
      draft.closeBreak({ ...doubt, outcome });
      draft.closeBreak({ ...changedWithUnits(had), outcome });
    }
    // `BasePrice` shows another price still.
    if (!draft.hadOpenBreak(followedOtherwise(had))) noteShown(draft);
    endLastEditDoubt(draft);
    return;
  }
  if (tooSoon(order.lastOwnChangeAt, { askedAt }, rules)) return;
  // The limit before an edit says more of the edit than of the row.
  const { priceBefore } = order;
  const isFormer = priceBefore !== null && compare(price, priceBefore) === 0;
  if (isLimit || (isBasePrice && !isFormer)) {
    const detail = `the day's trades show it resting at ${canonical(price)}, we have ${had}`;
    if (isAnswered(order, { ...doubt, detail }, rules)) return;
    const isTold =
      draft.hasOpenBreak('PriceMismatch') && !draft.hadOpenBreak(followedOtherwise(had));
    if (!isTold) draft.openBreak({ ...doubt, detail });
    if (order.priceGrade !== 'Doubtful')
      draft.fact('PRICE_DOUBTED', { price: order.price, shown: price });
    draft.set({ priceGrade: 'Doubtful' });
  } else {
    questionAcknowledged(draft, price);
  }
}
