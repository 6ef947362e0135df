import type { BreakChanges, BreakType, OpenBreak } from '../breaks/break.js';
import type { Decimal } from '../../infra/decimal.js';
import { DAY_ORDER } from '../../infra/exchange/schema/durations.js';
import type { OrderRequest, RequestKind } from './requests/order-request.js';
import type { EvidenceGrade, NumberDoubt, OrderStatus } from './order-status.js';

export type Side = 'BUY' | 'SELL';

/**
 * How the limit price is known: acknowledged by the exchange, shown by one of its records, inferred
 * from something else it shows, or contradicted.
 */
export type PriceGrade = 'Acknowledged' | 'Shown' | 'Inferred' | 'Doubtful';

/** An order as Marina knows it. Units are whole, prices in Naira, both exact decimals. */
export interface Order {
  readonly id: string;
  readonly clientOrderId: string;
  readonly orderRef: string;
  /** The number the exchange knows it by now; null until it is proven. */
  readonly orderNumber: string | null;
  /** How the number is known. Nothing is sent by an inferred one. */
  readonly numberGrade: EvidenceGrade | null;
  /** The kind of answer that shows another order under the number; null: no doubt. */
  readonly numberDoubt: NumberDoubt | null;
  /** Database time at which that answer was asked for. */
  readonly numberDoubtedAt: number | null;
  readonly side: Side;
  readonly security: string;
  readonly units: Decimal;
  readonly price: Decimal;
  /** Null before the exchange's first answer about it. */
  readonly priceGrade: PriceGrade | null;
  readonly timeInForce: string;
  readonly accountNumber: string;
  readonly clientName: string;
  readonly brokerCode: string;
  readonly status: OrderStatus;
  /** The exchange's last status word, as it spells it. */
  readonly exchangeStatus: string | null;
  readonly reason: string | null;
  /** The most that any source has proven; falls only when executions are reversed. */
  readonly matchedUnits: Decimal;
  /** Sum and value of the booked executions. */
  readonly filledUnits: Decimal;
  readonly filledValue: Decimal;
  /** Matched under numbers that edits have replaced, and booked of that; null: it has had one number only. */
  readonly matchedUnderPriorNumbers: Decimal | null;
  readonly filledUnderPriorNumbers: Decimal | null;
  /** Wall clock since when more is matched than booked; null: nothing is unreported. */
  readonly unreportedSince: number | null;
  /** Wall clock since when enquiries show less matched than we hold; null: they do not. */
  readonly fewerMatchedSince: number | null;
  /** The day whose trades differ from what is booked; null: none. */
  readonly tradesDifferOn: string | null;
  readonly grade: EvidenceGrade | null;
  /** Wall clock since when what the exchange shows of it cannot be explained; null: it can. */
  readonly doubtedSince: number | null;
  /** Wall clock of the last proof. */
  readonly provenAt: number | null;
  /** Database time at which that proof was asked for: older answers change nothing. */
  readonly askedAt: number;
  /** Database time of our last change of it, sent or answered: answers asked for before prove nothing. */
  readonly lastOwnChangeAt: number;
  /**
   * Database time of the acknowledgement of our last edit, or of the last record that may be from before it; null:
   * there was none, or a record has shown it.
   */
  readonly editAcknowledgedAt: number | null;
  /** Database time at which the newest answer that shows it working under its number was asked for; null: none has. */
  readonly shownWorkingAt: number | null;
  /** How often in a row a list left it out and the exchange had no record of it, since our last change. */
  readonly timesMissing: number;
  /** Wall clock since when it was so often left out and not found that it is taken for missing; null: it is not. */
  readonly missingSince: number | null;
  /** Wall clock since when answers show it working despite an acknowledged cancel; null: none does. */
  readonly contestedSince: number | null;
  /** The limit before the last acknowledged change of price, until a record shows the new one. */
  readonly priceBefore: Decimal | null;
  /** The units before the last acknowledged edit; null: it changed the price alone, or there was none. */
  readonly unitsBefore: Decimal | null;
  /**
   * `editAcknowledgedAt` of the edit that `unitsBefore` belongs to. If the two differ, an older release has acknowledged
   * a later edit, and `unitsBefore` is out of date.
   */
  readonly unitsBeforeEditAt: number | null;
  /** Pending units in the newest record of its number; null: none has shown any. */
  readonly shownPending: Decimal | null;
  /** Most matched units that a record of its number has shown, but for trades that were taken back; null: none has shown any. */
  readonly shownMatched: Decimal | null;
  /**
   * When the newest record was asked for, in database time, that shows less matched than `shownMatched`: the number may be
   * another order's. Null: none has, or that is settled.
   */
  readonly fewerShownAt: number | null;
  /** When people have said that what is shown and traded under its number is another order's by now; null: they have not. */
  readonly numberLeftAt: number | null;
  /** Lagos calendar day. */
  readonly tradingDate: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly closedAt: number | null;
}

/** One execution. Never changed once booked, but may be reversed as a whole. */
export interface Fill {
  readonly tradeDate: string;
  readonly matchingId: string;
  readonly orderNumber: string;
  readonly side: Side;
  readonly security: string;
  readonly units: Decimal;
  readonly price: Decimal;
  /** The trading day whose trades were asked for. */
  readonly shownFor: string;
}

/** An answer has shown it, or it is not known yet under which number one would. */
export const NOT_MISSING = { timesMissing: 0, missingSince: null } as const;

/** Everything a decision about one order looks at. */
export interface OrderState {
  readonly order: Order;
  /** The unfinished ones, oldest first. */
  readonly requests: readonly OrderRequest[];
  /** The open ones. */
  readonly breaks: readonly OpenBreak[];
}

/** A day order that should have ended before that day: what works under its number then may be another order. */
export function isOnLaterDay(
  order: Pick<Order, 'timeInForce' | 'tradingDate'>,
  day: string,
): boolean {
  return isDayOrder(order) && order.tradingDate < day;
}

/** Its number may be another order's. */
export function isNumberDoubted({
  numberDoubt,
  fewerShownAt,
}: Pick<Order, 'numberDoubt' | 'fewerShownAt'>): boolean {
  return numberDoubt !== null || fewerShownAt !== null;
}

/** Of an order that has ended: something speaks against that. */
export function isEndDoubted({
  doubtedSince,
  contestedSince,
  numberDoubt,
  fewerShownAt,
}: Pick<Order, 'doubtedSince' | 'contestedSince' | 'numberDoubt' | 'fewerShownAt'>): boolean {
  const mayHaveNextOwner = numberDoubt === 'NextOwner' || fewerShownAt !== null;
  return doubtedSince !== null || contestedSince !== null || mayHaveNextOwner;
}

/** Records may lag so long behind an acknowledged cancel: a contest does not last longer, where it was done. */
const RECORDS_LAG_MS = 10_000;

/** The same, and not only because records lag behind its cancel. */
export function isEndDisputed(
  order: Pick<Order, 'doubtedSince' | 'contestedSince' | 'numberDoubt' | 'fewerShownAt'>,
  wall: number,
): boolean {
  const { contestedSince } = order;
  const lags = contestedSince !== null && wall - contestedSince <= RECORDS_LAG_MS;
  return isEndDoubted(lags ? { ...order, contestedSince: null } : order);
}

export function hasBreak({ breaks }: Pick<OrderState, 'breaks'>, type: BreakType): boolean {
  return breaks.some((one) => one.type === type);
}

/** When a decision is taken, by both clocks, and on which Lagos day. */
export interface Moment {
  readonly wall: number;
  readonly database: number;
  readonly today: string;
}

/** What a decision changes. Written as one unit of work, with one audit entry for each fact. */
export interface OrderChange extends BreakChanges {
  readonly order: Partial<Order>;
  readonly requests: readonly OrderRequest[];
  readonly fills: readonly Fill[];
  /** Executions to reverse, before others are booked. */
  readonly reversals: readonly Fill[];
  /** Order numbers that now belong to the order. */
  readonly links: readonly string[];
  /** Order numbers that proved not to be the order's. */
  readonly unlinks: readonly string[];
  readonly facts: readonly OrderFact[];
}

export interface OrderFact {
  readonly type: OrderFactType;
  readonly body: Readonly<Record<string, string | number | null | readonly string[]>>;
}

export const ORDER_FACTS = [
  'ORDER_RECEIVED', 'ORDER_ADOPTED', 'STATUS_CHANGED', 'EVIDENCE_NOT_BELIEVED', 'ORDER_NUMBER_LINKED',
  'ORDER_NUMBER_UNLINKED', 'NUMBER_DOUBTED', 'ORDER_DOUBTED', 'PRICE_DOUBTED', 'DOUBT_ENDED',
  'NUMBER_CONFIRMED', 'FILL', 'FILL_REVERSED', 'CROSSED', 'CANCEL_CONTESTED', 'MATCHED_UNITS_CHANGED',
  'TERMS_CHANGED', 'PROVEN', 'LATE_REPLY', 'EDITED_BEFORE_SENDING',
  'BREAK_OPENED', 'BREAK_CHANGED', 'BREAK_CLOSED', 'BREAK_ASSIGNED', 'BREAK_COMMENTED',
  'BREAK_RESOLUTION_PROPOSED', 'BREAK_RESOLUTION_REFUSED', 'BREAK_RESOLVED', 'BREAK_REOPENED',
  'APPROVAL_REJECTED', 'APPROVAL_EXPIRED', 'APPROVAL_STALE', 'APPROVAL_WITHDRAWN',
  'DAY_SIGNED', 'DAY_CLOSED', 'DAY_REOPENED', 'DAY_HOLDS_AGAIN',
  'POST_REFUSED_BY_LIMIT', 'POST_REFUSED_BY_LIMIT_AGAIN', 'EDIT_REFUSED_BY_LIMIT', 'EDIT_REFUSED_BY_LIMIT_AGAIN',
  'ORDER_ENQUIRED', 'BREAK_RECHECKED', 'CLIENT_UNMASKED',
] as const; // prettier-ignore

export const REQUEST_FACTS = [
  'REQUESTED', 'REPLACED', 'SENT', 'ACKNOWLEDGED', 'REFUSED', 'UNKNOWN', 'SEARCHED', 'NOT_SENT',
  'THROTTLED', 'WITHDRAWN',
] as const; // prettier-ignore

export type RequestFact = (typeof REQUEST_FACTS)[number];
export type OrderFactType =
  (typeof ORDER_FACTS)[number] | `${Uppercase<RequestKind>}_${RequestFact}`;

export function requestFact(kind: RequestKind, fact: RequestFact): OrderFactType {
  return `${kind.toUpperCase() as Uppercase<RequestKind>}_${fact}`;
}

const SIDES: ReadonlySet<string> = new Set(['BUY', 'SELL']);

/** Whether a record shows the other side; a word that is not documented may mean either. */
export function isOtherSide(shown: string, wanted: string): boolean {
  return shown !== wanted && SIDES.has(shown);
}

/** Whether a word for the side that is not documented is the beginning of the other one, as `B` or `S`. */
export function abbreviatesOtherSide(shown: string, wanted: string): boolean {
  const other = wanted === 'BUY' ? 'SELL' : 'BUY';
  return shown !== '' && !SIDES.has(shown) && other.startsWith(shown.toUpperCase());
}

/** The exchange may spell an account in another case; no two accounts differ in case alone. */
export function isSameAccount(shown: string, wanted: string): boolean {
  return shown === wanted || shown.toUpperCase() === wanted.toUpperCase();
}

/** What all spellings of an account have in common: case and separators do not make it another one. */
export function accountKey(accountNumber: string): string {
  return accountNumber
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}

/** Stands for the client of an order whose retention is over. No account number has brackets. */
export const REMOVED = '[removed]';

/**
 * Whether the order ends with its trading day; with any other time in force it works until something ends it.
 * {@link dayOrderCondition} says the same in SQL.
 */
export function isDayOrder({ timeInForce }: Pick<Order, 'timeInForce'>): boolean {
  return timeInForce === DAY_ORDER;
}

/** The condition that a row of `orders` is a day order. `alias`: what the query calls the table. */
export function dayOrderCondition(alias: string): string {
  return `${alias}.time_in_force = '${DAY_ORDER}'`;
}
