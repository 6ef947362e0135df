import {
  doubtLinkedNumber,
  unlinkInferred,
} from '../../../../src/orders/order-numbers/number-link.js';
import type { RecordEvidence } from '../../../../src/orders/order/evidence/evidence.js';
import type { OrderRequest } from '../../../../src/orders/order/requests/order-request.js';
import type { Found } from '../../../../src/orders/reconciliation/unknown-outcomes/match.js';
import type { NumberDoubt, OrderStatus } from '../../../../src/orders/order/order-status.js';
import { unitsAfterEdit } from '../../../../src/orders/order/changes/amended-terms.js';
import type { OrderChange, Moment, Order, OrderState } from '../../../../src/orders/order/order.js';
import { applyRecord } from '../../../../src/orders/reconciliation/order-records/apply-record.js';
import {
  resolveEdit,
  mayBeReplaced,
  type EditSearchRules,
} from '../../../../src/orders/reconciliation/unknown-outcomes/unknown-edits.js';
import {
  resolvePost,
  doubtAbsence,
  type SearchRules,
} from '../../../../src/orders/reconciliation/unknown-outcomes/unknown-posts.js';
import {
  after,
  aNewOrder,
  anOrder,
  aRecord,
  aRequest,
  aState,
  at,
  changeOf,
  factsOf,
  inDoubt,
  noon,
  QUIET_MS,
  raisedBy,
  SEARCH_RULES,
  GRACE_MS,
} from '../../../support/builders.js';

const EDIT_RULES: EditSearchRules = { ...SEARCH_RULES, graceMs: GRACE_MS };
const UNASKED =
  'nobody here cancelled it: the edit may have given it a number that ended before any answer showed it';
const SO_FAR = 'nothing of it so far: it is searched for once more';
const NOTHING: Found = { kind: 'Nothing' };
const ORDER: Found = {
  kind: 'Order',
  orderNumber: '700001',
  how: 'it is alone',
  isOnly: true,
  hasRecord: true,
};
const TRADED: Found = { ...ORDER, hasRecord: false };
const PERHAPS: Found = {
  kind: 'Undecided',
  why: '700001 may be it',
  incomplete: false,
  numbers: ['700001'],
  named: ['700001'],
};
const UNREAD: Found = {
  kind: 'Undecided',
  why: 'not read',
  incomplete: true,
  numbers: [],
  named: [],
};

interface Case {
  readonly request?: Partial<OrderRequest>;
  readonly order?: Partial<Order>;
  readonly rules?: Partial<SearchRules>;
  readonly moment?: Moment;
  readonly cancelAsked?: boolean;
}

function concluded(found: Found, given: Case = {}): OrderChange {
  const doubt = inDoubt({ kind: 'Post', ...given.request }, given.order);
  const cancel = aRequest({ id: 'req_2', kind: 'Cancel' });
  const state = given.cancelAsked ? { ...doubt, requests: [...doubt.requests, cancel] } : doubt;
  const [request = aRequest()] = state.requests;
  const rules = { ...SEARCH_RULES, ...given.rules };
  return resolvePost(state, request, found, given.moment ?? at(), rules);
}

describe('A post of unknown outcome', () => {
  it('is bound to the number that a search has found, by inference', () => {
    const change = concluded(ORDER);
    expect(change.links).toEqual(['700001']);
    expect(change.order).toMatchObject({
      orderNumber: '700001',
      numberGrade: 'Inferred',
      status: 'Posted',
      grade: 'Inferred',
    });
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.breakTypesClosed).toEqual(['PostUnconfirmed']);
  });

  it('has no number that only trades show, which may have their own', () => {
    const change = concluded(TRADED);
    expect(change).toMatchObject({ order: {}, links: [], breakTypesClosed: [] });
    expect(change.requests).toMatchObject([
      { state: 'Unknown', unprovenNumber: null, candidates: '700001', resend: 'Undecided' },
    ]);
  });

  it('has no number but the one that the exchange has named', () => {
    const request = { unprovenNumber: '700002', resend: 'Forbidden' } as const;
    const change = concluded(ORDER, { request });
    expect(change).toMatchObject({ order: {}, links: [] });
    expect(change.requests).toMatchObject([{ ...request, state: 'Unknown' }]);
  });

  it('has the number that the exchange has named once enquiries since a first search have not confirmed it', () => {
    const request = { unprovenNumber: '700001', resend: 'Forbidden' } as const;
    const first = concluded(ORDER, { request });
    expect(first).toMatchObject({ order: {}, links: [] });
    expect(first.requests).toMatchObject([{ ...request, state: 'Unknown', candidates: '700001' }]);
    const again = concluded(ORDER, { request: { ...request, candidates: '700001' } });
    expect(again.order).toMatchObject({ orderNumber: '700001', numberGrade: 'Inferred' });
    expect(again.requests[0]?.reason).not.toMatch(/duplicate/);
  });

  it('is not sent once more before the exchange can have booked the last send, and shows it', () => {
    const takesLateMs = 60_000;
    const lateBy = (takesLateMs + SEARCH_RULES.answersLateMs) / 1_000;
    const searched = (seconds: number): OrderChange =>
      concluded(NOTHING, {
        request: { claimedAt: at(0).database, absentSince: at(30).database },
        rules: { takesLateMs },
        moment: at(seconds),
      });
    expect(searched(lateBy - 1).requests).toMatchObject([
      { found: SO_FAR, resend: 'Undecided', dueAt: at(lateBy).database },
    ]);
    expect(searched(lateBy).requests).toMatchObject([{ resend: 'Cleared' }]);
  });

  it('is searched for once more, a quiet time later, when nothing of it is found', () => {
    const change = concluded(NOTHING);
    expect(change.requests).toMatchObject([
      { state: 'Unknown', resend: 'Undecided', found: SO_FAR, dueAt: noon(60) + QUIET_MS },
    ]);
  });

  it('is sent once more when nothing of it is found twice in a row (A3)', () => {
    const change = concluded(NOTHING, { request: { absentSince: noon(60) - QUIET_MS } });
    expect(change.requests).toMatchObject([
      { state: 'Unknown', resend: 'Cleared', sends: 1, claimNumber: 1, dueAt: noon(60) },
    ]);
    expect(change.order).toEqual({});
    expect(factsOf(change)).toEqual(['POST_SEARCHED']);
  });

  it.each<[string, Case]>([
    ['the exchange may have its reference', { request: { refusalPending: 1, sends: 2 } }],
    ['the exchange has named a number', { request: { unprovenNumber: '700001' } }],
    ['the exchange has answered that it took something', { request: { resend: 'Forbidden' } }],
    ['a cancel was asked', { cancelAsked: true }],
    ['the settings forbid it', { rules: { repost: false } }],
    ['it was sent three times', { request: { sends: 3 } }],
    ['its trading day is over', { moment: at(60, { today: '2026-11-21' }) }],
    ['it was first sent more than 120 s ago', { moment: at(121) }],
  ])('is not sent again when %s: a person must look (A3)', (_, given) => {
    const [request] = concluded(NOTHING, given).requests;
    expect(request?.state).toBe('Unknown');
    expect(request?.resend).not.toBe('Cleared');
    expect(request?.found).toContain('it is not sent again');
  });

  it('that met nothing but a 429 is sent once more later than that: the key had to rest', () => {
    const request = { absentSince: noon(200) - QUIET_MS, refusedAtGateway: 1 };
    expect(concluded(NOTHING, { moment: at(200), request }).requests).toMatchObject([
      { resend: 'Cleared' },
    ]);
  });

  it.each([
    ['the first time, it is looked for once more', null, 'New', 'Unknown'],
    ['the second time, the cancel is done', noon(60) - QUIET_MS, 'Cancelled', 'Refused'],
  ] as const)(
    'that met nothing but a 429, and is to be cancelled: when nothing of it is found %s',
    (_, absentSince, status, state) => {
      const given = { cancelAsked: true, request: { absentSince, refusedAtGateway: 1 } };
      const change = concluded(NOTHING, given);
      expect({ status: 'New', ...change.order }).toMatchObject({ status });
      expect(change.requests[0]).toMatchObject({ state });
    },
  );

  it('is sent once more 120 s after it was first sent, and not later (A3)', () => {
    const given = { moment: at(120), request: { absentSince: noon(60) - QUIET_MS } };
    expect(concluded(NOTHING, given).requests).toMatchObject([{ resend: 'Cleared' }]);
  });

  it('is not sent again while something may be it', () => {
    expect(concluded(PERHAPS).requests).toMatchObject([
      { resend: 'Undecided', found: '700001 may be it' },
    ]);
  });

  it('is as it was when the lists could not be read', () => {
    expect(concluded(UNREAD)).toMatchObject({ order: {}, requests: [], facts: [] });
  });

  it('that was refused plainly the first time is Rejected when nothing of it is found twice', () => {
    const request = { refusalPending: 1, reason: 'price outside the band' };
    const first = concluded(NOTHING, { request });
    expect(first.order).toEqual({});
    expect(first.requests).toMatchObject([{ state: 'Unknown', absentSince: noon(60) }]);
    const again = { ...request, absentSince: noon(60) - QUIET_MS };
    expect(concluded(NOTHING, { request: again }).order).toMatchObject({ status: 'Rejected' });
  });

  it.each([
    ['too soon after the first time', noon(60) - QUIET_MS + 1],
    ['after a time that is still to come: the clock was wrong', noon(600)],
  ])('is not Rejected %s', (_, absentSince) => {
    const request = { refusalPending: 1, reason: 'price outside the band', absentSince };
    expect(concluded(NOTHING, { request }).requests).toMatchObject([{ state: 'Unknown' }]);
  });

  it.each<[string, Partial<OrderRequest>, boolean, OrderStatus]>([
    ['refused plainly is not Rejected', { refusalPending: 1 }, false, 'Rejected'],
    ['met a 429 is not cancelled', { refusedAtGateway: 1 }, true, 'Cancelled'],
  ])(
    'that %s before the exchange can have booked it, and shows it',
    (_, met, cancelAsked, status) => {
      const takesLateMs = 60_000;
      const lateBy = (takesLateMs + SEARCH_RULES.answersLateMs) / 1_000;
      const searched = (seconds: number): OrderChange =>
        concluded(NOTHING, {
          request: { ...met, claimedAt: at(0).database, absentSince: at(30).database },
          rules: { takesLateMs },
          moment: at(seconds),
          cancelAsked,
        });
      const early = searched(lateBy - 1);
      expect(early.order).toEqual({});
      expect(early.requests).toMatchObject([{ state: 'Unknown', dueAt: at(lateBy).database }]);
      expect(searched(lateBy).order).toMatchObject({ status });
    },
  );

  it('begins anew when something was found in between', () => {
    const request = { absentSince: noon(30) };
    expect(concluded(PERHAPS, { request }).requests).toMatchObject([{ absentSince: null }]);
  });

  it('that was refused plainly, though an order like it is there, is for a person', () => {
    const change = concluded(ORDER, {
      request: { refusalPending: 1, reason: 'price outside the band' },
    });
    expect(change).toMatchObject({ order: {}, links: [] });
    expect(change.requests).toMatchObject([{ state: 'Unknown', resend: 'Undecided' }]);
  });

  it('that was refused as a duplicate is the order that a search finds', () => {
    const request = { refusalPending: 1, reason: 'Duplicate OrderRef' };
    expect(concluded(ORDER, { request }).links).toEqual(['700001']);
  });

  it.each([
    ['that plainly is none', 'price outside the band', 'Rejected'],
    ['that is one', 'Order REF already there', undefined],
    ['worded as this exchange words it', 'Not processed: REF 17', undefined],
  ])(
    'that was sent twice and refused in words %s is so, where a duplicate is known to be worded otherwise',
    (_, reason, status) => {
      const request = { refusalPending: 1, sends: 2, reason, absentSince: noon(60) - QUIET_MS };
      const rules = { duplicateMessage: 'Not processed: REF {n}', knowsDuplicates: true };
      const { order } = concluded(NOTHING, { request, rules });
      expect(order.status).toBe(status);
      expect(concluded(NOTHING, { request }).order).toEqual({});
    },
  );

  it('that was sent twice and refused is Rejected, where the exchange is known to take duplicates', () => {
    const reason = 'price outside the band';
    const request = { refusalPending: 1, sends: 2, reason, absentSince: noon(60) - QUIET_MS };
    const rules = { duplicateMessage: null, knowsDuplicates: true };
    expect(concluded(NOTHING, { request, rules }).order).toMatchObject({ status: 'Rejected' });
  });

  it('that was refused as a duplicate is never Rejected, and never sent again (A5)', () => {
    const request = { refusalPending: 1, reason: 'Duplicate OrderRef' };
    const change = concluded(NOTHING, { request });
    expect(change.order).toEqual({});
    expect(change.requests).toMatchObject([{ state: 'Unknown', resend: 'Undecided' }]);
  });

  it('that was refused as a duplicate in a word that is the name of its client is not Rejected either', () => {
    const request = { refusalPending: 1, reason: '[client] 17', absentSince: noon(60) - QUIET_MS };
    const order = { clientName: 'Duplicate Ref' };
    expect(concluded(NOTHING, { request }).order).toMatchObject({ status: 'Rejected' });
    expect(concluded(NOTHING, { request, order }).order).toEqual({});
  });

  describe('where the refusal of a duplicate is known to prove the order', () => {
    const rules = {
      duplicateMessage: 'Twice: {n}',
      knowsDuplicates: true,
      duplicateProof: 'Twice: {n}',
    };
    const refused = { refusalPending: 1, sends: 2, reason: 'Twice: 17' };

    it('is sent once more when one number is found, also when a cancel waits for it', () => {
      for (const cancelAsked of [false, true]) {
        const change = concluded(ORDER, { rules, cancelAsked });
        expect(change).toMatchObject({ order: {}, links: [] });
        expect(change.requests).toMatchObject([{ state: 'Unknown', resend: 'DuplicateProbe' }]);
      }
    });

    it('and has been refused as one has the only number that is found, proven', () => {
      const change = concluded(ORDER, { rules, request: refused });
      expect(change.order).toMatchObject({ orderNumber: '700001', numberGrade: 'Listed' });
    });

    it.each([
      [true, 'OtherBrokersAlike', ['IdentityMismatch', 'CancelUnconfirmed']],
      [false, 'OtherBroker', []],
    ] as const)(
      'and has been refused as one, is doubted at once where another broker has the number, too: its order is alike %s',
      (isAlike, numberDoubt, breaks) => {
        const otherBrokers = { orderNumber: '700001', askedAt: noon(59), isAlike };
        const found = { ...ORDER, otherBrokers };
        const change = concluded(found, { rules, request: refused, cancelAsked: true });
        expect(change.order).toMatchObject({ orderNumber: '700001', numberDoubt });
        expect(raisedBy(change)).toEqual(breaks);
      },
    );

    it('is for a person while only trades show its number', () => {
      const request = { ...refused, unprovenNumber: '700001' };
      const change = concluded(TRADED, { rules, request });
      expect(change).toMatchObject({ order: {}, links: [] });
    });

    it('and has been refused as one has no number that only trades show', () => {
      const change = concluded(TRADED, { rules, request: refused });
      expect(change).toMatchObject({ order: {}, links: [] });
      expect(change.requests).toMatchObject([{ state: 'Unknown', candidates: '700001' }]);
    });

    it.each<[string, Case]>([
      ['the settings forbid to send again', { rules: { ...rules, repost: false } }],
      ['it was sent three times without an answer', { request: { sends: 3 } }],
    ])('has no number that only trades show when %s: trades may have their own', (_, given) => {
      const change = concluded(TRADED, { rules, ...given });
      expect(change).toMatchObject({ order: {}, links: [] });
      expect(change.requests).toMatchObject([{ state: 'Unknown', unprovenNumber: null }]);
    });

    it('and has been refused as one, with nothing found, is for a person', () => {
      const change = concluded(NOTHING, { rules, request: refused });
      expect(change.requests).toMatchObject([{ state: 'Unknown', resend: 'Undecided' }]);
    });

    it.each<[string, Case, Found]>([
      ['other requests of ours could be it', { request: refused }, { ...ORDER, isOnly: false }],
      ['the settings forbid to send again', { rules: { ...rules, repost: false } }, ORDER],
      ['it was sent three times', { request: { sends: 3 } }, ORDER],
      ['it was first sent too long ago', { moment: at(121) }, ORDER],
    ])('has its number by inference when %s', (_, given, found) => {
      expect(concluded(found, { rules, ...given }).order).toMatchObject({
        numberGrade: 'Inferred',
      });
    });
  });

  it('is searched for ever less often, and says the same only once', () => {
    const waits: number[] = [];
    let state = inDoubt({ kind: 'Post' });
    for (let search = 0; search < 6; search += 1) {
      const [request = aRequest()] = state.requests;
      const change = resolvePost(state, request, PERHAPS, at(60), SEARCH_RULES);
      expect(factsOf(change)).toEqual(search === 0 ? ['POST_SEARCHED'] : []);
      state = after(state, change);
      waits.push(((state.requests[0]?.dueAt ?? 0) - noon(60)) / 1_000);
    }
    expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it('has the numbers that a search has named in the trail, and says when there are others', () => {
    const state = inDoubt({ kind: 'Post', found: '700001 may be it', candidates: '700001' });
    const named = (numbers: readonly string[]): OrderChange['facts'] =>
      resolvePost(state, state.requests[0]!, { ...PERHAPS, named: numbers }, at(60), SEARCH_RULES)
        .facts;
    expect(named(['700001'])).toEqual([]);
    expect(named(['700001', '700002'])).toMatchObject([
      { type: 'POST_SEARCHED', body: { candidates: ['700001', '700002'] } },
    ]);
  });
});

describe('An inferred number that is proven to be of another', () => {
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
  const post = aRequest({ state: 'Acknowledged' });
  const bound = (changes: Partial<Order>) =>
    aState({
      order: anOrder({ filledUnits: '40', filledValue: '496', matchedUnits: '40', ...changes }),
      requests: [post],
    });

  it('is taken away with what was booked under it, and the post is as unknown as it was (A12)', () => {
    const state = bound({ numberGrade: 'Inferred', status: 'Filled', closedAt: noon(50) });
    const change = unlinkInferred(state, post, [fill], "a trade of it is another client's", at());
    expect(change).toMatchObject({ unlinks: ['700001'], links: [] });
    expect(after(state, change).order).toMatchObject({
      orderNumber: null,
      numberGrade: null,
      status: 'New',
      matchedUnits: '0',
      filledUnits: '0',
      filledValue: '0',
      closedAt: null,
    });
    expect(change.requests).toMatchObject([{ state: 'Unknown' }]);
    expect(raisedBy(change)).toEqual(['IdentityMismatch', 'PostUnconfirmed']);
    expect(factsOf(change)).toEqual([
      'FILL_REVERSED',
      'ORDER_NUMBER_UNLINKED',
      'STATUS_CHANGED',
      'POST_UNKNOWN',
    ]);
  });

  it('is taken away likewise when people have named it (A12, H3)', () => {
    const change = unlinkInferred(
      bound({ numberGrade: 'Operator' }),
      post,
      [fill],
      'a trade',
      at(),
    );
    expect(change).toMatchObject({ unlinks: ['700001'], requests: [{ state: 'Unknown' }] });
    // They have said that it is there: it is not sent once more.
    expect(change.requests).toMatchObject([{ resend: 'Forbidden' }]);
  });

  it('stays, doubted, when the order had another before: its post is not unknown again', () => {
    const state = bound({ numberGrade: 'Operator', status: 'Open' });
    const change = doubtLinkedNumber(state, 'a trade of it is of another client', at());
    expect(change).toMatchObject({ unlinks: [], requests: [], order: { numberGrade: 'Inferred' } });
    expect(raisedBy(change)).toEqual(['IdentityMismatch']);
    expect(factsOf(doubtLinkedNumber(after(state, change), 'again', at()))).toEqual([]);
  });

  it('stays when an acknowledgement has proven it', () => {
    const change = unlinkInferred(bound({}), post, [fill], 'a trade says otherwise', at());
    expect(change).toMatchObject({ order: {}, unlinks: [], requests: [] });
  });
});

describe('An edit of unknown outcome whose order has ended under its number', () => {
  const edit = { kind: 'Edit', units: '80', price: '13', endedWithoutAt: noon(50) } as const;
  const doubt = inDoubt(edit, { exchangeStatus: 'Cancelled' });
  const concludedEdit = (found: Found, state = doubt, rules = EDIT_RULES): OrderChange => {
    const [request = aRequest()] = state.requests;
    return resolveEdit(state, request, found, at(), rules);
  };

  it('may have a new number', () => {
    expect(mayBeReplaced(doubt.order)).toBe(true);
    expect(mayBeReplaced(inDoubt(edit, { timesMissing: 1 }).order)).toBe(true);
    expect(mayBeReplaced(inDoubt(edit, { shownPending: '0' }).order)).toBe(true);
    expect(mayBeReplaced(inDoubt(edit, { shownPending: '100' }).order)).toBe(false);
    expect(mayBeReplaced(inDoubt(edit).order)).toBe(false);
  });

  it('is proven by the new number that a search has found (C4)', () => {
    const change = concludedEdit({ ...ORDER, orderNumber: '700002' });
    expect(change.links).toEqual(['700002']);
    expect(change.order).toMatchObject({
      orderNumber: '700002',
      numberGrade: 'Inferred',
      status: 'Amended',
      units: '80',
      price: '13',
    });
    expect(change.breakTypesClosed).toContain('EditUnconfirmed');
  });

  it('has no new number that only trades show: they may have numbers of their own', () => {
    const change = concludedEdit({ ...TRADED, orderNumber: '700002' });
    expect(change).toMatchObject({ order: {}, links: [] });
    expect(change.requests).toMatchObject([{ state: 'Unknown', candidates: '700002' }]);
  });

  it('is not proven by a number that may be it, where the exchange has said no', () => {
    const change = concludedEdit(
      { ...ORDER, orderNumber: '700002' },
      inDoubt({ ...edit, refusalPending: 1 }, { exchangeStatus: 'Cancelled' }),
    );
    expect(change.links).toEqual([]);
    expect(change.requests).toMatchObject([
      { state: 'Unknown', found: '700002 may be it, though the exchange has said no' },
    ]);
  });

  describe('because it was cancelled', () => {
    const ended = { status: 'Cancelled', exchangeStatus: 'Cancelled', grade: 'Enquired' } as const;

    it('is not ended by the record of that number', () => {
      const state = inDoubt({ ...edit, endedWithoutAt: null }, { ...ended, closedAt: noon(50) });
      const record = aRecord({ statusWord: 'Cancelled', pendingUnits: '0', askedAt: noon(90) });
      const change = applyRecord(state, record, at(90), { graceMs: GRACE_MS });
      expect(change?.requests).toMatchObject([{ state: 'Unknown', endedWithoutAt: noon(90) }]);
      expect(change?.facts).toEqual([]);
      const again =
        change && applyRecord(after(state, change), record, at(91), { graceMs: GRACE_MS });
      expect(again?.requests).toEqual([]);
    });

    it('goes to people with a number that may be it', () => {
      const change = concludedEdit({ ...ORDER, orderNumber: '700002' }, inDoubt(edit, ended));
      expect(change.links).toEqual([]);
      expect(change.requests).toMatchObject([
        { state: 'Unknown', found: '700002 may be it, though it is Cancelled under its number' },
      ]);
    });

    it('is Refused when twice no number can be it', () => {
      const once = inDoubt({ ...edit, absentSince: noon(60) - QUIET_MS }, ended);
      const change = concludedEdit(NOTHING, once);
      expect(change.requests).toMatchObject([{ state: 'Refused' }]);
      expect(change.order).not.toHaveProperty('doubtedSince');
    });
  });

  const absentSince = noon(60) - QUIET_MS;
  const lost = inDoubt({ ...edit, absentSince }, { exchangeStatus: 'Cancelled' });
  const cancel = { id: 'req_2', kind: 'Cancel', state: 'Unknown' } as const;
  const withCancel = (changes: Partial<OrderRequest> = {}): OrderState => {
    const sent = aRequest({ ...cancel, firstSentAt: absentSince - 1, ...changes });
    return { ...lost, requests: [...lost.requests, sent] };
  };

  it.each<[string, OrderState, EditSearchRules]>([
    ['a cancel of ours', withCancel(), EDIT_RULES],
    [
      'the no to the edit',
      inDoubt({ ...edit, absentSince, refusalPending: 1 }, { exchangeStatus: 'Cancelled' }),
      EDIT_RULES,
    ],
    [
      'a 429, and nothing else was answered',
      inDoubt({ ...edit, absentSince, refusedAtGateway: 1 }, { exchangeStatus: 'Cancelled' }),
      EDIT_RULES,
    ],
    ['somebody else: orders keep their numbers', lost, { ...EDIT_RULES, editKeepsNumber: true }],
  ])(
    'is Refused when twice no number can be it, and the end is explained by %s',
    (_, state, rules) => {
      const change = concludedEdit(NOTHING, state, rules);
      expect(change.requests).toMatchObject([{ state: 'Refused' }]);
    },
  );

  it.each<[string, Partial<OrderRequest>, Partial<Order>]>([
    ['a cancel of ours has ended it', {}, {}],
    ['it was refused', { refusalPending: 1 }, {}],
    ['the order had ended before', {}, { status: 'Cancelled' }],
  ])('leaves the limit doubtful that it would have changed, where it may have been done under the same number: %s', (_, changes, order) => {
    const priced = (price: string): OrderState => {
      const state = inDoubt({ ...edit, absentSince, price, ...changes }, { exchangeStatus: 'Cancelled', priceGrade: 'Acknowledged', ...order });
      return { ...state, requests: [...state.requests, aRequest({ ...cancel, firstSentAt: absentSince - 1 })] };
    };
    const edited = concludedEdit(NOTHING, priced('13'));
    expect(edited).toMatchObject({ requests: [{ state: 'Refused' }], order: { priceGrade: 'Doubtful' } });
    const same = concludedEdit(NOTHING, priced('12.5'));
    expect(same.requests).toMatchObject([{ state: 'Refused' }]);
    expect(same.order).not.toHaveProperty('priceGrade');
  }); // prettier-ignore

  it.each<[string, OrderState]>([
    ['no cancel was sent', lost],
    ['a cancel waits', withCancel({ state: 'Queued', firstSentAt: null })],
    ['a cancel met a 429', withCancel({ sends: 0, refusedAtGateway: 1 })],
    ['a cancel was refused', withCancel({ refusalPending: 1 })],
    ['a cancel was sent once a search had found it ended', withCancel({ firstSentAt: noon(59) })],
    [
      'of an order in part matched',
      inDoubt(
        { ...edit, units: '100', absentSince },
        { exchangeStatus: 'Cancelled', status: 'Open', matchedUnits: '60' },
      ),
    ],
  ])('is left to people when nothing but the edit explains the end (C14): %s', (_, state) => {
    const change = concludedEdit(NOTHING, state);
    expect(change.requests).toMatchObject([{ state: 'Unknown', found: UNASKED, absentSince }]);
    expect(change).toMatchObject({ order: {}, breakTypesClosed: [] });
    // It is in the trail once.
    expect(factsOf(concludedEdit(NOTHING, after(state, change)))).toEqual([]);
  });

  it.each<[string, Partial<OrderRequest>, Partial<Order>]>([
    ['a cancel of ours has ended it', {}, {}],
    ['it was refused', { refusalPending: 1 }, {}],
    ['it met a 429', { refusedAtGateway: 1 }, {}],
    ['the order had ended before', {}, { status: 'Cancelled' }],
  ])('is left to people where no record shows the units that the order had in the end: %s', (_, changes, order) => {
    const unshown = { ...edit, absentSince, endedWithoutAt: null, ...changes };
    const state = inDoubt(unshown, { exchangeStatus: 'Cancelled', ...order });
    const cancelled = { ...state, requests: [...state.requests, aRequest({ ...cancel, firstSentAt: absentSince - 1 })] };
    const change = concludedEdit(NOTHING, cancelled);
    expect(change.requests).toMatchObject([{ state: 'Unknown', absentSince }]);
    expect(change).toMatchObject({ order: {}, breakTypesClosed: [] });
    // Of its price nothing would show either: that leaves the limit doubtful, and calls nobody.
    const ofPrice = inDoubt({ ...unshown, units: '100' }, { exchangeStatus: 'Cancelled', status: 'Cancelled' });
    expect(concludedEdit(NOTHING, ofPrice).requests).toMatchObject([{ state: 'Refused' }]);
  }); // prettier-ignore

  it.each<[string, Partial<RecordEvidence>, string, boolean]>([
    ['the units of before', {}, '80', true],
    ['the units of before, and what is matched', { matchedUnits: '40' }, '80', true],
    ['units of nobody here', { units: '1209' }, '80', true],
    ['nothing, and nothing matched', { units: '0' }, '80', false],
    ['what was executed of it', { units: '40', matchedUnits: '40' }, '80', false],
    ['the units of before, and not what is matched', { matchedUnits: null }, '80', false],
    ['units that may be what is left of the edited ones', { matchedUnits: '40' }, '140', false],
    ['the units of before, and that it works', { statusWord: 'Open', pendingUnits: '100' }, '80', false],
  ])('ended without it where the record shows %s', (_, shown, units, expected) => {
    const state = inDoubt({ ...edit, units, endedWithoutAt: null });
    const record = aRecord({ statusWord: 'Cancelled', pendingUnits: '0', askedAt: noon(90), ...shown });
    const change = applyRecord(state, record, at(90), { graceMs: GRACE_MS });
    const [request] = change?.requests ?? [];
    expect(request?.endedWithoutAt ?? null).toBe(expected ? noon(90) : null);
    expect(request?.state ?? 'Unknown').toBe('Unknown');
  }); // prettier-ignore

  it('may have been done after all once a record shows the order working again', () => {
    const record = aRecord({ statusWord: 'Open', pendingUnits: '100', askedAt: noon(90) });
    const change = applyRecord(inDoubt(edit), record, at(90), { graceMs: GRACE_MS });
    expect(change?.requests).toMatchObject([{ state: 'Unknown', endedWithoutAt: null }]);
  });

  it('is Refused when twice no number can be it, and the next enquiry ends the order, with its units', () => {
    expect(concludedEdit(NOTHING).requests).toMatchObject([{ state: 'Unknown', found: SO_FAR }]);
    const once = withCancel();
    const change = concludedEdit(NOTHING, once);
    expect(change.requests).toMatchObject([{ state: 'Refused' }]);
    expect(change.order).not.toHaveProperty('status');
    // Until then it is not certain that it works.
    expect(change.order.doubtedSince).toBe(at().wall);
    const record = aRecord({ statusWord: 'Cancelled', units: '1209', pendingUnits: '0' });
    const ended = applyRecord(after(once, change), record, at(61), { graceMs: GRACE_MS });
    expect(ended?.order).toMatchObject({ status: 'Cancelled', units: '1209', doubtedSince: null });
  });

  it('is still open when twice no number can be it or the edit before it: a record of the order may show it', () => {
    const unshown = {
      exchangeStatus: 'Cancelled',
      editAcknowledgedAt: noon(50),
      askedAt: noon(50),
    };
    const once = inDoubt({ ...edit, absentSince: noon(60) - QUIET_MS }, unshown);
    const change = concludedEdit(NOTHING, once);
    expect(change.requests).toMatchObject([{ state: 'Unknown', absentSince: noon(60) }]);
    expect(change.order).toMatchObject({ editAcknowledgedAt: null });
    const next = after(once, change);
    const record = aRecord({
      statusWord: 'Cancelled',
      units: '80',
      pendingUnits: '0',
      askedAt: noon(61),
    });
    const shown = applyRecord(next, record, at(61), { graceMs: GRACE_MS });
    expect(shown?.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(shown?.order).toMatchObject({ status: 'Cancelled', units: '80' });
  });

  it('is left to people when a trade may have shown it, though twice no number can be it', () => {
    const shown = { exchangeStatus: 'Cancelled', priceGrade: 'Doubtful' } as const;
    const once = inDoubt({ ...edit, absentSince: noon(60) - QUIET_MS }, shown);
    const change = concludedEdit(NOTHING, once);
    expect(change.requests).toMatchObject([{ state: 'Unknown' }]);
    expect(change.breakTypesClosed).toEqual([]);
  });

  it.each<NumberDoubt>(['OrderEnquiry', 'BrokerList', 'DailyTrades', 'OtherBroker'])(
    'is not ended by what is shown under a number that may be another order by now (%s)',
    (numberDoubt) => {
      const shown = {
        exchangeStatus: 'Cancelled',
        numberDoubt,
        numberDoubtedAt: noon(50),
      } as const;
      const once = inDoubt({ ...edit, absentSince: noon(60) - QUIET_MS }, shown);
      const change = concludedEdit(NOTHING, once);
      expect(change.requests).toMatchObject([{ state: 'Unknown' }]);
      expect(change.breakTypesClosed).toEqual([]);
    },
  );

  it.each([NOTHING, PERHAPS])(
    'of which records merely show nothing stays Unknown (%j)',
    (found) => {
      const change = concludedEdit(found, inDoubt(edit, { timesMissing: 3 }));
      expect(change.requests).toMatchObject([{ state: 'Unknown', resend: 'Undecided' }]);
      expect(change.order).toEqual({});
    },
  );

  it('shows by all its units, or by those that were left', () => {
    const state = inDoubt(edit, { matchedUnits: '30' });
    expect(unitsAfterEdit(state.order, aRequest({ ...edit }))).toEqual(['80', '50']);
    expect(unitsAfterEdit(inDoubt(edit).order, aRequest({ ...edit }))).toEqual(['80']);
  });
});

describe('A post that met a 429, whose cancel was done and that may be there after all', () => {
  const post = aRequest({ state: 'Refused', refusedAtGateway: 1, reason: 'too many requests' });
  const order = aNewOrder({ status: 'Cancelled', grade: 'Inferred', closedAt: noon(30) });
  const state = aState({ order, requests: [post] });
  const doubted = after(state, changeOf(doubtAbsence(state, post, PERHAPS, at())));
  const searched = (
    found: Found,
    absentSince: number | null = null,
    met: Partial<OrderRequest> = {},
  ): OrderChange => {
    const [unknown = post] = doubted.requests;
    return resolvePost(doubted, { ...unknown, absentSince, ...met }, found, at(600), SEARCH_RULES);
  };

  it('has a break', () => {
    expect(doubted.order.status).toBe('New');
    expect(doubted.requests).toMatchObject([{ state: 'Unknown', refusedAtGateway: 1 }]);
  });

  it('is never sent again: its dealer was told that it is over', () => {
    const twice = searched(NOTHING, noon(300));
    expect(twice.order).toMatchObject({ status: 'Rejected' });
    expect(twice.requests).toMatchObject([{ state: 'Refused' }]);
    expect(searched(NOTHING).requests).toMatchObject([{ state: 'Unknown', resend: 'Undecided' }]);
    expect(searched(PERHAPS).requests).toMatchObject([{ state: 'Unknown', resend: 'Undecided' }]);
  });

  it.each<[string, Partial<OrderRequest>]>([
    ['was sent once', {}],
    ['was sent twice', { sends: 2 }],
    ['met a 429 that sounds like a duplicate', { reason: 'the quota is used already' }],
  ])('is not linked by itself if it %s: its dealer may have asked for another', (_, met) => {
    expect(searched(ORDER, null, met)).toMatchObject({ order: {}, links: [] });
  });
});

describe.each<OrderStatus>(['Rejected', 'Cancelled'])(
  'A post that was taken to be %s',
  (status) => {
    const post = aRequest({
      state: 'Refused',
      refusalPending: 1,
      reason: 'price outside the band',
    });
    const order = aNewOrder({ status, grade: 'Inferred', closedAt: noon(30) });
    const doubted = (found: Found, changes: Partial<Order> = {}): OrderChange | null =>
      doubtAbsence(
        aState({ order: { ...order, ...changes }, requests: [post] }),
        post,
        found,
        at(),
      );

    it.each<[string, Found]>([
      ['is found', ORDER],
      ['may be found', PERHAPS],
    ])('is as unknown as it was when an order like it %s, and people are told', (_, found) => {
      const change = doubted(found);
      expect(change?.order).toMatchObject({ status: 'New', grade: null, closedAt: null });
      expect(change?.requests).toMatchObject([{ state: 'Unknown', absentSince: null }]);
      const raised = change === null ? [] : change.breaksOpened.map(({ type }) => type);
      expect(raised.sort()).toEqual(['PostUnconfirmed', 'StatusMismatch']);
    });

    it.each<[string, Found, Partial<Order>]>([
      ['nothing is found', NOTHING, {}],
      ['the lists could not be read', UNREAD, {}],
    ])('stays so when %s', (_, found, changes) => {
      expect(doubted(found, changes)).toBeNull();
    });
  },
);

describe('A post that people have said is not at the exchange', () => {
  const post = aRequest({ state: 'Refused', reason: 'we used the telephone already' });
  const doubted = (status: OrderStatus): OrderChange | null => {
    const order = aNewOrder({ status, grade: 'Operator', closedAt: noon(30) });
    return doubtAbsence(aState({ order, requests: [post] }), post, ORDER, at());
  };

  it('is as unknown as it was when an order like it is found, and is not linked by itself', () => {
    const change = doubted('Rejected');
    expect(change?.order).toMatchObject({ status: 'New', grade: null, closedAt: null });
    const [again] = change?.requests ?? [];
    expect(again).toMatchObject({ state: 'Unknown', refusalPending: 1 });
    const state = aState({ order: aNewOrder(), requests: [aRequest(again)] });
    expect(resolvePost(state, aRequest(again), ORDER, at(), SEARCH_RULES)).toMatchObject({
      links: [],
    });
  });

  it('stays Cancelled if that is how it has ended: it was never sent', () => {
    expect(doubted('Cancelled')).toBeNull();
  });
});
