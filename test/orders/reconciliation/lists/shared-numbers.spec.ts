import type { OrderRecord } from '../../../../src/infra/exchange/api/enquiry-api.js';
import type { OrderRow } from '../../../../src/orders/order/order.entity.js';
import type { ListComparison } from '../../../../src/orders/reconciliation/lists/broker-list.js';
import { doubtSharedNumber } from '../../../../src/orders/order-numbers/number-proof.js';
import { mayStillWork } from '../../../../src/orders/reconciliation/order-records/unexplained-status.js';
import { anOrder, aState, at, noon } from '../../../support/builders.js';
import { aListed, anOrderRow, comparisonWith } from '../rows.js';

describe('A list that shows our order and another one under our number', () => {
  const compared = (other: Partial<OrderRecord>, lastOwnChangeAt = noon(0)): ListComparison => {
    const [ours, another] = [aListed(), aListed(other)];
    const comparison = comparisonWith([ours, another]);
    const order = anOrderRow({
      status: 'Open', orderNumber: '700001', exchangeStatus: 'Open', lastOwnChangeAt,
    }); // prettier-ignore
    comparison.add({ order, unknown: [] });
    return comparison;
  };

  it.each([
    { side: 'SELL', statusWord: 'Open' },
    { side: 'SELL', statusWord: 'O' },
    { security: 'SDNORCEMT', statusWord: 'Executed' },
  ])('holds %j against the number', (other) => {
    expect(compared(other).news).toMatchObject([{ orderId: 'ord_1', record: other }]);
  });

  it('holds the number back while both work, on the same side of the same security', () => {
    const { shared, differing, newlyListed } = compared({ units: '40', statusWord: 'Open' });
    expect(shared).toEqual([{ orderId: 'ord_1', orderNumber: '700001', askedAt: noon(30) }]);
    expect(differing).toEqual(new Set(['ord_1']));
    expect(newlyListed).toEqual([]);
  });

  it.each([{ units: '40', statusWord: 'Cancelled' }, { statusWord: 'Amended' }])(
    'holds nothing back for %j: it has ended, or is the same order under two words',
    (other) => {
      expect(compared(other).shared).toEqual([]);
    },
  );

  it.each([{ side: 'SELL' }, { units: '40' }])(
    'shows another one (%j) although it was asked for before we last sent something',
    (other) => {
      const { shared, news } = compared({ ...other, statusWord: 'Open' }, noon(40));
      expect(shared).toEqual([{ orderId: 'ord_1', orderNumber: '700001', askedAt: noon(30) }]);
      expect(news).toEqual([]);
    },
  );

  it('holds nothing against it that was cancelled', () => {
    expect(compared({ side: 'SELL', statusWord: 'Cancelled' }).news).toEqual([]);
  });
});

describe('A list that shows another order alone under our number', () => {
  const compared = (row: Partial<OrderRecord>, order: Partial<OrderRow> = {}): ListComparison => {
    const comparison = comparisonWith([aListed(row)]);
    const held = { status: 'Open', orderNumber: '700001', exchangeStatus: 'Open' } as const;
    comparison.add({ order: anOrderRow({ ...held, ...order }), unknown: [] });
    return comparison;
  };

  it.each<readonly [Partial<OrderRecord>, Partial<OrderRow>, boolean]>([
    [{ side: 'SELL' }, {}, true],
    [{ security: 'SDNORCEMT' }, {}, true],
    [{ security: 'SDNORCEMT', statusWord: 'Executed' }, {}, true],
    // Its units may have been changed by another desk.
    [{ units: '40' }, {}, false],
    [{}, {}, false],
    [{ side: 'SELL' }, { status: 'Cancelled' }, false],
    [{ side: 'SELL' }, { tradingDate: '2026-11-19' }, false],
  ])(
    '%j of an order held as %j: no call leaves by the number before an enquiry: %s',
    (row, order, isHeld) => {
      const { shared } = compared(row, order);
      const held = [{ orderId: 'ord_1', orderNumber: '700001', askedAt: noon(30) }];
      expect(shared).toEqual(isHeld ? held : []);
    },
  );
});

describe('A number that a list gives to several working orders', () => {
  const state = aState({ order: anOrder({ orderNumber: '700001', lastOwnChangeAt: noon(10) }) });
  const shared = { orderNumber: '700001', askedAt: noon(30) };

  it('is doubtful until a list shows one order under it', () => {
    const change = doubtSharedNumber(state, shared, at(30));
    expect(change?.order).toMatchObject({ numberDoubt: 'BrokerList', numberDoubtedAt: noon(30) });
    expect(change?.breaksOpened).toMatchObject([{ type: 'IdentityMismatch', key: '700001' }]);
  });

  it('says nothing of an order that has another number by now', () => {
    expect(doubtSharedNumber(state, { ...shared, orderNumber: '700002' }, at(30))).toBeNull();
  });
});

describe('A list that has a word of its own for an order whose cancel was acknowledged', () => {
  const row = { statusWord: 'Part Executed' };

  it.each([
    ['Cancelled', 'Acknowledged', true],
    ['Cancelled', 'Enquired', false],
    ['Open', 'Acknowledged', false],
  ] as const)('of status %s by %s: it may still work: %s', (status, grade, may) => {
    expect(mayStillWork({ status, grade }, row)).toBe(may);
  });

  it('has no word of its own once people have explained it', () => {
    const mappings = { version: 1, meanings: new Map([['part executed', 'Cancelled' as const]]) };
    expect(mayStillWork({ status: 'Cancelled', grade: 'Acknowledged' }, row, mappings)).toBe(false);
  });
});
