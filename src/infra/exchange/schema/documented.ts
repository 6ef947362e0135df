import { deviationsFrom } from './drift.js';
import type { EndpointName } from './endpoints.js';
import { bodyShape, ERROR, isRefusal, type Envelope } from './envelopes.js';
import {
  boolean,
  count,
  decimalText,
  list,
  number,
  object,
  optional,
  orderNumber,
  orNull,
  text,
  value,
  type Shape,
} from './shape.js';
import type { Wire } from './wire.js';

/**
 * The interface document as data: the record of every endpoint and the envelope around it. On the
 * left the name on the wire, on the right its type and our name for it. A field that the document
 * does not promise for every record is optional.
 */
const SECTOR = { sector: text('sector'), companyCount: count('companyCount') };

/** "The sector listing returns the lighter subset". */
const SECTOR_COMPANY = {
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

const COMPANY_LISTING = {
  ...SECTOR_COMPANY,
  marketCap: number('marketCap'),
  nominalValue: number('nominalValue'),
  nasdPrice: number('nasdPrice'),
  secRegistered: boolean('secRegistered'),
};

const COMPANY_PROFILE = {
  ...COMPANY_LISTING,
  // "Present in the metadata listing": whether the profile has it too is not shown.
  nominalValue: optional(number('nominalValue')),
  numberOfShareholders: number('numberOfShareholders'),
  registrar: text('registrar'),
  websiteUri: text('websiteUri'),
  boardMembers: list('boardMembers', null),
};

/** The acknowledgement of an edit and of a cancel. */
const ACKNOWLEDGEMENT = {
  OrderNo: orderNumber('orderNumber'),
  Status: text('status'),
  Message: text('message'),
};

const POST_ACKNOWLEDGEMENT = { ...ACKNOWLEDGEMENT, OrderRef: text('orderRef') };

const SHAREHOLDER_ORDER = {
  OrderNo: orderNumber('orderNumber'),
  Company: text('security'),
  OrderType: text('side'),
  Quantity: number('units'),
  Status: text('status'),
};

const BROKER_ORDER = { ...SHAREHOLDER_ORDER, Broker_Code: text('brokerCode') };

const ORDER_ENQUIRY = {
  ...SHAREHOLDER_ORDER,
  MatchedQuantity: number('matchedUnits'),
  PendingQuantity: number('pendingUnits'),
  BasePrice: number('basePrice'),
};

const TRADE_ROW = {
  TradeDate: text('tradeDate'),
  SecurityId: text('security'),
  TimeInForce: text('timeInForce'),
  Broker_Code: text('brokerCode'),
  Price: number('price'),
  OrderNo: orderNumber('orderNumber'),
  Volume: number('units'),
  MatchedQuantity: number('matchedUnits'),
  PendingQuantity: number('pendingUnits'),
  TradingMatchingId: text('matchingId'),
  ClientName: text('clientName'),
  Shareholder: text('accountNumber'),
  OrderType: text('side'),
};

const LEVEL = {
  price: decimalText('price'),
  quantity: decimalText('units'),
  orders: count('orders'),
};

const ORDER_BOOK = {
  symbol: text('symbol'),
  timestamp: text('timestamp'),
  status: text('status'),
  order_book: object('orderBook', { asks: list('asks', LEVEL), bids: list('bids', LEVEL) }),
};

const QUOTE = {
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

const RANGE_SNAPSHOT = {
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

const DAILY_SNAPSHOT = {
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

const VWAP_ROW = {
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
const COMPANY_DATA = {
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

const COMPANIES_DATA = {
  ...COMPANY_DATA,
  BestBidVol: number('bestBidVolume'),
  VolumeAsk: number('volumeAsk'),
  LastMatched: number('lastMatched'),
  LastVolume: number('lastVolume'),
};

const CORPORATE_ACTION = {
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

const DISCLOSURE = {
  type: text('type'),
  companyName: text('companyName'),
  securityCode: text('securityCode'),
  title: text('title'),
  effectiveDate: text('effectiveDate'),
  documentUrl: text('documentUrl'),
  week: count('week'),
  year: count('year'),
};

interface Documented {
  readonly envelope: Envelope;
  readonly record: Shape;
}

export const DOCUMENTED = {
  sectors: { envelope: 'array', record: SECTOR },
  'sectors/companies': { envelope: 'pageWithPagination', record: SECTOR_COMPANY },
  'companies/metadata': { envelope: 'pageWithPagination', record: COMPANY_LISTING },
  'company/metadata': { envelope: 'standard', record: COMPANY_PROFILE },
  'order/post': { envelope: 'standard', record: POST_ACKNOWLEDGEMENT },
  'order/edit': { envelope: 'standard', record: ACKNOWLEDGEMENT },
  'order/cancel': { envelope: 'standard', record: ACKNOWLEDGEMENT },
  'order/enquiry': { envelope: 'standard', record: ORDER_ENQUIRY },
  'broker/order/enquiry': { envelope: 'array', record: BROKER_ORDER },
  'shareholder/enquiry': { envelope: 'array', record: SHAREHOLDER_ORDER },
  'daily/trades': { envelope: 'array', record: TRADE_ROW },
  'market-depth/order-book': { envelope: 'none', record: ORDER_BOOK },
  'security/quote': { envelope: 'standard', record: QUOTE },
  'market-snapshot/summary': { envelope: 'standard', record: RANGE_SNAPSHOT },
  'market-snapshot/daily': { envelope: 'standard', record: DAILY_SNAPSHOT },
  vwap: { envelope: 'arrayWithMeta', record: VWAP_ROW },
  'companies/data': { envelope: 'array', record: COMPANIES_DATA },
  'company/data': { envelope: 'standard', record: COMPANY_DATA },
  'corporate-actions': { envelope: 'pageWithTotals', record: CORPORATE_ACTION },
  'corporate-disclosures': { envelope: 'pageWithTotals', record: DISCLOSURE },
} as const satisfies Record<EndpointName, Documented>;

/** What of a reply differs from the document: names and types, never values. */
export function deviations(endpoint: EndpointName, body: Wire): readonly string[] {
  const { envelope, record } = DOCUMENTED[endpoint];
  return deviationsFrom(isRefusal(body) ? ERROR : bodyShape(envelope, record), body);
}
