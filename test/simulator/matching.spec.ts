import { SeededRandom } from '../../simulator/seeded-random.js';
import { Desk, recordOf } from './desk.js';

function matchedOf(desk: Desk, orderNumber: string): number {
  return desk.exchange.control.order(orderNumber).matchedUnits;
}

describe('Matching', () => {
  it('gives the better price before the earlier order, and the earlier before the later', () => {
    const desk = new Desk();
    const early = desk.posts({ price: '12.40', units: '100' });
    const late = desk.posts({ price: '12.40', units: '100' });
    const better = desk.posts({ price: '12.45', units: '100' });
    desk.posts({ orderType: 'SELL', price: '12.40', units: '150' });
    expect([better, early, late].map((one) => matchedOf(desk, one))).toEqual([100, 50, 0]);
  });

  it('trades at the resting price, for both sides', () => {
    const desk = new Desk();
    const sell = desk.posts({ orderType: 'SELL', price: '12.30', units: '70', brokerCode: 'OTHR' });
    const buy = desk.posts({ price: '12.60', units: '100' });
    const rows = desk.trades();
    expect(
      rows.map((row) => [String(row['OrderNo']), row['OrderType'], row['Price'], row['Volume']]),
    ).toEqual([
      [buy, 'BUY', 12.3, 70],
      [sell, 'SELL', 12.3, 70],
    ]);
    expect(desk.enquire(buy)).toMatchObject({
      MatchedQuantity: 70,
      PendingQuantity: 30,
      Status: 'Open',
    });
    expect(desk.enquire(sell)).toMatchObject({
      MatchedQuantity: 70,
      PendingQuantity: 0,
      Status: 'Filled',
    });
  });

  it('crosses two orders of one broker: two rows with one TradingMatchingId', () => {
    const desk = new Desk();
    desk.posts({ orderType: 'SELL' });
    desk.posts();
    const rows = desk.trades();
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map((row) => row['TradingMatchingId'])).size).toBe(1);
    expect(new Set(rows.map((row) => row['OrderNo'])).size).toBe(2);
    expect(rows.map((row) => row['Broker_Code'])).toEqual(['MRNA', 'MRNA']);
  });

  it.each([
    ['a price change', 200, 12.41, 'later'],
    ['an increase', 250, 12.4, 'later'],
    ['a reduction', 150, 12.4, 'edited'],
  ])('after %s the right order is first', (_what, units, price, first) => {
    const desk = new Desk();
    const edited = desk.posts({ price: '12.40', units: '200' });
    const later = desk.posts({ price: '12.40', units: '200' });
    const edit = (to: number): unknown =>
      desk.send('order/edit', { orderNumber: edited, brokerCode: 'MRNA', units, price: to });
    edit(price);
    edit(12.4);
    desk.posts({ orderType: 'SELL', price: '12.40', units: '10' });
    expect(matchedOf(desk, first === 'edited' ? edited : later)).toBe(10);
    expect(matchedOf(desk, first === 'edited' ? later : edited)).toBe(0);
  });

  it('matches an order that is edited through the opposite price', () => {
    const desk = new Desk();
    desk.posts({ orderType: 'SELL', price: '12.60', units: '40' });
    const buy = desk.posts({ price: '12.40', units: '100' });
    const ack = desk.send('order/edit', {
      orderNumber: buy,
      brokerCode: 'MRNA',
      units: 100,
      price: 12.6,
    });
    expect(recordOf(ack)['Status']).toBe('Amended');
    expect(desk.enquire(buy)).toMatchObject({ MatchedQuantity: 40, PendingQuantity: 60 });
  });

  it('never matches a cancelled order', () => {
    const desk = new Desk();
    const orderNumber = desk.posts();
    desk.send('order/cancel', { orderNumber });
    desk.posts({ orderType: 'SELL' });
    expect(desk.trades()).toEqual([]);
  });

  it('keeps units whole over thousands of random orders, edits and cancels', () => {
    const random = new SeededRandom('matching');
    const desk = new Desk({ parameters: { priceBand: 'ignore' } });
    const numbers: string[] = [];
    for (let step = 0; step < 3000; step += 1) {
      desk.now += 700;
      const [units, kobo] = [random.between(1, 500), random.between(1200, 1300)];
      const orderNumber = numbers.length === 0 ? '' : random.pick(numbers);
      if (numbers.length === 0 || random.chance(0.6)) {
        const orderType = random.pick(['BUY', 'SELL']);
        numbers.push(
          desk.posts({ orderType, units: String(units), price: (kobo / 100).toFixed(2) }),
        );
      } else if (random.chance(0.5)) desk.send('order/cancel', { orderNumber });
      else desk.send('order/edit', { orderNumber, brokerCode: 'MRNA', units, price: kobo / 100 });
    }
    const { control } = desk.exchange;
    const trades = control.trades();
    expect(trades.length).toBeGreaterThan(500);
    const matched = new Map<string, number>();
    const wrong: unknown[] = [];
    for (const trade of trades) {
      if (
        trade.sides
          .map((side) => side.side)
          .sort()
          .join() !== 'BUY,SELL'
      )
        wrong.push(trade);
      for (const { orderNumber, matchedAfter } of trade.sides) {
        const sum = (matched.get(orderNumber) ?? 0) + trade.units;
        matched.set(orderNumber, sum);
        if (matchedAfter !== sum) wrong.push(trade);
      }
    }
    for (const order of control.orders()) {
      const { matchedUnits, units, status } = order;
      if (matchedUnits !== (matched.get(order.orderNumber) ?? 0) || matchedUnits > units)
        wrong.push(order);
      if ((status === 'Filled') !== (matchedUnits === units)) wrong.push(order);
    }
    expect(wrong).toEqual([]);
    const book = desk.get('market-depth/order-book?security=SD11PLC').json?.['order_book'] as {
      asks: { price: string }[];
      bids: { price: string }[];
    };
    expect(Number(book.bids[0]?.price ?? 0)).toBeLessThan(Number(book.asks[0]?.price ?? Infinity));
  });
});
