import {
  decideCancel,
  matchKeyOf,
  newRequest,
} from '../../../../src/orders/order/changes/instructions.js';
import type { OrderRequest } from '../../../../src/orders/order/requests/order-request.js';
import type { Order, OrderState } from '../../../../src/orders/order/order.js';
import { isRefusal } from '../../../../src/orders/order/requests/refusal.js';
import {
  aNewOrder,
  anAsking,
  anOrder,
  aRequest,
  aState,
  at,
  changeOf,
  factsOf,
  noon,
  openBreaks,
} from '../../../support/builders.js';

const NOTHING = {
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
};

const TOLD = openBreaks('StatusMismatch');

function unsent(changes: Partial<OrderRequest> = {}): OrderState {
  return aState({ order: aNewOrder(), requests: [aRequest(changes)] });
}

function withRequests(...requests: readonly OrderRequest[]): OrderState {
  return aState({ requests });
}

describe('A cancel', () => {
  it.each(['Posted', 'Open', 'Amended'] as const)('of an order that is %s is queued', (status) => {
    const state = aState({ order: anOrder({ status }) });
    const change = changeOf(decideCancel(state, { ...anAsking(), reason: 'client called' }));
    expect(change.order).toEqual({});
    expect(change.requests).toMatchObject([
      {
        id: 'req_9',
        kind: 'Cancel',
        state: 'Queued',
        units: null,
        price: null,
        reason: 'client called',
      },
    ]);
    expect(factsOf(change)).toEqual(['CANCEL_REQUESTED']);
  });

  it('keeps its reason without the client, whom the trail does not name', () => {
    const state = aState({ order: anOrder({ clientName: 'Ada Obi', accountNumber: 'C0012345' }) });
    const reason = 'Ada Obi (C0012345) has called';
    const change = changeOf(decideCancel(state, { ...anAsking(), reason }));
    expect(change.requests).toMatchObject([{ reason: '[client] ([account]) has called' }]);
  });

  it('of an order filled in part is queued', () => {
    const state = aState({ order: anOrder({ matchedUnits: '40' }) });
    expect(changeOf(decideCancel(state, { ...anAsking(), reason: null })).requests).toHaveLength(1);
  });

  it('of an order that is Cancelled does nothing', () => {
    const state = aState({ order: anOrder({ status: 'Cancelled' }) });
    expect(decideCancel(state, { ...anAsking(), reason: null })).toEqual(NOTHING);
  });

  it.each(['Filled', 'Rejected', 'Expired'] as const)(
    'of an order that is %s is refused, without a call (C13)',
    (status) => {
      const state = aState({ order: anOrder({ status }) });
      expect(decideCancel(state, { ...anAsking(), reason: null })).toEqual({
        refusal: 'order-not-working',
        detail: `The order is ${status}`,
      });
    },
  );

  describe('of an order that has ended, and that something shows at work', () => {
    const cancelOf = (order: Partial<Order>, breaks: OrderState['breaks'] = TOLD) =>
      decideCancel(aState({ order: anOrder(order), breaks }), { ...anAsking(), reason: null });
    const ends = ['Filled', 'Cancelled', 'Expired'] as const;

    it.each(ends)('waits until that is settled: %s', (status) => {
      const doubted = { status, orderNumber: '700001', doubtedSince: noon(5) } as const;
      expect(changeOf(cancelOf(doubted)).requests).toMatchObject([
        { kind: 'Cancel', state: 'Queued' },
      ]);
      const contested = { ...doubted, doubtedSince: null, contestedSince: noon(5) };
      expect(changeOf(cancelOf(contested)).requests).toHaveLength(1);
    });

    it('waits of a cancelled one before people are told, or where another order may have its number', () => {
      const cancelled = { status: 'Cancelled', orderNumber: '700001' } as const;
      for (const doubt of [{ contestedSince: noon(5) }, { numberDoubt: 'NextOwner' }] as const)
        expect(changeOf(cancelOf({ ...cancelled, ...doubt }, [])).requests).toHaveLength(1);
    });

    it('is answered as that of any order that has ended while records may lag behind its cancel', () => {
      const cancelled = { status: 'Cancelled', orderNumber: '700001' } as const;
      expect(cancelOf({ ...cancelled, contestedSince: noon(55) }, [])).toEqual(NOTHING);
    });

    it('is answered as that of any order that has ended once nothing is in doubt', () => {
      const ended = { orderNumber: '700001' };
      expect(cancelOf({ ...ended, status: 'Cancelled' })).toEqual(NOTHING);
      expect(isRefusal(cancelOf({ ...ended, status: 'Filled' }))).toBe(true);
    });

    it('is refused of one that trades have filled before people are told: records may lag behind them', () => {
      const filled = { status: 'Filled', orderNumber: '700001', doubtedSince: noon(5) } as const;
      expect(isRefusal(cancelOf({ ...filled, filledUnits: '100' }, []))).toBe(true);
      expect(isRefusal(cancelOf({ ...filled, filledUnits: '90' }, []))).toBe(false);
    });

    it('is answered as that of any other once its day is over', () => {
      const ended = { status: 'Cancelled', orderNumber: '700001', doubtedSince: noon(5) } as const;
      expect(cancelOf({ ...ended, tradingDate: '2026-11-19' })).toEqual(NOTHING);
    });
  });

  it.each(['Queued', 'Sent'] as const)('while another is %s does nothing', (state) => {
    const asked = withRequests(aRequest({ kind: 'Cancel', state }));
    expect(decideCancel(asked, { ...anAsking(), reason: null })).toEqual(NOTHING);
  });

  it('may be requested again when the last one has no known outcome', () => {
    const first = aRequest({ id: 'req_2', kind: 'Cancel', state: 'Unknown' });
    const change = changeOf(decideCancel(withRequests(first), { ...anAsking(), reason: null }));
    expect(change.requests).toMatchObject([{ id: 'req_9', kind: 'Cancel', state: 'Queued' }]);
  });

  it('withdraws an unsent edit', () => {
    const edit = aRequest({ id: 'req_2', kind: 'Edit', units: '80' });
    const change = changeOf(decideCancel(withRequests(edit), { ...anAsking(), reason: null }));
    expect(change.requests.map((request) => [request.id, request.kind, request.state])).toEqual([
      ['req_2', 'Edit', 'Withdrawn'],
      ['req_9', 'Cancel', 'Queued'],
    ]);
    expect(factsOf(change)).toEqual(['EDIT_WITHDRAWN', 'CANCEL_REQUESTED']);
  });

  it.each(['Sent', 'Unknown'] as const)('leaves an edit that is %s alone', (state) => {
    const edit = aRequest({ id: 'req_2', kind: 'Edit', state });
    const change = changeOf(decideCancel(withRequests(edit), { ...anAsking(), reason: null }));
    expect(change.requests.map((request) => request.id)).toEqual(['req_9']);
  });

  it('of an order whose post is in flight is queued behind it', () => {
    for (const state of ['Sent', 'Unknown'] as const) {
      const change = changeOf(decideCancel(unsent({ state }), { ...anAsking(), reason: null }));
      expect(change.order).toEqual({});
      expect(change.requests).toMatchObject([{ kind: 'Cancel', state: 'Queued' }]);
    }
  });
});

describe('A cancel of an order that is not sent yet', () => {
  it('withdraws it without a call', () => {
    const change = changeOf(decideCancel(unsent(), { ...anAsking(), reason: 'client called' }));
    expect(change.order).toMatchObject({
      status: 'Cancelled',
      grade: 'Operator',
      reason: 'client called',
      closedAt: at().wall,
    });
    expect(change.requests).toMatchObject([{ id: 'req_1', kind: 'Post', state: 'Withdrawn' }]);
    expect(change.breaksOpened).toEqual([]);
    expect(factsOf(change)).toEqual(['POST_WITHDRAWN', 'STATUS_CHANGED']);
  });

  it('has a default reason', () => {
    const change = changeOf(decideCancel(unsent(), { ...anAsking(), reason: null }));
    expect(change.order.reason).toBe('cancelled by the dealer');
  });

  it('withdraws all other requests that wait', () => {
    const edit = aRequest({ id: 'req_2', kind: 'Edit', units: '80' });
    const state = aState({ order: aNewOrder(), requests: [aRequest(), edit] });
    const change = changeOf(decideCancel(state, { ...anAsking(), reason: null }));
    expect(change.requests.map((request) => request.state)).toEqual(['Withdrawn', 'Withdrawn']);
  });
});

describe('The match key of two posts', () => {
  const order = anOrder();

  it('is the same for the same terms in any notation, and for any client order id', () => {
    const other = anOrder({ id: 'ord_2', units: '0100', price: '12.500', clientOrderId: 'web-2' });
    expect(matchKeyOf(other)).toBe(matchKeyOf(order));
  });

  it.each([
    { accountNumber: 'CDS-2' },
    { security: 'SD12PLC' },
    { side: 'SELL' as const },
    { units: '101' },
    { price: '12.51' },
    { brokerCode: 'OTHR' },
  ])('differs with %j', (changes) => {
    expect(matchKeyOf({ ...order, ...changes })).not.toBe(matchKeyOf(order));
  });

  it('does not collide when text moves from one field to the next', () => {
    const a = matchKeyOf({ ...order, brokerCode: 'M', accountNumber: 'R","1' });
    const b = matchKeyOf({ ...order, brokerCode: 'M","R', accountNumber: '1' });
    expect(a).not.toBe(b);
  });
});

describe('A new request', () => {
  it('is due at once and was never sent', () => {
    const request = newRequest('Post', 'ord_7', anAsking(), { units: '5', price: '1' });
    expect(request).toMatchObject({
      orderId: 'ord_7',
      dueAt: noon(60),
      claimNumber: 0,
      sends: 0,
      claimedAt: null,
      firstSentAt: null,
    });
  });
});
