import {
  BREAK_TYPES,
  identityOf,
  SEVERITIES,
  type BreakType,
} from '../../../../src/orders/breaks/break.js';
import {
  mayReopen,
  needsSecondPerson,
  refuseResolution,
  resolveManually,
} from '../../../../src/orders/break-desk/resolutions/manual-resolution.js';
import type { Decision, Resolution } from '../../../../src/orders/breaks/resolution.js';
import { ofInferredNumber } from '../../../../src/orders/order/changes/order-change-draft.js';
import type { OrderState } from '../../../../src/orders/order/order.js';
import { isRefusal } from '../../../../src/orders/order/requests/refusal.js';
import {
  after,
  aRequest,
  aState,
  at,
  anOrder,
  changeOf,
  factsOf,
  inDoubt,
  noon,
  openBreaks,
} from '../../../support/builders.js';
import { decision, fitting, NAMES } from '../../order/decisions.js';

const decide = (state: OrderState, type: BreakType, what: Decision, taken = false) =>
  resolveManually(state, type, what, { taken, dayOver: true, fills: [] }, at());

describe('Resolving a break about a cancel of an order of which more was traded than its units', () => {
  it('says that the cancel took effect, and leaves the order Filled', () => {
    const order = anOrder({
      status: 'Filled',
      grade: 'Traded',
      filledUnits: '130',
      closedAt: noon(0),
    });
    const state = aState({ order, requests: [aRequest({ kind: 'Cancel', state: 'Unknown' })] });
    const change = changeOf(decide(state, 'CancelUnconfirmed', decision('took-effect')));
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.breaksOpened).toEqual([]);
    expect(after(state, change).order.status).toBe('Filled');
  });
});

describe('Resolving a break about an order missing at the exchange', () => {
  const working = aState({ order: anOrder({ status: 'Open' }) });

  it.each([
    ['was-cancelled', 'Cancelled'],
    ['has-expired', 'Expired'],
  ] as const)('ends the order: %s makes it %s', (resolution, status) => {
    const change = changeOf(decide(working, 'MissingAtExchange', decision(resolution)));
    expect(after(working, change).order).toMatchObject({ status, grade: 'Operator' });
  });

  it.each(['Filled', 'Cancelled', 'Rejected', 'Expired'] as const)(
    'does not end an order that is already %s',
    (status) => {
      const over = aState({ order: anOrder({ status }) });
      const refusal = decide(over, 'MissingAtExchange', decision('has-expired'));
      expect(refusal).toMatchObject({ refusal: 'resolution-unfit' });
    },
  );

  it.each([
    ['was-filled', 'Filled', { doubtedSince: noon(0) }],
    ['was-cancelled', 'Cancelled', { contestedSince: noon(0) }],
    ['was-cancelled', 'Cancelled', { doubtedSince: noon(0), contestedSince: noon(0) }],
    ['has-expired', 'Expired', { doubtedSince: noon(0) }],
  ] as const)('%s ends what made it doubtful that an order is %s', (resolution, status, doubt) => {
    const over = aState({ order: anOrder({ status, grade: 'Acknowledged', ...doubt }) });
    const change = changeOf(decide(over, 'IdentityMismatch', decision(resolution)));
    expect(after(over, change).order).toMatchObject({
      status, grade: 'Acknowledged', doubtedSince: null, contestedSince: null,
    }); // prettier-ignore
    expect(factsOf(change)).toContain('PROVEN');
    const again = decide(after(over, change), 'SourcesDisagree', decision(resolution));
    expect(again).toMatchObject({
      detail: `the order is ${status}, and nothing makes that doubtful`,
    });
  });

  it.each([{ contestedSince: noon(0) }, { doubtedSince: noon(0) }])(
    'expires an order whose cancel was acknowledged, and not done: %j',
    (doubt) => {
      const over = { status: 'Cancelled', grade: 'Acknowledged', closedAt: noon(0) } as const;
      const cancelled = aState({ order: anOrder({ ...over, ...doubt }) });
      const change = changeOf(decide(cancelled, 'SourcesDisagree', decision('has-expired')));
      expect(after(cancelled, change).order).toMatchObject({
        status: 'Expired', grade: 'Operator', doubtedSince: null, contestedSince: null,
      }); // prettier-ignore
      expect(after(cancelled, change).order.closedAt).not.toBeNull();
    },
  );

  it('ends no doubt of an order by another end than its own', () => {
    const filled = aState({ order: anOrder({ status: 'Filled', doubtedSince: noon(0) }) });
    for (const resolution of ['was-cancelled', 'has-expired'] as const) {
      const refusal = decide(filled, 'SourcesDisagree', decision(resolution));
      expect(refusal).toMatchObject({ detail: 'the order is Filled' });
    }
    const open = aState({ order: anOrder({ status: 'Open', doubtedSince: noon(0) }) });
    expect(decide(open, 'SourcesDisagree', decision('was-filled'))).toMatchObject({
      detail: 'the order is Open, and only its trades fill it',
    });
  });

  it('ends no doubt while a request has no known outcome', () => {
    const doubtful = aState({
      order: anOrder({ status: 'Filled', doubtedSince: noon(0) }),
      requests: [aRequest({ kind: 'Edit', state: 'Unknown' })],
    });
    expect(decide(doubtful, 'SourcesDisagree', decision('was-filled'))).toMatchObject({
      detail: 'a request has an unknown outcome: resolve that first',
    });
  });

  it.each(['Edit', 'Cancel'] as const)('is refused while its %s has no known outcome', (kind) => {
    const doubtful = aState({
      order: anOrder({ status: 'Open' }),
      requests: [aRequest({ kind, state: 'Unknown' })],
    });
    const refusal = decide(doubtful, 'MissingAtExchange', decision('was-cancelled'));
    expect(refusal).toMatchObject({
      detail: 'a request has an unknown outcome: resolve that first',
    });
  });

  it('links the number that an edit by another desk has given the order', () => {
    const what = decision('link-number', { orderNumber: '700009' });
    const change = changeOf(decide(working, 'MissingAtExchange', what));
    const number = { orderNumber: '700009', numberGrade: 'Operator', status: 'Open' };
    expect(after(working, change).order).toMatchObject(number);
    const refusal = decide(working, 'MissingAtExchange', what, true);
    expect(refusal).toMatchObject({ field: 'orderNumber' });
  });

  it('expires no order before its day is over, and none of longer validity', () => {
    const what = decision('has-expired');
    const known = { taken: false, dayOver: false, fills: [] };
    const refusal = resolveManually(working, 'MissingAtExchange', what, known, at());
    expect(refusal).toMatchObject({ refusal: 'resolution-unfit' });
    const longer = aState({
      order: anOrder({ status: 'Open', timeInForce: 'Good Till Cancelled' }),
    });
    expect(decide(longer, 'MissingAtExchange', what)).toMatchObject({
      detail: 'a Good Till Cancelled order does not end with its day',
    });
  });

  it('replaces a wrong number, and withdraws the fills booked under it', () => {
    const fill = {
      tradeDate: '2026-11-20',
      matchingId: 'M1',
      orderNumber: '700001',
      side: 'BUY' as const,
      security: 'SD11PLC',
      units: '40',
      price: '12.5',
      shownFor: '2026-11-20',
    };
    const wrong = aState({
      order: anOrder({
        status: 'Open',
        orderNumber: '700001',
        numberGrade: 'Inferred',
        filledUnits: '40',
        filledValue: '500',
        matchedUnits: '40',
      }),
    });
    const what = decision('link-number', { orderNumber: '700009' });
    const known = { taken: false, dayOver: false, fills: [fill] };
    const change = changeOf(resolveManually(wrong, 'IdentityMismatch', what, known, at()));
    expect(change.unlinks).toEqual(['700001']);
    expect(after(wrong, change).order).toMatchObject({
      orderNumber: '700009',
      numberGrade: 'Operator',
      status: 'Open',
      filledUnits: '0',
      filledValue: '0',
      matchedUnits: '0',
    });
    const same = decision('link-number', { orderNumber: '700001' });
    expect(resolveManually(wrong, 'IdentityMismatch', same, known, at())).toMatchObject({
      field: 'orderNumber',
    });
  });
});

describe('Resolving a post of unknown outcome', () => {
  it('links the given number, with the grade Operator', () => {
    const state = inDoubt({ kind: 'Post' });
    const what = decision('link-number', { orderNumber: '700009' });
    const change = changeOf(decide(state, 'PostUnconfirmed', what));
    expect(after(state, change).order).toMatchObject({
      orderNumber: '700009',
      numberGrade: 'Operator',
      status: 'Posted',
      grade: 'Operator',
    });
    expect(change.requests).toMatchObject([{ state: 'Acknowledged', resend: 'Forbidden' }]);
    expect(change.breakTypesClosed).toEqual(['PostUnconfirmed']);
    expect(factsOf(change)).toContain('ORDER_NUMBER_LINKED');
  });

  it('never links the number of another order of ours', () => {
    const what = decision('link-number', { orderNumber: '700009' });
    const refusal = decide(inDoubt({ kind: 'Post' }), 'PostUnconfirmed', what, true);
    expect(refusal).toMatchObject({ refusal: 'resolution-unfit', field: 'orderNumber' });
  });

  it('makes the order Rejected when it is not at the exchange', () => {
    const state = inDoubt({ kind: 'Post' });
    const change = changeOf(decide(state, 'PostUnconfirmed', decision('not-at-exchange')));
    expect(after(state, change).order).toMatchObject({
      status: 'Rejected',
      grade: 'Operator',
      reason: 'the exchange said so on the telephone',
    });
    expect(change.breakTypesClosed).toEqual(['PostUnconfirmed']);
  });
});

describe('Resolving an edit or a cancel of unknown outcome', () => {
  it('gives the order its new terms when the edit took effect', () => {
    const state = inDoubt({ kind: 'Edit', units: '80', price: '13' });
    const change = changeOf(decide(state, 'EditUnconfirmed', decision('took-effect')));
    expect(change.order).toMatchObject({ units: '80', price: '13', status: 'Amended' });
  });

  it('gives the order the number under which the edit that took effect was acknowledged', () => {
    const state = inDoubt({ kind: 'Edit', units: '80', price: '13', unprovenNumber: '700009' });
    const took = decision('took-effect');
    const change = changeOf(decide(state, 'EditUnconfirmed', took));
    expect(change.links).toEqual(['700009']);
    expect(change.order).toMatchObject({ orderNumber: '700009', numberGrade: 'Operator' });
    expect(decide(state, 'EditUnconfirmed', took, true)).toMatchObject({
      refusal: 'resolution-unfit',
    });
  });

  it('keeps the number, with the grade Operator, when the edit that named another had no effect', () => {
    const state = inDoubt({ kind: 'Edit', units: '80', unprovenNumber: '700009' });
    const change = changeOf(decide(state, 'EditUnconfirmed', decision('had-no-effect')));
    expect(change.order).toMatchObject({ numberGrade: 'Operator' });
  });

  it('makes the order Cancelled when the cancel took effect', () => {
    const change = changeOf(
      decide(inDoubt({ kind: 'Cancel' }), 'CancelUnconfirmed', decision('took-effect')),
    );
    expect(change.order).toMatchObject({ status: 'Cancelled', grade: 'Operator' });
  });

  it.each(['Edit', 'Cancel'] as const)(
    'leaves the order as it is when the %s had no effect',
    (kind) => {
      const state = inDoubt({ kind });
      const change = changeOf(decide(state, `${kind}Unconfirmed`, decision('had-no-effect')));
      expect(change.requests).toMatchObject([{ state: 'Refused' }]);
      expect(after(state, change).order).toMatchObject({ status: 'Open', units: '100' });
    },
  );

  it('releases what waits for an inferred number, once people confirm the number', () => {
    const state = aState({
      order: anOrder({ numberGrade: 'Inferred' }),
      requests: [aRequest({ kind: 'Cancel' })],
      breaks: openBreaks('CancelUnconfirmed'),
    });
    const change = changeOf(decide(state, 'CancelUnconfirmed', decision('number-is-right')));
    expect(change.order).toEqual({ numberGrade: 'Operator' });
    expect(change.breakTypesClosed).toEqual(['CancelUnconfirmed']);
  });
});

describe('Resolving a break about an acknowledged number that something made doubtful', () => {
  it('ends the doubt, and the number stays the one that was acknowledged', () => {
    const order = anOrder({
      numberGrade: 'Acknowledged',
      numberDoubt: 'OrderEnquiry',
      numberDoubtedAt: noon(0),
    });
    const told = { type: 'IdentityMismatch', key: '700001' } as const;
    const breaks = [{ type: told.type, identity: identityOf(order.id, told) }];
    const state = aState({ order, breaks });
    const change = changeOf(decide(state, 'IdentityMismatch', decision('number-is-right')));
    expect(after(state, change).order).toMatchObject({
      numberGrade: 'Acknowledged',
      numberDoubt: null,
    });
  });
});

describe('Resolving a break about a doubtful price', () => {
  const doubtful = anOrder({ priceGrade: 'Doubtful' });
  const breaks = openBreaks('PriceMismatch');

  it('ends the doubt: the price is right, and no record has shown it', () => {
    const state = aState({ order: doubtful, breaks });
    const change = changeOf(decide(state, 'PriceMismatch', decision('price-is-right')));
    expect(after(state, change).order).toMatchObject({ priceGrade: 'Inferred' });
    expect(change.breakTypesClosed).toEqual(['PriceMismatch']);
    expect(change.facts).toMatchObject([{ type: 'PROVEN', body: { grade: 'Operator' } }]);
  });

  it('is refused while an edit has no known outcome, or if nothing makes the price doubtful', () => {
    const edited = aState({
      order: doubtful,
      requests: [aRequest({ kind: 'Edit', state: 'Unknown' })],
      breaks,
    });
    const known = aState({ breaks });
    for (const state of [edited, known]) {
      expect(decide(state, 'PriceMismatch', decision('price-is-right'))).toMatchObject({
        refusal: 'resolution-unfit',
      });
    }
  });
});

describe('Resolving a break about an inferred number', () => {
  const post = aRequest({ kind: 'Post', state: 'Acknowledged' });
  const order = anOrder({ status: 'Cancelled', numberGrade: 'Inferred', closedAt: noon(0) });
  const told = ofInferredNumber('700001').post;
  const breaks = [
    { type: told.type, identity: identityOf(order.id, told) },
    ...openBreaks('CancelUnconfirmed'),
  ];
  const state = aState({
    order,
    requests: [post, aRequest({ id: 'req_2', kind: 'Cancel' })],
    breaks,
  });

  it('proves it, which ends the break', () => {
    const change = changeOf(decide(state, 'PostUnconfirmed', decision('number-is-right')));
    expect(after(state, change).order).toMatchObject({
      status: 'Cancelled', orderNumber: '700001', numberGrade: 'Operator',
    }); // prettier-ignore
    expect(change.breaksClosed).toMatchObject([{ ...told, outcome: 'the number is proven' }]);
  });

  it('gives it up: the post was not done', () => {
    const change = changeOf(decide(state, 'PostUnconfirmed', decision('not-at-exchange')));
    expect(change.requests).toMatchObject([
      { kind: 'Post', state: 'Refused' },
      { kind: 'Cancel', state: 'Withdrawn' },
    ]);
    expect(change.unlinks).toEqual(['700001']);
    expect(after(state, change).order).toMatchObject({
      status: 'Rejected', orderNumber: null, grade: 'Operator',
    }); // prettier-ignore
    expect(change.breaksOpened).toEqual([]);
  });

  it('gives it up for the number that the order has: it works under that one', () => {
    const what = decision('link-number', { orderNumber: '700009' });
    const change = changeOf(decide(state, 'PostUnconfirmed', what));
    expect(change).toMatchObject({ unlinks: ['700001'], links: ['700009'], breaksOpened: [] });
    expect(change.requests).toMatchObject([{ state: 'Acknowledged', resend: 'Forbidden' }]);
    expect(change.breakTypesClosed).toContain('CancelUnconfirmed');
    expect(change.breaksClosed).toMatchObject([{ outcome: 'the number is given up' }]);
    expect(after(state, change).order).toMatchObject({
      status: 'Posted', orderNumber: '700009', numberGrade: 'Operator', closedAt: null,
    }); // prettier-ignore
    const same = decision('link-number', { orderNumber: '700001' });
    expect(decide(state, 'PostUnconfirmed', same)).toMatchObject({ field: 'orderNumber' });
  });

  it('that was proven meanwhile is refused', () => {
    const proven = aState({ order: anOrder(), requests: [post] });
    for (const resolution of ['number-is-right', 'not-at-exchange'] as const) {
      expect(decide(proven, 'PostUnconfirmed', decision(resolution))).toMatchObject({
        refusal: 'resolution-unfit',
      });
    }
  });
});

describe('A closed break', () => {
  it('about an unknown outcome is reopened only while the outcome is unknown', () => {
    expect(mayReopen('NotSeen', null)).toBe(true);
    expect(mayReopen('PostUnconfirmed', inDoubt({ kind: 'Post' }))).toBe(true);
    expect(mayReopen('PostUnconfirmed', aState())).toBe(false);
    expect(mayReopen('CancelUnconfirmed', inDoubt({ kind: 'Edit' }))).toBe(false);
  });
});

describe('A decision is refused', () => {
  it('that confirms the number while the cancel may have been done (C12)', () => {
    const state = inDoubt({ kind: 'Cancel' }, { numberGrade: 'Inferred' });
    expect(decide(state, 'CancelUnconfirmed', decision('number-is-right'))).toMatchObject({
      refusal: 'resolution-unfit',
    });
  });

  it('while a request is being sent, unless it only closes the break', () => {
    const state = inDoubt({ kind: 'Post', state: 'Sent' });
    expect(isRefusal(decide(state, 'FillMismatch', decision('close')) as object)).toBe(false);
    expect(isRefusal(decide(state, 'PostUnconfirmed', decision('not-at-exchange')) as object)).toBe(
      true,
    );
  });

  it.each<[BreakType, Resolution]>([
    ['PostUnconfirmed', 'not-at-exchange'],
    ['EditUnconfirmed', 'took-effect'],
    ['CancelUnconfirmed', 'had-no-effect'],
    ['CancelUnconfirmed', 'number-is-right'],
  ])('for a %s break, %s, once the outcome is known', (type, resolution) => {
    expect(decide(aState(), type, decision(resolution))).toMatchObject({
      refusal: 'resolution-unfit',
    });
  });

  it('that would close a break about an unknown outcome without an outcome', () => {
    for (const type of ['PostUnconfirmed', 'EditUnconfirmed', 'CancelUnconfirmed'] as const) {
      expect(refuseResolution(type, decision('close'))).toMatchObject({ field: 'resolution' });
    }
  });

  it('that the type of the break does not allow', () => {
    const others = [
      'PostUnconfirmed', 'EditUnconfirmed', 'CancelUnconfirmed',
      'UnknownAtExchange', 'OrphanTrade', 'DuplicateSuspected',
    ]; // prettier-ignore
    const ends = ['MissingAtExchange', 'IdentityMismatch', 'OpenAfterClose', 'UnmappedValue', 'StatusMismatch', 'SourcesDisagree']; // prettier-ignore
    for (const type of BREAK_TYPES.filter((one) => !others.includes(one))) {
      const allowed = NAMES.filter((name) => refuseResolution(type, fitting(name)) === null);
      const ended = ends.includes(type) ? ['was-cancelled', 'has-expired', 'was-filled'] : [];
      const relinks = type === 'MissingAtExchange' || type === 'IdentityMismatch';
      expect([...allowed].sort()).toEqual(
        [
          'close',
          ...ended,
          ...(relinks ? ['link-number'] : []),
          ...(type === 'IdentityMismatch' ? ['number-is-right'] : []),
          ...(type === 'FillMismatch' ? ['as-shown'] : []),
          ...(type === 'PriceMismatch' ? ['price-is-right'] : []),
        ].sort(),
      );
    }
  });

  it('that gives a number where none is linked, or none where one is', () => {
    const plain = NAMES.filter((name) => name !== 'link' && name !== 'adopt');
    const fields = plain.map((name) => {
      const given = name === 'link-number' ? null : '7';
      const types = ['PostUnconfirmed', 'CancelUnconfirmed', 'NotSeen'] as const;
      return types.map((type) => refuseResolution(type, decision(name, { orderNumber: given })));
    });
    expect(new Set(fields.flat().map((refusal) => refusal?.field))).toEqual(
      new Set(['orderNumber']),
    );
  });

  it('that accepts one of our own orders as external', () => {
    const known = { reasonCode: 'KnownExternal' } as const;
    expect(refuseResolution('UnknownAtExchange', decision('accept', known))).toBeNull();
    expect(refuseResolution('StatusMismatch', decision('close', known))).toMatchObject({
      field: 'reasonCode',
    });
  });
});

describe('A second person', () => {
  it('is needed to change an order, and to close a severe break (H3)', () => {
    const alone = SEVERITIES.flatMap((severity) =>
      NAMES.filter((name) => !needsSecondPerson(severity, decision(name))).map(
        (name) => `${severity} ${name}`,
      ),
    );
    expect(alone).toEqual(['Low close', 'Medium close']);
  });
});
