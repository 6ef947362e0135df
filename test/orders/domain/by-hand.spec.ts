import { describe, expect, it } from '@jest/globals';
import { BREAK_TYPES, dueAt, SEVERITIES } from '../../../src/orders/domain/break.js';
import {
  mayReopen,
  needsSecondPerson,
  refuseOfStranger,
  refuseResolution,
  settleByHand,
} from '../../../src/orders/domain/by-hand.js';
import {
  RESOLUTIONS,
  said,
  type Decision,
  type Resolution,
} from '../../../src/orders/domain/resolution.js';
import type { BreakType } from '../../../src/orders/domain/break.js';
import type { OrderState } from '../../../src/orders/domain/order.js';
import { isRefusal } from '../../../src/orders/domain/refusal.js';
import {
  aNewOrder,
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

const WORDS = 'the exchange said so on the telephone';
const NAMES = Object.keys(RESOLUTIONS) as Resolution[];

function decision(resolution: Resolution, changes: Partial<Decision> = {}): Decision {
  return {
    ...said({ resolution, reasonCode: 'ConfirmedByExchange', text: WORDS }),
    ...changes,
  };
}

const TERMS = {
  accountNumber: 'CDS-1',
  clientName: 'Ada Obi',
  price: '12.5',
  timeInForce: 'Day Order (DO)',
};
const SHOWN = { side: 'BUY', security: 'SD11PLC', units: '100', statusWord: 'Open' };

/** With the fields that it needs. */
function fitting(resolution: Resolution): Decision {
  return decision(resolution, {
    orderNumber: resolution === 'link-number' ? '7' : null,
    orderId: resolution === 'link' ? 'ord_1' : null,
    terms: resolution === 'adopt' ? TERMS : null,
  });
}

const decide = (state: OrderState, type: BreakType, what: Decision, taken = false) =>
  settleByHand(state, type, what, taken, at());

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

  it('cannot be that it expired before its day', () => {
    const later = aState({ order: anOrder({ status: 'Open', tradingDate: '2999-01-04' }) });
    const refusal = decide(later, 'MissingAtExchange', decision('has-expired'));
    expect(refusal).toMatchObject({ detail: 'its trading day is 2999-01-04' });
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
    expect(change.requests).toMatchObject([{ state: 'Acknowledged', again: 0 }]);
    expect(change.settle).toEqual(['PostUnconfirmed']);
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
    expect(change.settle).toEqual(['PostUnconfirmed']);
  });
});

describe('What two people decide of an edit or a cancel of unknown outcome', () => {
  it('gives the order its new terms when the edit took effect', () => {
    const state = inDoubt({ kind: 'Edit', units: '80', price: '13' });
    const change = changeOf(decide(state, 'EditUnconfirmed', decision('took-effect')));
    expect(change.order).toMatchObject({ units: '80', price: '13', status: 'Amended' });
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
    expect(change.settle).toEqual(['CancelUnconfirmed']);
  });
});

describe('What two people decide of an order at the exchange that nobody here has sent', () => {
  const linked = (changes: Partial<Decision> = {}) =>
    decision('link', { orderId: 'ord_1', orderNumber: '900001', shown: SHOWN, ...changes });

  it('is to accept it, to adopt it, or to link it, and nothing else (H1, H3)', () => {
    const fits = (type: BreakType) =>
      NAMES.filter((name) => refuseResolution(type, fitting(name)) === null);
    expect(fits('UnknownAtExchange')).toEqual(['accept', 'adopt', 'link']);
    expect(fits('OrphanTrade')).toEqual(['close', 'accept', 'link']);
    expect(fits('DuplicateSuspected')).toEqual(['close', 'accept', 'adopt', 'link']);
  });

  it('binds the number to the order of ours whose post has an unknown outcome (H2)', () => {
    const state = inDoubt({ kind: 'Post' });
    const change = changeOf(decide(state, 'UnknownAtExchange', linked()));
    expect(after(state, change).order).toMatchObject({
      orderNumber: '900001',
      numberGrade: 'Operator',
      status: 'Posted',
    });
    expect(change.settle).toEqual(['PostUnconfirmed']);
  });

  it('binds it to one that was taken for refused, and says that this is a surprise (H2)', () => {
    const refused = aRequest({ state: 'Refused' });
    const state = aState({ order: aNewOrder({ status: 'Rejected' }), requests: [refused] });
    const change = changeOf(decide(state, 'UnknownAtExchange', linked()));
    expect(after(state, change).order).toMatchObject({ orderNumber: '900001', status: 'Posted' });
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.raise).toMatchObject([{ type: 'StatusMismatch' }]);
  });

  it.each<[string, OrderState, Partial<Decision>]>([
    ['has a number', aState(), {}],
    ['was never sent', aState({ order: aNewOrder(), requests: [aRequest()] }), {}],
    ['is of the other side', inDoubt({ kind: 'Post' }), { shown: { ...SHOWN, side: 'SELL' } }],
    ['is of another security', inDoubt({ kind: 'Post' }), { shown: { ...SHOWN, security: 'X' } }],
  ])('binds it to none that %s', (_, state, changes) => {
    const refusal = decide(state, 'UnknownAtExchange', linked(changes));
    expect(refusal).toMatchObject({ refusal: 'resolution-unfit', field: 'orderId' });
  });

  it('holds for the order as it was when they decided (H3)', () => {
    const accept = decision('accept', { shown: SHOWN });
    expect(refuseOfStranger(accept, { ...SHOWN, statusWord: 'Cancelled' }, false)).toBeNull();
    expect(refuseOfStranger(accept, { ...SHOWN, units: '90' }, false)).toMatchObject({
      detail: 'the order at the exchange has changed',
    });
    expect(refuseOfStranger(accept, { ...SHOWN, side: 'SELL' }, false)).not.toBeNull();
    expect(refuseOfStranger(accept, SHOWN, true)).toMatchObject({ field: 'resolution' });
  });

  it.each(Object.keys(TERMS))('names %s where it says nothing', (field) => {
    const none = { accountNumber: '', clientName: '', price: '', timeInForce: '' };
    const odd = decision('accept', { terms: { ...none, [field]: 'x' } });
    expect(refuseResolution('UnknownAtExchange', odd)).toMatchObject({ field });
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
        ['close', ...ended, ...(elsewhere ? ['link-number'] : [])].sort(),
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
