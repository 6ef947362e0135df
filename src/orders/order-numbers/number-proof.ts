import { compare } from '../../infra/decimal.js';
import { OrderChangeDraft } from '../order/changes/order-change-draft.js';
import { reportHeldRequests } from '../order/changes/instructions.js';
import type { OrderRequest } from '../order/requests/order-request.js';
import {
  type OrderChange,
  type Moment,
  type Order,
  type OrderState,
  hasBreak,
  isNumberDoubted,
  isOtherSide,
  abbreviatesOtherSide,
} from '../order/order.js';
import { isClosed, type NumberDoubt } from '../order/order-status.js';

/*
 * An edit or a cancel names only the number. If an answer shows another order under it, the number is
 * doubtful: nothing is sent by it until the same kind of answer shows our order again, or two people say
 * that it is right.
 */

/** How the order number is known, for callers. `Operator`: two people have said so. */
export type NumberProof = 'Acknowledged' | 'Shown' | 'Inferred' | 'Operator' | 'Doubtful';

type Numbered = Pick<Order, 'orderNumber' | 'numberGrade' | 'numberDoubt' | 'fewerShownAt'>;

export function numberProofOf(order: Numbered): NumberProof | null {
  const { orderNumber, numberGrade } = order;
  if (orderNumber === null) return null;
  if (isNumberDoubted(order)) return 'Doubtful';
  if (numberGrade === 'Acknowledged' || numberGrade === 'Inferred' || numberGrade === 'Operator') {
    return numberGrade;
  }
  return numberGrade === null ? 'Inferred' : 'Shown';
}

export function isNumberCertain(order: Numbered): boolean {
  const proof = numberProofOf(order);
  return proof !== 'Inferred' && proof !== 'Doubtful';
}

/** A doubtful price matters only while the order may still trade. */
export function isPriceCertain({
  priceGrade,
  status,
}: Pick<Order, 'priceGrade' | 'status'>): boolean {
  return priceGrade !== 'Doubtful' || isClosed(status);
}

/** Whether a record cannot be of the order: nothing changes an order's side or security. */
export function isOtherOrder(
  order: Pick<Order, 'side' | 'security'>,
  shown: { readonly side: string; readonly security: string },
): boolean {
  const isOtherSecurity = shown.security.toUpperCase() !== order.security.toUpperCase();
  return isOtherSecurity || isOtherSide(shown.side, order.side);
}

/** The same, or its side is the beginning of the other one: reason enough to send nothing by the number. */
export function looksLikeAnothers(
  order: Pick<Order, 'side' | 'security'>,
  shown: { readonly side: string; readonly security: string },
): boolean {
  return isOtherOrder(order, shown) || abbreviatesOtherSide(shown.side, order.side);
}

/** A doubt yields to one that is stronger; among those that are not here the latest counts. */
const STRENGTH: Readonly<Partial<Record<NumberDoubt, number>>> = {
  // A list may be of another moment.
  OrderEnquiry: 1,
  AccountList: 2,
  // Records do not name their order, so that only people end these.
  Acknowledgement: 3,
  OtherBrokersAlike: 3,
  LaterDay: 3,
  NextOwner: 3,
};

function strengthOf(doubt: NumberDoubt): number {
  return STRENGTH[doubt] ?? 0;
}

/** An answer has shown another order under the number. */
export function doubtNumberBy(
  draft: OrderChangeDraft,
  source: NumberDoubt,
  askedAt: number,
  why: string,
): void {
  const { orderNumber, numberDoubt, numberDoubtedAt } = draft.order;
  if (orderNumber === null) return;
  draft.openBreak({ type: 'IdentityMismatch', key: orderNumber, detail: why });
  const held = numberDoubt === null ? 0 : strengthOf(numberDoubt);
  if (numberDoubt === source || (held > 0 && held >= strengthOf(source))) {
    // No list of the account that was asked for before this confirms the number.
    if (numberDoubt === 'AccountList' && askedAt > (numberDoubtedAt ?? 0))
      draft.set({ numberDoubtedAt: askedAt });
    return;
  }
  draft.set({ numberDoubt: source, numberDoubtedAt: askedAt });
  draft.fact('NUMBER_DOUBTED', { orderNumber, reason: why });
  reportHeldRequests(draft);
}

/** The broker's list shows another working order under the number. */
export function doubtSharedNumber(
  state: OrderState,
  { orderNumber, askedAt }: { readonly orderNumber: string; readonly askedAt: number },
  at: Moment,
): OrderChange | null {
  const { order } = state;
  if (order.orderNumber !== orderNumber) return null;
  const draft = new OrderChangeDraft(state, at);
  const why = `the broker's list shows another working order under ${orderNumber}`;
  doubtNumberBy(draft, 'BrokerList', askedAt, why);
  return draft.change();
}

/**
 * The day's trades show an order of another broker under the number. Brokers may have numbers of their own, so that
 * nobody is told at once; but a call by the number may reach the other one, until an enquiry by it shows ours. Of two
 * orders with the same terms none can: people are told at once, because only they can end that.
 */
export function doubtNumberOfTwoBrokers(
  state: OrderState,
  shared: OtherBrokersNumber & { readonly isAgain: boolean },
  at: Moment,
): OrderChange | null {
  const draft = new OrderChangeDraft(state, at);
  doubtTwoBrokers(draft, shared);
  return draft.change();
}

export function doubtTwoBrokers(
  draft: OrderChangeDraft,
  { orderNumber, askedAt, isAlike, isAgain }: OtherBrokersNumber & { readonly isAgain: boolean },
): void {
  const { order } = draft;
  if (order.orderNumber !== orderNumber || isClosed(order.status)) return;
  const why = `the day's trades show an order of another broker under ${orderNumber}`;
  if (isAlike) {
    const detail = `${why}, which may have the same side, security and units`;
    doubtNumberBy(draft, 'OtherBrokersAlike', askedAt, detail);
  } else if (isAgain && order.numberDoubt === 'OtherBroker') {
    // No enquiry has answered since, or not with ours.
    doubtNumberBy(draft, 'OtherBroker', askedAt, why);
    reportHeldRequests(draft);
  } else if (!isAgain && order.numberDoubt === null) {
    draft.set({ numberDoubt: 'OtherBroker', numberDoubtedAt: askedAt });
    draft.fact('NUMBER_DOUBTED', { orderNumber, reason: why });
  }
}

/** Trades under our own broker code have filled the order: that another broker's order has its number matters no more. */
export function endDoubtOfFilled(state: OrderState, at: Moment): OrderChange | null {
  const { status, numberDoubt, units, filledUnits } = state.order;
  const isOtherBrokers = numberDoubt === 'OtherBroker' || numberDoubt === 'OtherBrokersAlike';
  if (status !== 'Filled' || !isOtherBrokers || compare(filledUnits, units) !== 0) return null;
  // An enquiry that has changed its units may have shown the other order.
  if (hasBreak(state, 'UnitsMismatch')) return null;
  const draft = new OrderChangeDraft(state, at);
  endNumberDoubt(draft, "the day's trades under our broker code fill the order");
  return draft.change();
}

/** Nothing that is shown under the number is read until people have said whose it is. */
export function isUpToPeople({ numberDoubt }: Pick<Order, 'numberDoubt'>): boolean {
  return numberDoubt === 'LaterDay' || numberDoubt === 'NextOwner';
}

/** An enquiry by the number may show another broker's order, or its next owner's, and would read like ours. */
export function mayShowAnothers(order: Pick<Order, 'numberDoubt'>): boolean {
  return order.numberDoubt === 'OtherBrokersAlike' || isUpToPeople(order);
}

export interface OtherBrokersNumber {
  readonly orderNumber: string;
  /** The other order may have the side, security and units of ours. */
  readonly isAlike: boolean;
  readonly askedAt: number;
}

/** A later answer of the doubting kind shows the order under its number. */
export function confirmNumber(draft: OrderChangeDraft, source: NumberDoubt, askedAt: number): void {
  const { orderNumber, numberDoubt, numberDoubtedAt } = draft.order;
  if (orderNumber === null || askedAt <= (numberDoubtedAt ?? 0)) return;
  const isSettled = numberDoubt === 'OtherBroker' && source === 'OrderEnquiry';
  if (numberDoubt !== source && !isSettled) return;
  endNumberDoubt(draft, `${source} shows the order under ${orderNumber} again`);
}

export function endNumberDoubt(draft: OrderChangeDraft, why: string): void {
  if (draft.order.numberDoubt === null) return;
  draft.set({ numberDoubt: null, numberDoubtedAt: null });
  confirm(draft, why);
}

/** A record shows less matched than an earlier one: whatever else makes the number doubtful stays. */
export function doubtFewerShown(draft: OrderChangeDraft, askedAt: number, why: string): void {
  const { orderNumber } = draft.order;
  draft.openBreak({ type: 'IdentityMismatch', key: orderNumber ?? '', detail: why });
  draft.set({ fewerShownAt: askedAt });
  draft.fact('NUMBER_DOUBTED', { orderNumber, reason: why });
  reportHeldRequests(draft);
}

export function endFewerShown(draft: OrderChangeDraft, why: string): void {
  if (draft.order.fewerShownAt === null) return;
  draft.set({ fewerShownAt: null });
  confirm(draft, why);
}

/** Unless something else leaves the number doubtful; that one doubt less is in the trail either way. */
function confirm(draft: OrderChangeDraft, why: string): void {
  const { orderNumber } = draft.order;
  if (isNumberDoubted(draft.order)) {
    draft.fact('DOUBT_ENDED', { why });
    return;
  }
  draft.fact('NUMBER_CONFIRMED', { orderNumber, reason: why });
  draft.closeBreak({ type: 'IdentityMismatch', key: orderNumber ?? '', outcome: why });
  const unknown = draft.openRequests().filter(({ state }) => state === 'Unknown');
  const isUnknown = (kind: OrderRequest['kind']): boolean =>
    unknown.some((request) => request.kind === kind);
  if (!isUnknown('Edit')) draft.closeBreaks('EditUnconfirmed');
  if (!isUnknown('Cancel')) draft.closeBreaks('CancelUnconfirmed');
}
