/*
 * Post, edit and cancel. A post is checked in this order: fields, duplicate reference, then the
 * exchange's own rules (security, duration, band, session). An edit gives absolute values. A parameter
 * decides whether a change applies at once or only after its acknowledgement.
 */
import { lagosDate } from '../lagos-calendar.js';
import type { Json } from '../json-text.js';
import { listingAsked, listingOfSymbol } from '../market/listings.js';
import { acknowledgement, naira, postAcknowledgement, refusedPost } from './order-records.js';
import { DAY_ORDER, type Order, type OrderTerms, type Side } from './order-ledger.js';
import type { ExchangeParameters } from '../control/parameters.js';
import { refuseDuplicate, refuseNotWorking, refuseOrder, refuseUnknownOrder } from './refusals.js';
import { type Reply, result, resultInWords } from '../replies.js';
import {
  type Body,
  FieldError,
  priceNumber,
  priceText,
  readBody,
  textField,
  unitsNumber,
  unitsText,
} from '../request-fields.js';
import { recordStatus } from './status-words.js';
import type { TradingFloor } from './trading-floor.js';

/** In kobo. */
const TICK = 5;

const SEVERAL_TIMES_IN_FORCE: readonly string[] = [
  DAY_ORDER,
  'Good Till Cancelled (GTC)',
  'Good Till Date (GTD)',
];

export class OrderEntry {
  private readonly floor: TradingFloor;
  private readonly parameters: () => ExchangeParameters;
  /** Posts that were refused, to be booked later: they have no sequence yet. */
  private refusedForNow = 0;
  /** Number of cancels acknowledged so far. */
  private cancels = 0;
  private changes = 0;
  private edits = 0;

  constructor(floor: TradingFloor, parameters: () => ExchangeParameters) {
    this.floor = floor;
    this.parameters = parameters;
  }

  /** `lateMs`: how long after it was checked it is booked; nobody hears the answer then. */
  post(text: string, lateMs = 0): Reply {
    const parameters = this.parameters();
    const body = readBody(text);
    const terms = this.readTerms(body);
    const { ledger, tradingDate } = this.floor;
    if (ledger.isDuplicate(terms.orderRef, terms.brokerCode, tradingDate)) {
      return refuseDuplicate(parameters, terms.orderRef);
    }
    const refusal = this.refusalOf(terms);
    if (refusal !== null) {
      this.burn(terms.orderRef, terms.brokerCode);
      return refuseOrder(parameters, refusal, (message) => refusedPost(terms.orderRef, message));
    }
    if (lateMs > 0) return this.bookLater(terms, lateMs);
    if (isRefusedAllTheSame(parameters, ledger.nextSequence + this.refusedForNow)) {
      this.takeRefused(terms);
      const text = 'The order could not be processed';
      return refuseOrder(parameters, text, (message) => refusedPost(terms.orderRef, message));
    }
    ledger.noteReference(terms.orderRef, terms.brokerCode, tradingDate);
    const order = this.place(terms, parameters.postDelayMs);
    const acknowledged = postAcknowledgement(parameters, order, this.namedForPost(order));
    const status = Number(parameters.httpStatusOfPost);
    return parameters.postSuccess === 'text' && parameters.doneSuccess === 'true'
      ? resultInWords(acknowledged, 'Order posted', status)
      : this.done(acknowledged, 'Order posted', status);
  }

  private takeRefused(terms: OrderTerms): void {
    const { refusedTakenAfterMs, postDelayMs } = this.parameters();
    if (refusedTakenAfterMs > 0) {
      this.refusedForNow += 1;
      this.bookLater(terms, refusedTakenAfterMs);
      return;
    }
    const { ledger, tradingDate } = this.floor;
    ledger.noteReference(terms.orderRef, terms.brokerCode, tradingDate);
    this.place(terms, postDelayMs);
  }

  private bookLater(terms: OrderTerms, lateMs: number): Reply {
    const { ledger, agenda, now, tradingDate } = this.floor;
    const note = (): void => ledger.noteReference(terms.orderRef, terms.brokerCode, tradingDate);
    const isReserved = this.parameters().duplicatesOf === 'received';
    if (isReserved) note();
    agenda.put(now + lateMs, () => {
      if (!isReserved) note();
      this.place(terms);
    });
    return result(null, 'Order received');
  }

  private place(terms: OrderTerms, delayMs = 0): Order {
    const isRounded = this.parameters().postedPrice === 'rounded';
    const price = isRounded ? Math.round(terms.price / TICK) * TICK : terms.price;
    return this.floor.place({ ...terms, price }, 'client', this.tradeDateOfPost(), delayMs);
  }

  edit(text: string): Reply {
    const parameters = this.parameters();
    const body = readBody(text);
    const orderNumber = textField(body, 'orderNumber');
    const brokerCode = textField(body, 'brokerCode');
    const units = unitsNumber(body, 'units');
    const price = priceNumber(body, 'price');
    const order = this.reach(orderNumber);
    if (order === null || order.terms.brokerCode !== brokerCode.trim()) {
      return refuseUnknownOrder(parameters, orderNumber);
    }
    if (order.state !== 'Working') return this.notWorking(order);
    const refusal = this.refusalOfEdit(order, units, price);
    if (refusal !== null) {
      return refuseOrder(parameters, refusal, (message) =>
        acknowledgement(parameters, order, 'Rejected', message),
      );
    }
    const isPriceAlone = this.newTotal(order, units) === order.units && price !== order.price;
    const { editTakes } = parameters;
    const changesBoth = this.newTotal(order, units) !== order.units && price !== order.price;
    const left = order.units - (parameters.editUnitsMean === 'total' ? 0 : order.matched);
    const edited = this.isEditDone()
      ? this.applyEdit(
          order,
          changesBoth && editTakes === 'price' ? left : units,
          changesBoth && editTakes === 'units' ? order.price : price,
        )
      : order;
    if (isPriceAlone && parameters.donePriceEdit === 'refused') {
      return refuseOrder(parameters, 'Order cannot be amended', (message) =>
        acknowledgement(parameters, edited, 'Rejected', message),
      );
    }
    if (this.isDenied()) return this.denied(edited, 'amended');
    return this.done(
      acknowledgement(
        parameters,
        this.namedFor(order, edited),
        'Amended',
        'Order amended successfully',
      ),
      'Order amended',
    );
  }

  cancel(text: string): Reply {
    const parameters = this.parameters();
    const orderNumber = textField(readBody(text), 'orderNumber');
    const order = this.reach(orderNumber);
    if (order === null) return refuseUnknownOrder(parameters, orderNumber);
    if (order.state !== 'Working') return this.notWorking(order);
    if (this.isCancelDone()) {
      this.applyLater(order, parameters.cancelDelayMs, () => this.floor.cancel(order));
    }
    if (this.isDenied()) return this.denied(order, 'cancelled');
    const status = parameters.cancelAckStatus;
    return this.done(
      acknowledgement(parameters, order, status, 'Order cancelled successfully'),
      'Order cancelled',
    );
  }

  private done(acknowledged: Json, message: string, status = 200): Reply {
    return this.parameters().doneSuccess === 'true'
      ? result(acknowledged, message, status)
      : resultInWords(acknowledged, message, status, 'false');
  }

  /** With `sometimes-refused`, every third edit or cancel that is done is refused all the same. */
  private isDenied(): boolean {
    const { doneChangeReply } = this.parameters();
    this.changes += 1;
    if (doneChangeReply === 'sometimes-refused') return this.changes % 3 === 0;
    return doneChangeReply === 'refused';
  }

  private denied(order: Order, what: 'amended' | 'cancelled'): Reply {
    const parameters = this.parameters();
    return refuseOrder(parameters, `Order could not be ${what}`, (message) =>
      acknowledgement(parameters, order, 'Rejected', message),
    );
  }

  /** With `not-always`, every other acknowledged edit has no effect. */
  private isEditDone(): boolean {
    this.edits += 1;
    return this.parameters().editTakesEffect === 'yes' || this.edits % 2 === 0;
  }

  /** With `not-always`, every other acknowledged cancel has no effect. */
  private isCancelDone(): boolean {
    this.cancels += 1;
    return this.parameters().cancelTakesEffect === 'yes' || this.cancels % 2 === 0;
  }

  /** The order with that number, if this key can reach it. */
  reach(orderNumber: string): Order | null {
    const order = this.floor.ledger.find(orderNumber.trim());
    if (order === null || order.state === 'Removed' || order.hidden) return null;
    if (order.origin !== 'client' && this.parameters().otherBrokersOrders === 'unknown')
      return null;
    return order;
  }

  private readTerms(body: Body): OrderTerms {
    try {
      return {
        orderRef: textField(body, 'orderRef'),
        side: readSide(body),
        security: this.readSecurity(body),
        timeInForce: textField(body, 'timeInForce'),
        accountNumber: textField(body, 'accountNumber').trim(),
        brokerCode: textField(body, 'brokerCode').trim(),
        clientName: textField(body, 'clientName'),
        units: unitsText(body, 'units'),
        price: priceText(body, 'price'),
      };
    } catch (error) {
      const { orderRef, brokerCode } = body;
      if (typeof orderRef === 'string')
        this.burn(orderRef, typeof brokerCode === 'string' ? brokerCode : '');
      throw error;
    }
  }

  private readSecurity(body: Body): string {
    const symbol = textField(body, 'security');
    const rule = this.parameters().symbolCase === 'any' ? 'trimmed-any-case' : 'exact';
    return listingAsked(symbol, rule)?.symbol ?? symbol;
  }

  private burn(orderRef: string, brokerCode: string): void {
    if (this.parameters().refusedPostBurnsRef === 'no') return;
    this.floor.ledger.noteReference(orderRef, brokerCode, this.floor.tradingDate);
  }

  private refusalOf(terms: OrderTerms): string | null {
    const parameters = this.parameters();
    const listing = listingOfSymbol(terms.security);
    if (listing === null) return `Security ${terms.security} is not listed`;
    if (listing.status !== 'Active')
      return `Security ${terms.security} is ${listing.status.toLowerCase()}`;
    const allowed = parameters.timesInForce === 'day-only' ? [DAY_ORDER] : SEVERAL_TIMES_IN_FORCE;
    if (parameters.timesInForce !== 'any' && !allowed.includes(terms.timeInForce)) {
      return `Time in force ${terms.timeInForce} is not allowed`;
    }
    if (!this.floor.isOpen && parameters.closedSessionPost === 'refuse')
      return 'The market is closed';
    return this.refusalOfPrice(terms.security, terms.price);
  }

  private refusalOfPrice(security: string, price: number): string | null {
    const { low, high } = this.floor.band(security);
    if (this.parameters().priceBand === 'ignore' || (price >= low && price <= high)) return null;
    return `Price ${naira(price)} is outside the daily band ${naira(low)} to ${naira(high)}`;
  }

  private tradeDateOfPost(): string {
    const { hours, tradingDate, isOpen } = this.floor;
    if (isOpen) return tradingDate;
    const isToday = lagosDate(this.floor.now) === tradingDate;
    const beforeOpen = this.floor.now < hours.opensAt(tradingDate);
    if (isToday && (beforeOpen || this.parameters().closedSessionPost === 'accept'))
      return tradingDate;
    return hours.tradingDayAfter(tradingDate);
  }

  private refusalOfEdit(order: Order, units: number, price: number): string | null {
    const parameters = this.parameters();
    if (order.matched > 0 && parameters.partFilledEdit === 'refuse')
      return 'Order is partly matched';
    const total = this.newTotal(order, units);
    if (total <= order.matched && parameters.editBelowMatched === 'refuse') {
      return `Units ${units} are not above the ${order.matched} already matched`;
    }
    return this.refusalOfPrice(order.terms.security, price);
  }

  private newTotal(order: Order, units: number): number {
    return this.parameters().editUnitsMean === 'total' ? units : order.matched + units;
  }

  private applyEdit(order: Order, units: number, price: number): Order {
    const { editDelayMs, editKeepsOrderNumber } = this.parameters();
    if (editKeepsOrderNumber === 'no')
      return this.floor.replace(order, this.newTotal(order, units), price);
    this.applyLater(order, editDelayMs, () =>
      this.floor.amend(order, this.newTotal(order, units), price),
    );
    return order;
  }

  /**
   * The order that the acknowledgement of an edit names; with `anothers`, the newest order of another
   * desk.
   */
  private namedFor(order: Order, edited: Order): Order {
    if (this.parameters().newNumberShown === 'no') return order;
    if (this.parameters().editAckNumber === 'its-own') return edited;
    const others = this.floor.ledger.all().filter(({ origin }) => origin === 'external');
    return others.findLast(({ state }) => state === 'Working') ?? edited;
  }

  /**
   * The order whose number the acknowledgement of a post has; with `anothers`, the newest working order of another desk
   * on the same side of the security that has other units. One without our reference may name one with the same units,
   * too: the account tells them apart.
   */
  private namedForPost(order: Order): Order {
    if (this.parameters().postAckNumber === 'its-own') return order;
    const { side, security } = order.terms;
    const isBare = this.parameters().echoOrderRef === 'no';
    const others = this.floor.ledger
      .all()
      .filter(({ origin, state }) => origin === 'external' && state === 'Working')
      .filter(({ terms }) => terms.side === side && terms.security === security);
    return others.findLast(({ units }) => isBare || units !== order.units) ?? order;
  }

  private applyLater(order: Order, delayMs: number, apply: () => void): void {
    if (delayMs === 0) {
      apply();
      return;
    }
    this.floor.agenda.put(this.floor.now + delayMs, () => {
      if (order.state === 'Working') apply();
    });
  }

  private notWorking(order: Order): Reply {
    const parameters = this.parameters();
    const status = recordStatus(parameters, order, { ...order, at: this.floor.now, cause: 'now' });
    return refuseNotWorking(parameters, `Order ${order.orderNumber} is not working`, (message) =>
      acknowledgement(parameters, order, status, message),
    );
  }
}

/** The order is in the book, but the answer says that it was refused. */
function isRefusedAllTheSame({ takenPostReply }: ExchangeParameters, sequence: number): boolean {
  if (takenPostReply === 'sometimes-refused') return sequence % 3 === 0;
  return takenPostReply === 'refused';
}

function readSide(body: Body): Side {
  const side = textField(body, 'orderType');
  if (side !== 'BUY' && side !== 'SELL') throw new FieldError('orderType must be BUY or SELL');
  return side;
}
