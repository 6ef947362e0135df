import type { EndpointName } from '../../../../src/infra/exchange/schema/endpoints.js';

/**
 * A reply of each endpoint exactly as the interface document shows it, copied by hand, and its record
 * in our names.
 */
export interface DocumentedReply {
  readonly body: string;
  /** The record, or the first row. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const ok = (data: string): string => `{"success":true,"message":"Retrieved","data":${data}}`;
const pageWithPagination = (row: string): string =>
  ok(`{"data":[${row}],"pagination":{"page":1,"limit":50,"total":1,"totalPages":1}}`);
const pageWithTotals = (row: string): string =>
  ok(`{"data":[${row}],"total":1,"page":1,"limit":20}`);
const inside = (record: string): string => record.slice(1, -1);

const LIGHT =
  '{"symbol":"SD11PLC","name":"Sand Eleven","isin":"NG0000000011","status":"Active","instrumentType":"Equity","category":"Main","sector":"Services","subsector":"Logistics","logo":"https://logos.example/a.png"}';
const LIGHT_FIELDS = {
  symbol: 'SD11PLC',
  name: 'Sand Eleven',
  isin: 'NG0000000011',
  status: 'Active',
  instrumentType: 'Equity',
  category: 'Main',
  sector: 'Services',
  subsector: 'Logistics',
  logo: 'https://logos.example/a.png',
};
const LISTED = `{${inside(LIGHT)},"marketCap":12500000000000000000.25,"nominalValue":0.50,"nasdPrice":12.50,"secRegistered":true}`;
const LISTED_FIELDS = {
  ...LIGHT_FIELDS,
  marketCap: '12500000000000000000.25',
  nominalValue: '0.5',
  nasdPrice: '12.5',
  secRegistered: true,
};

const ACKNOWLEDGED = '{"OrderNo":9007199254740993,"Status":"Amended","Message":"done"}';
const ACKNOWLEDGED_FIELDS = {
  orderNumber: '9007199254740993',
  status: 'Amended',
  message: 'done',
};

const ORDER =
  '{"OrderNo":700001,"Company":"SD11PLC","OrderType":"BUY","Quantity":1000,"Status":"Open"}';
const ORDER_FIELDS = {
  orderNumber: '700001',
  security: 'SD11PLC',
  side: 'BUY',
  units: '1000',
  status: 'Open',
};

const COMPANY_ROW =
  '{"Company":"SD11PLC","SharesInIssue":1000000000,"CurrentPrice":12.5,"HighestPrice":12.6,"LowestPrice":12.4,"OpeningPrice":12.45,"ClosingPrice":12.5,"AveragePrice":12.48,"Bid":12.45,"Offer":12.55,"TotalVolume":34000}';
const COMPANY_ROW_FIELDS = {
  symbol: 'SD11PLC',
  sharesInIssue: '1000000000',
  currentPrice: '12.5',
  highestPrice: '12.6',
  lowestPrice: '12.4',
  openingPrice: '12.45',
  closingPrice: '12.5',
  averagePrice: '12.48',
  bid: '12.45',
  offer: '12.55',
  totalVolume: '34000',
};

const METRIC = '{"current":101.5,"previous":100,"variance":1.5,"percentChange":1.5}';
const METRIC_FIELDS = { current: '101.5', previous: '100', variance: '1.5', percentChange: '1.5' };
const INDEX = '{"open":100,"close":101.5,"percentChange":1.5}';
const INDEX_FIELDS = { open: '100', close: '101.5', percentChange: '1.5' };
const six = <T>(index: T, total: T): Record<string, T> => ({
  securitiesIndex: index,
  pensionIndex: index,
  capitalisation: index,
  volume: total,
  value: total,
  deals: total,
});
const written = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, token]) => `"${name}":${token}`)
    .join(',');

export const DOCUMENTED_REPLIES: Readonly<Record<EndpointName, DocumentedReply>> = {
  sectors: {
    body: ok('[{"sector":"Services","companyCount":7}]'),
    fields: { sector: 'Services', companyCount: 7 },
  },
  'sectors/companies': { body: pageWithPagination(LIGHT), fields: LIGHT_FIELDS },
  'companies/metadata': { body: pageWithPagination(LISTED), fields: LISTED_FIELDS },
  'company/metadata': {
    body: ok(
      `{${inside(LISTED)},"numberOfShareholders":420,"registrar":"Lagoon Registrars","websiteUri":"https://a.example","boardMembers":[{"name":"Ada Obi","seats":2.50},"Musa Ibe"]}`,
    ),
    fields: {
      ...LISTED_FIELDS,
      numberOfShareholders: '420',
      registrar: 'Lagoon Registrars',
      websiteUri: 'https://a.example',
      boardMembers: [{ name: 'Ada Obi', seats: '2.50' }, 'Musa Ibe'],
    },
  },
  'order/post': {
    body: ok(`{${inside(ACKNOWLEDGED)},"OrderRef":"TAAAAAAAAAAAAAAAAAAA"}`),
    fields: { ...ACKNOWLEDGED_FIELDS, orderRef: 'TAAAAAAAAAAAAAAAAAAA' },
  },
  'order/edit': { body: ok(ACKNOWLEDGED), fields: ACKNOWLEDGED_FIELDS },
  'order/cancel': { body: ok(ACKNOWLEDGED), fields: ACKNOWLEDGED_FIELDS },
  'order/enquiry': {
    body: ok(`{${inside(ORDER)},"MatchedQuantity":0,"PendingQuantity":1000,"BasePrice":12.50}`),
    fields: { ...ORDER_FIELDS, matchedUnits: '0', pendingUnits: '1000', basePrice: '12.5' },
  },
  'broker/order/enquiry': {
    body: ok(`[{${inside(ORDER)},"Broker_Code":"MRNA"}]`),
    fields: { ...ORDER_FIELDS, brokerCode: 'MRNA' },
  },
  'shareholder/enquiry': { body: ok(`[${ORDER}]`), fields: ORDER_FIELDS },
  'daily/trades': {
    body: ok(
      '[{"TradeDate":"2026-11-20","SecurityId":"SD11PLC","TimeInForce":"Day Order (DO)","Broker_Code":"MRNA","Price":12.45,"OrderNo":700001,"Volume":40,"MatchedQuantity":40,"PendingQuantity":60,"TradingMatchingId":"M-1","ClientName":"Ada Obi","Shareholder":"CDS-1","OrderType":"SELL"}]',
    ),
    fields: {
      tradeDate: '2026-11-20',
      security: 'SD11PLC',
      timeInForce: 'Day Order (DO)',
      brokerCode: 'MRNA',
      price: '12.45',
      orderNumber: '700001',
      units: '40',
      matchedUnits: '40',
      pendingUnits: '60',
      matchingId: 'M-1',
      clientName: 'Ada Obi',
      accountNumber: 'CDS-1',
      side: 'SELL',
    },
  },
  'market-depth/order-book': {
    body: '{"symbol":"SD11PLC","timestamp":"2026-11-20T10:00:00.000Z","status":"Ok","order_book":{"asks":[{"price":"12.55","quantity":"1000","orders":2}],"bids":[{"price":"12.45","quantity":"500","orders":1}]}}',
    fields: {
      symbol: 'SD11PLC',
      timestamp: '2026-11-20T10:00:00.000Z',
      status: 'Ok',
      orderBook: {
        asks: [{ price: '12.55', units: '1000', orders: 2 }],
        bids: [{ price: '12.45', units: '500', orders: 1 }],
      },
    },
  },
  'security/quote': {
    body: ok(
      '{"symbol":"SD11PLC","securityName":"Sand Eleven","lastPrice":12.5,"change":0.05,"percentageChange":0.4,"open":12.45,"high":12.6,"low":12.4,"volume":34000,"turnoverValue":425000.00,"marketCapitalization":12500000000,"fiftyTwoWeekHigh":15,"fiftyTwoWeekLow":9.8,"averageThirtyDayVolume":41000.5,"lastTradeTime":{"date":"2026-11-20","time":"10:15:00"},"sector":"Services","subsector":"Logistics"}',
    ),
    fields: {
      symbol: 'SD11PLC',
      securityName: 'Sand Eleven',
      lastPrice: '12.5',
      change: '0.05',
      percentageChange: '0.4',
      open: '12.45',
      high: '12.6',
      low: '12.4',
      volume: '34000',
      turnoverValue: '425000',
      marketCapitalization: '12500000000',
      fiftyTwoWeekHigh: '15',
      fiftyTwoWeekLow: '9.8',
      averageThirtyDayVolume: '41000.5',
      lastTradeTime: { date: '2026-11-20', time: '10:15:00' },
      sector: 'Services',
      subsector: 'Logistics',
    },
  },
  'market-snapshot/summary': {
    body: ok(
      `{"range":{"from":"2026-11-01","to":"2026-11-20"},"summary":{"tradingDays":15,${written(six(INDEX, '{"total":99000.5}'))}}}`,
    ),
    fields: {
      range: { from: '2026-11-01', to: '2026-11-20' },
      summary: { tradingDays: 15, ...six<unknown>(INDEX_FIELDS, { total: '99000.5' }) },
    },
  },
  'market-snapshot/daily': {
    body: ok(
      `{"current":{"date":"2026-11-20"},"previous":{"date":"2026-11-19"},"metrics":{${written(six(METRIC, METRIC))}}}`,
    ),
    fields: {
      current: { date: '2026-11-20' },
      previous: { date: '2026-11-19' },
      metrics: six(METRIC_FIELDS, METRIC_FIELDS),
    },
  },
  vwap: {
    body: `{"success":true,"message":"Retrieved","data":[{"date":"2026-11-20","Security":"SD11PLC","count":14,"openprice":12.45,"closeprice":12.5,"high":12.6,"low":12.4,"volume":34000,"value":425000,"bid":12.45,"ask":12.55}],"meta":{"page":1,"pages":1,"total":1}}`,
    fields: {
      date: '2026-11-20',
      symbol: 'SD11PLC',
      count: '14',
      open: '12.45',
      close: '12.5',
      high: '12.6',
      low: '12.4',
      volume: '34000',
      value: '425000',
      bid: '12.45',
      ask: '12.55',
    },
  },
  'companies/data': {
    body: ok(
      `[{${inside(COMPANY_ROW)},"BestBidVol":500,"VolumeAsk":1000,"LastMatched":12.5,"LastVolume":200}]`,
    ),
    fields: {
      ...COMPANY_ROW_FIELDS,
      bestBidVolume: '500',
      volumeAsk: '1000',
      lastMatched: '12.5',
      lastVolume: '200',
    },
  },
  'company/data': { body: ok(COMPANY_ROW), fields: COMPANY_ROW_FIELDS },
  'corporate-actions': {
    body: pageWithTotals(
      '{"type":"dividend","securityCode":"SD11PLC","securityName":"Sand Eleven","ratio":null,"dividendAmount":0.35,"paymentDate":"2026-12-20","qualificationDate":"2026-11-20","closureOfRegisterDate":"2026-11-23","agmDate":"2026-12-15","registrar":"Lagoon Registrars","year":2026,"documentUrl":"https://d.example/1.pdf"}',
    ),
    fields: {
      type: 'dividend',
      securityCode: 'SD11PLC',
      securityName: 'Sand Eleven',
      ratio: null,
      dividendAmount: '0.35',
      paymentDate: '2026-12-20',
      qualificationDate: '2026-11-20',
      closureOfRegisterDate: '2026-11-23',
      agmDate: '2026-12-15',
      registrar: 'Lagoon Registrars',
      year: 2026,
      documentUrl: 'https://d.example/1.pdf',
    },
  },
  'corporate-disclosures': {
    body: pageWithTotals(
      '{"type":"event","companyName":"Sand Eleven","securityCode":"SD11PLC","title":"Notice","effectiveDate":"2026-11-20","documentUrl":"https://d.example/2.pdf","week":47,"year":2026}',
    ),
    fields: {
      type: 'event',
      companyName: 'Sand Eleven',
      securityCode: 'SD11PLC',
      title: 'Notice',
      effectiveDate: '2026-11-20',
      documentUrl: 'https://d.example/2.pdf',
      week: 47,
      year: 2026,
    },
  },
};
