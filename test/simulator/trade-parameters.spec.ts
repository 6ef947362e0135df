import { Desk, recordOf, rowsOf } from './desk.js';
import { allRows, deskWith, partFilled } from './desk-moves.js';

describe('Parameters of trades and quotes', () => {
  it('tradesAllHoldsRestingRows and restingRowMatchingId', () => {
    const rows = (parameters: Record<string, unknown>): unknown[] => {
      const desk = deskWith(parameters);
      partFilled(desk);
      return rowsOf(allRows(desk)).map((row) => row['TradingMatchingId']);
    };
    expect(rows({})).toEqual([null, 'TM000000001', 'TM000000001']);
    expect(rows({ restingRowMatchingId: 'empty' })[0]).toBe('');
    expect(rows({ restingRowMatchingId: 'missing' })[0]).toBeUndefined();
    expect(rows({ restingRowMatchingId: 'zero' })[0]).toBe('0');
    expect(rows({ tradesAllHoldsRestingRows: 'no' })).toHaveLength(2);
  });

  it('tradesOtherStatus', () => {
    const statuses = (parameters: Record<string, unknown>): [number, number] => {
      const desk = deskWith(parameters);
      partFilled(desk);
      const answer = allRows(desk, 'Weird');
      return [answer.status, Array.isArray(answer.data) ? answer.data.length : -1];
    };
    expect(statuses({})).toEqual([400, -1]);
    expect(statuses({ tradesOtherStatus: 'empty' })).toEqual([200, 0]);
    expect(statuses({ tradesOtherStatus: 'as-all' })).toEqual([200, 3]);
  });

  it('tradesHoldOtherBrokers no, matched or all', () => {
    const count = (tradesHoldOtherBrokers: string): number => {
      const desk = new Desk({
        parameters: { tradesHoldOtherBrokers },
        market: 'on',
        session: '10:00-14:30',
      });
      desk.exchange.control.fill({ orderNumber: desk.posts({ price: '12.40' }) });
      return rowsOf(allRows(desk)).length;
    };
    expect(count('no')).toBe(1);
    expect(count('matched')).toBeGreaterThan(10);
    expect(count('all')).toBeGreaterThan(count('matched') + 100);
  });

  it('tradeVolumeMeans and tradePendingMeans', () => {
    const quantities = (parameters: Record<string, unknown>): unknown[] => {
      const desk = deskWith(parameters);
      const orderNumber = desk.posts();
      for (const units of [400, 500]) desk.exchange.control.fill({ orderNumber, units });
      return desk
        .trades()
        .filter((row) => row['Broker_Code'] === 'MRNA')
        .map((row) => [row['Volume'], row['MatchedQuantity'], row['PendingQuantity']]);
    };
    expect(quantities({})).toEqual([
      [400, 400, 600],
      [500, 500, 100],
    ]);
    expect(quantities({ tradeVolumeMeans: 'cumulative' })).toEqual([
      [400, 400, 600],
      [500, 900, 100],
    ]);
    expect(quantities({ tradePendingMeans: 'now' })).toEqual([
      [400, 400, 100],
      [500, 500, 100],
    ]);
  });

  it('tradeVolumeIs and restingRowVolume', () => {
    const quantities = (parameters: Record<string, unknown>): unknown[] => {
      const desk = deskWith({ restingRowVolume: 'order-units', ...parameters });
      desk.exchange.control.fill({ orderNumber: desk.posts(), units: 400 });
      return rowsOf(allRows(desk))
        .filter((row) => row['Broker_Code'] === 'MRNA')
        .map((row) => [row['Volume'], row['MatchedQuantity'], row['PendingQuantity']]);
    };
    expect(quantities({})).toEqual([
      [1000, 400, 600],
      [400, 400, 600],
    ]);
    expect(quantities({ tradeVolumeIs: 'order' })).toEqual([
      [1000, 400, 600],
      [1000, 400, 600],
    ]);
  });

  it('zeroQuantities and restingRowQuantities', () => {
    const quantities = (parameters: Record<string, unknown>): unknown[] => {
      const desk = deskWith({ restingRowVolume: 'order-units', ...parameters });
      desk.exchange.control.fill({ orderNumber: desk.posts() });
      const resting = desk.posts();
      const rows = rowsOf(allRows(desk)).filter((row) => row['Broker_Code'] === 'MRNA');
      return [...rows, desk.enquire(resting)].map((row) => [
        row['Volume'] ?? row['Quantity'],
        row['MatchedQuantity'],
        row['PendingQuantity'],
      ]);
    };
    const without = (zero: unknown): unknown[] => [
      [1000, zero, 1000],
      [1000, 1000, zero],
      [1000, zero, 1000],
    ];
    expect(quantities({}).sort()).toEqual(without(0).sort());
    expect(quantities({ zeroQuantities: 'null' }).sort()).toEqual(without(null).sort());
    expect(quantities({ zeroQuantities: 'empty' }).sort()).toEqual(without('').sort());
    expect(quantities({ zeroQuantities: 'missing' }).sort()).toEqual(without(undefined).sort());
    expect(quantities({ restingRowQuantities: 'null' })).toContainEqual([1000, null, null]);
  });

  it('tradeMatchingIdMissing and tradeRowsRepeatId', () => {
    const ids = (parameters: Record<string, unknown>): unknown[] => {
      const desk = deskWith(parameters);
      for (const units of ['1', '2', '3'])
        desk.posts({ orderType: 'SELL', units, brokerCode: 'SELR' });
      desk.posts();
      const today = desk.trades();
      desk.exchange.control.rollDay();
      desk.posts({ orderType: 'SELL' });
      desk.posts();
      return [...today, ...desk.trades()]
        .filter((row) => row['OrderType'] === 'BUY')
        .map((row) => row['TradingMatchingId']);
    };
    const [one, two, three, four] = ['TM000000001', 'TM000000002', 'TM000000003', 'TM000000004'];
    expect(ids({})).toEqual([one, two, three, four]);
    expect(ids({ tradeMatchingIdMissing: 'yes' })).toEqual([null, null, null, null]);
    expect(ids({ tradeMatchingIdMissing: 'sometimes' })).toEqual([one, two, null, four]);
    expect(ids({ tradeRowsRepeatId: 'per-sweep' })).toEqual([one, one, one, four]);
    expect(ids({ tradeRowsRepeatId: 'per-day' })).toEqual([
      'M000001',
      'M000002',
      'M000003',
      'M000001',
    ]);
    expect(ids({ tradeRowsRepeatId: 'row-twice' })).toEqual([
      one,
      one,
      two,
      two,
      three,
      three,
      four,
      four,
    ]);
  });

  it('tradeCopies: each row stands again, and differs in its id alone', () => {
    const desk = deskWith({ tradeCopies: 'under-another-id' });
    desk.exchange.control.fill({ orderNumber: desk.posts(), units: 400 });
    const [row, copy, ...others] = desk.trades().filter((one) => one['OrderType'] === 'BUY');
    expect(others).toEqual([]);
    expect([row?.['TradingMatchingId'], copy?.['TradingMatchingId']]).toEqual([
      'TM000000001',
      'TM000000001-2',
    ]);
    expect({ ...copy, TradingMatchingId: 'TM000000001' }).toEqual(row);
  });

  it('tradeOrderNumbers: a row may name a number that no other record has', () => {
    const desk = deskWith({ tradeOrderNumbers: 'child' });
    const orderNumber = desk.posts();
    desk.exchange.control.fill({ orderNumber, units: 400 });
    const [row] = desk.trades().filter((one) => one['OrderType'] === 'BUY');
    expect(Number(row?.['OrderNo'])).toBe(Number(orderNumber) + 5_000_000);
  });

  it('tradeOrderNumbers: rows of open orders may have such numbers as well', () => {
    const shown = (tradeOrderNumbers: string): number => {
      const desk = deskWith({ tradeOrderNumbers, tradesAllHoldsRestingRows: 'yes' });
      const orderNumber = desk.posts();
      const { tradingDate } = desk.exchange.control.state();
      const [row] = rowsOf(
        desk.send('daily/trades', { tradeDate: tradingDate, orderStatus: 'All' }),
      );
      return Number(row?.['OrderNo']) - Number(orderNumber);
    };
    expect([shown('child'), shown('child-while-open-too')]).toEqual([0, 5_000_000]);
  });

  it('withdrawnTrades: the order may stay filled, or work again', () => {
    const states = (parameters: Record<string, unknown>): unknown[] => {
      const desk = deskWith(parameters);
      const orderNumber = desk.posts();
      desk.exchange.control.fill({ orderNumber });
      desk.exchange.control.withdrawTrade('TM000000001');
      return desk.exchange.control
        .orders()
        .map(({ status, matchedUnits }) => [status, matchedUnits]);
    };
    expect(states({})).toEqual([['Filled', 1_000]]);
    expect(states({ withdrawnTrades: 'works-again' })).toEqual([['Working', 0]]);
  });

  it.each([
    ['text', '"TM000000001"', '"TM000000002"'],
    ['number', '1', '2'],
    ['large-number', '9000000000000000001', '9000000000000000002'],
    ['either', '1', '"2"'],
  ])('matchingIdForm %s', (matchingIdForm, ...ids) => {
    const desk = deskWith({ matchingIdForm });
    const orderNumber = desk.posts();
    for (const units of [400, 500]) desk.exchange.control.fill({ orderNumber, units });
    const { text } = allRows(desk, 'Matched');
    for (const id of ids) expect(text).toContain(`"TradingMatchingId":${id}`);
  });

  it.each([
    ['date', '2026-11-20'],
    ['date-time', '2026-11-20T00:00:00.000Z'],
    ['slashes', '20/11/2026'],
  ])('tradeDateForm %s', (tradeDateForm, text) => {
    const desk = deskWith({ tradeDateForm });
    partFilled(desk);
    expect(desk.trades()[0]?.['TradeDate']).toBe(text);
  });

  it('quoteBeforeTrades and untradedPrices', () => {
    const desk = deskWith({ quoteBeforeTrades: 'last-close', untradedPrices: 'null' });
    expect(recordOf(desk.get('security/quote?symbol=SD11PLC'))).toMatchObject({
      lastPrice: 12.5,
      volume: 0,
    });
    expect(recordOf(desk.get('security/quote?symbol=SDVACCINE'))['lastPrice']).toBeNull();
    expect(recordOf(desk.get('company/data?symbol=SDVACCINE'))['CurrentPrice']).toBeNull();
    expect(recordOf(deskWith({}).get('company/data?symbol=SDVACCINE'))['CurrentPrice']).toBe(0);
  });
});
