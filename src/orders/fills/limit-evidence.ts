import { canonical, compare } from '../../infra/decimal.js';
import type { OrderChange } from '../order/order-change.js';
import { applyAmendedTerms } from '../order/amended-terms.js';
import type { ExecutionEvidence } from '../order/evidence.js';
import type { OrderRequest } from '../order/order-request.js';
import type { Order } from '../order/order.js';
import { isClosed } from '../order/order-status.js';

/**
 * An execution beyond the limit proves that the limit is another than we hold. Pure.
 *   - It proves an edit of unknown outcome by which it is within the limit.
 *   - An edit that was called refused has taken effect: the order is corrected, and a person is told.
 *   - A row that comes late may be of the limit before the last edit, for a while.
 *   - Whatever nothing of ours explains makes the price doubtful, and a person is told.
 */
export function isBeyond({ side }: Pick<Order, 'side'>, traded: string, limit: string): boolean {
  const compared = compare(traded, limit);
  return side === 'BUY' ? compared > 0 : compared < 0;
}

/** So late the trades of before an edit may be shown. */
const LATE_MS = 60_000;

type Row = Pick<ExecutionEvidence, 'units' | 'price'>;

/** `finished`: requests of the order that are not open any more, the oldest first. */
export function weighLimit(
  draft: OrderChange,
  rows: readonly Row[],
  finished: readonly OrderRequest[],
): void {
  const worst = worstBeyond(draft.order, rows);
  if (worst === null) return;
  const admits = ({ kind, price, sends }: OrderRequest): boolean =>
    kind === 'Edit' && sends > 0 && price !== null && !isBeyond(draft.order, worst.price, price);
  const open = draft.openRequests().find((one) => one.state === 'Unknown' && admits(one));
  if (open !== undefined) return prove(draft, open, worst);
  if (isOfBefore(draft, worst, finished)) return;
  const refused = finished.findLast((one) => one.state === 'Refused' && admits(one));
  if (refused !== undefined && isLast(refused, finished) && changesPriceAlone(draft, refused)) {
    correct(draft, refused, worst);
  } else tell(draft, worst);
}

function worstBeyond(order: Order, rows: readonly Row[]): Row | null {
  let worst: Row | null = null;
  for (const row of rows) {
    if (isBeyond(order, row.price, worst?.price ?? order.price)) worst = row;
  }
  return worst;
}

function prove(draft: OrderChange, edit: OrderRequest, { units, price }: Row): void {
  const reason = `${units} were traded at ${price}, which only this edit allows`;
  draft.moveRequest(edit, 'Acknowledged', 'ACKNOWLEDGED', { reason });
  takeOver(draft, edit);
}

/** The order has the terms of the edit, also where it is over by now. */
function takeOver(draft: OrderChange, edit: OrderRequest): void {
  if (!isClosed(draft.order.status)) {
    applyAmendedTerms(draft, edit, null, 'Inferred');
    return;
  }
  const { price } = edit;
  if (price === null) return;
  draft.set({ price, priceGrade: 'Inferred', reason: null });
  draft.fact('TERMS_CHANGED', { units: draft.order.units, price, request: edit.id });
}

function correct(draft: OrderChange, edit: OrderRequest, worst: Row): void {
  const had = canonical(draft.order.price);
  prove(draft, edit, worst);
  draft.openBreak({
    type: 'PriceMismatch',
    key: `beyond ${had}`,
    detail: `${beyond(worst, had)}: the edit to ${edit.price ?? '?'} was called refused, and has taken effect`,
    lasting: true,
  });
}

function tell(draft: OrderChange, worst: Row): void {
  const had = canonical(draft.order.price);
  draft.set({ priceGrade: 'Doubtful' });
  draft.openBreak({
    type: 'PriceMismatch',
    key: `beyond ${had}`,
    detail: beyond(worst, had),
    lasting: true,
  });
}

function beyond({ units, price }: Row, had: string): string {
  return `${units} were traded at ${price}, beyond the limit of ${had}`;
}

/** Within a limit that an edit has replaced so lately that the row may be of before. */
function isOfBefore(
  { order, at }: OrderChange,
  worst: Row,
  finished: readonly OrderRequest[],
): boolean {
  const limits = finished.filter(
    ({ kind, state }) => kind !== 'Cancel' && state === 'Acknowledged',
  );
  return limits.some(({ price }, index) => {
    const next = limits[index + 1];
    if (price === null || next === undefined || at.wall - next.since > LATE_MS) return false;
    return !isBeyond(order, worst.price, price);
  });
}

/** No later edit of it is known to have taken effect. */
function isLast(edit: OrderRequest, finished: readonly OrderRequest[]): boolean {
  const after = finished.slice(finished.indexOf(edit) + 1);
  return !after.some(({ kind, state }) => kind === 'Edit' && state === 'Acknowledged');
}

function changesPriceAlone({ order }: OrderChange, { units }: OrderRequest): boolean {
  return units === null || compare(units, order.units) === 0;
}
