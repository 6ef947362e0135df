import type { PostTerms } from '../../../../src/infra/exchange/api/trading-api.js';

/** The terms of an order as its dealer gave them. */
export const TERMS: PostTerms = {
  side: 'BUY',
  security: 'SD11PLC',
  timeInForce: 'Day Order (DO)',
  accountNumber: 'CDS-1',
  brokerCode: 'MRNA',
  units: '10000',
  price: '12.50',
  clientName: 'Ọmọ Obi',
  orderRef: 'TAAAAAAAAAAAAAAAAAAA',
};
