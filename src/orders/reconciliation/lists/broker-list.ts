import type { Answer, OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import type { Sessions } from '../../../market/trading-calendar/trading-day.js';
import { isDayOrder } from '../../order/order.js';
import type { OrderRequest } from '../../order/requests/order-request.js';
import { compare, subtract } from '../../../infra/decimal.js';
import { recordWithoutClient } from '../../order/client/client-in-texts.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import { couldBe, isSameSideSecurityUnits } from '../../order-numbers/order-terms.js';
import { isConfirmedByList } from '../../order/last-proof.js';
import {
  isDocumented,
  isWorking,
  evidenceOfStatus,
  isWorkingByWord,
  type StatusMappings,
} from '../../order/order-status.js';
import { isOtherOrder, looksLikeAnothers } from '../../order-numbers/number-proof.js';
import type { Contradicted } from '../order-records/absence-context.js';
import { needsEnquiry } from '../order-records/apply-record.js';
import { TIMES_MISSING_TOLERATED } from '../order-records/missing-orders.js';
import { hasListedUnits } from '../../order/evidence/record-quantities.js';
import { endedUnderItsNumber, isFull, worksNoMore } from '../order-records/record-rules.js';
import {
  isFilledOrCancelled,
  mayStillWork,
  isWorkingByRecord,
} from '../order-records/unexplained-status.js';
import type { Compared } from './list-watermark.js';
import { nextDayHasOpened } from '../collect/day-over.js';
import { endedByRecords, type EndedOrder, type EndedOrderShown } from './ended-orders-shown.js';
import type { ConflictingRows } from '../collect/list-rows.js';
import type { OrderUnderReview, ReviewedOrder } from '../collect/orders-under-review.js';

/** By then enquiries have confirmed the number, or show no such order, unless none is answered. */
const NAMED_MS = 30_000;

/** What the broker's list has shown of our orders. */
export interface ListComparisonResult {
  readonly answer: Answer<OrderRecord>;
  /** No list before it was read since the start. */
  readonly isFirst: boolean;
  readonly changed: ReadonlySet<string>;
  /** Orders of ours that should be on the list and are not; that alone proves nothing. */
  readonly absent: ReadonlySet<string>;
  /**
   * How many absent orders nothing explains yet: the exchange has not often enough had no record of the order, and
   * no edit of unknown outcome has ended it under its old number. With the posts whose number was only just named.
   */
  readonly unexplained: number;
  /** Orders whose row only an enquiry can explain. */
  readonly differing: ReadonlySet<string>;
  /** Of the differing orders, those whose row contradicts what we hold, and in what. */
  readonly contradicting: ReadonlyMap<string, Contradicted>;
  /** Working orders that the list shows working, with the terms that we hold, and no fewer matched than are proven. */
  readonly confirmed: ReadonlySet<string>;
  /** Working orders that the list shows under a status word that nobody has mapped. */
  readonly unexplainedWord: ReadonlySet<string>;
  /** Closed orders that a row shows otherwise, and that are not among the orders under review. */
  readonly endedShown: readonly EndedOrder[];
  /** Closed orders that a row shows working, but enquiries have shown closed: for now the row is not believed. */
  readonly endsUpheld: ReadonlySet<string>;
  /** Rows whose number is none of ours. */
  readonly externalRows: readonly OrderRecord[];
  /** Order numbers under which the list has several rows that differ. */
  readonly conflicting: ConflictingRows;
  /** Numbers of our working orders that the list has, by account. */
  readonly ofAccount: ReadonlyMap<string, readonly string[]>;
}

/** A row that says something new about an order. */
export interface News {
  readonly orderId: string;
  readonly record: RecordEvidence;
}

/** A number of ours under which the list shows another working order. */
export interface SharedNumber {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly askedAt: number;
}

export interface ListRules {
  readonly mappings: StatusMappings;
  readonly sessions: Sessions;
  /** Orders whose last enquiries had no record: any row of the list about them is news. */
  readonly silent: ReadonlySet<string>;
  /** Orders that only lists have shown of late, or only enquiries: one list does not end the doubt. */
  readonly disputed: ReadonlySet<string>;
  readonly today: string;
  /** Orders whose number now belongs to a newer order of ours. */
  readonly passedOn: ReadonlySet<string>;
  /** Order numbers under which the list has several rows that differ. */
  readonly conflicting: ConflictingRows;
  /** How old the list may be. */
  readonly answersLateMs: number;
}

/** What a list says of each order that the run compares, before any of it is applied. Pure. */
export class ListComparison {
  readonly absent = new Set<string>();
  unexplained = 0;
  readonly differing = new Set<string>();
  readonly contradicting = new Map<string, Contradicted>();
  readonly confirmed = new Set<string>();
  readonly unexplainedWord = new Set<string>();
  readonly ofAccount = new Map<string, string[]>();
  /** Numbers of the orders that were compared. */
  readonly looked = new Set<string>();
  /** Orders that this list shows as we hold them, and the previous list did not. */
  readonly newlyListed: Compared[] = [];
  /** Orders that the previous list showed as we hold them, and this one does not. */
  readonly left: string[] = [];
  readonly news: News[] = [];
  /** Orders of an earlier day that are still listed although a later session has opened. */
  readonly lingering: string[] = [];
  /** Closed orders that the list shows working. */
  readonly contradicted: EndedOrderShown[] = [];
  /** Uncertain orders, without a request of unknown outcome, that the list shows as we hold them. */
  readonly explained: string[] = [];
  /** Working orders whose number the list gives to another order, or to several working ones. */
  readonly shared: SharedNumber[] = [];
  private readonly isOver = new Map<string, boolean>();

  constructor(
    private readonly rows: ReadonlyMap<string, OrderRecord>,
    private readonly askedAt: number,
    private readonly rules: ListRules,
    private readonly callId?: string,
  ) {}

  add({ order, unknown }: OrderUnderReview): void {
    const { id, version } = order;
    if (order.orderNumber === null && unknown.some((one) => this.isNamedAndMissing(one)))
      this.unexplained += 1;
    const isAsHeld = this.compare(order, unknown);
    const isDoubted = order.certain === 0 && unknown.length === 0;
    if (isAsHeld && isDoubted && !this.rules.disputed.has(id)) this.explained.push(id);
    // As held: under the word that we hold.
    const isShownWorking = isWorkingByWord(order.exchangeStatus ?? '', this.rules.mappings);
    // One that an older release has put on the watermark is not noted as shown working yet.
    const isNew = !isConfirmedByList(order) || (isShownWorking && order.shownWorkingAt === null);
    if (isAsHeld && isNew) this.newlyListed.push({ id, version, isShownWorking });
    if (!isAsHeld && isConfirmedByList(order)) this.left.push(id);
  }

  /** True if the list shows the order exactly as we hold it. */
  private compare(order: ReviewedOrder, unknown: OrderUnderReview['unknown']): boolean {
    const { id, orderNumber, status } = order;
    if (orderNumber === null) return false;
    const { conflicting, today, mappings } = this.rules;
    const isItsOwn = hasItsNumber(order, today);
    if (isItsOwn) this.looked.add(orderNumber);
    if (order.lastOwnChangeAt >= this.askedAt) {
      if (isItsOwn) this.noteOthers(order, orderNumber);
      return false;
    }
    const ofIts = conflicting.get(orderNumber)?.filter((one) => couldBe(order, one)) ?? [];
    const row = this.rowOf(order, ofIts[0] ?? this.rows.get(orderNumber));
    if (row === undefined) {
      if (isWorking(order.status)) this.noteAbsent(order, unknown);
      return false;
    }
    const another = this.workingAnothers(order, conflicting.get(orderNumber));
    if (another !== undefined && isWorking(order.status)) {
      this.addNews(id, recordWithoutClient(another, order, mappings));
      return false;
    }
    if (this.isShared(order, orderNumber)) {
      this.shared.push({ orderId: id, orderNumber, askedAt: this.askedAt });
      this.noteWorking(order, orderNumber, row);
      this.differing.add(id);
      return false;
    }
    const mayBeIts = isItsOwn || couldBe(order, row);
    // The row is of another order, and ours has ended.
    if (!mayBeIts && !isWorking(order.status)) return false;
    if (isWorking(order.status) && mayBeIts) this.noteWorking(order, orderNumber, row);
    // Until an enquiry has told whose the number is, no call may leave by it.
    if (isWorking(order.status) && isItsOwn && isOtherOrder(order, row))
      this.shared.push({ orderId: id, orderNumber, askedAt: this.askedAt });
    if (isKnownEnd(order, row)) return false;
    const isShownToWork = isWorkingByRecord(row, mappings) || mayStillWork(order, row, mappings);
    if (isItsOwn && isFilledOrCancelled(order) && isShownToWork) {
      const shown = { works: true, hasOpenBreak: true, isByRecords: endedByRecords(order) };
      this.contradicted.push({ orderId: id, orderNumber, row, ...shown });
      if (status === 'Filled') {
        this.differing.add(id);
        return false;
      }
    }
    if (conflicting.has(orderNumber) && ofIts.length !== 1) {
      this.differing.add(id);
      return false;
    }
    return this.read(order, row);
  }

  /** The only row that may be the order's: what it says. True if that is just what we hold. */
  private read(order: ReviewedOrder, row: OrderRecord): boolean {
    const { id } = order;
    const { mappings, silent } = this.rules;
    // Only an enquiry changes what was concluded, or decided by people.
    const concluded = order.status === 'Expired' || order.grade === 'Operator';
    if (concluded && isRowWorking(row, mappings)) this.differing.add(id);
    else if (needsEnquiry(order, row, mappings)) {
      this.differing.add(id);
      const by = isWorking(order.status) ? contradictedBy(order, row, mappings) : null;
      if (by !== null) this.contradicting.set(id, by);
    }
    // Only working orders go on the watermark.
    else {
      const isCurrent = isWorking(order.status) && !lags(order, row);
      if (isCurrent && isRowWorking(row, mappings) && !looksLikeAnothers(order, row))
        this.confirmed.add(id);
      if (!says(order, row) && !silent.has(id)) return isCurrent;
      this.addNews(id, row);
    }
    return false;
  }

  private rowOf(order: ReviewedOrder, shown: OrderRecord | undefined): OrderRecord | undefined {
    const { passedOn, mappings } = this.rules;
    if (shown === undefined || passedOn.has(order.id)) return undefined;
    return recordWithoutClient(shown, order, mappings);
  }

  private addNews(orderId: string, row: OrderRecord): void {
    const { askedAt, callId } = this;
    this.news.push({ orderId, record: evidenceOf(row, 'BrokerList', { askedAt, callId }) });
  }

  private noteAbsent(order: ReviewedOrder, unknown: OrderUnderReview['unknown']): void {
    this.absent.add(order.id);
    const isEdited = unknown.some(({ kind }) => kind === 'Edit');
    const isReplaced = isEdited && worksNoMore(order, this.rules.mappings);
    this.unexplained += order.timesMissing < TIMES_MISSING_TOLERATED && !isReplaced ? 1 : 0;
  }

  /**
   * A post was acknowledged in a way that is no proof, with a number that no enquiry has confirmed yet. A list that does not
   * have it, and should be new enough, may be older than lists are, as one without a working order may.
   */
  private isNamedAndMissing({ unprovenNumber, claimedAt }: OrderRequest): boolean {
    if (unprovenNumber === null || claimedAt === null || this.rows.has(unprovenNumber))
      return false;
    const age = this.askedAt - claimedAt - this.rules.answersLateMs;
    return age > 0 && age <= NAMED_MS;
  }

  /** Where the list has the number twice: the row that is certainly another order's, and may be working. */
  private workingAnothers(
    order: ReviewedOrder,
    rows: readonly OrderRecord[] = [],
  ): OrderRecord | undefined {
    const { mappings } = this.rules;
    return rows.find(
      (row) =>
        isOtherOrder(order, row) && evidenceOfStatus(row.statusWord, mappings) !== 'seenCancelled',
    );
  }

  /** A list asked for before our last change proves nothing of our order, but may show another under its number. */
  private noteOthers(order: ReviewedOrder, orderNumber: string): void {
    const row = this.rows.get(orderNumber);
    if (row === undefined || !isWorking(order.status)) return;
    const rows = this.rules.conflicting.get(orderNumber) ?? [row];
    if (this.workingAnothers(order, rows) === undefined && !this.isShared(order, orderNumber))
      return;
    this.shared.push({ orderId: order.id, orderNumber, askedAt: this.askedAt });
  }

  /** Two orders of different units work under its number: an edit or a cancel may reach the other one. */
  private isShared({ status }: ReviewedOrder, orderNumber: string): boolean {
    const rows = this.rules.conflicting.get(orderNumber) ?? [];
    const [first, ...others] = rows.filter((row) => isRowWorking(row, this.rules.mappings));
    if (first === undefined || !isWorking(status)) return false;
    return others.some((row) => !isSameSideSecurityUnits(first, row));
  }

  private noteWorking(order: ReviewedOrder, orderNumber: string, row: OrderRecord): void {
    const numbers = this.ofAccount.get(order.accountNumber);
    if (numbers === undefined) this.ofAccount.set(order.accountNumber, [orderNumber]);
    else numbers.push(orderNumber);
    const meaning = evidenceOfStatus(row.statusWord, this.rules.mappings);
    if (meaning === null) this.unexplainedWord.add(order.id);
    if (!this.dayIsOver(order.tradingDate)) return;
    if (meaning !== 'seenCancelled') this.lingering.push(order.id);
  }

  private dayIsOver(tradingDate: string): boolean {
    let over = this.isOver.get(tradingDate);
    if (over === undefined) {
      over = nextDayHasOpened(tradingDate, this.rules.sessions, this.askedAt);
      this.isOver.set(tradingDate, over);
    }
    return over;
  }
}

/** In what a row contradicts the order; null: it does not. A row may show only what is left of the units. */
function contradictedBy(
  order: ReviewedOrder,
  row: OrderRecord,
  mappings: StatusMappings,
): Contradicted | null {
  const meaning = evidenceOfStatus(row.statusWord, mappings);
  const left = subtract(order.units, order.matchedUnits);
  const hasUnits = hasListedUnits(order, row.units) || compare(row.units, left) === 0;
  // An ended row may show only what was executed.
  if (meaning === 'seenCancelled') return endedUnderItsNumber(order, mappings) ? null : 'Cancelled';
  if (!hasUnits) return 'Terms';
  return meaning === null && row.statusWord !== order.exchangeStatus ? 'Word' : null;
}

/** Whether the order still has its number today: the exchange may have given a day order's number to another. */
export function hasItsNumber(order: ReviewedOrder, today: string): boolean {
  if (order.tradingDate >= today) return true;
  return !isDayOrder(order) && isWorking(order.status);
}

export function isRowWorking(row: OrderRecord, mappings: StatusMappings): boolean {
  return isWorkingByWord(row.statusWord, mappings);
}

/** The call that an answer came from. */
export interface AskedCall extends Pick<RecordEvidence, 'askedAt'> {
  readonly callId?: string | undefined;
}

export function evidenceOf(
  row: OrderRecord,
  source: RecordEvidence['source'],
  { askedAt, callId }: AskedCall,
): RecordEvidence {
  const { orderNumber, security, side, units, statusWord, matchedUnits, pendingUnits } = row;
  const { basePrice } = row;
  const terms = { orderNumber, security, side, units };
  const call = callId === undefined ? { askedAt } : { askedAt, callId };
  return { source, ...terms, statusWord, matchedUnits, pendingUnits, basePrice, ...call };
}

/** The order has expired, and the row only repeats the status word and units of the record that ended it. */
function isKnownEnd(order: ReviewedOrder, row: OrderRecord): boolean {
  const isSame = row.statusWord === order.exchangeStatus && hasListedUnits(order, row.units);
  return order.status === 'Expired' && isSame && !isDocumented(row.statusWord);
}

/** Whether the row says anything that we do not hold already. */
function says(order: ReviewedOrder, row: OrderRecord): boolean {
  return (
    row.statusWord !== order.exchangeStatus ||
    row.security !== order.security ||
    row.side !== order.side ||
    order.timesMissing > 0 ||
    order.missingSince !== null ||
    order.numberDoubt === 'BrokerList' ||
    // The word may have been explained since it opened a break.
    (order.openBreaks > 0 && !isDocumented(row.statusWord)) ||
    (isWorking(order.status) && (isFull(row) || matchedBeyond(order, row) > 0))
  );
}

/**
 * The list shows fewer matched units than are proven. Matched units never fall, so the row is no news; but it does
 * not show the order as we hold it either.
 */
function lags(order: ReviewedOrder, row: OrderRecord): boolean {
  return matchedBeyond(order, row) < 0;
}

/** The document shows no matched units in a list; those that it has count. */
function matchedBeyond(order: ReviewedOrder, { matchedUnits }: OrderRecord): number {
  // Mostly they are the same to the letter, which costs nothing to see.
  if (matchedUnits === null || matchedUnits === order.matchedUnits) return 0;
  return compare(matchedUnits, order.matchedUnits);
}
