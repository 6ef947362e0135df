import type { OrderChange, OrderState } from '../../../src/orders/order/order.js';
import {
  applyLateAcknowledgement,
  applyReply,
  type Reply,
} from '../../../src/orders/dispatch/call-outcome.js';
import {
  after,
  aNewOrder,
  anOrder,
  aReply,
  aRequest,
  aState,
  at,
  factsOf,
  noon,
  QUIET_MS,
  raisedBy,
  openBreaks,
} from '../../support/builders.js';

/** A post that is being resent after a first send of unknown outcome. */
const REPEATED = aState({
  order: aNewOrder(),
  requests: [aRequest({ state: 'Sent', claimNumber: 2, sends: 2 })],
  breaks: openBreaks('PostUnconfirmed'),
});

function settle(state: OrderState, reply: Partial<Reply>): OrderChange {
  const [request] = state.requests;
  if (request === undefined) throw new Error('Nothing was sent');
  return applyReply(state, request, 2, aReply(reply), at(), { quietMs: QUIET_MS });
}

describe('A resent post', () => {
  it('is Unknown again if it was not sent, and never back in the queue (A19)', () => {
    const change = settle(REPEATED, { class: 'NotSent', message: 'not now' });
    expect(change.requests).toMatchObject([{ state: 'Unknown', sends: 1, dueAt: noon(62) }]);
    expect(factsOf(change)).toEqual(['POST_NOT_SENT']);
  });

  it.each(['KeyRefused', 'ScopeRefused', 'RateRefused'] as const)(
    'counts as sent after a reply that is %s, and not as a request that met nothing else',
    (name) => {
      const change = settle(REPEATED, { class: name, message: 'slow down' });
      expect(change.requests).toMatchObject([
        { state: 'Unknown', sends: 2, refusedAtGateway: 0, dueAt: at().database + QUIET_MS },
      ]);
    },
  );

  it('is not Refused by a refusal: the first send may have been taken (A5)', () => {
    const change = settle(REPEATED, { class: 'Refused', message: 'Duplicate OrderRef' });
    expect(change.requests).toMatchObject([{ state: 'Unknown', sends: 2, refusalPending: 1 }]);
    expect(change.order).not.toHaveProperty('status');
  });

  it('is linked by the acknowledgement, and its break ends', () => {
    const change = settle(REPEATED, {});
    expect(change.links).toEqual(['700001']);
    expect(change.breakTypesClosed).toEqual(['PostUnconfirmed']);
  });
});

describe('The acknowledgement of a post that was resolved before it came', () => {
  const post = aRequest({ state: 'Acknowledged', claimNumber: 2, units: '100', price: '12.5' });
  const fill = {
    tradeDate: '2026-11-20',
    matchingId: 'M1',
    orderNumber: '700001',
    side: 'BUY' as const,
    security: 'SD11PLC',
    units: '40',
    price: '12.4',
    shownFor: '2026-11-20',
  };
  const linked = aState({
    order: anOrder({
      numberGrade: 'Inferred',
      matchedUnits: '40',
      filledUnits: '40',
      filledValue: '496',
    }),
  });
  const late = (state: OrderState, reply: Partial<Reply>): OrderChange =>
    applyLateAcknowledgement(state, post, 1, aReply(reply), [fill], at());

  it('proves an inferred number when it names the same (A9)', () => {
    const change = late(linked, {});
    expect(change.order).toEqual({ numberGrade: 'Acknowledged' });
    expect(factsOf(change)).toEqual(['LATE_REPLY', 'PROVEN']);
  });

  it('replaces an inferred number when it names another, and reverses what was booked under it (A9)', () => {
    const change = late(linked, { orderNumber: '700009' });
    expect(change).toMatchObject({ unlinks: ['700001'], links: ['700009'] });
    expect(after(linked, change).order).toMatchObject({
      orderNumber: '700009',
      numberGrade: 'Acknowledged',
      status: 'Posted',
      filledUnits: '0',
      filledValue: '0',
      matchedUnits: '0',
    });
    expect(factsOf(change)).toContain('FILL_REVERSED');
    expect(raisedBy(change)).toEqual(['IdentityMismatch']);
  });

  it.each(['Inferred', 'Operator'] as const)(
    'replaces a number that is only %s (A9, H2)',
    (numberGrade) => {
      const held = { ...linked, order: { ...linked.order, numberGrade } };
      expect(late(held, { orderNumber: '700009' })).toMatchObject({ unlinks: ['700001'] });
      expect(late(held, {}).order).toEqual({ numberGrade: 'Acknowledged' });
    },
  );

  it('reopens an order that was rejected because nothing of it was found, with a break (A9)', () => {
    const order = { orderNumber: null, numberGrade: null, status: 'Rejected' } as const;
    const rejected = aState({ order: anOrder(order) });
    const change = late(rejected, { orderNumber: '700009' });
    expect(after(rejected, change).order).toMatchObject({
      status: 'Posted',
      orderNumber: '700009',
      numberGrade: 'Acknowledged',
    });
    expect(raisedBy(change)).toEqual(['StatusMismatch']);
  });

  it('opens a break about two orders when another number is proven already, and changes neither (A9)', () => {
    const change = late(aState(), { orderNumber: '700009' });
    expect(raisedBy(change)).toEqual(['DuplicateSuspected']);
    expect(change).toMatchObject({ order: {}, links: [], unlinks: [] });
  });

  it.each<[string, Partial<Reply>]>([
    ['echoes another reference', { orderRef: 'TBBBBBBBBBBBBBBBBBBB' }],
    ["names another order's number", { orderNumber: '700009', numberTaken: true }],
    ['names no number', { orderNumber: null }],
    ['has another status', { statusWord: 'Rejected' }],
  ])('proves nothing when it %s', (_, reply) => {
    const change = late(linked, reply);
    expect(change.order).toEqual({});
    expect(factsOf(change)).toEqual(['LATE_REPLY']);
  });
});
