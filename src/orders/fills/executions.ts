import type { BreakIdentity } from '../breaks/break.js';
import { keyOfTrade, unbookedTrade, type UnbookedTrade } from '../breaks/trade-difference.js';
import { add, compare, larger, multiply, subtract } from '../../infra/decimal.js';
import { applyAmendedTerms, isEditUnshown } from '../order/changes/amended-terms.js';
import { noteTradesDiffer } from '../order/evidence/matched-certainty.js';
import { OrderChangeDraft } from '../order/changes/order-change-draft.js';
import type { ExecutionEvidence } from '../order/evidence/evidence.js';
import { checkLimitPrice } from './limit-evidence.js';
import { isOfMore } from './misnamed-orders.js';
import { leavesTooMuch } from './trade-row.js';
import { isOpen, isUncertain, type OrderRequest } from '../order/requests/order-request.js';
import { doubtNumberBy } from '../order-numbers/number-proof.js';
import type { EvidenceGrade } from '../order/order-status.js';
import {
  type OrderChange,
  type Fill,
  type Moment,
  type OrderState,
  hasBreak,
  isSameAccount,
} from '../order/order.js';

/**
 * Every execution is booked once, whatever the status of the order, late ones too. The key is trade
 * date, matching id, order number and side; the caller passes only those not booked yet. A row of
 * another client, side or security is not booked but opens a break. A reversed execution that is shown
 * again is booked again, with a break. For executions beyond the limit `state` must include finished
 * requests; see `limit-evidence`.
 */
export function bookExecutions(
  state: OrderState,
  rows: readonly ExecutionEvidence[],
  at: Moment,
  reversed: readonly Fill[] = [],
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  const booked: ExecutionEvidence[] = [];
  for (const row of rows) {
    const mismatch = mismatchOf(state, row);
    if (mismatch !== null) {
      draft.openBreak({ type: 'IdentityMismatch', key: row.matchingId, detail: mismatch });
      continue;
    }
    bookTrade(draft, fillOf(row));
    booked.push(row);
    if (!hasBreak(state, 'FillMismatch')) continue;
    const outcome = 'it fits the order now, and it is booked';
    draft.closeBreak({ ...invalidRow(row), outcome });
  }
  checkLimitPrice(
    draft,
    booked,
    state.requests.filter((request) => !isOpen(request)),
  );
  if (booked.length > 0) moveStatus(draft);
  noteRebooked(draft, rows, reversed);
  return draft.change();
}

function fillOf(row: ExecutionEvidence): Fill {
  const { tradeDate, matchingId, orderNumber, side, security, units, price, shownFor } = row;
  return { tradeDate, matchingId, orderNumber, side, security, units, price, shownFor };
}

export function quantitiesShown({ units, matchedUnits, pendingUnits }: ShownQuantities): string {
  const quantities = [
    ['traded', units],
    ['matched', matchedUnits],
    ['pending', pendingUnits],
  ];
  return quantities
    .flatMap(([what, quantity]) => (quantity == null ? [] : `${quantity} ${what}`))
    .join(', ');
}

/**
 * Executions of an order of which one leaves more pending than the order can have, or is of more than that
 * ({@link isOfMore}): none is booked, and two people may say of each that it is as it is shown, or that it is not the
 * order's. Where the impossible one's own quantities do not agree either, it can only be excluded; those of another may be
 * what the order has traded by then. `most`: the most units that the order can have had.
 */
export function reportImpossible(
  state: OrderState,
  rows: readonly ExecutionEvidence[],
  { most, day }: { readonly most: string; readonly day: string },
  at: Moment,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  for (const row of rows) {
    const { matchingId: key } = row;
    const mismatch = mismatchOf(state, row);
    if (mismatch !== null) {
      draft.openBreak({ type: 'IdentityMismatch', key, detail: mismatch });
      noteTradesDiffer(draft, day, mismatch);
      continue;
    }
    const isToldOf = draft.hadOpenBreak(invalidRow(row));
    if (isOfMore(state.order, row, most) && !isToldOf) {
      const why = `a trade of ${row.units} units is shown under ${row.orderNumber}, which an acknowledgement of ${most} has named`;
      doubtNumberBy(draft, 'OrderEnquiry', at.database, why);
    }
    const isUnclear = !isFullyMatched(row) && leavesTooMuch(row, most);
    const trade = unbookedTrade(row);
    openInvalidRow(draft, row, day, isUnclear ? { ...trade, isUnclear } : trade);
  }
  return draft.change();
}

function isFullyMatched({ units, matchedUnits }: ExecutionEvidence): boolean {
  return matchedUnits === null || compare(units, matchedUnits) === 0;
}

/** Rows whose quantities contradict each other are not booked: each opens a break. */
export function reportInvalidRows(
  state: OrderState,
  rows: readonly ShownQuantities[],
  day: string,
  at: Moment,
): OrderChange {
  const draft = new OrderChangeDraft(state, at);
  for (const row of rows) openInvalidRow(draft, row, day);
  return draft.change();
}

/** What people say of it stands however long no answer shows it: it goes by how the row is shown alone. */
function openInvalidRow(
  draft: OrderChangeDraft,
  row: ShownQuantities,
  day: string,
  trade?: UnbookedTrade,
): void {
  const { orderNumber, matchingId, price, tradeDate } = row;
  const priced = price === null ? '' : ` with a price of ${price},`;
  const detail = `the trade ${matchingId ?? 'without a matching id'} of order ${orderNumber} on ${tradeDate ?? day} is shown${priced} as ${quantitiesShown(row)}: it is not booked`;
  const found = { ...invalidRow(row), detail, lasting: true };
  draft.openBreak(trade === undefined ? found : { ...found, trade });
  noteTradesDiffer(draft, day, detail);
}

type ShownQuantities = Pick<ExecutionEvidence, 'orderNumber' | 'pendingUnits'> & {
  readonly matchingId: string | null;
  readonly units: string | null;
  readonly matchedUnits?: string | null;
  readonly price: string | null;
  readonly tradeDate: string | null;
};

function invalidRow({ matchingId }: Pick<ShownQuantities, 'matchingId'>): BreakIdentity {
  return { type: 'FillMismatch', kind: 'InvalidRow', key: matchingId ?? '' };
}

/** One break per booking: if a number is linked again, all of its trades come back at once. */
function noteRebooked(
  draft: OrderChangeDraft,
  rows: readonly Fill[],
  reversed: readonly Fill[],
): void {
  const before = new Set(reversed.map(keyOfTrade));
  const [first, ...others] = rows.filter((row) => before.has(keyOfTrade(row)));
  if (first === undefined) return;
  const { matchingId, units, price } = first;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  const detail = `the trade ${matchingId}, which was reversed, is shown again, as ${units} at ${price}, and booked${more}`;
  // The count makes each time a new break.
  draft.openBreak({
    type: 'FillMismatch',
    kind: 'BookedAgain',
    key: `${reversed.length} ${matchingId}`,
    detail,
  });
}

export function bookTrade(draft: OrderChangeDraft, fill: Fill): void {
  const { order } = draft;
  const filledUnits = add(order.filledUnits, fill.units);
  draft.set({
    filledUnits,
    filledValue: add(order.filledValue, multiply(fill.units, fill.price)),
    matchedUnits: larger(order.matchedUnits, filledUnits),
  });
  trackEarlierNumbers(draft, fill);
  draft.addFill(fill);
}

/** Matched units of earlier numbers count on top of the executions under the present one. */
function trackEarlierNumbers(draft: OrderChangeDraft, fill: Fill): void {
  const { matchedUnderPriorNumbers, filledUnderPriorNumbers, filledUnits, matchedUnits } =
    draft.order;
  if (matchedUnderPriorNumbers === null || filledUnderPriorNumbers === null) return;
  const isEarlier = draft.isEarlier(fill);
  const booked = isEarlier ? add(filledUnderPriorNumbers, fill.units) : filledUnderPriorNumbers;
  const matched = larger(matchedUnderPriorNumbers, booked);
  if (isEarlier) draft.set({ matchedUnderPriorNumbers: matched, filledUnderPriorNumbers: booked });
  const atLeast = add(matched, subtract(filledUnits, booked));
  draft.set({ matchedUnits: larger(matchedUnits, atLeast) });
}

/** The most units the order may have at the exchange: an edit of unknown outcome may have added some. */
function unitsAtMost(draft: OrderChangeDraft): string {
  return draft
    .openRequests()
    .filter((request) => request.kind === 'Edit' && isUncertain(request))
    .reduce((most, edit) => larger(most, edit.units ?? '0'), draft.order.units);
}

/** Makes an order Filled whose executions cover the most units it may have. */
export function completeIfTraded(draft: OrderChangeDraft): void {
  const { filledUnits } = draft.order;
  if (compare(filledUnits, '0') === 0 || compare(filledUnits, unitsAtMost(draft)) < 0) return;
  reportOverfill(draft);
  const isNew = draft.applyEvidence('tradedInFull', 'Traded');
  if (isNew && isEditUnshown(draft.order)) {
    draft.doubt('it was edited, and no record has shown yet that nothing more is to be traded');
  }
  refuseLateCancels(draft);
}

/** Gives the order the terms of a proven edit: fewer units can make it Filled. */
export function confirmEdit(
  draft: OrderChangeDraft,
  request: OrderRequest,
  word: string | null,
  grade: EvidenceGrade,
): void {
  if (applyAmendedTerms(draft, request, word, grade)) completeIfTraded(draft);
}

function reportOverfill(draft: OrderChangeDraft): void {
  const { filledUnits } = draft.order;
  const units = unitsAtMost(draft);
  if (compare(filledUnits, units) <= 0) return;
  draft.openBreak({
    type: 'FillMismatch',
    kind: 'Overfill',
    detail: `${filledUnits} units are traded of an order of ${units}`,
  });
}

/**
 * All units are traded, so a cancel of unknown outcome cancelled nothing. Where more is traded, the order had other units
 * than we know of, and the cancel may have ended the rest.
 */
export function refuseLateCancels(draft: OrderChangeDraft): void {
  const { status, grade, filledUnits, units } = draft.order;
  if (status !== 'Filled' || grade !== 'Traded' || compare(filledUnits, units) > 0) return;
  for (const request of draft.openRequests()) {
    if (request.kind !== 'Cancel' || request.state !== 'Unknown') continue;
    const reason = 'the order was filled before it could be cancelled';
    draft.refuse(request, reason);
  }
}

function moveStatus(draft: OrderChangeDraft): void {
  const { filledUnits, status } = draft.order;
  if (compare(filledUnits, unitsAtMost(draft)) >= 0) {
    completeIfTraded(draft);
  } else if (status === 'Filled') {
    // A record has shown it filled; the trades that prove it are still arriving.
    draft.set({ provenAt: draft.at.wall });
  } else {
    draft.applyEvidence('tradedInPart', 'Traded');
  }
}

/** Why a trade under the order's number cannot be the order's; null if all can. */
export function identityConflict(
  state: OrderState,
  rows: readonly ExecutionEvidence[],
): string | null {
  for (const row of rows) {
    const mismatch = mismatchOf(state, row);
    if (mismatch !== null) return mismatch;
  }
  return null;
}

function mismatchOf({ order }: OrderState, row: ExecutionEvidence): string | null {
  if (row.side !== order.side || row.security !== order.security) {
    return `the trade ${row.matchingId} of order ${row.orderNumber} is ${row.side} ${row.security}`;
  }
  if (row.accountNumber !== null && !isSameAccount(row.accountNumber, order.accountNumber)) {
    return `the trade ${row.matchingId} of order ${row.orderNumber} is another client's`;
  }
  return null;
}
