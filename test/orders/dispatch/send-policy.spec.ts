import type { OrderRequest } from '../../../src/orders/order/requests/order-request.js';
import type { Moment, Order } from '../../../src/orders/order/order.js';
import {
  aNewOrder,
  anOrder,
  aRequest,
  at,
  factsOf,
  noon,
  raisedBy,
} from '../../support/builders.js';
import { RULES, sendOrDrop } from './send-facts.js';

type Meaning = 'unknown' | 'total' | 'remaining';

function send(
  order: Order,
  request: OrderRequest,
  more: { readonly moment?: Moment; readonly mean?: Meaning } = {},
) {
  const { moment = at(), mean = 'unknown' } = more;
  const state = { order, requests: [request], breaks: [] };
  return sendOrDrop({ state, request, at: moment, rules: { ...RULES, editUnitsMean: mean } });
}

const edit = (changes: Partial<OrderRequest> = {}): OrderRequest =>
  aRequest({ kind: 'Edit', units: '80', ...changes });

describe('A post', () => {
  it('that is due is claimed, with its send, its claim number and the time recorded', () => {
    const sending = send(aNewOrder(), aRequest({ claimNumber: 3, sends: 1, reason: 'rate' }));
    expect(sending).toMatchObject({ kind: 'Send', units: '100' });
    expect(sending.change.requests).toEqual([
      aRequest({
        state: 'Sent',
        claimNumber: 4,
        sends: 2,
        firstSentAt: noon(60),
        sentEntry: 100,
        claimedAt: noon(60),
        since: noon(60),
        reason: null,
      }),
    ]);
    expect(factsOf(sending.change)).toEqual(['POST_SENT']);
  });

  it('leaves the order as it was, except for the time of our last change', () => {
    expect(send(aNewOrder(), aRequest()).change.order).toEqual({ lastOwnChangeAt: noon(60) });
  });

  it('takes times that instances compare from the database clock', () => {
    const sending = send(aNewOrder(), aRequest(), { moment: at(60, { wall: noon(99) }) });
    expect(sending.change.order).toEqual({ lastOwnChangeAt: noon(60) });
    expect(sending.change.requests[0]).toMatchObject({ claimedAt: noon(60), since: noon(99) });
  });

  it('returns the claimed request', () => {
    const sending = send(aNewOrder(), aRequest());
    expect(sending.kind === 'Send' && sending.request).toMatchObject({
      state: 'Sent',
      claimNumber: 1,
    });
  });

  it('of a trading day that is over is never sent: the order is Expired (A16)', () => {
    const sending = send(aNewOrder({ tradingDate: '2026-11-19' }), aRequest());
    expect(sending.kind).toBe('Drop');
    expect(sending.change.order).toMatchObject({
      status: 'Expired',
      grade: 'Calendar',
      closedAt: noon(60),
      reason: 'its trading day ended before it could be sent',
    });
    expect(sending.change.requests).toMatchObject([
      { state: 'Withdrawn', claimNumber: 0, sends: 0 },
    ]);
    expect(factsOf(sending.change)).toEqual(['POST_WITHDRAWN', 'STATUS_CHANGED']);
  });

  it('of a day that is over withdraws the edits and cancels that waited behind it', () => {
    const post = aRequest();
    const cancel = aRequest({ id: 'req_2', kind: 'Cancel' });
    const order = aNewOrder({ tradingDate: '2026-11-19' });
    const state = { order, requests: [post, cancel], breaks: [] };
    const { change } = sendOrDrop({ state, request: post });
    expect(change.requests.map((request) => request.state)).toEqual(['Withdrawn', 'Withdrawn']);
    expect(raisedBy(change)).toEqual([]);
  });

  it.each([
    ['client called', 'client called'],
    [null, 'cancelled by the dealer'],
  ])('is not sent once a cancel waits behind it: %s', (asked, reason) => {
    const post = aRequest({ claimNumber: 1 });
    const cancel = aRequest({ id: 'req_2', kind: 'Cancel', reason: asked });
    const state = { order: aNewOrder(), requests: [post, cancel], breaks: [] };
    const { kind, change } = sendOrDrop({ state, request: post });
    expect(kind).toBe('Drop');
    expect(change.order).toMatchObject({ status: 'Cancelled', grade: 'Operator', reason });
    expect(change.requests).toMatchObject([
      { kind: 'Post', state: 'Withdrawn', sends: 0 },
      { kind: 'Cancel', state: 'Withdrawn' },
    ]);
    expect(raisedBy(change)).toEqual([]);
  });

  it('is sent even if an edit waits behind it', () => {
    const post = aRequest();
    const behind = edit({ id: 'req_2' });
    const state = { order: aNewOrder(), requests: [post, behind], breaks: [] };
    expect(sendOrDrop({ state, request: post }).kind).toBe('Send');
  });

  it('of today or of a later day may be sent', () => {
    expect(send(aNewOrder({ tradingDate: '2026-11-23' }), aRequest()).kind).toBe('Send');
    expect(send(aNewOrder(), aRequest()).kind).toBe('Send');
  });

  it('compares days across the year end', () => {
    const order = aNewOrder({ tradingDate: '2026-12-31' });
    expect(send(order, aRequest(), { moment: at(0, { today: '2027-01-01' }) }).kind).toBe('Drop');
  });
});

describe.each(['Filled', 'Cancelled', 'Rejected', 'Expired'] as const)(
  'For an order that is %s',
  (status) => {
    it.each(['Edit', 'Cancel'] as const)('no %s is sent', (kind) => {
      const sending = send(anOrder({ status }), aRequest({ kind }));
      expect(sending.kind).toBe('Drop');
      expect(sending.change.requests).toMatchObject([
        { state: 'Withdrawn', reason: `the order is ${status}` },
      ]);
      expect(sending.change.order).toEqual({ reason: `the order is ${status}` });
    });

    it('no post is sent, and its status stays', () => {
      const sending = send(anOrder({ status }), aRequest());
      expect(sending.kind).toBe('Drop');
      expect(sending.change.order).not.toHaveProperty('status');
    });
  },
);

describe('An edit', () => {
  it.each(['unknown', 'total', 'remaining'] as const)(
    'of an order with nothing matched sends its units as they are, when they mean %s',
    (mean) => {
      expect(send(anOrder(), edit(), { mean })).toMatchObject({ kind: 'Send', units: '80' });
    },
  );

  it('of an order filled in part sends the total if that is what units mean (C2)', () => {
    const sending = send(anOrder({ matchedUnits: '30' }), edit(), { mean: 'total' });
    expect(sending).toMatchObject({ kind: 'Send', units: '80' });
  });

  it('of an order filled in part sends the remainder if that is what units mean (C2)', () => {
    const sending = send(anOrder({ matchedUnits: '30' }), edit(), { mean: 'remaining' });
    expect(sending).toMatchObject({ kind: 'Send', units: '50' });
  });

  it.each([
    ['total', 'Drop'],
    ['remaining', 'Send'],
  ] as const)(
    'of an order filled in part under an earlier number, if units mean the %s: %s',
    (mean, kind) => {
      const order = anOrder({ matchedUnits: '30', matchedUnderPriorNumbers: '30' });
      expect(send(order, edit(), { mean }).kind).toBe(kind);
    },
  );

  it('keeps the total it asks for even if the remainder is sent', () => {
    const sending = send(anOrder({ matchedUnits: '30' }), edit(), { mean: 'remaining' });
    expect(sending.change.requests).toMatchObject([{ state: 'Sent', units: '80' }]);
  });

  it('is dropped after a fill if nobody knows what its units mean', () => {
    const sending = send(anOrder({ matchedUnits: '30' }), edit());
    expect(sending.kind).toBe('Drop');
    expect(sending.change.order).toEqual({
      reason: 'the order was filled in part before the edit could be sent',
    });
    expect(factsOf(sending.change)).toEqual(['EDIT_WITHDRAWN']);
  });

  it.each(['80', '80.0', '99'])(
    'to 80 units is dropped when %s are matched by now',
    (matchedUnits) => {
      for (const mean of ['unknown', 'total', 'remaining'] as const) {
        const sending = send(anOrder({ matchedUnits }), edit(), { mean });
        expect(sending.kind).toBe('Drop');
        expect(sending.change.order).toEqual({
          reason: `${matchedUnits} units were matched before the edit could be sent`,
        });
      }
    },
  );

  it('to 80 units may still be sent when 79 are matched', () => {
    const sending = send(anOrder({ matchedUnits: '79' }), edit(), { mean: 'remaining' });
    expect(sending).toMatchObject({ kind: 'Send', units: '1' });
  });
});

describe('A cancel', () => {
  it('is sent without terms, however much is matched', () => {
    const sending = send(anOrder({ matchedUnits: '99' }), aRequest({ kind: 'Cancel' }));
    expect(sending).toMatchObject({ kind: 'Send', units: null });
    expect(factsOf(sending.change)).toEqual(['CANCEL_SENT']);
  });
});

describe('A post of unknown outcome', () => {
  const cancel = aRequest({ id: 'req_2', kind: 'Cancel' });
  const sending = (resend: 'Cleared' | 'DuplicateProbe') => {
    const post = aRequest({ kind: 'Post', state: 'Unknown', resend });
    const state = { order: aNewOrder(), requests: [post, cancel], breaks: [] };
    return sendOrDrop({ state, request: post });
  };

  it.each([
    ['is not resent when a cancel was requested', 'Cleared', 'Drop'],
    ['is resent if that proves the number for which the cancel waits', 'DuplicateProbe', 'Send'],
  ] as const)('%s', (_, resend, kind) => {
    expect(sending(resend).kind).toBe(kind);
  });
});

describe('A request that is not queued', () => {
  it.each(['Sent', 'Unknown', 'Acknowledged', 'Refused', 'Withdrawn'] as const)(
    'but %s is not sent again',
    (state) => {
      expect(() => send(anOrder(), edit({ state }))).toThrow(`cannot go from ${state} to Sent`);
    },
  );
});
