import { describe, expect, it } from '@jest/globals';
import {
  BREAK_TYPES,
  dueAt,
  SEVERITIES,
  type BreakType,
} from '../../../src/orders/breaks/break.js';
import {
  mayReopen,
  needsSecondPerson,
  refuseResolution,
  resolveManually,
} from '../../../src/orders/break-desk/manual-resolution.js';
import type { Decision, Resolution } from '../../../src/orders/breaks/resolution.js';
import type { OrderState } from '../../../src/orders/order/order.js';
import { isRefusal } from '../../../src/orders/order/refusal.js';
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
} from '../../support/builders.js';
import { decision, fitting, NAMES } from '../order/decisions.js';

const decide = (state: OrderState, type: BreakType, what: Decision, taken = false) =>
  resolveManually(state, type, what, { taken, dayOver: true, fills: [] }, at());

describe('What two people say of an order that nothing answers for', () => {
  const working = aState({ order: anOrder({ status: 'Open' }) });

  it.each([
    ['was-cancelled', 'Cancelled'],
    ['has-expired', 'Expired'],
  ] as const)('ends it: %s', (resolution, status) => {
    const change = changeOf(decide(working, 'MissingAtExchange', decision(resolution)));
    expect(after(working, change).order).toMatchObject({ status, grade: 'Operator' });
  });

  it.each(['Filled', 'Cancelled', 'Rejected', 'Expired'] as const)(
    'does not end one that is %s already',
    (status) => {
      const over = aState({ order: anOrder({ status }) });
      const refusal = decide(over, 'MissingAtExchange', decision('has-expired'));
      expect(refusal).toMatchObject({ refusal: 'resolution-unfit' });
    },
  );

  it.each(['Edit', 'Cancel'] as const)('waits for what became of its %s', (kind) => {
    const doubtful = aState({
      order: anOrder({ status: 'Open' }),
      requests: [aRequest({ kind, state: 'Unknown' })],
    });
    const refusal = decide(doubtful, 'MissingAtExchange', decision('was-cancelled'));
    expect(refusal).toMatchObject({ detail: 'what became of the request has to be said first' });
  });

  it('binds the number that an edit of another desk has given it', () => {
    const what = decision('link-number', { orderNumber: '700009' });
    const change = changeOf(decide(working, 'MissingAtExchange', what));
    const number = { orderNumber: '700009', numberGrade: 'Operator', status: 'Open' };
    expect(after(working, change).order).toMatchObject(number);
    const refusal = decide(working, 'MissingAtExchange', what, true);
    expect(refusal).toMatchObject({ field: 'orderNumber' });
  });

  it('cannot be that it expired before its day is over, or that an order of longer validity did', () => {
    const what = decision('has-expired');
    const known = { taken: false, dayOver: false, fills: [] };
    const refusal = resolveManually(working, 'MissingAtExchange', what, known, at());
    expect(refusal).toMatchObject({ refusal: 'resolution-unfit' });
    const longer = aState({
      order: anOrder({ status: 'Open', timeInForce: 'Good Till Cancelled' }),
    });
    expect(decide(longer, 'MissingAtExchange', what)).toMatchObject({
      detail: 'an order Good Till Cancelled does not end with a day',
    });
  });

  it('takes a wrong number away, with what was booked under it, for the one that they name', () => {
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

describe('What two people decide of a post of unknown outcome', () => {
  it('binds the number that they name, as their word', () => {
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

  it('never binds the number of another order of ours', () => {
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

describe('What two people decide of an edit or a cancel of unknown outcome', () => {
  it('gives the order its new terms when the edit took effect', () => {
    const state = inDoubt({ kind: 'Edit', units: '80', price: '13' });
    const change = changeOf(decide(state, 'EditUnconfirmed', decision('took-effect')));
    expect(change.order).toMatchObject({ units: '80', price: '13', status: 'Amended' });
  });

  it('gives the order the number under which the edit that took effect was acknowledged', () => {
    const state = inDoubt({ kind: 'Edit', units: '80', price: '13', candidate: '700009' });
    const took = decision('took-effect');
    const change = changeOf(decide(state, 'EditUnconfirmed', took));
    expect(change.links).toEqual(['700009']);
    expect(change.order).toMatchObject({ orderNumber: '700009', numberGrade: 'Operator' });
    expect(decide(state, 'EditUnconfirmed', took, true)).toMatchObject({
      refusal: 'resolution-unfit',
    });
  });

  it('leaves it by their word the number it had, when the edit that named another had no effect', () => {
    const state = inDoubt({ kind: 'Edit', units: '80', candidate: '700009' });
    const change = changeOf(decide(state, 'EditUnconfirmed', decision('had-no-effect')));
    expect(change.order).toMatchObject({ numberGrade: 'Operator' });
  });

  it('makes the order Cancelled when the cancel took effect', () => {
    const change = changeOf(
      decide(inDoubt({ kind: 'Cancel' }), 'CancelUnconfirmed', decision('took-effect')),
    );
    expect(change.order).toMatchObject({ status: 'Cancelled', grade: 'Operator' });
  });

  it.each(['Edit', 'Cancel'] as const)('leaves the order as it is when the %s had none', (kind) => {
    const state = inDoubt({ kind });
    const change = changeOf(decide(state, `${kind}Unconfirmed`, decision('had-no-effect')));
    expect(change.requests).toMatchObject([{ state: 'Refused' }]);
    expect(after(state, change).order).toMatchObject({ status: 'Open', units: '100' });
  });

  it('lets what waits for an inferred number go, once the number is theirs', () => {
    const state = aState({
      order: anOrder({ numberGrade: 'Inferred' }),
      requests: [aRequest({ kind: 'Cancel' })],
      breaks: ['CancelUnconfirmed'],
    });
    const change = changeOf(decide(state, 'CancelUnconfirmed', decision('number-is-right')));
    expect(change.order).toEqual({ numberGrade: 'Operator' });
    expect(change.breakTypesClosed).toEqual(['CancelUnconfirmed']);
  });
});

describe('A break that has ended', () => {
  it('is opened again, if it was a doubt, only while there is something to doubt', () => {
    expect(mayReopen('NotSeen', null)).toBe(true);
    expect(mayReopen('PostUnconfirmed', inDoubt({ kind: 'Post' }))).toBe(true);
    expect(mayReopen('PostUnconfirmed', aState())).toBe(false);
    expect(mayReopen('CancelUnconfirmed', inDoubt({ kind: 'Edit' }))).toBe(false);
  });
});

describe('A decision is refused', () => {
  it('that a number is right, of a cancel that may have been done (C12)', () => {
    const state = inDoubt({ kind: 'Cancel' }, { numberGrade: 'Inferred' });
    expect(decide(state, 'CancelUnconfirmed', decision('number-is-right'))).toMatchObject({
      refusal: 'resolution-unfit',
    });
  });

  it('not, if it only closes a break, for what is on its way', () => {
    const state = inDoubt({ kind: 'Post', state: 'Sent' });
    expect(isRefusal(decide(state, 'FillMismatch', decision('close')) as object)).toBe(false);
  });

  it('while something of the order is on its way', () => {
    const state = inDoubt({ kind: 'Post', state: 'Sent' });
    expect(isRefusal(decide(state, 'PostUnconfirmed', decision('not-at-exchange')) as object)).toBe(
      true,
    );
  });

  it.each<[BreakType, Resolution]>([
    ['PostUnconfirmed', 'not-at-exchange'],
    ['EditUnconfirmed', 'took-effect'],
    ['CancelUnconfirmed', 'had-no-effect'],
    ['CancelUnconfirmed', 'number-is-right'],
  ])('of a %s break, %s, once there is no such doubt', (type, resolution) => {
    expect(decide(aState(), type, decision(resolution))).toMatchObject({
      refusal: 'resolution-unfit',
    });
  });

  it('that would end a doubt without saying what became of it', () => {
    for (const type of ['PostUnconfirmed', 'EditUnconfirmed', 'CancelUnconfirmed'] as const) {
      expect(refuseResolution(type, decision('close'))).toMatchObject({ field: 'resolution' });
    }
  });

  it('that touches an order because of a break that is none of its doubts', () => {
    const others = [
      'PostUnconfirmed', 'EditUnconfirmed', 'CancelUnconfirmed',
      'UnknownAtExchange', 'OrphanTrade', 'DuplicateSuspected',
    ]; // prettier-ignore
    const ends = ['MissingAtExchange', 'IdentityMismatch', 'OpenAfterClose', 'UnmappedValue', 'StatusMismatch', 'SourcesDisagree']; // prettier-ignore
    for (const type of BREAK_TYPES.filter((one) => !others.includes(one))) {
      const fits = NAMES.filter((name) => refuseResolution(type, fitting(name)) === null);
      const ended = ends.includes(type) ? ['was-cancelled', 'has-expired'] : [];
      const elsewhere = type === 'MissingAtExchange' || type === 'IdentityMismatch';
      expect([...fits].sort()).toEqual(
        [
          'close',
          ...ended,
          ...(elsewhere ? ['link-number'] : []),
          ...(type === 'IdentityMismatch' ? ['number-is-right'] : []),
          ...(type === 'FillMismatch' ? ['as-shown'] : []),
        ].sort(),
      );
    }
  });

  it('that names a number where none is bound, or none where one is', () => {
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

  it('that accepts as external what is an order of ours', () => {
    const known = { reasonCode: 'KnownExternal' } as const;
    expect(refuseResolution('UnknownAtExchange', decision('accept', known))).toBeNull();
    expect(refuseResolution('StatusMismatch', decision('close', known))).toMatchObject({
      field: 'reasonCode',
    });
  });
});

describe('A second person', () => {
  it('is needed for all that touches an order, and for the end of what is severe (H3)', () => {
    const alone = SEVERITIES.flatMap((severity) =>
      NAMES.filter((name) => !needsSecondPerson(severity, decision(name))).map(
        (name) => `${severity} ${name}`,
      ),
    );
    expect(alone).toEqual(['Low close', 'Medium close']);
  });
});

describe('The time by which a break should end', () => {
  it('is the sooner the more severe it is', () => {
    const minutes = SEVERITIES.map((severity) => (dueAt(severity, noon(0)) - noon(0)) / 60_000);
    expect(minutes).toEqual([1_440, 240, 60, 15]);
  });
});
