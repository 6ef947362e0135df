import { evidenceOfStatus, type StatusMappings } from '../../../src/orders/order/order-status.js';
import { mappingsFrom } from '../../../src/orders/status-mappings/status-mapping.js';
import {
  needsEnquiry,
  applyRecord,
} from '../../../src/orders/reconciliation/order-records/apply-record.js';
import { mayBeDuplicate } from '../../../src/orders/reconciliation/unknown-outcomes/unknown-posts.js';
import {
  anOrder,
  aRecord,
  aState,
  at,
  changeOf,
  matchedRecord,
  raisedBy,
  GRACE_MS,
  openBreaks,
} from '../../support/builders.js';

const mappings: StatusMappings = {
  version: 3,
  meanings: new Map([
    ['pf', 'Open'],
    ['p', 'Posted'],
    ['a', 'Amended'],
    ['f', 'Filled'],
    ['x', 'Cancelled'],
    ['frozen', 'Nothing'],
    ['open', 'Cancelled'],
  ]),
};
const rules = { graceMs: GRACE_MS, mappings };

describe('A mapped status word', () => {
  it.each([
    ['PF', 'seenOpen'],
    [' a ', 'seenAmended'],
    ['P', 'seenPosted'],
    ['Frozen', null],
    ['X', 'seenCancelled'],
    ['F', null],
    ['Z', null],
    ['Open', 'seenOpen'],
  ])('%j means %s', (word, kind) => {
    expect(evidenceOfStatus(word, mappings)).toBe(kind);
    if (word !== 'Open') expect(evidenceOfStatus(word)).toBeNull();
  });

  it('no longer opens a break for an order that is filled in part', () => {
    const record = matchedRecord(40, { statusWord: 'PF' });
    expect(raisedBy(changeOf(applyRecord(aState(), record, at(), rules)))).toEqual([]);
    const before = changeOf(applyRecord(aState(), record, at(), { graceMs: GRACE_MS }));
    expect(raisedBy(before)).toEqual(['UnmappedValue']);
  });

  it('cancels an order that an enquiry shows as cancelled', () => {
    const record = aRecord({ statusWord: 'x', pendingUnits: '0' });
    const { order } = changeOf(applyRecord(aState(), record, at(), rules));
    expect(order).toMatchObject({ status: 'Cancelled', exchangeStatus: 'x' });
  });

  it('never fills an order by itself', () => {
    const record = aRecord({ statusWord: 'F' });
    const change = changeOf(applyRecord(aState(), record, at(), rules));
    expect(change.order).not.toHaveProperty('status');
    expect(raisedBy(change)).toEqual(['UnmappedValue']);
  });

  it('that means nothing moves nothing, and opens no break (D7)', () => {
    const record = matchedRecord(40, { statusWord: 'Frozen' });
    const change = changeOf(applyRecord(aState(), record, at(), rules));
    expect(change.order).not.toHaveProperty('status');
    expect(change.order).toMatchObject({ exchangeStatus: 'Frozen', matchedUnits: '40' });
    expect(raisedBy(change)).toEqual([]);
    const full = matchedRecord(100, { statusWord: 'Frozen' });
    expect(changeOf(applyRecord(aState(), full, at(), rules)).order.status).toBe('Filled');
  });

  it.each(['PF', 'Frozen'])('such as %s closes the break that it opened while unmapped', (word) => {
    const state = aState({
      order: anOrder({ exchangeStatus: word }),
      breaks: openBreaks('UnmappedValue'),
    });
    const change = changeOf(applyRecord(state, aRecord({ statusWord: word }), at(), rules));
    expect(change.breakTypesClosed).toEqual(['UnmappedValue']);
    const other = aState({
      order: anOrder({ exchangeStatus: 'Z' }),
      breaks: openBreaks('UnmappedValue'),
    });
    const kept = changeOf(applyRecord(other, aRecord({ statusWord: word }), at(), rules));
    expect(kept.breakTypesClosed).toEqual([]);
  });

  it.each([
    ['PF', 3],
    ['Frozen', 3],
    ['Open', undefined],
    ['Z', undefined],
  ])('%s is recorded with the version of the mappings: %s', (statusWord, version) => {
    const state = aState({ order: anOrder({ status: 'Posted', exchangeStatus: null }) });
    const change = changeOf(applyRecord(state, aRecord({ statusWord }), at(), rules));
    const facts = change.facts.filter(({ body }) => body['word'] === statusWord);
    expect(facts).not.toEqual([]);
    for (const { body } of facts) expect(body['mappingsVersion']).toBe(version);
  });

  it.each([
    ['PF', false],
    ['Frozen', false],
    ['X', true],
    ['F', true],
    ['Z', true],
  ])('%s on a list needs an enquiry: %s', (statusWord, asks) => {
    const { order } = aState();
    expect(needsEnquiry(order, aRecord({ statusWord, source: 'BrokerList' }), mappings)).toBe(asks);
  });
});

describe('A refusal', () => {
  it.each<[string, string | null, boolean]>([
    ['E-1042 KREF1', null, false],
    ['E-1042 KREF1', 'E-1042 {orderRef}', true],
    ['E-1042 KREF2 of order 7', 'E-1042 {orderRef} of order {orderNumber}', true],
    ['E-1043 KREF1', 'E-1042 {orderRef}', false],
    ['Price (1.0) is wrong', 'Price (1.0) is wrong', true],
    ['Price 100 is wrong', 'Price (1.0) is wrong', false],
    ['Duplicate reference', 'E-1042 {orderRef}', true],
    ['Duplicate reference', null, true],
  ])('that reads %j may mean a duplicate, if those read %j: %s', (message, template, may) => {
    expect(mayBeDuplicate(message, template)).toBe(may);
  });
});

describe('A status mapping', () => {
  it('ignores case, and gives a word one meaning', () => {
    const once = mappingsFrom([{ word: 'Partially Filled', meaning: 'Open' }]);
    expect(once).toEqual(new Map([['partially filled', 'Open']]));
    const twice = mappingsFrom([
      { word: 'Parked', meaning: 'Open' },
      { word: 'PARKED', meaning: 'Nothing' },
    ]);
    expect(twice).toMatchObject({ refusal: 'status-word-unfit', field: 'words.1.word' });
  });

  it.each(['Posted', 'OPEN', 'amended', 'Cancelled', 'canceled'])(
    'cannot map %s, which the interface documents',
    (word) => {
      const refusal = mappingsFrom([{ word, meaning: 'Nothing' }]);
      expect(refusal).toMatchObject({ refusal: 'status-word-unfit', field: 'words.0.word' });
    },
  );
});
