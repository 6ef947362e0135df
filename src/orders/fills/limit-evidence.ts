import type { BreakIdentity } from '../breaks/break.js';
import { canonical, compare } from '../../infra/decimal.js';
import type { OrderChangeDraft } from '../order/changes/order-change-draft.js';
import { applyAmendedTerms } from '../order/changes/amended-terms.js';
import type { ExecutionEvidence } from '../order/evidence/evidence.js';
import type { OrderRequest } from '../order/requests/order-request.js';
import type { Order } from '../order/order.js';
import { isClosed } from '../order/order-status.js';

/**
 * An execution beyond the limit proves that the limit is not the one we hold. Pure.
 *   - If an edit of unknown outcome allows its price, the edit took effect. It does not say under which number: while the
 *     exchange has named another, or the one that the order has is cancelled, the edit stays open for a search.
 *   - If a refused edit does, that one took effect: the order is corrected, and a break opens.
 *   - A late row may belong to the limit before the last edit, for a while; or that edit was acknowledged and not
 *     done: the price is doubtful, with a break, until the exchange shows it.
 *   - If nothing explains it, the price is doubtful, and a break opens.
 */
export function isBeyondLimit(
  { side }: { readonly side: string },
  traded: string,
  limit: string,
): boolean {
  const compared = compare(traded, limit);
  return side === 'BUY' ? compared > 0 : compared < 0;
}

/** How late trades from before an edit may be shown. */
const LATE_MS = 60_000;

type Row = Pick<ExecutionEvidence, 'units' | 'price'>;

/** `finished`: the order's requests that are no longer open, oldest first. */
export function checkLimitPrice(
  draft: OrderChangeDraft,
  rows: readonly Row[],
  finished: readonly OrderRequest[],
): void {
  const worst = furthestBeyond(draft.order, rows);
  if (worst === null) return;
  const allows = ({ kind, price, sends }: OrderRequest): boolean =>
    kind === 'Edit' &&
    sends > 0 &&
    price !== null &&
    !isBeyondLimit(draft.order, worst.price, price);
  const open = draft.openRequests().find((one) => one.state === 'Unknown' && allows(one));
  if (open !== undefined) {
    const mayHaveOtherNumber = open.unprovenNumber !== null || draft.order.status === 'Cancelled';
    if (!mayHaveOtherNumber) proveEdit(draft, open, worst);
    else draft.set({ priceGrade: 'Doubtful' });
    return;
  }
  if (isUnderEarlierLimit(draft, worst, finished)) return doubtLastEdit(draft, worst);
  const refused = finished.findLast((one) => one.state === 'Refused' && allows(one));
  if (refused !== undefined && isLast(refused, finished) && changesPriceAlone(draft, refused)) {
    correctPrice(draft, refused, worst);
  } else doubtPrice(draft, worst);
}

function furthestBeyond(order: Order, rows: readonly Row[]): Row | null {
  let worst: Row | null = null;
  for (const row of rows) {
    if (isBeyondLimit(order, row.price, worst?.price ?? order.price)) worst = row;
  }
  return worst;
}

function proveEdit(draft: OrderChangeDraft, edit: OrderRequest, { units, price }: Row): void {
  const reason = `${units} were traded at ${price}, which only this edit allows`;
  draft.moveRequest(edit, 'Acknowledged', 'ACKNOWLEDGED', { reason });
  applyTerms(draft, edit);
}

/** Gives the order the terms of the edit, even if it is closed by now. */
function applyTerms(draft: OrderChangeDraft, edit: OrderRequest): void {
  if (!isClosed(draft.order.status)) {
    const isAmended = applyAmendedTerms(draft, edit, null, 'Inferred');
    // No record has shown the order since, so that it may have another number.
    if (isAmended) draft.set({ editAcknowledgedAt: draft.at.database });
    return;
  }
  const { price } = edit;
  if (price === null) return;
  draft.set({ price, priceGrade: 'Inferred', reason: null });
  draft.fact('TERMS_CHANGED', { units: draft.order.units, price, request: edit.id });
}

function correctPrice(draft: OrderChangeDraft, edit: OrderRequest, worst: Row): void {
  const had = canonical(draft.order.price);
  proveEdit(draft, edit, worst);
  draft.openBreak({
    ...beyondLimit(had),
    detail: `${describe(worst, had)}: the edit to ${edit.price ?? '?'} was refused, but has taken effect`,
    lasting: true,
  });
}

function doubtPrice(draft: OrderChangeDraft, worst: Row): void {
  const had = canonical(draft.order.price);
  draft.set({ priceGrade: 'Doubtful' });
  draft.openBreak({
    ...beyondLimit(had),
    detail: describe(worst, had),
    lasting: true,
  });
}

/** Once the exchange has shown the price of the last edit, such a trade was made before it. */
function doubtLastEdit(draft: OrderChangeDraft, worst: Row): void {
  const { price, priceBefore } = draft.order;
  if (priceBefore === null) return;
  draft.set({ priceGrade: 'Doubtful' });
  const detail = `${describe(worst, canonical(price))}: it may be of before the last edit, or that edit was not done`;
  draft.openBreak({ ...lastEditDoubted(priceBefore), detail, lasting: true });
}

/** The break of executions that no limit allows. */
export function beyondLimit(limit: string): BreakIdentity & { type: 'PriceMismatch' } {
  return { type: 'PriceMismatch', key: `beyond ${canonical(limit)}` };
}

/** The break of an acknowledged edit of the price that may not have been done. */
export function lastEditDoubted(priceBefore: string): BreakIdentity & { type: 'PriceMismatch' } {
  return { type: 'PriceMismatch', key: `still ${canonical(priceBefore)}` };
}

function describe({ units, price }: Row, had: string): string {
  return `${units} were traded at ${price}, beyond the limit of ${had}`;
}

/** Within a limit that was replaced so recently that the row may be from before. */
function isUnderEarlierLimit(
  { order, at }: OrderChangeDraft,
  worst: Row,
  finished: readonly OrderRequest[],
): boolean {
  const limits = finished.filter(
    ({ kind, state }) => kind !== 'Cancel' && state === 'Acknowledged',
  );
  return limits.some(({ price }, index) => {
    const next = limits[index + 1];
    if (price === null || next === undefined || at.wall - next.since > LATE_MS) return false;
    return !isBeyondLimit(order, worst.price, price);
  });
}

/** No later edit is known to have taken effect. */
function isLast(edit: OrderRequest, finished: readonly OrderRequest[]): boolean {
  const after = finished.slice(finished.indexOf(edit) + 1);
  return !after.some(({ kind, state }) => kind === 'Edit' && state === 'Acknowledged');
}

function changesPriceAlone({ order }: OrderChangeDraft, { units }: OrderRequest): boolean {
  return units === null || compare(units, order.units) === 0;
}
