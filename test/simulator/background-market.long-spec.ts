import { LISTINGS } from '../../simulator/market/listings.js';
import { OTHER_BROKER_CODES } from '../../simulator/orders/other-brokers.js';
import { Desk, recordOf, rowsOf } from './desk.js';

interface Levels {
  readonly asks: readonly {
    readonly price: string;
    readonly quantity: string;
    readonly orders: number;
  }[];
  readonly bids: readonly {
    readonly price: string;
    readonly quantity: string;
    readonly orders: number;
  }[];
}

function bookOf(desk: Desk, security: string): Levels {
  return desk.get(`market-depth/order-book?security=${security}`).json?.['order_book'] as Levels;
}

/** Runs the market for a while, in steps of one second. */
function live(desk: Desk, seconds: number, see: (second: number) => void = () => undefined): void {
  for (let second = 1; second <= seconds; second += 1) {
    desk.now += 1000;
    desk.exchange.advance();
    see(second);
  }
}

describe('The background market', () => {
  it('keeps the book of every traded security two-sided and never crossed', () => {
    const desk = new Desk({ market: 'on' });
    for (let round = 0; round < 5; round += 1) {
      for (const listing of LISTINGS.filter(
        (one) => one.liquidity > 0 && one.status === 'Active',
      )) {
        const { bids, asks } = bookOf(desk, listing.symbol);
        expect(bids.length).toBeGreaterThan(0);
        expect(asks.length).toBeGreaterThan(0);
        expect(Number(bids[0]?.price)).toBeLessThan(Number(asks[0]?.price));
      }
      live(desk, 600);
    }
  });

  it.each(['BUY', 'SELL'])(
    'leaves a %s at the last price open at first, then fills it in parts within 45 seconds',
    (orderType) => {
      for (const listing of LISTINGS.filter(
        (one) => one.liquidity > 0 && one.status === 'Active',
      )) {
        const desk = new Desk({ market: 'on', seed: `${listing.symbol} ${orderType}` });
        const { CurrentPrice } = recordOf(desk.get(`company/data?symbol=${listing.symbol}`));
        const orderNumber = desk.posts({
          orderType,
          security: listing.symbol,
          price: String(CurrentPrice),
          units: '10000',
        });
        const seen: string[] = [];
        live(desk, 45, (second) => {
          const { matchedUnits, status } = desk.exchange.control.order(orderNumber);
          const phase = status === 'Filled' ? 'filled' : matchedUnits > 0 ? 'partly' : 'open';
          if (second <= 6) expect(phase).toBe('open');
          if (seen[seen.length - 1] !== phase) seen.push(phase);
        });
        expect(seen).toEqual(['open', 'partly', 'filled']);
      }
    },
  );

  it('leaves an order far from the market alone', () => {
    const desk = new Desk({ market: 'on' });
    const orderNumber = desk.posts({ price: '11.25' });
    live(desk, 300);
    expect(desk.exchange.control.order(orderNumber)).toMatchObject({
      status: 'Working',
      matchedUnits: 0,
    });
  });

  it('trades under codes of its own and moves prices within the band', () => {
    const desk = new Desk({ market: 'on' });
    live(desk, 3600);
    const rows = desk.trades();
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(OTHER_BROKER_CODES).toContain(row['Broker_Code']);
    for (const row of rowsOf(desk.get('companies/data'))) {
      const [current, close] = [Number(row['CurrentPrice']), Number(row['ClosingPrice'])];
      expect(Math.abs(current - close)).toBeLessThanOrEqual(close * 0.1 + 0.01);
    }
  });

  it('goes home at the close and comes back at the next opening', () => {
    const desk = new Desk({ market: 'on', session: '10:00-14:30' });
    expect(bookOf(desk, 'SD11PLC').bids.length).toBeGreaterThan(0);
    desk.exchange.control.closeSession();
    expect(bookOf(desk, 'SD11PLC')).toEqual({ asks: [], bids: [] });
    desk.exchange.control.rollDay();
    expect(desk.exchange.control.state()).toMatchObject({
      tradingDate: '2026-11-23',
      session: 'open',
    });
    expect(bookOf(desk, 'SD11PLC').bids.length).toBeGreaterThan(0);
  });
});
