import {
  filledByOwnRows,
  numbersOfTwoBrokers,
  numbersShown,
  otherBrokersRows,
} from '../../../../src/orders/reconciliation/trades/traded-numbers.js';
import { TODAY } from '../../../support/builders.js';
import { anAnswer, anOrderRow, aTrade } from '../rows.js';

describe("A number that today's trades show for another broker", () => {
  const held = { status: 'Open', orderNumber: '700001', numberGrade: 'Acknowledged' } as const;
  const theirs = aTrade({ orderNumber: '700001', brokerCode: 'OTHR', accountNumber: 'CDS-9' });
  const doubts = async (quantities: { matchedUnits: string; filledUnits: string }) => {
    const order = anOrderRow({ ...held, ...quantities });
    const trades = [{ ...anAnswer([theirs]), date: TODAY }];
    const days = { today: TODAY, brokerCode: 'MRNA' };
    const found = await numbersShown([{ order, unknown: [] }], trades, days);
    return found.map(({ isOtherOrder }) => isOtherOrder);
  };

  it('is ours while our own trades explain what is matched: brokers may have numbers of their own', async () => {
    expect(await doubts({ matchedUnits: '40', filledUnits: '40' })).toEqual([]);
  });

  it('is in doubt while more is said to be matched: it may be theirs', async () => {
    expect(await doubts({ matchedUnits: '40', filledUnits: '0' })).toEqual([true]);
  });
});

describe("Numbers of ours that today's trades show of another broker, too", () => {
  const order = anOrderRow({ status: 'Open', orderNumber: '700001' });
  const own = aTrade({ orderNumber: '700001', brokerCode: 'MRNA' });
  const theirs = { ...own, brokerCode: 'OTHR' };
  const days = { today: TODAY, brokerCode: 'MRNA' };
  const sharedBy = async (rows: readonly (typeof own)[], of: typeof order) => {
    const others = await otherBrokersRows([{ ...anAnswer(rows), date: TODAY }], days);
    return others === null ? [] : numbersOfTwoBrokers([{ order: of, unknown: [] }], others);
  };
  const found = async (rows: readonly (typeof own)[], of = order) => {
    const shared = await sharedBy(rows, of);
    return shared.map(({ orderNumber }) => orderNumber);
  };

  it.each([[[own, theirs]], [[theirs, own]], [[theirs]]])(
    'are those of working orders',
    async (rows) => {
      expect(await found(rows)).toEqual(['700001']);
    },
  );

  it.each([
    ['a trade, which does not tell its units', {}, true],
    ['an order of our units', { matchedUnits: '40', pendingUnits: '60', matchingId: null }, true],
    [
      'an order of other units',
      { matchedUnits: '40', pendingUnits: '70', matchingId: null },
      false,
    ],
    ['an order that lacks them', { matchedUnits: '0', pendingUnits: null, matchingId: null }, true],
    ['the other side', { side: order.side === 'BUY' ? 'SELL' : 'BUY' }, false],
    ['another security', { security: 'SDNORCEMT' }, false],
  ] as const)('may be alike where theirs show %s', async (_, changes, isAlike) => {
    const row = { ...theirs, ...(changes !== null && 'matchingId' in changes && { units: '0' }) };
    const working = { ...order, units: '100' };
    expect(await sharedBy([{ ...row, ...changes }], working)).toMatchObject([{ isAlike }]);
  });

  it('are not known without the trades of today', async () => {
    expect(await otherBrokersRows([], days)).toBeNull();
  });

  it('are none where the rows are ours, of no broker, of another number or day, or the order has ended', async () => {
    expect(await found([own])).toEqual([]);
    expect(await found([{ ...theirs, brokerCode: null }])).toEqual([]);
    expect(await found([{ ...theirs, orderNumber: '700002' }])).toEqual([]);
    expect(await found([theirs], { ...order, status: 'Filled' })).toEqual([]);
  });
});

describe("An order with another broker's number that today's trades fill", () => {
  const order = anOrderRow({
    status: 'Filled', orderNumber: '700001', units: '100', filledUnits: '100', numberDoubt: 'OtherBrokersAlike',
  }); // prettier-ignore
  const trade = (matchingId: string | null, units: string, changes: object = {}) =>
    aTrade({
      orderNumber: '700001', brokerCode: 'MRNA', accountNumber: order.accountNumber, matchingId, units, ...changes,
    }); // prettier-ignore
  const theirs = trade('TM9', '30', { brokerCode: 'OTHR' });
  const isFilled = async (rows: readonly ReturnType<typeof aTrade>[]) => {
    const trades = [{ ...anAnswer(rows), date: TODAY }];
    const found = await filledByOwnRows([order], trades, { today: TODAY, brokerCode: 'MRNA' });
    return found.length === 1;
  };

  it.each([
    ['to the last unit', [trade('TM1', '40'), theirs, trade('TM2', '60')], true],
    ['in part', [trade('TM1', '40'), theirs], false],
    ["only with the other broker's", [trade('TM1', '70'), theirs], false],
    ['by a row that names no broker', [trade('TM1', '100', { brokerCode: null }), theirs], false],
    [
      'by a row that names no client',
      [trade('TM1', '100', { accountNumber: null }), theirs],
      false,
    ],
    ["by another client's", [trade('TM1', '100', { accountNumber: 'CDS-9' }), theirs], false],
    ['by one trade twice', [trade('TM1', '50'), trade('TM1', '50'), theirs], false],
    ['by rows without an id', [trade(null, '100'), theirs], false],
    ['and more', [trade('TM1', '100'), trade('TM2', '10'), theirs], false],
  ] as const)('%s: whether the doubt ends', async (_, rows, expected) => {
    expect(await isFilled(rows)).toBe(expected);
  });
});

describe("An inferred number in today's trades", () => {
  const order = anOrderRow({ status: 'Open', orderNumber: '700001', numberGrade: 'Inferred' });
  const own = aTrade({ orderNumber: '700001', accountNumber: order.accountNumber });
  const another = { ...own, security: 'SDNORCEMT', accountNumber: 'CDS-9' };
  const shown = async (rows: readonly (typeof own)[]) => {
    const trades = [{ ...anAnswer(rows), date: TODAY }];
    const found = await numbersShown([{ order, unknown: [] }], trades, {
      today: TODAY,
      brokerCode: 'MRNA',
    });
    return found.map(({ isOtherOrder, isShared }) => ({ isOtherOrder, isShared }));
  };

  it("is another order's where only that one is shown under it", async () => {
    expect(await shown([another])).toEqual([{ isOtherOrder: true, isShared: false }]);
  });

  it.each([[[own, another]], [[another, own]]])('is shared where both are shown', async (rows) => {
    expect(await shown(rows)).toEqual([{ isOtherOrder: true, isShared: true }]);
  });

  it("is the order's where only the order is shown", async () => {
    expect(await shown([own])).toEqual([{ isOtherOrder: false, isShared: false }]);
  });

  const resting = { ...own, units: '0', matchedUnits: '0', matchingId: null, price: order.price };
  const atAnother = { ...resting, price: '1.23' };

  it.each([[[resting, atAnother]], [[atAnother, resting]]])(
    'is shared where orders at its limit and at another are shown',
    async (rows) => {
      expect(await shown(rows)).toEqual([{ isOtherOrder: false, isShared: true }]);
    },
  );

  it('is not shared where one at another limit is shown alone', async () => {
    expect(await shown([atAnother])).toEqual([{ isOtherOrder: false, isShared: false }]);
  });
});
