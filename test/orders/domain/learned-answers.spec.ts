import { describe, expect, it } from '@jest/globals';
import { kindOfWord, type LearnedWords } from '../../../src/orders/domain/order-status.js';
import { needsEnquiry, reconcileRecord } from '../../../src/orders/domain/reconcile.js';
import { mayBeDuplicate } from '../../../src/orders/domain/unknown-posts.js';
import {
  aRecord,
  aState,
  at,
  changeOf,
  matchedRecord,
  raisedBy,
  SETTLE_MS,
} from '../../support/builders.js';

const words: LearnedWords = new Map([
  ['pf', 'Open'],
  ['a', 'Amended'],
  ['f', 'Filled'],
  ['x', 'Cancelled'],
  ['open', 'Cancelled'],
]);
const rules = { settleMs: SETTLE_MS, words };

describe('a status word that the exchange was seen to use', () => {
  it.each([
    ['PF', 'seenOpen'],
    [' a ', 'seenAmended'],
    ['X', 'seenCancelled'],
    ['F', null],
    ['Z', null],
    ['Open', 'seenOpen'],
  ])('%j means %s', (word, kind) => {
    expect(kindOfWord(word, words)).toBe(kind);
    if (word !== 'Open') expect(kindOfWord(word)).toBeNull();
  });

  it('no longer opens a break for an order that is filled in part', () => {
    const record = matchedRecord(40, { statusWord: 'PF' });
    expect(raisedBy(changeOf(reconcileRecord(aState(), record, at(), rules)))).toEqual([]);
    const unlearned = { settleMs: SETTLE_MS };
    const before = changeOf(reconcileRecord(aState(), record, at(), unlearned));
    expect(raisedBy(before)).toEqual(['UnmappedValue']);
  });

  it('cancels an order that an enquiry shows as cancelled', () => {
    const record = aRecord({ statusWord: 'x', pendingUnits: '0' });
    const { order } = changeOf(reconcileRecord(aState(), record, at(), rules));
    expect(order).toMatchObject({ status: 'Cancelled', exchangeStatus: 'x' });
  });

  it('never fills an order by itself', () => {
    const record = aRecord({ statusWord: 'F' });
    const change = changeOf(reconcileRecord(aState(), record, at(), rules));
    expect(change.order).not.toHaveProperty('status');
    expect(raisedBy(change)).toEqual(['UnmappedValue']);
  });

  it.each([
    ['PF', false],
    ['X', true],
    ['F', true],
    ['Z', true],
  ])('%s on a list asks for an enquiry: %s', (statusWord, asks) => {
    const { order } = aState();
    expect(needsEnquiry(order, aRecord({ statusWord, source: 'BrokerList' }), words)).toBe(asks);
  });
});

describe('a refusal', () => {
  it.each<[string, string | null, boolean]>([
    ['E-1042 KREF1', null, false],
    ['E-1042 KREF1', 'E-1042 {orderRef}', true],
    ['E-1042 KREF2 of order 7', 'E-1042 {orderRef} of order {orderNumber}', true],
    ['E-1043 KREF1', 'E-1042 {orderRef}', false],
    ['Price (1.0) is wrong', 'Price (1.0) is wrong', true],
    ['Price 100 is wrong', 'Price (1.0) is wrong', false],
    ['Duplicate reference', 'E-1042 {orderRef}', true],
    ['Duplicate reference', null, true],
  ])('worded %j may be of a duplicate, where those read %j: %s', (message, template, may) => {
    expect(mayBeDuplicate(message, template)).toBe(may);
  });
});
