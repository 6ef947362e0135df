import { bookExecutions } from '../../../src/orders/fills/executions.js';
import type { ExecutionEvidence } from '../../../src/orders/order/evidence/evidence.js';
import type { OrderChange, Order } from '../../../src/orders/order/order.js';
import {
  after,
  anExecution,
  anOrder,
  aNewOrder,
  aRequest,
  aState,
  at,
  factsOf,
  noon,
  raisedBy,
  TODAY,
} from '../../support/builders.js';

function book(order: Partial<Order>, ...rows: readonly Partial<ExecutionEvidence>[]): OrderChange {
  return bookExecutions(aState({ order: anOrder(order) }), rows.map(anExecution), at());
}

describe('An execution', () => {
  it('of a part is booked with its units and its price', () => {
    const change = book({}, {});
    expect(change.fills).toEqual([
      {
        tradeDate: TODAY,
        matchingId: 'M1',
        orderNumber: '700001',
        side: 'BUY',
        security: 'SD11PLC',
        units: '40',
        price: '12.45',
        shownFor: TODAY,
      },
    ]);
    expect(change.order).toMatchObject({
      filledUnits: '40',
      filledValue: '498',
      matchedUnits: '40',
    });
    expect(change.order).not.toHaveProperty('status');
    expect(change.order.grade).toBe('Traded');
    expect(change.breaksOpened).toEqual([]);
    expect(factsOf(change)).toEqual(['FILL', 'PROVEN']);
  });

  it("is booked without the client's account", () => {
    expect(JSON.stringify(book({}, {}))).not.toContain('CDS-1');
  });

  it.each(['New', 'Posted'] as const)(
    'of a part of an order that is %s makes it Open',
    (status) => {
      expect(book({ status }, {}).order.status).toBe('Open');
    },
  );

  it.each(['Open', 'Amended'] as const)(
    'of a part of an order that is %s leaves it so',
    (status) => {
      expect(book({ status }, {}).order).not.toHaveProperty('status');
    },
  );

  it.each(['New', 'Posted', 'Open', 'Amended'] as const)(
    'of all of an order that is %s makes it Filled',
    (status) => {
      const change = book({ status }, { units: '100' });
      expect(change.order).toMatchObject({
        status: 'Filled',
        closedAt: noon(60),
        filledUnits: '100',
      });
      expect(change.breaksOpened).toEqual([]);
    },
  );

  it('that completes the sum of several makes the order Filled', () => {
    const change = book({ filledUnits: '60', filledValue: '750', matchedUnits: '60' }, {});
    expect(change.order).toMatchObject({
      status: 'Filled',
      filledUnits: '100',
      filledValue: '1248',
    });
  });

  it('is added exactly: a thousand of 0.1 at 0.1 are 100 for 10', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      matchingId: `M${index}`,
      units: '0.1',
      price: '0.1',
    }));
    expect(book({}, ...rows).order).toMatchObject({ filledUnits: '100', filledValue: '10' });
  });

  it('that fills the order withdraws its unsent edits', () => {
    const edit = aRequest({ kind: 'Edit', units: '120' });
    const change = bookExecutions(
      aState({ requests: [edit] }),
      [anExecution({ units: '100' })],
      at(),
    );
    expect(change.requests).toMatchObject([{ state: 'Withdrawn', reason: 'the order is Filled' }]);
  });

  it('that fills the order leaves a cancel in flight alone', () => {
    const cancel = aRequest({ kind: 'Cancel', state: 'Sent' });
    const change = bookExecutions(
      aState({ requests: [cancel] }),
      [anExecution({ units: '100' })],
      at(),
    );
    expect(change.requests).toEqual([]);
    expect(change.order.status).toBe('Filled');
  });
});

describe('A late execution', () => {
  it.each([
    ['Cancelled', 'Cancelled'],
    ['Expired', 'Expired'],
    ['Rejected', 'Open'],
  ] as const)(
    'of a part of an order that is %s is booked, with a break (C9, E9)',
    (status, next) => {
      const state = aState({ order: anOrder({ status, closedAt: noon(0) }) });
      const change = bookExecutions(state, [anExecution()], at());
      expect(change.fills).toHaveLength(1);
      expect(after(state, change).order).toMatchObject({ status: next, filledUnits: '40' });
      expect(raisedBy(change)).toEqual(['StatusMismatch']);
    },
  );

  it.each(['Cancelled', 'Expired', 'Rejected'] as const)(
    'of all of an order that is %s makes it Filled',
    (status) => {
      const change = book({ status }, { units: '100' });
      expect(change.order).toMatchObject({ status: 'Filled', filledUnits: '100' });
      expect(raisedBy(change)).toEqual(['StatusMismatch']);
    },
  );

  describe.each([
    ['Cancelled', 'Acknowledged', { contestedSince: at().wall }],
    ['Cancelled', 'Enquired', {}],
    ['Expired', 'Calendar', { doubtedSince: at().wall }],
    ['Expired', 'Enquired', {}],
  ] as const)('of a part of an order that is %s by the grade %s', (status, grade, doubt) => {
    const book40 = (matchedUnits: string): Partial<Order> => {
      const { order } = book({ status, grade, matchedUnits }, { units: '40' });
      const { contestedSince, doubtedSince } = order;
      return { ...(contestedSince && { contestedSince }), ...(doubtedSince && { doubtedSince }) };
    };
    it('makes it uncertain if nothing shows the end, and more is traded than it had matched: it may have worked on', () => {
      expect(book40('39')).toEqual(doubt);
    });
    it('changes nothing if as much was matched before', () => {
      expect(book40('40')).toEqual({});
    });
  });

  it('of an earlier trading day is booked under that day', () => {
    expect(book({}, { tradeDate: '2026-11-19' }).fills).toMatchObject([
      { tradeDate: '2026-11-19' },
    ]);
  });

  it('of an order whose number is not known yet is booked all the same', () => {
    const state = aState({ order: aNewOrder() });
    expect(bookExecutions(state, [anExecution()], at()).fills).toHaveLength(1);
  });
});

describe('More executions than the order has units', () => {
  it('are all booked, with a break (E7)', () => {
    const change = book({}, { matchingId: 'M1', units: '80' }, { matchingId: 'M2', units: '80' });
    expect(change.fills).toHaveLength(2);
    expect(change.order).toMatchObject({
      status: 'Filled',
      filledUnits: '160',
      matchedUnits: '160',
    });
    expect(change.breaksOpened).toMatchObject([{ type: 'FillMismatch', kind: 'Overfill' }]);
  });

  it.each([
    ['100', ['Refused']],
    ['101', []],
  ] as const)(
    'with %s of 100 traded, a cancel of unknown outcome ends as %j: beyond, it may have ended a rest that nobody knows of',
    (units, ends) => {
      const cancelling = aState({ requests: [aRequest({ kind: 'Cancel', state: 'Unknown' })] });
      const change = bookExecutions(cancelling, [anExecution({ units })], at());
      expect(change.order).toMatchObject({ status: 'Filled' });
      expect(change.requests.map(({ state }) => state)).toEqual(ends);
    },
  );

  it('open a break from the first unit beyond', () => {
    expect(raisedBy(book({}, { units: '101' }))).toEqual(['FillMismatch']);
    expect(raisedBy(book({}, { units: '100.00' }))).toEqual([]);
  });

  it('open a break also when they come one after the other', () => {
    expect(
      raisedBy(book({ status: 'Filled', filledUnits: '100', matchedUnits: '100' }, {})),
    ).toEqual(['FillMismatch']);
  });
});

describe('An order that a record showed Filled', () => {
  const order = { status: 'Filled', matchedUnits: '100', grade: 'Enquired' } as const;

  it('stays Filled while the executions that prove it still arrive', () => {
    const change = book(order, {});
    expect(change.order).toMatchObject({ filledUnits: '40', provenAt: noon(60) });
    expect(change.order).not.toHaveProperty('status');
    expect(change.breaksOpened).toEqual([]);
  });

  it('keeps its matched units, which are ahead of the booked ones (E6)', () => {
    expect(after(aState({ order: anOrder(order) }), book(order, {})).order.matchedUnits).toBe(
      '100',
    );
  });

  it('is proven by trade once they are all there', () => {
    const change = book({ ...order, filledUnits: '60' }, {});
    expect(change.order).toMatchObject({ grade: 'Traded', filledUnits: '100' });
    expect(change.order).not.toHaveProperty('status');
  });
});

describe("A trade that cannot be this order's", () => {
  it.each([{ side: 'SELL' as const }, { security: 'SD12PLC' }, { accountNumber: 'CDS-2' }])(
    'because of %j is not booked, and opens a break (E11)',
    (row) => {
      const change = book({}, row);
      expect(change).toMatchObject({ order: {}, fills: [], facts: [] });
      expect(change.breaksOpened).toMatchObject([{ type: 'IdentityMismatch', key: 'M1' }]);
    },
  );

  it("does not name the other client's account", () => {
    expect(JSON.stringify(book({}, { accountNumber: 'CDS-SECRET' }))).not.toContain('CDS-SECRET');
  });

  it('does not prevent others from being booked', () => {
    const change = book({}, { side: 'SELL', matchingId: 'M1' }, { matchingId: 'M2' });
    expect(change.fills.map((fill) => fill.matchingId)).toEqual(['M2']);
    expect(change.order).toMatchObject({ filledUnits: '40' });
  });

  it('is booked when the row shows no account', () => {
    expect(book({}, { accountNumber: null }).fills).toHaveLength(1);
  });
});

describe('No executions', () => {
  it('change nothing', () => {
    expect(book({})).toEqual({
      order: {},
      requests: [],
      fills: [],
      reversals: [],
      links: [],
      unlinks: [],
      breaksOpened: [],
      breakTypesClosed: [],
      breaksClosed: [],
      facts: [],
    });
  });
});
