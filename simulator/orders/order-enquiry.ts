/*
 * Enquiries: one order, the orders of a broker, the orders of a shareholder, the trades of a day.
 * Parameters decide how old the answer may be (lags, stale lists) and what a list leaves out.
 */
import type { OrderEntry } from './order-entry.js';
import {
  brokerRecord,
  copyOfRow,
  enquiryRecord,
  restingRow,
  shareholderRecord,
  tradeRow,
  unreadableRecord,
  unreadableTrade,
} from './order-records.js';
import { type JsonObject } from '../json-text.js';
import { type Order, type OrderVersion, versionAt, versionNow } from './order-ledger.js';
import type { ExchangeParameters } from '../control/parameters.js';
import { answerEmptyList, answerNoTrades, refuseUnknownOrder } from './refusals.js';
import { type Reply, result } from '../replies.js';
import { dateText, FieldError, readBody, textField } from '../request-fields.js';
import type { Trade } from './trade-tape.js';
import type { TradingFloor } from './trading-floor.js';

const MATCHED_WORDS: readonly string[] = ['matched', 'filled', 'executed'];
const OPEN_WORDS: readonly string[] = ['open', 'posted'];

interface Seen {
  readonly order: Order;
  readonly version: OrderVersion;
}

export class OrderEnquiry {
  private readonly floor: TradingFloor;
  private readonly entry: OrderEntry;
  private readonly parameters: () => ExchangeParameters;

  constructor(floor: TradingFloor, entry: OrderEntry, parameters: () => ExchangeParameters) {
    this.floor = floor;
    this.entry = entry;
    this.parameters = parameters;
  }

  order(text: string, staleMs = 0): Reply {
    const parameters = this.parameters();
    const orderNumber = textField(readBody(text), 'orderNumber');
    const order = this.entry.reach(orderNumber);
    const { enquiryShows } = parameters;
    const version =
      order === null
        ? null
        : this.versionSeen(order, staleMs + parameters.enquiryLagMs, enquiryShows);
    if (order === null || version === null) return refuseUnknownOrder(parameters, orderNumber);
    if (version.state !== 'Working' && parameters.closedOrderEnquiry === 'unknown') {
      return refuseUnknownOrder(parameters, orderNumber);
    }
    const reference = this.floor.referencePrice(order.terms.security);
    const record = enquiryRecord(parameters, order, version, reference);
    return result(parameters.enquiryAnswers === 'list' ? [record] : record, 'Order retrieved');
  }

  ofBroker(text: string, staleMs = 0): Reply {
    const parameters = this.parameters();
    const brokerCode = textField(readBody(text), 'brokerCode').trim();
    const rows = this.listed(
      staleMs,
      (order) =>
        order.terms.brokerCode === brokerCode ||
        (parameters.brokerListHoldsOtherCodes === 'yes' && order.state === 'Working'),
    );
    if (rows.length === 0) return answerEmptyList(parameters, 'Orders retrieved');
    return result(
      [
        ...rows.map(({ order, version }) => brokerRecord(parameters, order, version)),
        ...unreadable(parameters, unreadableRecord()),
      ],
      'Orders retrieved',
    );
  }

  ofShareholder(text: string, staleMs = 0): Reply {
    const parameters = this.parameters();
    const account = textField(readBody(text), 'shareholderAccount').trim();
    const ageMs = staleMs + parameters.shareholderListLagMs;
    const rows =
      parameters.shareholderListHolds === 'nothing'
        ? []
        : this.listed(
            ageMs,
            (order) =>
              parameters.shareholderListFilter === 'ignored' ||
              order.terms.accountNumber === account,
          );
    if (rows.length === 0) return answerEmptyList(parameters, 'Orders retrieved');
    return result(
      rows.map(({ order, version }) => shareholderRecord(parameters, order, version)),
      'Orders retrieved',
    );
  }

  trades(text: string, staleMs = 0): Reply {
    const parameters = this.parameters();
    const body = readBody(text);
    const tradeDate = dateText(textField(body, 'tradeDate').trim(), 'tradeDate');
    const wanted = this.wantedRows(textField(body, 'orderStatus').trim().toLowerCase());
    const seenAt = this.floor.now - staleMs - parameters.tradesLagMs;
    const rows: JsonObject[] = [];
    if (wanted.resting) rows.push(...this.restingRows(tradeDate, seenAt));
    if (wanted.matched) {
      for (const trade of this.floor.tape.ofDay(tradeDate)) {
        if (trade.at <= seenAt && !trade.withdrawn) rows.push(...this.tradeRows(trade));
      }
    }
    if (rows.length === 0) return answerNoTrades(parameters, 'Trades retrieved');
    return result([...rows, ...unreadable(parameters, unreadableTrade())], 'Trades retrieved');
  }

  private wantedRows(orderStatus: string): {
    readonly resting: boolean;
    readonly matched: boolean;
  } {
    const { tradesAllHoldsRestingRows, tradesOtherStatus } = this.parameters();
    const all = { resting: tradesAllHoldsRestingRows === 'yes', matched: true };
    if (orderStatus === 'all') return all;
    if (MATCHED_WORDS.includes(orderStatus)) return { resting: false, matched: true };
    if (OPEN_WORDS.includes(orderStatus)) return { resting: true, matched: false };
    if (tradesOtherStatus === 'refuse')
      throw new FieldError(`orderStatus ${orderStatus} is not known`);
    return tradesOtherStatus === 'as-all' ? all : { resting: false, matched: false };
  }

  private tradeRows(trade: Trade): JsonObject[] {
    const parameters = this.parameters();
    const others = parameters.tradesHoldOtherBrokers;
    const rows = trade.sides
      .filter((part) => part.origin !== 'background' || others !== 'no')
      .map((part) => tradeRow(parameters, trade, part));
    if (parameters.tradeCopies !== 'none') return rows.flatMap((row) => [row, copyOfRow(row)]);
    return parameters.tradeRowsRepeatId === 'row-twice' ? rows.flatMap((row) => [row, row]) : rows;
  }

  /** Orders that are open on that day: today, or the later day they were accepted for. */
  private restingRows(tradeDate: string, seenAt: number): JsonObject[] {
    const parameters = this.parameters();
    const rows: JsonObject[] = [];
    const orders =
      parameters.tradesHoldOtherBrokers === 'all' ? this.everyOrder() : this.floor.ledger.all();
    for (const order of orders) {
      const version = this.versionSeen(order, this.floor.now - seenAt);
      if (version === null || version.state !== 'Working' || order.hidden) continue;
      if (this.isForEnquiriesAlone(order)) continue;
      const { tradingDate } = this.floor;
      const openOn = order.tradeDate > tradingDate ? order.tradeDate : tradingDate;
      if (openOn === tradeDate) rows.push(restingRow(parameters, order, version, openOn));
    }
    return rows;
  }

  private everyOrder(): Order[] {
    const background = this.floor.ledger.working().filter((order) => order.origin === 'background');
    return [...this.floor.ledger.all(), ...background];
  }

  /** Every third order may stay as it came, for ever. */
  private versionSeen(
    order: Order,
    ageMs: number,
    shows: ExchangeParameters['listShows'] = 'present',
  ): OrderVersion | null {
    const [first] = order.versions;
    if (shows !== 'present' && order.sequence % 3 === 0 && first !== undefined) return first;
    if (ageMs === 0 || order.origin === 'background')
      return this.asRecorded(order, versionNow(order, this.floor.now));
    const version = versionAt(order, this.floor.now - ageMs);
    return version === null ? null : this.asRecorded(order, version);
  }

  /** An exchange may leave the record of a number that an edit has replaced as it was. */
  private asRecorded(order: Order, version: OrderVersion): OrderVersion {
    if (version.state !== 'Replaced' || this.parameters().replacedRecord === 'ends') return version;
    return order.versions.findLast(({ state }) => state === 'Working') ?? version;
  }

  private isForEnquiriesAlone({ state }: Order): boolean {
    return state === 'Replaced' && this.parameters().replacedRecord === 'in-enquiries';
  }

  private listed(staleMs: number, wanted: (order: Order) => boolean): Seen[] {
    const parameters = this.parameters();
    const seen: Seen[] = [];
    for (const order of this.everyOrder()) {
      if (!wanted(order) || order.hidden || this.isForEnquiriesAlone(order)) continue;
      const version = this.versionSeen(order, staleMs + parameters.listLagMs, parameters.listShows);
      if (version !== null && this.isListed(order, version)) seen.push({ order, version });
    }
    if (parameters.listOrder === 'newest-first') seen.reverse();
    return parameters.listCap === 'none' ? seen : seen.slice(0, Number(parameters.listCap));
  }

  private isListed(order: Order, version: OrderVersion): boolean {
    const { listsHoldClosedOrders, listsHoldEarlierDays } = this.parameters();
    if (version.state === 'Working') return true;
    if (version.state === 'Removed' || listsHoldClosedOrders === 'no') return false;
    return listsHoldEarlierDays === 'yes' || order.tradeDate >= this.floor.tradingDate;
  }
}

function unreadable(parameters: ExchangeParameters, row: JsonObject): JsonObject[] {
  return parameters.unreadableRows === 'none' ? [] : [row];
}
