import { describe, expect, it } from '@jest/globals';
import type { Depth, Order, Quote } from '../../console/api/answers.js';
import { fieldOf, viewOf, withTyped, withView } from '../../console/orders/filters.js';
import { priceProblem, unitsProblem } from '../../console/ticket/terms.js';
import { warningsOf, type Surroundings, type Ticketed } from '../../console/ticket/warnings.js';

const TICKET: Ticketed = {
  side: 'BUY', security: 'SD11PLC', units: '1000', price: '12.5', accountNumber: 'C1000017',
  clientName: 'Ada Obi',
}; // prettier-ignore
const AROUND: Surroundings = {
  quote: null, depth: null, status: null, health: null, alike: [], knownName: null,
}; // prettier-ignore
const quote = { lastPrice: '12.5' } as Quote;
const working = { side: 'BUY', units: '1000', price: '12.5', orderNumber: '700001' } as Order;
const depth = (bid: string, ask: string): Depth =>
  ({
    orderBook: {
      bids: [{ price: bid, units: '500', orders: 1 }],
      asks: [{ price: ask, units: '500', orders: 1 }],
    },
  }) as unknown as Depth;
const ids = (ticket: Ticketed, around: Partial<Surroundings>): readonly string[] =>
  warningsOf(ticket, { ...AROUND, ...around }).map(({ id }) => id);

describe('The order ticket', () => {
  it('warns of nothing when nothing is unusual', () => {
    expect(ids(TICKET, { quote, depth: depth('12.4', '12.6'), knownName: 'ada obi' })).toEqual([]);
  });

  it('warns of a limit far from the last price, either way', () => {
    expect(ids({ ...TICKET, price: '13.2' }, { quote })).toEqual(['away']);
    expect(ids({ ...TICKET, price: '11.8' }, { quote })).toEqual(['away']);
    expect(ids({ ...TICKET, price: '13.1' }, { quote })).toEqual([]);
  });

  it('warns that it can trade at once, on both sides', () => {
    const book = depth('12.4', '12.5');
    expect(ids(TICKET, { depth: book })).toEqual(['crosses']);
    expect(ids({ ...TICKET, side: 'SELL', price: '12.4' }, { depth: book })).toEqual(['crosses']);
    expect(ids({ ...TICKET, side: 'SELL' }, { depth: book })).toEqual([]);
  });

  it('warns of a second order like one that works already', () => {
    const [warning] = warningsOf(TICKET, { ...AROUND, alike: [working] });
    expect(warning?.text).toMatch(/the same order: BUY 1,000 at ₦12.50, no. 700001/);
    expect(ids({ ...TICKET, side: 'SELL' }, { alike: [working] })).toEqual([]);
  });

  it('warns that the account was last used under another name', () => {
    expect(ids(TICKET, { knownName: 'Bola Ige' })).toEqual(['name']);
  });

  it.each(['', '0', '12.5', '1e3', '-4', '1234567890123456'])('refuses %p as units', (text) => {
    expect(unitsProblem(text)).not.toBeNull();
  });

  it.each(['', '0', '0.00', '.5', '12.5000001', '-1', '1e2'])('refuses %p as a price', (text) => {
    expect(priceProblem(text)).not.toBeNull();
  });

  it('takes units and prices that the service takes', () => {
    expect([unitsProblem('10000'), priceProblem('12.50'), priceProblem('0.000001')]).toEqual([
      null, null, null,
    ]); // prettier-ignore
  });
});

describe('The filter of the blotter', () => {
  it.each([
    ['700123', 'orderNumber'],
    ['c1000017', 'accountNumber'],
    ['sd11plc', 'security'],
    ['web-7731', 'clientOrderId'],
  ])('reads %s as %s', (text, field) => {
    expect(fieldOf(text).field).toBe(field);
  });

  it('changes the view and keeps the rest of the address', () => {
    const search = { side: 'BUY', certain: 'false' };
    expect(viewOf(search)).toBe('Not proven');
    expect(withView(search, 'Filled')).toEqual({ side: 'BUY', status: 'Filled' });
    expect(withTyped({ security: 'SDX', side: 'BUY' }, ' 7001 ')).toEqual({
      side: 'BUY',
      orderNumber: '7001',
    });
  });
});
