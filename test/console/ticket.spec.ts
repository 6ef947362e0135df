import type { Company, Depth, Order, PricesOfDay, Quote } from '../../console/api/answers.js';
import { fieldOf, isInList, viewOf, withTyped, withView } from '../../console/orders/filters.js';
import { dayRows } from '../../console/market/day-rows.js';
import { sortedRows } from '../../console/market/sorted.js';
import { nextSorting } from '../../console/parts/sorting.js';
import { listingIn, securitiesLike } from '../../console/market/listing.js';
import {
  dropDraft,
  emptyTerms,
  keepDraft,
  newDraft,
  openDraft,
} from '../../console/ticket/draft.js';
import { takenName } from '../../console/ticket/taken-name.js';
import { nameProblem, priceProblem, unitsProblem } from '../../console/ticket/terms.js';
import { problemsOf } from '../../console/ticket/ticket-terms.js';
import {
  warningsOf,
  warningsOfEdit,
  type Surroundings,
  type Ticketed,
} from '../../console/ticket/warnings.js';

const TICKET: Ticketed = {
  side: 'BUY', security: 'SD11PLC', units: '1000', price: '12.5', accountNumber: 'C1000017',
  clientName: 'Ada Obi',
}; // prettier-ignore
const AROUND: Surroundings = {
  quote: null, depth: null, status: null, health: null, limits: null, company: null, alike: [], today: [],
  knownName: null,
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

  it('asks whether a limit many times the last price, or a small part of it, is a slip', () => {
    const of = (price: string) => warningsOf({ ...TICKET, price }, { ...AROUND, quote })[0];
    expect(of('6062.5')).toEqual({
      id: 'away',
      text: 'The limit of ₦6,062.50 is 485 times the last price of ₦12.50: far from the market. Is it a slip?',
      isGrave: true,
    });
    expect(of('5')?.text).toMatch(/^The last price of ₦12\.50 is 2\.5 times the limit of ₦5\.00:/);
    expect(of('13.5')?.isGrave).toBeUndefined();
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

  it('warns of an order like one that has traded today, and not of one that came to nothing', () => {
    const done = (status: Order['status'], matchedUnits: string) => ({
      ...working,
      status,
      matchedUnits,
    });
    const [warning] = warningsOf(TICKET, { ...AROUND, today: [done('Filled', '1000')] });
    expect(warning?.text).toMatch(/has had the same order today: BUY 1,000 .*, Filled\./);
    expect(ids(TICKET, { today: [done('Cancelled', '200')] })).toEqual(['alike']);
    expect(ids(TICKET, { today: [done('Rejected', '0')] })).toEqual([]);
    expect(ids({ ...TICKET, units: '900' }, { today: [done('Filled', '1000')] })).toEqual([]);
  });

  it('warns of a security that does not trade, by the word of the exchange', () => {
    const company = (status: string): Company => ({ symbol: 'SD11PLC', status }) as Company;
    expect(ids(TICKET, { company: company('Suspended') })).toEqual(['halted']);
    expect(ids(TICKET, { company: company('Active') })).toEqual([]);
  });

  it('says by the rule of the service what a limit will refuse', () => {
    const limits = {
      orderValue: { most: '10000', owner: 'account' as const },
      orderUnits: null,
      priceBand: { most: '5', owner: 'firm' as const },
    };
    const texts = warningsOf({ ...TICKET, price: '13.5' }, { ...AROUND, limits, quote });
    expect(texts.map(({ text }) => text)).toEqual([
      'Marina will refuse it: ₦13,500.00; the limit of the account is ₦10,000.00.',
      'Marina will refuse it: the limit price is 8 % away from the last price; the limit of the firm is 5 %.',
      'The limit is 8 % above the last price of ₦12.50.',
    ]);
  });

  it('warns of an edit as of an order, and of units that grow', () => {
    const order = { ...working, security: 'SD11PLC', id: 'ord_1', accountNumber: 'C1' };
    const edit = (units: string, price: string, around: Partial<Surroundings> = {}) =>
      warningsOfEdit(order, { units, price }, { ...AROUND, ...around }).map(({ id }) => id);
    expect(edit('20001500', '1360', { quote })).toEqual(['grown', 'away']);
    expect(edit('1100', '12.5', { quote, alike: [order] })).toEqual([]);
    expect(edit('1100', '12.5', { alike: [{ ...order, id: 'ord_2', units: '1100' }] })).toEqual([
      'alike',
    ]);
    expect(edit('900', '12.5', { quote: { lastPrice: '2' } as Quote })).toEqual([]);
  });

  it('knows the name of a client only from orders that the exchange took', () => {
    const of = (clientName: string, orderNumber: string | null, certain = true) =>
      ({ clientName, orderNumber, status: 'Filled', evidence: { certain } }) as Order;
    expect(takenName([of('Wrong', null), of('Doubted', '7', false), of('Dangana', '8')])).toBe(
      'Dangana',
    );
    expect(takenName([{ ...of('Refused', '9'), status: 'Rejected' }])).toBeNull();
  });

  it('never cuts a name, and knows which securities are listed', () => {
    const typed = { ...TICKET, timeInForce: 'Day Order (DO)' };
    expect(problemsOf(typed, true)).toEqual({});
    expect(problemsOf({ ...typed, clientName: 'A'.repeat(121) }, null).clientName).toMatch(/121/);
    expect(problemsOf(typed, false).security).toBe('The exchange lists no such security.');
    const listed = [{ symbol: 'SD11PLC' } as Company];
    const page = { nextCursor: null, hasMore: false };
    expect(listingIn({ data: listed, page }, ' sd11plc ').kind).toBe('listed');
    expect(listingIn({ data: listed, page }, 'SD11').kind).toBe('unlisted');
    expect(listingIn({ data: listed, page: { ...page, hasMore: true } }, 'SD11').kind).toBe(
      'unknown',
    );
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

describe('The draft of a ticket', () => {
  const draft = newDraft({ ...emptyTerms(), clientName: 'Ada Obi' });

  it('stays with its id until an order has come of it', () => {
    keepDraft(draft);
    expect(openDraft({})).toBe(draft);
    dropDraft(newDraft(emptyTerms()));
    expect(openDraft({})).toBe(draft);
    dropDraft(draft);
    expect(openDraft({}).typed.clientName).toBe('');
    expect(openDraft({}).clientOrderId).not.toBe(draft.clientOrderId);
  });

  it('gives way to the terms of a link, but not while it may be stored', () => {
    keepDraft(draft);
    expect(openDraft({ security: 'SDFOO' }).typed).toMatchObject({
      security: 'SDFOO',
      clientName: '',
    });
    keepDraft({ ...draft, mayBeStored: true });
    expect(openDraft({ security: 'SDFOO' }).typed.clientName).toBe('Ada Obi');
    dropDraft(draft);
  });

  it('refuses a name that is too long rather than cutting it', () => {
    expect(nameProblem('ש'.repeat(120))).toBeNull();
    expect(nameProblem('ש'.repeat(1_000))).toBe('At most 120 characters; these are 1,000.');
  });
});

describe('The prices of the market list', () => {
  it('are those of the day, beside bid and offer, and never a zero for none', () => {
    const companies = [
      { symbol: 'SD11PLC', nasdPrice: '12' },
      { symbol: 'SDQUIET', nasdPrice: '3.1' },
    ] as unknown as readonly Company[];
    const feed = [
      { symbol: 'SD11PLC', currentPrice: '11.5', openingPrice: '12.5', bid: '11.4', offer: '0' },
    ] as unknown as readonly PricesOfDay[];
    expect(dayRows(companies, feed)).toMatchObject([
      { last: '11.5', change: '-1', changePercent: '-8', bid: '11.4', offer: null },
      { last: '3.1', change: null, changePercent: null, bid: null },
    ]);
  });
});

describe('The filter of the blotter', () => {
  it('says which orders that have changed still belong to the list', () => {
    const order = { ...working, status: 'Filled', openBreaks: 0, pending: null } as Order;
    const of = { ...order, evidence: { certain: true } } as Order;
    expect(isInList(of, { status: 'New,Posted,Open,Amended' })).toBe(false);
    expect(isInList(of, { status: 'Filled', certain: 'true', side: 'BUY' })).toBe(true);
    expect(isInList(of, { certain: 'false' })).toBe(false);
  });

  it.each([
    ['700123', 'orderNumberStartsWith'],
    ['70', 'orderNumber'],
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
      orderNumberStartsWith: '7001',
    });
  });
});

describe('The list of the market', () => {
  it('finds a security by a part of its symbol or its name', () => {
    const listed = [
      { symbol: 'SD11PLC', name: 'Eleven Energy Plc' },
      { symbol: 'SDABUJAHM', name: 'Abuja Homes Plc' },
    ] as Company[];
    const like = (text: string) => securitiesLike(listed, text).map(({ symbol }) => symbol);
    expect([like('abuj'), like('energy'), like('SD1'), like('x'), like('zzz')]).toEqual([
      ['SDABUJAHM'], ['SD11PLC'], ['SD11PLC'], [], [],
    ]); // prettier-ignore
  });

  it('is sorted by figures as figures, with what has none last either way', () => {
    const row = (symbol: string, changePercent: string | null) =>
      ({ symbol, changePercent }) as ReturnType<typeof dayRows>[number];
    const rows = [row('A', '9.5'), row('B', null), row('C', '-10.0'), row('D', '10.2')];
    const by = (isDown: boolean) =>
      sortedRows(rows, { column: 'change', isDown }).map(({ symbol }) => symbol);
    expect([by(true), by(false)]).toEqual([
      ['D', 'A', 'C', 'B'],
      ['C', 'A', 'D', 'B'],
    ]);
    const first = nextSorting(null, 'change', false);
    const second = nextSorting(first, 'change', false);
    expect([first?.isDown, second?.isDown, nextSorting(second, 'change', false)]).toEqual([
      true, false, null,
    ]); // prettier-ignore
  });
});
