import { bookExecutions } from '../../../../src/orders/fills/executions.js';
import { identityOf } from '../../../../src/orders/breaks/break.js';
import { TRADED_AFTER_END } from '../../../../src/orders/order/changes/order-change-draft.js';
import type { Order, OrderState } from '../../../../src/orders/order/order.js';
import { applyRecord } from '../../../../src/orders/reconciliation/order-records/apply-record.js';
import { reviewContest } from '../../../../src/orders/reconciliation/order-records/contested-cancels.js';
import type { RecordRules } from '../../../../src/orders/reconciliation/order-records/record-rules.js';
import {
  after,
  anExecution,
  anOrder,
  aRecord,
  aState,
  at,
  changeOf,
  factsOf,
  matchedRecord,
  noon,
  raisedBy,
} from '../../../support/builders.js';
import { read, RULES } from '../../order/reading.js';

/** Cancelled at noon by an acknowledgement alone. */
function cancelled(changes: Partial<Order> = {}): OrderState {
  return aState({
    order: anOrder({
      status: 'Cancelled',
      exchangeStatus: 'Cancelled',
      grade: 'Acknowledged',
      closedAt: noon(0),
      ...changes,
    }),
  });
}

/** A record that may be older than the cancel. */
const SOON = { askedAt: noon(5) };
const contested = after(cancelled(), applyRecord(cancelled(), aRecord(SOON), at(6), RULES));

describe('An order that an acknowledged cancel has ended', () => {
  it.each<[string, Parameters<typeof aRecord>[0]]>([
    ['Open', {}],
    ['Amended', { statusWord: 'Amended' }],
    ['to have units left under a word that is not documented', { statusWord: 'PF' }],
  ])('is contested as soon as an enquiry shows it %s', (_, shown) => {
    const change = changeOf(applyRecord(cancelled(), aRecord({ ...SOON, ...shown }), at(6), RULES));
    expect(change.order).toMatchObject({ contestedSince: noon(6) });
    expect(change.order).not.toHaveProperty('status');
    expect(factsOf(change)).toContain('CANCEL_CONTESTED');
  });

  it.each<[string, OrderState]>([
    ['a record has shown it cancelled', cancelled({ grade: 'Enquired' })],
    ['it was filled', cancelled({ status: 'Filled', grade: 'Traded' })],
  ])('is not contested where %s', (_, state) => {
    const change = applyRecord(state, aRecord(SOON), at(6), RULES);
    expect(after(state, change).order.contestedSince).toBeNull();
  });

  it('is Cancelled for certain once a record shows it so', () => {
    const change = changeOf(read(contested, aRecord({ statusWord: 'Cancelled' })));
    expect(change.order).toMatchObject({ contestedSince: null, grade: 'Enquired' });
    expect(factsOf(change)).toEqual(['PROVEN']);
    expect(change.breaksClosed).toMatchObject([{ type: 'SourcesDisagree', key: 'contested' }]);
  });

  it('works again once a record asked for later shows it so: a person is told, and it stays contested', () => {
    const change = changeOf(read(contested, aRecord()));
    expect(change.order).toMatchObject({ status: 'Open' });
    expect(change.order).not.toHaveProperty('contestedSince');
    expect(raisedBy(change)).toEqual(['StatusMismatch']);
  });

  it('is contested from the record that shows it working again, where none had before', () => {
    const change = changeOf(read(cancelled(), aRecord()));
    expect(change.order).toMatchObject({ status: 'Open', contestedSince: noon(60) });
  });

  it('works for certain when records have shown it so for five minutes', () => {
    const works = after(contested, read(contested, aRecord()));
    const early = aRecord({ askedAt: noon(304) });
    const soon = after(works, applyRecord(works, early, at(305), RULES));
    expect(soon.order).toMatchObject({ status: 'Open', contestedSince: noon(6) });
    const late = aRecord({ askedAt: noon(306) });
    const change = changeOf(applyRecord(soon, late, at(306), RULES));
    expect(change.order).toMatchObject({ contestedSince: null });
  });

  it('stays contested whatever trades come late', () => {
    const change = bookExecutions(contested, [anExecution()], at(20));
    expect(after(contested, change).order.contestedSince).toBe(noon(6));
  });

  it('is Filled by a record that leaves nothing pending', () => {
    const change = changeOf(read(contested, matchedRecord(100)));
    expect(change.order).toMatchObject({ status: 'Filled', contestedSince: null });
  });
});

describe('A cancel that is contested because no record had shown the edit before it', () => {
  const unshown = cancelled({
    contestedSince: noon(0), editAcknowledgedAt: noon(55), unitsBeforeEditAt: noon(55), units: '90', unitsBefore: '100',
    price: '12.4',
  }); // prettier-ignore

  const priced = cancelled({
    contestedSince: noon(0), editAcknowledgedAt: noon(55), price: '12.6', priceBefore: '12.5',
  }); // prettier-ignore

  it('is done once a record shows the order cancelled as it was edited', () => {
    const record = aRecord({ statusWord: 'Cancelled', units: '90', pendingUnits: '90' });
    expect(changeOf(read(unshown, record)).order).toMatchObject({ contestedSince: null });
  });

  it('is for people where the record has the units of before: the edit may have another number', () => {
    const change = changeOf(read(unshown, aRecord({ statusWord: 'Cancelled' })));
    expect(change.order).toMatchObject({ numberDoubt: 'Acknowledgement' });
    expect(change.order).not.toHaveProperty('units');
    expect(raisedBy(change)).toEqual(['IdentityMismatch']);
  });

  it('is for people where an older release has acknowledged another edit since, perhaps of the price alone', () => {
    const since = { ...unshown, order: { ...unshown.order, editAcknowledgedAt: noon(56) } };
    const record = aRecord({ statusWord: 'Cancelled', units: '90', pendingUnits: '90' });
    expect(changeOf(read(since, record)).order).toMatchObject({ numberDoubt: 'Acknowledgement' });
  });

  it.each<[string, string | null]>([
    ['', null],
    [', nor a price that the edit has left as it was', '12.4'],
  ])(
    'is for people where the record counts only what was executed, which shows no units%s',
    (_, basePrice) => {
      const record = aRecord({
        statusWord: 'Cancelled',
        units: '0',
        matchedUnits: '0',
        pendingUnits: '0',
        basePrice,
      });
      const change = changeOf(read(unshown, record));
      expect(change.order).toMatchObject({ numberDoubt: 'Acknowledgement' });
    },
  );

  it('is for people where the record has the price of before, which is all that the edit has changed', () => {
    const before = aRecord({ statusWord: 'Cancelled', pendingUnits: '0', basePrice: '12.5' });
    expect(changeOf(read(priced, before)).order).toMatchObject({ numberDoubt: 'Acknowledgement' });
    const edited = { ...before, basePrice: '12.6' };
    expect(changeOf(read(priced, edited)).order).toMatchObject({ contestedSince: null });
  });

  it.each<[string, string | null, RecordRules]>([
    ['no price', null, RULES],
    ['a BasePrice that is known to be no limit', '12.6', { ...RULES, basePriceIsLimit: false }],
  ])(
    'is for people where the edit has changed the price alone and the record has %s',
    (_, basePrice, rules) => {
      const record = aRecord({ statusWord: 'Cancelled', pendingUnits: '0', basePrice });
      const change = changeOf(read(priced, record, rules));
      expect(change.order).toMatchObject({ numberDoubt: 'Acknowledgement' });
      const kept = read(priced, record, { ...rules, editKeepsNumber: true });
      expect(changeOf(kept).order).toMatchObject({ contestedSince: null });
    },
  );

  it('is done by it where the kit has seen that edits keep the number', () => {
    const record = aRecord({ statusWord: 'Cancelled' });
    const change = changeOf(read(unshown, record, { ...RULES, editKeepsNumber: true }));
    expect(change.order).toMatchObject({ contestedSince: null });
    expect(change.order).not.toHaveProperty('numberDoubt');
  });

  it('is not done because there is no record: nor is there one of a replaced number', () => {
    expect(reviewContest(unshown, true, at(17), RULES)).toBeNull();
    const change = reviewContest(unshown, true, at(400), RULES);
    expect(raisedBy(changeOf(change))).toEqual(['SourcesDisagree']);
  });
});

describe('A contested cancel of which an enquiry has no record', () => {
  const { order } = contested;
  it.each<[string, boolean, number, object | null]>([
    [
      'is done where the exchange says so later than a record may lag',
      true,
      17,
      { contestedSince: null },
    ],
    ['is contested while a record may lag', true, 16, null],
    ['is contested while nobody answers', false, 60, null],
    ['is told of when nobody answers for a minute', false, 66, {}],
  ])('%s', (_, isExplicit, seconds, patch) => {
    const change = reviewContest(contested, isExplicit, at(seconds), RULES);
    expect(change?.order ?? null).toEqual(patch);
    const told = change !== null && change.order.contestedSince === undefined;
    expect(change === null ? [] : raisedBy(change)).toEqual(told ? ['SourcesDisagree'] : []);
  });

  it('is for people where trades came after it: a filled order has no record either', () => {
    const identity = identityOf(order.id, TRADED_AFTER_END);
    const traded = { ...contested, breaks: [{ type: TRADED_AFTER_END.type, identity }] };
    expect(reviewContest(traded, true, at(600), RULES)).toBeNull();
  });

  it('says nothing of one that is not contested', () => {
    const calm = { ...contested, order: { ...order, contestedSince: null } };
    expect(reviewContest(calm, true, at(600), RULES)).toBeNull();
  });
});
