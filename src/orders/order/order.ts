import type { BreakChanges, BreakType } from '../breaks/break.js';
import type { Decimal } from '../../infra/decimal.js';
import type { OrderRequest, RequestKind } from './order-request.js';
import type { EvidenceGrade, NumberDoubt, OrderStatus } from './order-status.js';

export type Side = 'BUY' | 'SELL';

/**
 * How the present limit price is known: acknowledged by the exchange, shown by a record of it, concluded
 * from something else that it shows, or contradicted.
 */
export type PriceGrade = 'Acknowledged' | 'Shown' | 'Inferred' | 'Doubtful';

/** An order as Marina knows it. Units are whole, prices in Naira, both exact decimals. */
export interface Order {
  readonly id: string;
  readonly clientOrderId: string;
  readonly orderRef: string;
  /** The number the exchange knows it by now; null until it is proven. */
  readonly orderNumber: string | null;
  /** How that number is known to be its: an inferred one is not acted upon. */
  readonly numberGrade: EvidenceGrade | null;
  /** The kind of answer that has shown another order under that number; null: none has, or it is settled. */
  readonly numberDoubt: NumberDoubt | null;
  /** Database time at which that answer was asked for. */
  readonly numberDoubtedAt: number | null;
  readonly side: Side;
  readonly security: string;
  readonly units: Decimal;
  readonly price: Decimal;
  /** Null before the exchange has answered anything of it. */
  readonly priceGrade: PriceGrade | null;
  readonly timeInForce: string;
  readonly accountNumber: string;
  readonly clientName: string;
  readonly brokerCode: string;
  readonly status: OrderStatus;
  /** The exchange's own last word, as it spelt it. */
  readonly exchangeStatus: string | null;
  readonly reason: string | null;
  /** The most that any source has proven to be matched; it falls only when people take an execution back. */
  readonly matchedUnits: Decimal;
  /** Sum and value of the executions that are booked. */
  readonly filledUnits: Decimal;
  readonly filledValue: Decimal;
  /** Matched under numbers that edits have replaced, and booked of it; null: it has had one number only. */
  readonly earlierUnits: Decimal | null;
  readonly earlierFilled: Decimal | null;
  /** Wall clock since when more is matched than booked; null: all that is matched has its executions. */
  readonly gapSince: number | null;
  readonly grade: EvidenceGrade | null;
  /** Wall clock since when what the exchange shows of it can be read no more; null: it can. */
  readonly doubtedSince: number | null;
  /** Wall clock of the last proof. */
  readonly provenAt: number | null;
  /** Database time at which that proof was asked for: older answers change nothing. */
  readonly askedAt: number;
  /** Database time of our own last mutation, sent or answered: answers begun before it say nothing. */
  readonly touchedAt: number;
  /** Exchange lists in a row, taken after our last mutation, that did not hold it. */
  readonly misses: number;
  /** Wall clock since when answers show working what an acknowledged cancel has ended; null: none does. */
  readonly contestedSince: number | null;
  /** Its limit before the last edit of the price that was acknowledged, while no record has shown the new one. */
  readonly priceBefore: Decimal | null;
  /** What the newest record of its number shows as pending; null: none has shown it. */
  readonly shownPending: Decimal | null;
  /** Lagos calendar day. */
  readonly tradingDate: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly closedAt: number | null;
}

/** One execution; never changed once booked, but it may be taken back as a whole. */
export interface Fill {
  readonly tradeDate: string;
  readonly matchingId: string;
  readonly orderNumber: string;
  readonly side: Side;
  readonly security: string;
  readonly units: Decimal;
  readonly price: Decimal;
  /** The trading day whose trades were asked for when it was shown. */
  readonly shownFor: string;
}

/** Everything a decision about one order looks at. */
export interface OrderState {
  readonly order: Order;
  /** Those that are not finished, oldest first. */
  readonly requests: readonly OrderRequest[];
  /** Types of its open breaks. */
  readonly breaks: readonly BreakType[];
}

/** When a decision is taken, by both clocks, and on which Lagos day. */
export interface Moment {
  readonly wall: number;
  readonly database: number;
  readonly today: string;
}

/** What a decision changes. The store writes it as one, with one audit entry for each fact. */
export interface Change extends BreakChanges {
  readonly order: Partial<Order>;
  readonly requests: readonly OrderRequest[];
  readonly fills: readonly Fill[];
  /** Booked executions that are taken back; before any other is booked. */
  readonly reversals: readonly Fill[];
  /** Order numbers that are now known to be this order's. */
  readonly links: readonly string[];
  /** Order numbers that were thought to be, and are not. */
  readonly unlinks: readonly string[];
  readonly facts: readonly OrderFact[];
}

export interface OrderFact {
  readonly type: OrderFactType;
  readonly body: Readonly<Record<string, string | number | null>>;
}

export type OrderFactType =
  | 'ORDER_RECEIVED'
  | 'ORDER_ADOPTED'
  | 'STATUS_CHANGED'
  | 'EVIDENCE_NOT_BELIEVED'
  | 'ORDER_NUMBER_LINKED'
  | 'ORDER_NUMBER_UNLINKED'
  | 'NUMBER_DOUBTED'
  | 'ORDER_DOUBTED'
  | 'PRICE_DOUBTED'
  | 'DOUBT_ENDED'
  | 'NUMBER_CONFIRMED'
  | 'FILL'
  | 'FILL_REVERSED'
  | 'CROSSED'
  | 'CANCEL_CONTESTED'
  | 'MATCHED_UNITS_CHANGED'
  | 'TERMS_CHANGED'
  | 'PROVEN'
  | 'LATE_REPLY'
  | 'EDITED_BEFORE_SENDING'
  | 'BREAK_OPENED'
  | 'BREAK_CHANGED'
  | 'BREAK_CLOSED'
  | 'BREAK_ASSIGNED'
  | 'BREAK_COMMENTED'
  | 'BREAK_RESOLUTION_PROPOSED'
  | 'BREAK_RESOLVED'
  | 'BREAK_REOPENED'
  | 'APPROVAL_REJECTED'
  | 'APPROVAL_EXPIRED'
  | 'APPROVAL_STALE'
  | 'DAY_SIGNED'
  | 'DAY_CLOSED'
  | 'DAY_REOPENED'
  | 'DAY_HOLDS_AGAIN'
  | `${Uppercase<RequestKind>}_${RequestFact}`;

export type RequestFact =
  | 'REQUESTED'
  | 'REPLACED'
  | 'SENT'
  | 'ACKNOWLEDGED'
  | 'REFUSED'
  | 'UNKNOWN'
  | 'SEARCHED'
  | 'NOT_SENT'
  | 'THROTTLED'
  | 'WITHDRAWN';

export function requestFact(kind: RequestKind, fact: RequestFact): OrderFactType {
  return `${kind.toUpperCase() as Uppercase<RequestKind>}_${fact}`;
}

const SIDES: ReadonlySet<string> = new Set(['BUY', 'SELL']);

/** Whether a record shows the other side; a word that is not documented may mean either. */
export function isOtherSide(shown: string, wanted: string): boolean {
  return shown !== wanted && SIDES.has(shown);
}

/** The exchange may spell our client's account in another case; no two accounts differ in their case alone. */
export function isSameAccount(shown: string, wanted: string): boolean {
  return shown === wanted || shown.toUpperCase() === wanted.toUpperCase();
}

/** The duration of an order that ends with its trading day. */
export const DAY_ORDER = 'Day Order (DO)';
