import {
  boolean,
  count,
  decimalText,
  filledText,
  forDisplay,
  identifier,
  list,
  number,
  object,
  optional,
  orderNumber,
  orNull,
  quantity,
  required,
  text,
  value,
} from './wire-schema.js';

/**
 * The interface document as data: the record of every endpoint, with the wire name on the left and the
 * type and our name on the right. To add a field, add one line: decoding and drift detection both use it.
 * A field that the document does not promise for every record is optional.
 */
export const SECTOR = { sector: text('sector'), companyCount: count('companyCount') };

/** "The sector listing returns the lighter subset". */
export const SECTOR_COMPANY = {
  symbol: text('symbol'),
  name: text('name'),
  isin: text('isin'),
  status: text('status'),
  instrumentType: text('instrumentType'),
  category: text('category'),
  sector: text('sector'),
  subsector: text('subsector'),
  logo: text('logo'),
};

export const COMPANY_LISTING = {
  ...SECTOR_COMPANY,
  marketCap: number('marketCap'),
  nominalValue: number('nominalValue'),
  nasdPrice: number('nasdPrice'),
  secRegistered: boolean('secRegistered'),
};

export const COMPANY_PROFILE = {
  ...COMPANY_LISTING,
  // "Present in the metadata listing": the document does not show whether the profile has it too.
  nominalValue: optional(number('nominalValue')),
  numberOfShareholders: number('numberOfShareholders'),
  registrar: text('registrar'),
  websiteUri: text('websiteUri'),
  boardMembers: list('boardMembers', null),
};

/** The acknowledgement of an edit and of a cancel. */
export const ACKNOWLEDGEMENT = {
  OrderNo: orderNumber('orderNumber'),
  Status: filledText('status'),
  Message: filledText('message'),
};

export const POST_ACKNOWLEDGEMENT = { ...ACKNOWLEDGEMENT, OrderRef: filledText('orderRef') };

export const SHAREHOLDER_ORDER = {
  OrderNo: required(orderNumber('orderNumber')),
  Company: required(filledText('security')),
  OrderType: required(filledText('side')),
  Quantity: required(quantity('units')),
  Status: required(filledText('status')),
};

export const BROKER_ORDER = { ...SHAREHOLDER_ORDER, Broker_Code: filledText('brokerCode') };

export const ORDER_ENQUIRY = {
  ...SHAREHOLDER_ORDER,
  MatchedQuantity: quantity('matchedUnits'),
  PendingQuantity: quantity('pendingUnits'),
  // The document does not say that this is the limit price; a settings file may say so.
  BasePrice: number('basePrice'),
};

/** Any documented order field counts as evidence, even from an endpoint that does not document it. */
export const ORDER = { ...ORDER_ENQUIRY, ...BROKER_ORDER };

export const TRADE_ROW = {
  TradeDate: filledText('tradeDate'),
  SecurityId: required(filledText('security')),
  TimeInForce: forDisplay(filledText('timeInForce')),
  Broker_Code: filledText('brokerCode'),
  Price: number('price'),
  OrderNo: required(orderNumber('orderNumber')),
  Volume: quantity('units'),
  MatchedQuantity: quantity('matchedUnits'),
  PendingQuantity: quantity('pendingUnits'),
  TradingMatchingId: identifier('matchingId'),
  ClientName: forDisplay(filledText('clientName')),
  Shareholder: filledText('accountNumber'),
  OrderType: required(filledText('side')),
};

const LEVEL = {
  price: decimalText('price'),
  quantity: decimalText('units'),
  orders: count('orders'),
};

export const ORDER_BOOK = {
  symbol: text('symbol'),
  timestamp: text('timestamp'),
  status: text('status'),
  order_book: object('orderBook', { asks: list('asks', LEVEL), bids: list('bids', LEVEL) }),
};

export const QUOTE = {
  symbol: text('symbol'),
  securityName: text('securityName'),
  lastPrice: orNull(number('lastPrice')),
  change: orNull(number('change')),
  percentageChange: orNull(number('percentageChange')),
  open: orNull(number('open')),
  high: orNull(number('high')),
  low: orNull(number('low')),
  volume: orNull(number('volume')),
  turnoverValue: orNull(number('turnoverValue')),
  marketCapitalization: number('marketCapitalization'),
  fiftyTwoWeekHigh: number('fiftyTwoWeekHigh'),
  fiftyTwoWeekLow: number('fiftyTwoWeekLow'),
  averageThirtyDayVolume: number('averageThirtyDayVolume'),
  lastTradeTime: orNull(object('lastTradeTime', { date: text('date'), time: text('time') })),
  sector: text('sector'),
  subsector: text('subsector'),
};

const OPEN_TO_CLOSE = {
  open: number('open'),
  close: number('close'),
  percentChange: number('percentChange'),
};
const TOTAL = { total: number('total') };

export const RANGE_SNAPSHOT = {
  range: object('range', { from: text('from'), to: text('to') }),
  summary: object('summary', {
    tradingDays: count('tradingDays'),
    securitiesIndex: object('securitiesIndex', OPEN_TO_CLOSE),
    pensionIndex: object('pensionIndex', OPEN_TO_CLOSE),
    capitalisation: object('capitalisation', OPEN_TO_CLOSE),
    volume: object('volume', TOTAL),
    value: object('value', TOTAL),
    deals: object('deals', TOTAL),
  }),
};

const METRIC = {
  current: number('current'),
  previous: number('previous'),
  variance: number('variance'),
  percentChange: number('percentChange'),
};

export const DAILY_SNAPSHOT = {
  current: object('current', { date: text('date') }),
  previous: object('previous', { date: text('date') }),
  metrics: object('metrics', {
    securitiesIndex: object('securitiesIndex', METRIC),
    pensionIndex: object('pensionIndex', METRIC),
    capitalisation: object('capitalisation', METRIC),
    volume: object('volume', METRIC),
    value: object('value', METRIC),
    deals: object('deals', METRIC),
  }),
};

export const VWAP_ROW = {
  date: text('date'),
  Security: text('symbol'),
  count: number('count'),
  openprice: number('open'),
  closeprice: number('close'),
  high: number('high'),
  low: number('low'),
  volume: number('volume'),
  value: number('value'),
  bid: number('bid'),
  ask: number('ask'),
};

/** "The single-company feed returns the fields above except" four. */
export const COMPANY_DATA = {
  Company: text('symbol'),
  SharesInIssue: number('sharesInIssue'),
  CurrentPrice: number('currentPrice'),
  HighestPrice: number('highestPrice'),
  LowestPrice: number('lowestPrice'),
  OpeningPrice: number('openingPrice'),
  ClosingPrice: number('closingPrice'),
  AveragePrice: number('averagePrice'),
  Bid: number('bid'),
  Offer: number('offer'),
  TotalVolume: number('totalVolume'),
};

export const COMPANIES_DATA = {
  ...COMPANY_DATA,
  BestBidVol: number('bestBidVolume'),
  VolumeAsk: number('volumeAsk'),
  LastMatched: number('lastMatched'),
  LastVolume: number('lastVolume'),
};

export const CORPORATE_ACTION = {
  type: text('type'),
  securityCode: text('securityCode'),
  securityName: text('securityName'),
  ratio: orNull(value('ratio')),
  // "When applicable".
  dividendAmount: optional(number('dividendAmount')),
  paymentDate: text('paymentDate'),
  qualificationDate: text('qualificationDate'),
  closureOfRegisterDate: text('closureOfRegisterDate'),
  agmDate: text('agmDate'),
  registrar: text('registrar'),
  year: count('year'),
  documentUrl: text('documentUrl'),
};

export const DISCLOSURE = {
  type: text('type'),
  companyName: text('companyName'),
  securityCode: text('securityCode'),
  title: text('title'),
  effectiveDate: text('effectiveDate'),
  documentUrl: text('documentUrl'),
  week: count('week'),
  year: count('year'),
};
