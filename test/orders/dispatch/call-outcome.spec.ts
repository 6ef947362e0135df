import { bookExecutions } from '../../../src/orders/fills/executions.js';
import {
  isUncertain,
  type OrderRequest,
  type RequestKind,
} from '../../../src/orders/order/requests/order-request.js';
import type { OrderChange, OrderState } from '../../../src/orders/order/order.js';
import type { RecordEvidence } from '../../../src/orders/order/evidence/evidence.js';
import { applyRecord } from '../../../src/orders/reconciliation/order-records/apply-record.js';
import {
  doubtOwner,
  applyLostClaim,
  applyReply,
  type Reply,
} from '../../../src/orders/dispatch/call-outcome.js';
import {
  after,
  aNewOrder,
  anExecution,
  anOrder,
  aRecord,
  aReply,
  aRequest,
  aState,
  at,
  factsOf,
  noon,
  QUIET_MS,
  raisedBy,
  GRACE_MS,
  openBreaks,
} from '../../support/builders.js';

const RULES = { quietMs: QUIET_MS };
const KINDS = ['Post', 'Edit', 'Cancel'] as const;

/** An order with one request on its way to the exchange. */
function sent(kind: RequestKind, changes: Partial<OrderRequest> = {}): OrderState {
  const units = kind === 'Edit' ? { units: '80', price: '13' } : {};
  const request = aRequest({ kind, state: 'Sent', claimNumber: 2, sends: 1, ...units, ...changes });
  return aState({ order: kind === 'Post' ? aNewOrder() : anOrder(), requests: [request] });
}

function settle(state: OrderState, reply: Partial<Reply>, claimNumber = 2): OrderChange {
  const [request] = state.requests;
  if (request === undefined) throw new Error('Nothing was sent');
  return applyReply(state, request, claimNumber, aReply(reply), at(), RULES);
}

/** The acknowledgement of each kind, complete as the interface describes it. */
const ACKNOWLEDGEMENTS: Readonly<Record<RequestKind, Partial<Reply>>> = {
  Post: {},
  Edit: { statusWord: 'Amended', orderRef: null, message: 'Order amended' },
  Cancel: { statusWord: 'Cancelled', orderRef: null, message: 'Order cancelled' },
};

describe('A complete acknowledgement', () => {
  it('of a post links the order number and makes the order Posted', () => {
    const change = settle(sent('Post'), ACKNOWLEDGEMENTS.Post);
    expect(change.order).toEqual({
      lastOwnChangeAt: noon(60),
      orderNumber: '700001',
      numberGrade: 'Acknowledged',
      priceGrade: 'Acknowledged',
      numberDoubt: null,
      numberDoubtedAt: null,
      shownPending: null,
      shownMatched: null,
      fewerShownAt: null,
      numberLeftAt: null,
      status: 'Posted',
      closedAt: null,
      exchangeStatus: 'Posted',
      grade: 'Acknowledged',
      provenAt: noon(60),
    });
    expect(change.links).toEqual(['700001']);
    expect(change.requests).toMatchObject([{ state: 'Acknowledged', reason: 'Order posted' }]);
    expect(change.breaksOpened).toEqual([]);
    expect(factsOf(change)).toEqual(['POST_ACKNOWLEDGED', 'ORDER_NUMBER_LINKED', 'STATUS_CHANGED']);
  });

  it('of an edit gives the order its new terms and makes it Amended', () => {
    const change = settle(sent('Edit'), ACKNOWLEDGEMENTS.Edit);
    expect(change.order).toMatchObject({
      status: 'Amended',
      units: '80',
      price: '13',
      grade: 'Acknowledged',
    });
    expect(change.links).toEqual([]);
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(factsOf(change)).toEqual(['EDIT_ACKNOWLEDGED', 'STATUS_CHANGED', 'TERMS_CHANGED']);
  });

  it('of an edit under another number is only a candidate: nothing is linked or resent (C4)', () => {
    const change = settle(sent('Edit'), { ...ACKNOWLEDGEMENTS.Edit, orderNumber: '700009' });
    expect(change.links).toEqual([]);
    expect(change.order).toEqual({ lastOwnChangeAt: noon(60) });
    expect(change.requests).toMatchObject([
      { state: 'Unknown', unprovenNumber: '700009', resend: 'Forbidden' },
    ]);
    expect(raisedBy(change)).toEqual(['EditUnconfirmed']);
  });

  it('of an edit clears the reason of the last refusal', () => {
    const state = sent('Edit');
    const before = { ...state, order: { ...state.order, reason: 'price outside the band' } };
    expect(settle(before, ACKNOWLEDGEMENTS.Edit).order.reason).toBeNull();
  });

  it('of a cancel makes the order Cancelled', () => {
    const change = settle(sent('Cancel'), ACKNOWLEDGEMENTS.Cancel);
    expect(change.order).toMatchObject({
      status: 'Cancelled',
      closedAt: noon(60),
      grade: 'Acknowledged',
    });
    expect(factsOf(change)).toEqual(['CANCEL_ACKNOWLEDGED', 'STATUS_CHANGED']);
  });

  it('of a cancel leaves the matched units as they are', () => {
    const state = sent('Cancel');
    const half = { ...state, order: { ...state.order, matchedUnits: '40', filledUnits: '40' } };
    const change = settle(half, ACKNOWLEDGEMENTS.Cancel);
    expect(after(half, change).order).toMatchObject({ matchedUnits: '40', filledUnits: '40' });
  });

  it('of a cancel withdraws an edit that has not been sent', () => {
    const state = sent('Cancel');
    const edit = aRequest({ id: 'req_2', kind: 'Edit' });
    const change = settle(
      { ...state, requests: [...state.requests, edit] },
      ACKNOWLEDGEMENTS.Cancel,
    );
    expect(change.requests.map((request) => request.state)).toEqual(['Acknowledged', 'Withdrawn']);
  });

  it.each(KINDS)('of a %s may spell its status word in any case', (kind) => {
    const { statusWord = 'Posted' } = ACKNOWLEDGEMENTS[kind];
    const shouted = statusWord?.toUpperCase() ?? '';
    const change = settle(sent(kind), { ...ACKNOWLEDGEMENTS[kind], statusWord: shouted });
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.order.exchangeStatus).toBe(shouted);
  });

  it('of a cancel that came after a full fill moves nothing but the request, and opens a break', () => {
    const state = sent('Cancel');
    const filled = { ...state, order: { ...state.order, status: 'Filled' as const } };
    const change = settle(filled, ACKNOWLEDGEMENTS.Cancel);
    expect(change.order).not.toHaveProperty('status');
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(raisedBy(change)).toEqual(['StatusMismatch']);
  });

  it('of an edit that came after a cancel does not change the terms', () => {
    const state = sent('Edit');
    const closed = { ...state, order: { ...state.order, status: 'Cancelled' as const } };
    const change = settle(closed, ACKNOWLEDGEMENTS.Edit);
    expect(after(closed, change).order).toMatchObject({ status: 'Cancelled', units: '100' });
    expect(raisedBy(change)).toEqual(['StatusMismatch']);
  });
});

describe('A request that provably did nothing and is no longer wanted', () => {
  const cancelled = (reason: string | null): OrderState => {
    const state = sent('Post');
    const cancel = aRequest({ id: 'req_2', kind: 'Cancel', reason });
    return { ...state, requests: [...state.requests, cancel] };
  };

  it('is withdrawn: a post that was not sent while a cancel waits, and the order is Cancelled at once', () => {
    const state = cancelled('client called');
    const change = settle(state, { class: 'NotSent' });
    expect(after(state, change)).toMatchObject({
      order: { status: 'Cancelled', grade: 'Operator', reason: 'client called' },
      requests: [],
    });
    expect(change.requests.map(({ kind, state: now }) => [kind, now])).toEqual([
      ['Post', 'Withdrawn'],
      ['Cancel', 'Withdrawn'],
    ]);
    expect(change.breaksOpened).toEqual([]);
    expect(factsOf(change)).toContain('POST_WITHDRAWN');
  });

  it('is cancelled by the dealer if no reason was given', () => {
    const change = settle(cancelled(null), { class: 'NotSent' });
    expect(change.order.reason).toBe('cancelled by the dealer');
  });

  it.each(['Refused', 'Ambiguous', 'RateRefused', 'KeyRefused', 'ScopeRefused'] as const)(
    'does not include a post that is %s: its cancel waits for the outcome',
    (name) => {
      const state = cancelled(null);
      const { order, requests } = after(state, settle(state, { class: name }));
      expect(order.status).toBe('New');
      expect(requests.map((request) => request.state)).toEqual(['Unknown', 'Queued']);
    },
  );

  it('is withdrawn: a cancel that was not sent of an order that has been filled meanwhile', () => {
    const state = sent('Cancel');
    const filled = after(state, bookExecutions(state, [anExecution({ units: '100' })], at(50)));
    const change = settle(filled, { class: 'NotSent' });
    expect(change.requests).toMatchObject([
      { kind: 'Cancel', state: 'Withdrawn', reason: 'the order is Filled' },
    ]);
    expect(after(filled, change)).toMatchObject({ order: { status: 'Filled' }, requests: [] });
    expect(change.breaksOpened).toEqual([]);
  });
});

describe('A cancel that is acknowledged while an edit before it is Unknown', () => {
  it('is Unknown too: it may be that of the number that the edit has replaced', () => {
    const edit = aRequest({ id: 'req_0', kind: 'Edit', state: 'Unknown' });
    const state = sent('Cancel');
    const both = { ...state, requests: [...state.requests, edit] };
    const change = settle(both, ACKNOWLEDGEMENTS.Cancel);
    expect(change.requests).toMatchObject([{ kind: 'Cancel', state: 'Unknown' }]);
    expect(change.order).not.toHaveProperty('status');
  });
});

describe('A cancel that is acknowledged before any record has shown the edit before it', () => {
  const state = sent('Cancel');
  const edited = (askedAt: number): OrderState => ({
    ...state,
    order: { ...state.order, status: 'Amended', editAcknowledgedAt: noon(20), askedAt },
  });

  it('is contested: it may be of the number that the edit has replaced', () => {
    const change = settle(edited(noon(10)), ACKNOWLEDGEMENTS.Cancel);
    expect(change.order).toMatchObject({ status: 'Cancelled', contestedSince: noon(60) });
    expect(factsOf(change)).toContain('CANCEL_CONTESTED');
  });

  it('is not where a record has shown the edit, or the kit has seen that edits keep the number', () => {
    const shown = settle(edited(noon(30)), ACKNOWLEDGEMENTS.Cancel);
    expect(shown.order).not.toHaveProperty('contestedSince');
    const unshown = edited(noon(10));
    const reply = aReply(ACKNOWLEDGEMENTS.Cancel);
    const known = { ...RULES, editKeepsNumber: true };
    const change = applyReply(unshown, unshown.requests[0]!, 2, reply, at(), known);
    expect(change.order).toMatchObject({ status: 'Cancelled' });
    expect(change.order).not.toHaveProperty('contestedSince');
  });
});

describe('A number that the exchange has given to two posts', () => {
  const owner = aState({ order: anOrder({ orderNumber: '700001' }) });
  const reply = aReply({ orderNumber: '700001', orderRef: 'R2' });

  it('is doubtful until people have looked, whatever a record shows under it', () => {
    const change = doubtOwner(owner, reply, 'R2', at(60));
    expect(change?.order).toMatchObject({ numberDoubt: 'Acknowledgement' });
    expect(change?.breaksOpened).toMatchObject([{ type: 'IdentityMismatch', key: '700001' }]);
    if (change === null) throw new Error('Nothing was doubted');
    const doubted = after(owner, change);
    const shown = applyRecord(doubted, aRecord({ askedAt: noon(75) }), at(75), {
      graceMs: GRACE_MS,
    });
    expect(shown?.order).not.toHaveProperty('numberDoubt');
  });

  it('shows nothing of an order that had ended before: a record may be of the other one', () => {
    const ended = aState({
      order: anOrder({ status: 'Cancelled', grade: 'Acknowledged', closedAt: noon(50) }),
    });
    const change = doubtOwner(ended, reply, 'R2', at(60));
    expect(change?.order).toMatchObject({ numberDoubt: 'Acknowledgement' });
    const doubted = after(ended, change);
    const record = aRecord({ askedAt: noon(75) });
    expect(applyRecord(doubted, record, at(75), { graceMs: GRACE_MS })).toBeNull();
  });

  it.each<[string, OrderState, Reply]>([
    ['that a reply to another post names', owner, { ...reply, orderRef: 'R1' }],
    ['in a refusal', owner, { ...reply, class: 'Refused' }],
  ])('is not doubted %s', (_, state, answer) => {
    expect(doubtOwner(state, answer, 'R2', at(60))).toBeNull();
  });
});

describe('Two cancels of unknown outcome', () => {
  const { order } = aState();
  const first = aRequest({ id: 'req_1', kind: 'Cancel', state: 'Unknown' });
  const second = aRequest({ id: 'req_2', kind: 'Cancel', state: 'Unknown' });

  it('keep their break while one is acknowledged late and the other is still unknown', () => {
    const state = aState({
      order,
      requests: [first, second],
      breaks: openBreaks('CancelUnconfirmed'),
    });
    const change = settle(state, ACKNOWLEDGEMENTS.Cancel, 1);
    expect(change.requests).toMatchObject([{ id: 'req_1', state: 'Acknowledged' }]);
    expect(change.breakTypesClosed).toEqual([]);
    expect(after(state, change).breaks.map(({ type }) => type)).toEqual(['CancelUnconfirmed']);
  });

  it('close their break once the last one is acknowledged', () => {
    const state = aState({ order, requests: [second], breaks: openBreaks('CancelUnconfirmed') });
    expect(settle(state, ACKNOWLEDGEMENTS.Cancel, 1).breakTypesClosed).toEqual([
      'CancelUnconfirmed',
    ]);
  });
});

describe.each([
  ['a 429', 'RateRefused'],
  ['a refusal of the key (401, 402)', 'KeyRefused'],
  ['a refusal of the scope (403)', 'ScopeRefused'],
] as const)('A request that was answered by %s', (_, refused) => {
  const refusedOnce = (kind: RequestKind): OrderState =>
    after(sent(kind), settle(sent(kind), { class: refused, message: 'not now' }));

  it.each(['Post', 'Edit'] as const)('may have been taken if it is a %s', (kind) => {
    expect(refusedOnce(kind)).toMatchObject({
      requests: [
        { state: 'Unknown', refusedAtGateway: 1, sends: 1, refusalPending: 0, dueAt: noon(72) },
      ],
      breaks: [{ type: `${kind}Unconfirmed` }],
    });
  });

  it('is resent if it is a cancel and an enquiry clears it', () => {
    const state = refusedOnce('Cancel');
    expect(state).toMatchObject({
      requests: [{ state: 'Unknown', refusedAtGateway: 1, sends: 0, resend: 'Undecided' }],
      breaks: [{ type: 'CancelUnconfirmed' }],
    });
    expect(state.requests.map(isUncertain)).toEqual([true]);
    const shown = (record: Partial<RecordEvidence>) =>
      applyRecord(state, aRecord({ askedAt: noon(75), ...record }), at(75), {
        graceMs: GRACE_MS,
      });
    expect(shown({ statusWord: 'Open' })?.requests).toMatchObject([
      { state: 'Unknown', resend: 'Cleared' },
    ]);
    expect(shown({ statusWord: 'Cancelled' })?.requests).toMatchObject([{ state: 'Acknowledged' }]);
    const ofAnother = shown({ statusWord: 'Open', side: 'SELL' });
    expect(ofAnother).toMatchObject({ order: { numberDoubt: 'OrderEnquiry' }, requests: [] });
  });

  it.each(['Post', 'Edit'] as const)('is a %s like any other after a different reply', (kind) => {
    const state = sent(kind);
    const before = state.requests.map((request) => ({ ...request, refusedAtGateway: 1 }));
    const change = settle({ ...state, requests: before }, { class: 'Ambiguous' });
    expect(change.requests).toMatchObject([{ state: 'Unknown', refusedAtGateway: 0 }]);
  });
});

describe.each(KINDS)('After a %s was sent', (kind) => {
  const breakOf = { Post: 'PostUnconfirmed', Edit: 'EditUnconfirmed', Cancel: 'CancelUnconfirmed' };

  it.each(['Ambiguous', 'Refused'] as const)(
    'a reply that is %s leaves the outcome Unknown',
    (name) => {
      const state = sent(kind);
      const change = settle(state, { class: name, message: 'Invalid', orderNumber: null });
      expect(change.order).toEqual({ lastOwnChangeAt: noon(60) });
      expect(change.requests).toMatchObject([
        {
          state: 'Unknown',
          reason: 'Invalid',
          dueAt: noon(60) + QUIET_MS,
          refusalPending: name === 'Refused' ? 1 : 0,
          sends: 1,
        },
      ]);
      expect(raisedBy(change)).toEqual([breakOf[kind]]);
      expect(factsOf(change)).toEqual([`${kind.toUpperCase()}_UNKNOWN`]);
    },
  );

  it('it is back in the queue as if it had not been sent, if the connection was never made', () => {
    const change = settle(sent(kind), { class: 'NotSent', message: 'not now' });
    // An answer that was asked for meanwhile is as good as it is.
    expect(change.order).toEqual({});
    expect(change.requests).toMatchObject([
      {
        state: 'Queued',
        sends: 0,
        claimNumber: 2,
        dueAt: noon(62),
        reason: 'not now',
        refusalPending: 0,
      },
    ]);
    expect(change.breaksOpened).toEqual([]);
    expect(factsOf(change)).toEqual([`${kind.toUpperCase()}_NOT_SENT`]);
  });

  it.each([
    [1, 1],
    [2, 2],
    [4, 8],
    [5, 15],
    [500, 15],
  ])('a claim number %d that was not sent is retried after %d s', (claimNumber, seconds) => {
    const request = aRequest({ kind, state: 'Sent', claimNumber });
    const state = aState({ requests: [request] });
    const reply = aReply({ class: 'NotSent' });
    const change = applyReply(state, request, claimNumber, reply, at(), { quietMs: QUIET_MS });
    expect(change.requests).toMatchObject([{ state: 'Queued', dueAt: noon(60 + seconds) }]);
  });

  it.each([
    'Refused',
    'KeyRefused',
    'ScopeRefused',
    'RateRefused',
    'NotSent',
    'Ambiguous',
  ] as const)(
    'a reply that is %s never moves the order and never refuses, whatever its fields say',
    (name) => {
      const change = settle(sent(kind), { ...ACKNOWLEDGEMENTS[kind], class: name });
      expect(Object.keys(change.order).filter((field) => field !== 'lastOwnChangeAt')).toEqual([]);
      expect(change.links).toEqual([]);
      expect(change.fills).toEqual([]);
      expect(change.requests.map((request) => request.state)).not.toContain('Refused');
      expect(change.requests.map((request) => request.state)).not.toContain('Acknowledged');
    },
  );

  it('a lost claim becomes Unknown, under a new claim number', () => {
    const state = sent(kind);
    const [request] = state.requests;
    if (request === undefined) throw new Error('Nothing was sent');
    const change = applyLostClaim(state, request, at(), RULES);
    expect(change.order).toEqual({ lastOwnChangeAt: noon(60) });
    expect(change.requests).toMatchObject([
      { state: 'Unknown', claimNumber: 3, sends: 1, dueAt: noon(60) + QUIET_MS, refusalPending: 0 },
    ]);
    expect(raisedBy(change)).toEqual([breakOf[kind]]);
  });
});
