import { LISTINGS } from '../../simulator/market/listings.js';
import { type Answer, Desk, recordOf, rowsOf } from './desk.js';

const COMPANY_DATA_FIELDS = [
  'Company',
  'SharesInIssue',
  'CurrentPrice',
  'HighestPrice',
  'LowestPrice',
  'OpeningPrice',
  'ClosingPrice',
  'AveragePrice',
  'Bid',
  'Offer',
  'TotalVolume',
];

describe('Market data', () => {
  it('collapses orders into levels: asks ascend, bids descend, texts for price and quantity, no envelope', () => {
    const desk = new Desk();
    for (const [orderType, price, units] of [
      ['BUY', '12.40', '100'],
      ['BUY', '12.40', '50'],
      ['BUY', '12.45', '10'],
      ['SELL', '12.70', '5'],
      ['SELL', '12.60', '7'],
    ])
      desk.posts({ orderType, price, units });
    expect(desk.get('market-depth/order-book?security=SD11PLC').json).toEqual({
      symbol: 'SD11PLC',
      timestamp: '2026-11-20T11:00:00.000Z',
      status: 'Ok',
      order_book: {
        asks: [
          { price: '12.60', quantity: '7', orders: 1 },
          { price: '12.70', quantity: '5', orders: 1 },
        ],
        bids: [
          { price: '12.45', quantity: '10', orders: 1 },
          { price: '12.40', quantity: '150', orders: 2 },
        ],
      },
    });
  });

  it('leaves live fields of a quote null until the security trades, reference fields never', () => {
    const desk = new Desk();
    const live = [
      'lastPrice',
      'change',
      'percentageChange',
      'open',
      'high',
      'low',
      'volume',
      'turnoverValue',
    ];
    const before = recordOf(desk.get('security/quote?symbol=SD11PLC'));
    for (const field of live) expect(before[field]).toBeNull();
    expect(before).toMatchObject({
      securityName: 'Eleven Energy Plc',
      lastTradeTime: null,
      sector: 'Oil and Gas',
    });
    expect(before['fiftyTwoWeekHigh']).toBeGreaterThan(Number(before['fiftyTwoWeekLow']));
    desk.posts({ orderType: 'SELL', price: '12.50', units: '10' });
    desk.posts({ orderType: 'SELL', price: '12.75', units: '10' });
    desk.posts({ price: '12.75', units: '20' });
    expect(recordOf(desk.get('security/quote?symbol=SD11PLC'))).toMatchObject({
      lastPrice: 12.75,
      change: 0.25,
      percentageChange: 2,
      open: 12.5,
      high: 12.75,
      low: 12.5,
      volume: 20,
      turnoverValue: 255,
      lastTradeTime: { date: '2026-11-20', time: '12:00:00' },
    });
  });

  it('gives live data of all companies, and a smaller row of one', () => {
    const desk = new Desk();
    desk.posts({ price: '12.40', units: '30' });
    const rows = rowsOf(desk.get('companies/data'));
    expect(rows).toHaveLength(LISTINGS.length);
    const row = rows.find((one) => one['Company'] === 'SD11PLC') ?? {};
    const more = ['BestBidVol', 'VolumeAsk', 'LastMatched', 'LastVolume'];
    expect(Object.keys(row).sort()).toEqual([...COMPANY_DATA_FIELDS, ...more].sort());
    expect(row).toMatchObject({ CurrentPrice: 12.5, Bid: 12.4, BestBidVol: 30, TotalVolume: 0 });
    const one = recordOf(desk.get('company/data?symbol=SD11PLC'));
    expect(Object.keys(one).sort()).toEqual([...COMPANY_DATA_FIELDS].sort());
  });

  it.each([
    'company/metadata?symbol=',
    'security/quote?symbol=',
    'company/data?symbol=',
    'market-depth/order-book?security=',
  ])('requires the symbol of %s and knows only listed ones', (path) => {
    const desk = new Desk();
    expect(desk.get(path).status).toBe(400);
    expect(desk.get(`${path}NOWHERE`).status).toBe(404);
    expect(desk.get(`${path}SDGASLINK`).status).toBe(200);
  });

  it('sums a range of at most 366 days that runs forward', () => {
    const desk = new Desk();
    const ask = (from: string, to: string): Answer =>
      desk.get(`market-snapshot/summary?from=${from}&to=${to}`);
    const answer = recordOf(ask('2026-11-16', '2026-11-20'));
    expect(answer['range']).toEqual({ from: '2026-11-16', to: '2026-11-20' });
    expect(answer['summary']).toMatchObject({ tradingDays: 5 });
    for (const index of ['securitiesIndex', 'pensionIndex', 'capitalisation']) {
      expect(Object.keys((answer['summary'] as Record<string, object>)[index] ?? {})).toEqual([
        'open',
        'close',
        'percentChange',
      ]);
    }
    expect(ask('2025-11-20', '2026-11-20').status).toBe(200);
    expect(ask('2025-11-19', '2026-11-20').status).toBe(400);
    expect(ask('2026-11-20', '2026-11-19').status).toBe(400);
    expect(ask('2026-11-31', '2026-12-01').status).toBe(400);
    expect(desk.get('market-snapshot/summary?from=2026-11-20').status).toBe(400);
  });

  it('compares today with the trading day before', () => {
    const answer = recordOf(new Desk({ session: '10:00-14:30' }).get('market-snapshot/daily'));
    expect(answer).toMatchObject({
      current: { date: '2026-11-20' },
      previous: { date: '2026-11-19' },
    });
    const metrics = answer['metrics'] as Record<string, Record<string, number>>;
    expect(Object.keys(metrics)).toEqual([
      'securitiesIndex',
      'pensionIndex',
      'capitalisation',
      'volume',
      'value',
      'deals',
    ]);
    for (const metric of Object.values(metrics)) {
      const { current = NaN, previous = NaN, variance = NaN } = metric;
      expect(variance).toBeCloseTo(current - previous, 1);
    }
  });

  it('pages day rows of all securities beside a meta object', () => {
    const desk = new Desk();
    const path = 'vwap?fromDate=2026-11-16&toDate=2026-11-20';
    const first = desk.get(path);
    const meta = first.json?.['meta'] as { page: number; pages: number; total: number };
    expect(meta).toMatchObject({ page: 1, pages: Math.ceil(meta.total / 50) });
    expect(rowsOf(first)).toHaveLength(50);
    expect(Object.keys(rowsOf(first)[0] ?? {})).toEqual([
      'date',
      'Security',
      'count',
      'openprice',
      'closeprice',
      'high',
      'low',
      'volume',
      'value',
      'bid',
      'ask',
    ]);
    const all = rowsOf(desk.get(`${path}&limit=5000`));
    expect(all).toHaveLength(meta.total);
    expect(rowsOf(desk.get(`${path}&pageNumber=2`))).toEqual(all.slice(50, 100));
    for (const row of all) {
      expect(Number(row['low'])).toBeLessThanOrEqual(Number(row['closeprice']));
      expect(Number(row['high'])).toBeGreaterThanOrEqual(Number(row['openprice']));
    }
    expect(desk.get('vwap?fromDate=2026-11-16').status).toBe(400);
  });
});
