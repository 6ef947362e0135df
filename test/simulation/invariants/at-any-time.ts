import type { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { compare } from '../../../src/infra/decimal.js';
import { isRecord, orderNumberField, parseWire } from '../../../src/infra/exchange/schema/wire.js';
import { isNumberCertain } from '../../../src/orders/order-numbers/number-proof.js';
import type { Order } from '../../../simulator/orders/order-ledger.js';
import type { BookedOrder } from '../books.js';
import { AcknowledgedCancels } from './acknowledged-cancels.js';
import { AsOf } from './as-of.js';
import { Certain } from './certain.js';
import { Listed } from './listed.js';
import { TakenOver } from './taken-over.js';
import {
  chainOf,
  latestOf,
  sameNumber,
  takenFor,
  type Report,
  type Scene,
  type Taken,
} from './violation.js';

/**
 * What must hold at every moment: the parts of I4, I6 and I9 that can be seen of one order. Only
 * orders of which a fact was written since the last look are looked at.
 */
interface Known {
  readonly matched: bigint;
  readonly orderRef: string;
  readonly filled: boolean;
  readonly isOfMore: boolean;
  /** Fewer units are booked than it has. */
  readonly isOfLess: boolean;
  /** Its number was not proven. */
  readonly inferred: boolean;
}

export class AtAnyTime {
  private readonly known = new Map<string, Known>();
  private readonly listed: Listed;
  private readonly cancels: AcknowledgedCancels;
  private readonly certain: Certain;
  private readonly takenOver: TakenOver;
  private readonly asOf: AsOf;
  private sequence = 0;

  constructor(
    private readonly scene: Scene,
    private readonly report: Report,
  ) {
    this.listed = new Listed(scene, report);
    this.cancels = new AcknowledgedCancels(scene, report);
    this.certain = new Certain(scene, report);
    this.takenOver = new TakenOver(scene, report);
    this.asOf = new AsOf(scene, report);
  }

  /** When everything is over. */
  end(): void {
    this.asOf.check();
  }

  look(): void {
    this.listed.look();
    const taken = takenFor(this.scene.exchange);
    this.certain.look(taken);
    const { sequence } = this.scene.books.head();
    if (sequence === this.sequence) return this.cancels.look([]);
    const entries = this.scene.books.entriesAfter(this.sequence);
    this.sequence = sequence;
    const orders = new Set(entries.map((entry) => entry.stream).filter(isOrder));
    this.cancels.look([...orders]);
    this.asOf.look([...orders]);
    const changed = this.scene.books.ordersOf([...orders]);
    this.takenOver.look(entries, changed, taken);
    for (const order of changed) {
      this.monotone(order);
      this.numberIsIts(order, taken);
      this.numberIsNamed(order);
      const [first] = taken.get(order.order_ref) ?? [];
      if (order.status === 'Rejected' && first !== undefined) {
        this.report(
          'I4 ambiguous is no failure',
          `${order.id} is Rejected, the exchange has ${first.orderNumber}`,
        );
      }
      if (first !== undefined) this.overWhereItIsNot(order, latestOf(first));
    }
    for (const entry of entries) {
      this.nothingWasDone(entry, taken);
      this.refusedByItsNumber(entry);
      this.refusedAndDone(entry, taken);
      this.refusedAndShown(entry, taken);
    }
  }

  /** Whatever the exchange has answered: a cancel that ended the order is not Refused. */
  private refusedAndDone(entry: AuditEntryRow, taken: Taken): void {
    if (entry.type !== 'CANCEL_REFUSED' || entry.actor.startsWith('key:')) return;
    const [order] = this.scene.books.ordersOf([entry.stream]);
    const [first] = order === undefined ? [] : (taken.get(order.order_ref) ?? []);
    if (order === undefined || first === undefined || order.status === 'Cancelled') return;
    const { request } = JSON.parse(entry.body) as { readonly request: string };
    // Another cancel of the order may have ended it since.
    const arrivals = this.scene.network.sent.flatMap(({ journal, arrival }) =>
      journal?.request_id === request && arrival !== null ? arrival.at : [],
    );
    const { cancelDelayMs } = this.scene.exchange.venue.parameters;
    const isDone = latestOf(first).versions.some(
      ({ cause, at }) =>
        cause === 'cancelled' && arrivals.some((sent) => at >= sent && at <= sent + cancelDelayMs),
    );
    if (!isDone) return;
    const detail = `the cancel of ${order.id} is Refused, and has ended it`;
    this.report('I4 ambiguous is no failure', detail);
  }

  /** Nor is an edit whose terms the exchange has, and the order has not. */
  private refusedAndShown(entry: AuditEntryRow, taken: Taken): void {
    if (entry.type !== 'EDIT_REFUSED' || entry.actor.startsWith('key:')) return;
    if (this.scene.exchange.venue.parameters.editUnitsMean !== 'total') return;
    const [order] = this.scene.books.ordersOf([entry.stream]);
    const [first] = order === undefined ? [] : (taken.get(order.order_ref) ?? []);
    if (order === undefined || first === undefined) return;
    const { units, price } = JSON.parse(entry.body) as {
      units: string | null;
      price: string | null;
    };
    const now = latestOf(first);
    const hasTerms = (wanted: string | null, has: number | string): boolean =>
      wanted === null || compare(wanted, String(has)) === 0;
    const isDone = hasTerms(units, now.units) && hasTerms(price, now.price / 100);
    const isAsHeld = hasTerms(units, order.units) && hasTerms(price, order.price);
    if (!isDone || isAsHeld || now.state !== 'Working') return;
    const detail = `an edit of ${order.id} is Refused, and the exchange has its terms`;
    this.report('I4 ambiguous is no failure', detail);
  }

  /** A no to a cancel says something of the number that was named, and of no other that the order has by now. */
  private refusedByItsNumber(entry: AuditEntryRow): void {
    if (entry.type !== 'CANCEL_REFUSED' || entry.actor.startsWith('key:')) return;
    const [order] = this.scene.books.ordersOf([entry.stream]);
    const last = this.scene.network.sent.findLast(
      ({ endpoint, journal }) => CHANGES.has(endpoint) && journal?.order_id === entry.stream,
    );
    if (order === undefined || last?.endpoint !== 'order/cancel' || last.body === null) return;
    if (!['Posted', 'Open', 'Amended'].includes(order.status)) return;
    const { orderNumber } = JSON.parse(last.body) as { readonly orderNumber: string };
    if (orderNumber === order.order_number) return;
    const detail = `the cancel of ${order.id} is Refused by a no to ${orderNumber}, it is ${order.order_number ?? '?'}`;
    this.report('I4 ambiguous is no failure', detail);
  }

  private monotone(order: BookedOrder): void {
    const before = this.known.get(order.id);
    const matched = BigInt(order.matched_units);
    // Two people may take a trade back, and what was shown under a number that it has no more is not its.
    const mayBeOthers = this.scene.plan.outsidersAreOthers || before?.inferred === true;
    const isTakenFromIt = mayBeOthers && order.order_number === null;
    const mayFall = this.isDecided(order.id, 'as-shown') || isTakenFromIt;
    // One that only a record has shown filled may work on, with what is booked.
    const isUntraded = before?.filled === true && before.isOfLess && order.status === 'Open';
    if (before !== undefined && matched < before.matched && !mayFall && !isUntraded) {
      this.report('I9 monotone', `${order.id} had ${before.matched} units matched, now ${matched}`);
    }
    // One of which more was traded than its units had others: it may work on with those.
    const worksOn = (order.status === 'Open' && before?.isOfMore === true) || isUntraded;
    if (before?.filled === true && order.status !== 'Filled' && !mayFall && !worksOn) {
      this.report('I9 monotone', `${order.id} was Filled, now ${order.status}`);
    }
    if (before !== undefined && before.orderRef !== order.order_ref) {
      this.report('I1 one intent', `${order.id} changed its reference`);
    }
    const filled = order.status === 'Filled';
    const inferred = order.number_grade === 'Inferred';
    const isOfMore = BigInt(order.filled_units) > BigInt(order.units);
    const isOfLess = BigInt(order.filled_units) < BigInt(order.units);
    const { order_ref: orderRef } = order;
    this.known.set(order.id, { matched, orderRef, filled, isOfMore, isOfLess, inferred });
  }

  /** People are at the desk in weeks only. */
  private isDecided(orderId: string, ...resolutions: readonly string[]): boolean {
    const { plan, books } = this.scene;
    return plan.days.length > 0 && books.isDecided(orderId, ...resolutions);
  }

  /** That nothing shows an order, or not all of it, says nothing of what became of it. */
  private overWhereItIsNot(booked: BookedOrder, order: Order): void {
    const { id, status, grade, contested_since: contested, number_doubt: doubt } = booked;
    const { state, orderNumber } = order;
    if ((status !== 'Cancelled' && status !== 'Expired') || grade === 'Operator') return;
    if (state !== 'Working' && state !== 'Filled') return;
    if (state === 'Filled' && this.isFilledByTradesTakenBack(order)) return;
    // What was cancelled is the order that the acknowledgement has named.
    if (status === 'Cancelled' && this.isAnothersByAcknowledgement(booked, 'ended')) return;
    // It was cancelled before anything had shown the edit before it, which may have given it another number.
    if (status === 'Cancelled' && (contested !== null || doubt === 'Acknowledgement')) return;
    // They have ended it and a trade of it came after, or have taken back a trade that filled it.
    if (this.isDecided(id, 'was-cancelled', 'has-expired', 'as-shown')) return;
    // There a cancel is acknowledged before it is done, or may reach an order that was just given the number.
    const { parameters } = this.scene.exchange.venue;
    const { cancelDelayMs, cancelTakesEffect, orderNumbersInUse } = parameters;
    if (cancelDelayMs > 0 || cancelTakesEffect !== 'yes') return;
    if (orderNumbersInUse !== 'passed-over') return;
    const detail = `${id} is ${status}, at the exchange ${orderNumber} is ${state}`;
    this.report('I4 ambiguous is no failure', detail);
  }

  /** Where no record tells of an ended order, nobody can know of trades that were taken back before they were booked. */
  private isFilledByTradesTakenBack(order: Order): boolean {
    const { exchange, corrections } = this.scene;
    if (exchange.venue.parameters.closedOrderEnquiry === 'record') return false;
    return exchange.venue.floor.tape.all().some((trade) => {
      const side = trade.sides.find((one) => one.order === order);
      return side !== undefined && corrections.isTakenBackUnseen(trade, side);
    });
  }

  /** The acknowledgement of its post has named another order: I29 and I30 look at what is made of that. */
  private isAnothersByAcknowledgement(
    { number_grade, order_number: number }: BookedOrder,
    which: 'any' | 'ended' = 'any',
  ): boolean {
    const { parameters, floor } = this.scene.exchange.venue;
    if (parameters.postAckNumber !== 'anothers' || number_grade !== 'Acknowledged') return false;
    const named = floor.ledger
      .all()
      .find((one) => one.origin === 'external' && sameNumber(number, one));
    return named !== undefined && (which === 'any' || named.state !== 'Working');
  }

  private numberIsIts(order: BookedOrder, taken: Taken): void {
    if (order.order_number === null) return;
    // Lists that lag by more than the quiet time: what may be inferred from them is never certain.
    const { listLagMs } = this.scene.exchange.venue.parameters;
    const quietMs = Number(this.scene.plan.environment['EXCHANGE_QUIET_MS']);
    if (order.number_grade === 'Inferred' && listLagMs > quietMs) return;
    if (this.isAnothersByAcknowledgement(order)) return;
    const chain = (taken.get(order.order_ref) ?? []).flatMap(chainOf);
    if (chain.some((one) => sameNumber(order.order_number, one))) return;
    const numbers = chain.map((one) => one.orderNumber.toString());
    this.report(
      'I6 evidence for a link',
      `${order.id} is bound to ${order.order_number}, at the exchange it is ${numbers.join() || 'nowhere'}`,
    );
  }

  /**
   * Callers are told as certain only what stands under a number that the exchange has named, or people have; or
   * that a search or an enquiry has found, when the exchange has refused its reference as a duplicate.
   */
  private numberIsNamed(order: BookedOrder): void {
    const { id, order_number: number, number_grade: numberGrade, number_doubt } = order;
    const doubts = { numberDoubt: number_doubt, fewerShownAt: order.fewer_shown_at };
    if (number === null || numberGrade === 'Operator' || order.certain === 0) return;
    if (!isNumberCertain({ orderNumber: number, numberGrade, ...doubts })) return;
    const replies = this.scene.books.replies(NAMING, id);
    const refusal = `Duplicate order reference ${order.order_ref}`;
    const isFound = numberGrade === 'Listed' || numberGrade === 'Enquired';
    if (isFound && replies.some((reply) => reply.includes(refusal))) return;
    const named = replies.map((reply) => {
      const answer = parseWire(reply);
      const data = isRecord(answer) ? answer['data'] : undefined;
      return isRecord(data) ? orderNumberField(data, 'OrderNo') : null;
    });
    if (named.includes(number)) return;
    const detail = `${id} is certain under ${number}, which no reply to it has named`;
    this.report('I6 evidence for a link', detail);
  }

  /** What went back into the queue because nothing was done must not be at the exchange. */
  private nothingWasDone(entry: AuditEntryRow, taken: Taken): void {
    if (entry.type !== 'POST_NOT_SENT') return;
    const [order] = this.scene.books.ordersOf([entry.stream]);
    const { epoch } = JSON.parse(entry.body) as { readonly epoch: number };
    const sends = this.scene.network.sent.filter(
      ({ journal, endpoint }) =>
        endpoint === 'order/post' && journal?.order_id === entry.stream && journal.epoch === epoch,
    );
    const done = sends.some(({ arrival }) => arrival !== null && wasTaken(arrival.status));
    if (order === undefined || !done || !taken.has(order.order_ref)) return;
    this.report(
      'I4 ambiguous is no failure',
      `${order.id} is to be sent again, and the exchange has it`,
    );
  }
}

const NAMING = `order_id = ? AND endpoint IN ('order/post', 'order/edit')`;

const CHANGES: ReadonlySet<string> = new Set(['order/edit', 'order/cancel']);

function wasTaken(status: number | null): boolean {
  return status === 200 || status === 201;
}

function isOrder(stream: string): boolean {
  return stream.startsWith('ord_');
}
