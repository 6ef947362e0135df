import type { EndpointName } from '../../../../src/infra/exchange/schema/endpoints.js';
import { ask, type Question } from '../../../../src/infra/exchange/api/market-questions.js';
import { cancelBody, editBody, postBody } from '../../../../src/infra/exchange/api/trading-api.js';
import { TERMS } from '../api/post-terms.js';
import type { RecordingExchange } from '../client/recording-exchange.js';

const EDIT = { orderNumber: '700001', brokerCode: 'MRNA', units: '80', price: '13.25' };
const PAGE = { number: 2, limit: 20 };
const ASKED = { lane: 'reconcile', operator: 'ada' } as const;

/** How an endpoint is called, and what must then be on the wire. */
export interface Call {
  readonly make: (exchange: RecordingExchange) => Promise<unknown>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The documented reply as we decode it; for market endpoints it follows from the document. */
  readonly read?: Readonly<Record<string, unknown>>;
}

const market = (question: Question, query: Readonly<Record<string, string>>): Call => ({
  make: (exchange) => exchange.market.answer(question, 'ada'),
  query,
});

const ORDER_ROW = {
  orderNumber: '700001',
  security: 'SD11PLC',
  side: 'BUY',
  units: '1000',
  statusWord: 'Open',
};

export const CALLS: Readonly<Record<EndpointName, Call>> = {
  sectors: market(ask.sectors(), {}),
  'sectors/companies': market(ask.companiesOfSector('Oil & Gas', PAGE), {
    sector: 'Oil & Gas',
    page: '2',
    limit: '20',
  }),
  'companies/metadata': market(ask.companies('Active', PAGE), {
    status: 'Active',
    page: '2',
    limit: '20',
  }),
  'company/metadata': market(ask.company('SD11PLC'), { symbol: 'SD11PLC' }),
  'order/post': {
    make: (exchange) =>
      exchange.trade({
        endpoint: 'order/post',
        lane: 'trade',
        body: postBody(TERMS),
        operator: 'ada',
      }),
    body: {
      orderType: 'BUY',
      security: 'SD11PLC',
      timeInForce: 'Day Order (DO)',
      accountNumber: 'CDS-1',
      brokerCode: 'MRNA',
      units: '10000',
      price: '12.50',
      clientName: 'Ọmọ Obi',
      orderRef: 'TAAAAAAAAAAAAAAAAAAA',
    },
    read: {
      kind: 'Acknowledged',
      orderNumber: '9007199254740993',
      statusWord: 'Amended',
      message: 'done',
      orderRef: 'TAAAAAAAAAAAAAAAAAAA',
    },
  },
  'order/edit': {
    make: (exchange) =>
      exchange.trade({
        endpoint: 'order/edit',
        lane: 'trade',
        body: editBody(EDIT),
        operator: 'ada',
      }),
    body: { orderNumber: '700001', brokerCode: 'MRNA', units: 80, price: 13.25 },
    read: { kind: 'Acknowledged', orderNumber: '9007199254740993', statusWord: 'Amended' },
  },
  'order/cancel': {
    make: (exchange) =>
      exchange.trade({
        endpoint: 'order/cancel',
        lane: 'cancel',
        body: cancelBody('700001'),
        operator: 'ada',
      }),
    body: { orderNumber: '700001' },
    read: { kind: 'Acknowledged', orderNumber: '9007199254740993', statusWord: 'Amended' },
  },
  'order/enquiry': {
    make: (exchange) => exchange.enquiries.order('700001', ASKED),
    body: { orderNumber: '700001' },
    read: {
      rows: [{ ...ORDER_ROW, matchedUnits: '0', pendingUnits: '1000', basePrice: '12.5' }],
      odd: 0,
    },
  },
  'broker/order/enquiry': {
    make: (exchange) => exchange.enquiries.broker('MRNA', ASKED),
    body: { brokerCode: 'MRNA' },
    read: { rows: [{ ...ORDER_ROW, brokerCode: 'MRNA' }], odd: 0 },
  },
  'shareholder/enquiry': {
    make: (exchange) => exchange.enquiries.account('CDS-1', ASKED),
    body: { shareholderAccount: 'CDS-1' },
    read: { rows: [ORDER_ROW], odd: 0 },
  },
  'daily/trades': {
    make: (exchange) => exchange.enquiries.trades('2026-11-20', ASKED),
    body: { tradeDate: '2026-11-20', orderStatus: 'All' },
    read: {
      rows: [
        {
          tradeDate: '2026-11-20',
          security: 'SD11PLC',
          side: 'SELL',
          orderNumber: '700001',
          price: '12.45',
          units: '40',
          matchedUnits: '40',
          matchingId: 'M-1',
          brokerCode: 'MRNA',
          accountNumber: 'CDS-1',
        },
      ],
      odd: 0,
    },
  },
  'market-depth/order-book': market(ask.orderBook('SD11PLC'), { security: 'SD11PLC' }),
  'security/quote': market(ask.quote('SD11PLC'), { symbol: 'SD11PLC' }),
  'market-snapshot/summary': market(ask.snapshotOfRange('2026-11-01', '2026-11-20'), {
    from: '2026-11-01',
    to: '2026-11-20',
  }),
  'market-snapshot/daily': market(ask.snapshotOfToday(), {}),
  vwap: market(ask.vwap('2026-11-01', '2026-11-20', PAGE), {
    fromDate: '2026-11-01',
    toDate: '2026-11-20',
    pageNumber: '2',
    limit: '20',
  }),
  'companies/data': market(ask.dataOfCompanies(), {}),
  'company/data': market(ask.dataOfCompany('SD11PLC'), { symbol: 'SD11PLC' }),
  'corporate-actions': market(ask.actions('bonus', 'SD11PLC', PAGE), {
    type: 'bonus',
    security: 'SD11PLC',
    page: '2',
    limit: '20',
  }),
  'corporate-disclosures': market(ask.disclosures('video', 'SD11PLC', PAGE), {
    type: 'video',
    security: 'SD11PLC',
    page: '2',
    limit: '20',
  }),
};
