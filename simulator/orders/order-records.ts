/*
 * The raw records that the exchange passes through: acknowledgements, order records and trade rows,
 * with the documented fields in the spelling that the parameters ask for. OrderNo is written as a
 * number token of any length.
 */
import { type Json, type JsonObject, NumberToken } from '../json-text.js';
import type { Order, OrderTerms, OrderVersion, Side } from './order-ledger.js';
import type { ExchangeParameters } from '../control/parameters.js';
import { ackStatus, recordStatus } from './status-words.js';
import type { Trade, TradeSide } from './trade-tape.js';

/** Kobo as a number of Naira. */
export function naira(kobo: number): number {
  return kobo / 100;
}

export function orderNo(parameters: ExchangeParameters, orderNumber: bigint): Json {
  const digits = orderNumber.toString();
  if (parameters.orderNumbersAsStrings === 'yes') return digits;
  if (parameters.orderNumbersAsStrings === 'padded') return digits.padStart(digits.length + 2, '0');
  if (parameters.orderNumberToken === 'decimal-point') return new NumberToken(`${digits}.0`);
  if (parameters.orderNumberToken === 'integer') return orderNumber;
  return new NumberToken(`${digits.slice(0, 1)}.${digits.slice(1)}e${digits.length - 1}`);
}

/** A security, broker code or account as records spell it. */
function code({ recordCodes }: ExchangeParameters, text: string): string {
  if (recordCodes === 'lower') return text.toLowerCase();
  return recordCodes === 'padded' ? `${text}  ` : text;
}

function sideWord(parameters: ExchangeParameters, side: Side): string {
  if (parameters.recordSides === 'letter') return side.slice(0, 1);
  return parameters.recordSides === 'title' ? side.slice(0, 1) + side.slice(1).toLowerCase() : side;
}

function extra(parameters: ExchangeParameters, order: Order): JsonObject {
  if (parameters.extraFields === 'none') return {};
  return { Channel: 'API', EntryId: order.sequence, Remarks: null, Flags: { Short: false } };
}

/** An optional field: as it is, empty, or left out. */
function optional(parameters: ExchangeParameters, value: Json): Json | undefined {
  if (parameters.nullFields === 'none') return value;
  return parameters.nullFields === 'null' ? null : undefined;
}

function quantity({ zeroQuantities }: ExchangeParameters, units: number): Json | undefined {
  if (units !== 0 || zeroQuantities === 'zero') return units;
  return { null: null, empty: '', missing: undefined }[zeroQuantities];
}

/** For an ended order, parameters may leave fields of its record empty or write them differently. */
function asEnded(
  parameters: ExchangeParameters,
  version: OrderVersion,
  record: JsonObject,
): JsonObject {
  if (version.state === 'Working') return record;
  switch (parameters.endedRecords) {
    case 'plain':
      return record;
    case 'no-status':
      return { ...record, Status: '' };
    case 'null-status':
      return { ...record, Status: null };
    case 'no-units':
      return { ...record, Quantity: '' };
    case 'null-units':
      return { ...record, Quantity: null };
    case 'grouped':
      return { ...record, Quantity: `${version.units.toLocaleString('en-US')}.00` };
  }
}

/** `named`: the order whose number it has. */
export function postAcknowledgement(
  parameters: ExchangeParameters,
  order: Order,
  named: Order = order,
): JsonObject {
  return {
    OrderNo: orderNo(parameters, named.orderNumber),
    Status: ackStatus(parameters, parameters.postAckStatus),
    Message: 'Order posted successfully',
    OrderRef: echoed(parameters, order.terms),
    ...extra(parameters, order),
  };
}

function echoed({ echoOrderRef }: ExchangeParameters, { orderRef }: OrderTerms): Json | undefined {
  if (echoOrderRef === 'no') return undefined;
  return echoOrderRef === 'yes' ? orderRef : orderRef.toLowerCase();
}

export function refusedPost(orderRef: string, text: string): JsonObject {
  return { OrderNo: 0, Status: 'Rejected', Message: text, OrderRef: orderRef };
}

export function acknowledgement(
  parameters: ExchangeParameters,
  order: Order,
  status: string,
  message: string,
): JsonObject {
  return {
    OrderNo: orderNo(parameters, order.orderNumber),
    Status: ackStatus(parameters, status),
    Message: message,
    ...extra(parameters, order),
  };
}

export function enquiryRecord(
  parameters: ExchangeParameters,
  order: Order,
  version: OrderVersion,
  referencePrice: number,
): JsonObject {
  const base = {
    'current-limit': version.price,
    'original-limit': order.terms.price,
    'reference-price': referencePrice,
  }[parameters.basePriceMeans];
  const keepsPending =
    version.state === 'Working' ||
    (version.state === 'Cancelled' && parameters.cancelledPending === 'left');
  const pending = keepsPending ? Math.max(0, version.units - version.matched) : 0;
  const matched = version.matched + earlierOf(parameters, order);
  return asEnded(parameters, version, {
    OrderNo: orderNo(parameters, order.orderNumber),
    Company: code(parameters, order.terms.security),
    OrderType: sideWord(parameters, order.terms.side),
    Quantity: quantityOf(parameters, order, version),
    ...shownQuantities(parameters, matched, pending),
    BasePrice: optional(parameters, parameters.basePriceShown === 'zero' ? 0 : naira(base)),
    Status: recordStatus(parameters, order, version),
    ...extra(parameters, order),
  });
}

function shownQuantities(
  parameters: ExchangeParameters,
  matched: number,
  pending: number,
): JsonObject {
  if (parameters.enquiryQuantities === 'missing') return {};
  const isLeftOut = matched === 0 && parameters.nullFields !== 'none';
  return {
    MatchedQuantity: isLeftOut ? optional(parameters, 0) : quantity(parameters, matched),
    PendingQuantity: quantity(parameters, pending),
  };
}

function quantityOf(parameters: ExchangeParameters, order: Order, version: OrderVersion): number {
  const { state, units, matched } = version;
  const earlier = earlierOf(parameters, order);
  if (parameters.quantityMeans === 'remaining') return Math.max(0, units - matched);
  const isOver = state !== 'Working' && state !== 'Filled';
  if (parameters.quantityMeans === 'executed-once-over' && isOver) return matched + earlier;
  return units + earlier;
}

/** Units matched under the numbers that edits have replaced by this one, if its records count them. */
function earlierOf(parameters: ExchangeParameters, { replaces }: Order): number {
  if (parameters.replacedQuantities === 'left-out') return 0;
  let matched = 0;
  for (let before = replaces; before !== null; before = before.replaces) matched += before.matched;
  return matched;
}

export function shareholderRecord(
  parameters: ExchangeParameters,
  order: Order,
  version: OrderVersion,
): JsonObject {
  return {
    OrderNo: orderNo(parameters, order.orderNumber),
    Company: code(parameters, order.terms.security),
    OrderType: sideWord(parameters, order.terms.side),
    Quantity: version.units + earlierOf(parameters, order),
    Status: recordStatus(parameters, order, version),
    ...extra(parameters, order),
  };
}

export function brokerRecord(
  parameters: ExchangeParameters,
  order: Order,
  version: OrderVersion,
): JsonObject {
  const { OrderNo, Company, ...rest } = shareholderRecord(parameters, order, version);
  return { OrderNo, Company, Broker_Code: code(parameters, order.terms.brokerCode), ...rest };
}

function tradeDateText(parameters: ExchangeParameters, date: string): string {
  if (parameters.tradeDateForm === 'date-time') return `${date}T00:00:00.000Z`;
  return parameters.tradeDateForm === 'slashes' ? date.split('-').reverse().join('/') : date;
}

function matchingIdOf(parameters: ExchangeParameters, trade: Trade): Json {
  const missing =
    parameters.tradeMatchingIdMissing === 'yes' ||
    (parameters.tradeMatchingIdMissing === 'sometimes' && trade.sequence % 3 === 0);
  if (missing) return null;
  const { matchingIdForm: form } = parameters;
  const isText = form === 'text' || (form === 'either' && trade.sequence % 2 === 0);
  return isText || !/^[1-9]\d*$/.test(trade.matchingId)
    ? trade.matchingId
    : BigInt(trade.matchingId);
}

/** The number in the row of a trade: the order's, or a child of it, which no other record has. */
export function numberInRow(
  { tradeOrderNumbers }: ExchangeParameters,
  { orderNumber }: Pick<TradeSide, 'orderNumber'>,
): bigint {
  return tradeOrderNumbers === 'its-own' ? orderNumber : orderNumber + CHILD_NUMBERS_FROM;
}

const CHILD_NUMBERS_FROM = 5_000_000n;

export function tradeRow(
  parameters: ExchangeParameters,
  trade: Trade,
  part: TradeSide,
): JsonObject {
  const { price, units } = trade.shown ?? trade;
  const { terms } = part.order;
  const matchedSoFar = part.matchedAfter + units - trade.units;
  const pendingNow = part.order.state === 'Working' ? part.order.units - part.order.matched : 0;
  return {
    TradeDate: tradeDateText(parameters, trade.tradeDate),
    SecurityId: code(parameters, trade.security),
    TimeInForce: optional(parameters, terms.timeInForce),
    Broker_Code: code(parameters, terms.brokerCode),
    Price: naira(price),
    OrderNo: orderNo(parameters, numberInRow(parameters, part)),
    Volume: parameters.tradeVolumeIs === 'order' ? part.matchedAfter + part.pendingAfter : units,
    MatchedQuantity: parameters.tradeVolumeMeans === 'cumulative' ? matchedSoFar : units,
    PendingQuantity: quantity(
      parameters,
      parameters.tradePendingMeans === 'now' ? pendingNow : part.pendingAfter,
    ),
    TradingMatchingId: matchingIdOf(parameters, trade),
    ClientName: optional(parameters, terms.clientName),
    Shareholder: code(parameters, terms.accountNumber),
    OrderType: part.side,
    ...extra(parameters, part.order),
  };
}

/** The same trade once more, under an id of its own. */
export function copyOfRow(row: JsonObject): JsonObject {
  const { TradingMatchingId: id } = row;
  if (typeof id === 'string') return { ...row, TradingMatchingId: `${id}-2` };
  return typeof id === 'bigint' ? { ...row, TradingMatchingId: id + COPY_IDS_FROM } : row;
}

const COPY_IDS_FROM = 500_000_000_000n;

/** An open order shown among the trades: no matching id, no traded volume. */
export function restingRow(
  parameters: ExchangeParameters,
  order: Order,
  version: OrderVersion,
  tradeDate: string,
): JsonObject {
  const { terms } = order;
  const prices = { limit: naira(version.price), zero: 0, missing: undefined } as const;
  const ids = { null: null, empty: '', missing: undefined, zero: '0' } as const;
  const isChild = parameters.tradeOrderNumbers === 'child-while-open-too';
  const isSilent = parameters.restingRowQuantities === 'null' && version.matched === 0;
  const number = isChild ? numberInRow(parameters, order) : order.orderNumber;
  return {
    TradeDate: tradeDateText(parameters, tradeDate),
    SecurityId: code(parameters, terms.security),
    TimeInForce: optional(parameters, terms.timeInForce),
    Broker_Code: code(parameters, terms.brokerCode),
    Price: prices[parameters.restingRowPrice],
    OrderNo: orderNo(parameters, number),
    Volume: quantity(parameters, parameters.restingRowVolume === 'order-units' ? version.units : 0),
    MatchedQuantity: isSilent ? null : quantity(parameters, version.matched),
    PendingQuantity: isSilent ? null : quantity(parameters, version.units - version.matched),
    TradingMatchingId: ids[parameters.restingRowMatchingId],
    ClientName: optional(parameters, terms.clientName),
    Shareholder: code(parameters, terms.accountNumber),
    OrderType: terms.side,
    ...extra(parameters, order),
  };
}

/** A row of another broker whose documented fields are empty. */
export function unreadableRecord(): JsonObject {
  return { OrderNo: null, Company: '', Broker_Code: OTHER_BROKER, Quantity: null, Status: null };
}

export function unreadableTrade(): JsonObject {
  return { TradeDate: null, SecurityId: null, Broker_Code: OTHER_BROKER, OrderNo: null };
}

const OTHER_BROKER = 'GRNF';
