import type {
  OrderRequest,
  RequestKind,
} from '../../../src/orders/order/requests/order-request.js';
import type { OrderChange, OrderState } from '../../../src/orders/order/order.js';
import {
  applyReply,
  classFor,
  withoutClientIn,
  type Reply,
} from '../../../src/orders/dispatch/call-outcome.js';
import {
  aNewOrder,
  anOrder,
  aReply,
  aRequest,
  aState,
  at,
  factsOf,
  inDoubt,
  noon,
  QUIET_MS,
  raisedBy,
} from '../../support/builders.js';

const KINDS = ['Post', 'Edit', 'Cancel'] as const;
const WORDS = { Post: 'Posted', Edit: 'Amended', Cancel: 'Cancelled' } as const;

function stateOf(kind: RequestKind, changes: Partial<OrderRequest> = {}): OrderState {
  const request = aRequest({ kind, state: 'Sent', claimNumber: 2, ...changes });
  return aState({ order: kind === 'Post' ? aNewOrder() : anOrder(), requests: [request] });
}

function settle(state: OrderState, reply: Partial<Reply>, claimNumber = 2): OrderChange {
  const [request] = state.requests;
  if (request === undefined) throw new Error('Nothing was sent');
  return applyReply(state, request, claimNumber, aReply(reply), at(), { quietMs: QUIET_MS });
}

function complete(kind: RequestKind): Partial<Reply> {
  return { statusWord: WORDS[kind], orderRef: kind === 'Post' ? aReply().orderRef : null };
}

const NUMBER_DOUBTED = { numberDoubt: 'OrderEnquiry', numberDoubtedAt: noon(60) } as const;

function expectUnknown(change: OrderChange, order: OrderChange['order'] = {}): void {
  expect(change.order).toEqual({ lastOwnChangeAt: noon(60), ...order });
  expect(change.links).toEqual([]);
  expect(change.requests).toMatchObject([
    { state: 'Unknown', dueAt: noon(60) + QUIET_MS, refusalPending: 0 },
  ]);
}

describe.each(KINDS)('An acknowledgement of a %s', (kind) => {
  it('is not believed with something unreadable in place of the order number', () => {
    const reply = { ...complete(kind), orderNumber: null, numberUnreadable: true };
    expectUnknown(settle(stateOf(kind), reply));
  });
});

describe('An acknowledgement of a post that echoes our reference', () => {
  const ours = aNewOrder().orderRef;

  it('is believed with the reference in another case', () => {
    const change = settle(stateOf('Post'), { orderRef: ours.toLowerCase() });
    expect(change.links).toEqual(['700001']);
    expect(change.order).toMatchObject({ status: 'Posted', numberGrade: 'Acknowledged' });
  });

  it.each<[string | null, RequestKind, Reply['class']]>([
    [ours, 'Post', 'Acknowledged'],
    [ours.toLowerCase(), 'Post', 'Acknowledged'],
    [`${ours}0`, 'Post', 'Ambiguous'],
    [null, 'Post', 'Ambiguous'],
    [null, 'Edit', 'Ambiguous'],
    [ours, 'Cancel', 'Ambiguous'],
  ])('but spells `success` as a text, echoing %s, for a %s: is %s', (echoed, kind, expected) => {
    expect(classFor('Affirmed', kind, echoed, ours)).toBe(expected);
  });
});

describe('An acknowledgement of a post is not believed', () => {
  it('without an order number', () => {
    const change = settle(stateOf('Post'), { orderNumber: null });
    expectUnknown(change);
    expect(change.requests[0]).toMatchObject({ unprovenNumber: null });
    expect(raisedBy(change)).toEqual(['PostUnconfirmed']);
  });

  it('without the echo of our orderRef; its number becomes a candidate (A7)', () => {
    const change = settle(stateOf('Post'), { orderRef: null });
    expectUnknown(change);
    expect(change.requests[0]).toMatchObject({ unprovenNumber: '700001' });
  });

  it.each(['Open', 'Cancelled', 'Amended', 'Accepted', 'Queued', 'Rejected', '0', 'OK'])(
    'with the status word %s; its number is kept, to be enquired',
    (statusWord) => {
      const change = settle(stateOf('Post'), { statusWord });
      expectUnknown(change);
      expect(change.requests[0]).toMatchObject({ unprovenNumber: '700001' });
      expect(change.requests[0]?.reason).toContain(statusWord);
    },
  );

  it('without a status word', () => {
    expectUnknown(settle(stateOf('Post'), { statusWord: null }));
  });

  it('that echoes the orderRef of another order: a break opens, and its number is no candidate (A7)', () => {
    const change = settle(stateOf('Post'), { orderRef: 'TBBBBBBBBBBBBBBBBBBB' });
    expectUnknown(change);
    expect(change.requests[0]).toMatchObject({ unprovenNumber: null });
    expect(raisedBy(change)).toEqual(['IdentityMismatch', 'PostUnconfirmed']);
  });

  it('with the number of another order of ours: a break opens, and the number is no candidate', () => {
    const change = settle(stateOf('Post'), { numberTaken: true });
    expectUnknown(change);
    expect(change.requests[0]).toMatchObject({ unprovenNumber: null });
    expect(raisedBy(change)).toEqual(['IdentityMismatch', 'PostUnconfirmed']);
  });
});

describe.each(['Edit', 'Cancel'] as const)('An acknowledgement of a %s is not believed', (kind) => {
  it.each(['Posted', 'Open', 'Rejected', 'Done', 'Pending'])(
    'with the status word %s',
    (statusWord) => {
      expectUnknown(settle(stateOf(kind), { ...complete(kind), statusWord }));
    },
  );

  it("with the other one's status word", () => {
    const statusWord = kind === 'Edit' ? 'Cancelled' : 'Amended';
    expectUnknown(settle(stateOf(kind), { ...complete(kind), statusWord }));
  });

  it('without a status word', () => {
    expectUnknown(settle(stateOf(kind), { ...complete(kind), statusWord: null }));
  });

  it('with the number of another order of ours: nothing is sent until an enquiry shows the order', () => {
    const change = settle(stateOf(kind), {
      ...complete(kind),
      orderNumber: '700002',
      numberTaken: true,
    });
    expectUnknown(change, NUMBER_DOUBTED);
    expect(raisedBy(change)).toContain('IdentityMismatch');
  });

  it('that echoes the orderRef of another order: a break opens', () => {
    const change = settle(stateOf(kind), { ...complete(kind), orderRef: 'TBBBBBBBBBBBBBBBBBBB' });
    expectUnknown(change, NUMBER_DOUBTED);
    expect(raisedBy(change)).toContain('IdentityMismatch');
  });
});

describe('An acknowledgement of a cancel', () => {
  it('with a number that is not the order number is not believed, and opens a break', () => {
    const change = settle(stateOf('Cancel'), { ...complete('Cancel'), orderNumber: '700002' });
    expectUnknown(change, NUMBER_DOUBTED);
    expect(raisedBy(change)).toContain('IdentityMismatch');
  });
});

describe('A late success to a post that is Unknown, in an undocumented form', () => {
  const late = (reply: Partial<Reply>): OrderChange =>
    settle(
      stateOf('Post', { state: 'Unknown', claimNumber: 3 }),
      { ...complete('Post'), ...reply },
      2,
    );

  it('keeps the number that it names, and forbids to send the post again', () => {
    expect(late({ statusWord: 'On Its Way' }).requests).toMatchObject([
      { state: 'Unknown', unprovenNumber: '700001', resend: 'Forbidden' },
    ]);
  });

  it('forbids to send the post again though it names no number', () => {
    expect(late({ orderNumber: null }).requests).toMatchObject([
      { state: 'Unknown', unprovenNumber: null, resend: 'Forbidden' },
    ]);
  });

  it('forbids it though it is about another reference, whose number is not kept', () => {
    expect(late({ orderRef: 'ANOTHER' }).requests).toMatchObject([
      { state: 'Unknown', unprovenNumber: null, resend: 'Forbidden' },
    ]);
  });
});

describe.each(KINDS)('A late reply to a %s', (kind) => {
  it('to an earlier claim is recorded and changes nothing else', () => {
    const change = settle(stateOf(kind, { claimNumber: 3 }), complete(kind), 2);
    expect(change).toMatchObject({
      order: {},
      requests: [],
      links: [],
      unlinks: [],
      breaksOpened: [],
      breakTypesClosed: [],
      breaksClosed: [],
    });
    expect(factsOf(change)).toEqual(['LATE_REPLY']);
  });

  it.each(['Acknowledged', 'Refused', 'Withdrawn', 'Queued'] as const)(
    'to a request that is %s is recorded and changes nothing else',
    (state) => {
      const change = settle(stateOf(kind, { state }), complete(kind));
      expect(change).toMatchObject({
        order: {},
        requests: [],
        links: [],
        unlinks: [],
        breaksOpened: [],
        breakTypesClosed: [],
        breaksClosed: [],
      });
      expect(factsOf(change)).toEqual(['LATE_REPLY']);
    },
  );

  it('that acknowledges an Unknown request proves it and closes its break', () => {
    const state = inDoubt({ kind, claimNumber: 3 });
    const change = settle(state, complete(kind), 2);
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.order).toMatchObject({
      status: { Post: 'Posted', Edit: 'Amended', Cancel: 'Cancelled' }[kind],
    });
    expect(change.breakTypesClosed).toEqual(state.breaks.map(({ type }) => type));
    expect(factsOf(change)[0]).toBe('LATE_REPLY');
  });

  it.each([
    'Refused',
    'KeyRefused',
    'ScopeRefused',
    'RateRefused',
    'NotSent',
    'Ambiguous',
  ] as const)('that is %s proves nothing about an Unknown request', (name) => {
    const change = settle(inDoubt({ kind, claimNumber: 3 }), { ...complete(kind), class: name }, 2);
    expect(change).toMatchObject({
      order: {},
      requests: [],
      links: [],
      unlinks: [],
      breaksOpened: [],
      breakTypesClosed: [],
      breaksClosed: [],
    });
    expect(factsOf(change)).toEqual(['LATE_REPLY']);
  });

  it('that is an odd acknowledgement leaves an Unknown request as it is, but for a ban on sending a post again', () => {
    const change = settle(
      inDoubt({ kind, claimNumber: 3 }),
      { ...complete(kind), statusWord: 'Odd' },
      2,
    );
    expect(change.order).toEqual({ lastOwnChangeAt: noon(60) });
    const banned = [{ state: 'Unknown', unprovenNumber: '700001', resend: 'Forbidden' }];
    if (kind === 'Post') expect(change.requests).toMatchObject(banned);
    else expect(change.requests).toEqual([]);
    expect(change.links).toEqual([]);
    expect(change.breakTypesClosed).toEqual([]);
  });

  it('is recorded with its content', () => {
    const change = settle(stateOf(kind, { state: 'Refused' }), {
      ...complete(kind),
      message: 'done',
    });
    expect(change.facts[0]?.body).toEqual({
      request: 'req_1',
      epoch: 2,
      class: 'Acknowledged',
      message: 'done',
      statusWord: WORDS[kind],
      orderNumber: '700001',
    });
  });
});

describe('A reply that repeats whose order it is', () => {
  const order = { ...aNewOrder(), accountNumber: 'C0012349', clientName: 'Ada Obi' };

  it('is decided on without account and name', () => {
    const said = { message: 'No, Ada Obi', statusWord: 'Held for C0012349', orderRef: 'C0012349' };
    expect(withoutClientIn(aReply(said), order)).toEqual(
      aReply({ message: 'No, [client]', statusWord: 'Held for [account]', orderRef: '[account]' }),
    );
  });

  it('keeps a known word and our reference, even if they are the account or a part of it', () => {
    const reply = aReply({ statusWord: 'Posted', orderRef: order.orderRef.toLowerCase() });
    for (const accountNumber of ['POSTED', order.orderRef, order.orderRef.split('-')[0] ?? ''])
      expect(withoutClientIn(reply, { ...order, accountNumber })).toMatchObject({
        statusWord: reply.statusWord,
        orderRef: reply.orderRef,
      });
  });
});
