import {
  applyRecord,
  needsEnquiry,
} from '../../../../src/orders/reconciliation/order-records/apply-record.js';
import {
  TIMES_MISSING_TOLERATED,
  noteMissing,
} from '../../../../src/orders/reconciliation/order-records/missing-orders.js';
import {
  confirmUnprovenNumber,
  type NamedNumberRules,
} from '../../../../src/orders/reconciliation/unknown-outcomes/named-numbers.js';
import {
  resolvePost,
  soundsLikeDuplicate,
} from '../../../../src/orders/reconciliation/unknown-outcomes/unknown-posts.js';
import { RULES } from '../../order/reading.js';
import type { RecordEvidence } from '../../../../src/orders/order/evidence/evidence.js';
import {
  after,
  anOrder,
  aRecord,
  aRequest,
  aState,
  at,
  changeOf,
  factsOf,
  inDoubt,
  matchedRecord,
  noon,
  raisedBy,
  SEARCH_RULES,
} from '../../../support/builders.js';

describe('A post whose odd acknowledgement named an order number', () => {
  const post = { kind: 'Post', unprovenNumber: '700001' } as const;
  const request = aRequest({ ...post, state: 'Unknown' });
  const rules: NamedNumberRules = { isOnlyCandidate: true, basePriceIsReference: false };

  function confirm(record: Partial<RecordEvidence>, order = {}, known = {}) {
    const read = { ...rules, ...known };
    return confirmUnprovenNumber(inDoubt(post, order), request, aRecord(record), at(), read);
  }

  it('is Acknowledged by an enquiry that shows our security, side and units under it', () => {
    const change = changeOf(confirm({}));
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.links).toEqual(['700001']);
    expect(change.order).toMatchObject({
      orderNumber: '700001',
      status: 'Open',
      exchangeStatus: 'Open',
      grade: 'Enquired',
      askedAt: noon(30),
    });
    expect(change.breakTypesClosed).toEqual(['PostUnconfirmed']);
    expect(change.breaksOpened).toEqual([]);
  });

  it('has what was matched before it ended, under a word that people have explained', () => {
    const mappings = { version: 1, meanings: new Map([['cxl', 'Cancelled' as const]]) };
    const executed = { statusWord: 'Cxl', units: '40', matchedUnits: '40', pendingUnits: '0' };
    const change = confirm(executed, {}, { mappings });
    expect(changeOf(change).order).toMatchObject({ status: 'Cancelled', matchedUnits: '40' });
  });

  it.each([
    [{ statusWord: 'Posted' }, 'Posted', '0'],
    [{ statusWord: 'Cancelled' }, 'Cancelled', '0'],
    [{ matchedUnits: '40', pendingUnits: '60' }, 'Open', '40'],
    [{ matchedUnits: '100', pendingUnits: '0', statusWord: 'Done' }, 'Filled', '100'],
    [{ statusWord: 'Working' }, 'Posted', '0'],
  ])('is where the record shows it, %j: %s, %s matched', (record, status, matchedUnits) => {
    const state = inDoubt(post);
    expect(after(state, confirm(record)).order).toMatchObject({ status, matchedUnits });
  });

  it.each([{ security: 'SD12PLC' }, { side: 'SELL' }, { units: '99' }, { units: '1000' }])(
    'stays Unknown when the enquiry shows %j, and a person is told',
    (record) => {
      const change = changeOf(confirm(record));
      expect(change).toMatchObject({ order: {}, requests: [], links: [], breakTypesClosed: [] });
      expect(raisedBy(change)).toEqual(['IdentityMismatch']);
    },
  );

  it.each([
    ['nothing has shown the number for its account', {}, { isOnlyCandidate: false }, false],
    ['the record has another price', { basePrice: '99' }, {}, false],
    ['it has the price of the order', { basePrice: '12.50' }, {}, true],
    ['its price has no value', { basePrice: '0' }, {}, true],
    ['that is known to be no limit', { basePrice: '99' }, { basePriceIsReference: true }, true],
  ])('is confirmed by an enquiry, or not, where %s', (_, record, known, isConfirmed) => {
    const change = confirm(record, { price: '12.5' }, known);
    expect(change?.links ?? []).toEqual(isConfirmed ? ['700001'] : []);
    expect(change?.breaksOpened ?? []).toEqual([]);
  });

  it('is not concerned by a record of another number', () => {
    expect(confirm({ orderNumber: '700002' })).toBeNull();
  });

  it('without a candidate is not concerned by any record', () => {
    const bare = aRequest({ state: 'Unknown' });
    expect(confirmUnprovenNumber(inDoubt({}), bare, aRecord(), at(), rules)).toBeNull();
  });

  it.each([0, 1])('is not concerned by an answer asked %d s before the reply came', (seconds) => {
    expect(confirm({}, { lastOwnChangeAt: noon(30 + seconds) })).toBeNull();
  });
});

describe('A post that the exchange has refused, and of which a search found nothing', () => {
  const state = inDoubt({
    kind: 'Post',
    refusalPending: 1,
    reason: 'price outside the band',
    absentSince: noon(0),
  });
  const [request = aRequest()] = state.requests;
  const change = resolvePost(state, request, { kind: 'Nothing' }, at(), SEARCH_RULES);

  it('makes the order Rejected, inferred, for the reason the exchange gave', () => {
    expect(change.order).toMatchObject({
      status: 'Rejected',
      grade: 'Inferred',
      reason: 'price outside the band',
      closedAt: noon(60),
    });
    expect(change.requests).toMatchObject([{ state: 'Refused' }]);
    expect(change.breakTypesClosed).toEqual(['PostUnconfirmed']);
    expect(factsOf(change)).toEqual(['POST_REFUSED', 'STATUS_CHANGED']);
  });

  it('takes back the edit and the cancel that waited behind it', () => {
    const cancel = aRequest({ id: 'req_2', kind: 'Cancel' });
    const waiting = { ...state, requests: [request, cancel] };
    const states = resolvePost(
      waiting,
      request,
      { kind: 'Nothing' },
      at(),
      SEARCH_RULES,
    ).requests.map((each) => each.state);
    expect(states).toEqual(['Refused', 'Withdrawn']);
  });

  it('of which the number is known after all moves nothing, and a person is told', () => {
    const open = { ...state, order: anOrder() };
    const result = resolvePost(open, request, { kind: 'Nothing' }, at(), SEARCH_RULES);
    expect(result.order).not.toHaveProperty('status');
    expect(raisedBy(result)).toEqual(['StatusMismatch']);
  });
});

describe('A "no" that may mean "I have it already"', () => {
  it.each([
    'Duplicate OrderRef',
    'DUPLICATED REFERENCE',
    'orderRef already exists',
    'The reference must be unique',
    'orderRef has been used',
    'dupl. ref',
    'Duplicate orderRef',
    'Reference already used',
    'orderRef exists',
    'reference must be unique',
    'The reference was reused',
  ])('is heard in "%s"', (message) => {
    expect(soundsLikeDuplicate(message)).toBe(true);
  });

  it.each([
    'Price outside the band',
    'Market is closed',
    'Insufficient holdings',
    'Invalid units',
    'Order refused',
    'Market paused',
    'Security does not exist',
    '',
  ])('is not heard in "%s"', (message) => {
    expect(soundsLikeDuplicate(message)).toBe(false);
  });
});

describe('An order that a list should hold and does not', () => {
  it('is counted, and its status does not move', () => {
    const change = noteMissing(aState(), at(), 'not on the list');
    expect(change).toMatchObject({
      order: { timesMissing: 1 },
      requests: [],
      facts: [],
      breaksOpened: [],
    });
    expect(change.order).not.toHaveProperty('status');
  });

  it(`is shown to a person after ${TIMES_MISSING_TOLERATED} in a row, and works on (D1)`, () => {
    let state = aState();
    for (let miss = 1; miss <= TIMES_MISSING_TOLERATED; miss += 1) {
      const change = noteMissing(state, at(60 + miss), 'not on the list');
      expect(raisedBy(change)).toEqual(miss < TIMES_MISSING_TOLERATED ? [] : ['MissingAtExchange']);
      state = after(state, change);
    }
    expect(state.order).toMatchObject({ status: 'Open', timesMissing: 3, missingSince: noon(62) });
    const shown = after(state, applyRecord(state, aRecord({ askedAt: noon(70) }), at(71), RULES));
    expect(shown.order).toMatchObject({ timesMissing: 0, missingSince: null });
  });
});

describe('A row of a list asks for a closer look', () => {
  it.each([
    [{ units: '90' }, true],
    [{ statusWord: 'Suspended' }, true],
    [{ statusWord: 'Cancelled' }, true],
    [{ statusWord: 'Open' }, false],
    [{ statusWord: 'Amended' }, false],
    [{ units: '100.0' }, false],
  ])('when it says %j: %s', (row, needed) => {
    expect(needsEnquiry(anOrder(), aRecord({ source: 'BrokerList', ...row }))).toBe(needed);
  });

  it('never for what is matched, of which lists say nothing', () => {
    expect(needsEnquiry(anOrder(), matchedRecord(40, { source: 'BrokerList' }))).toBe(false);
  });
});
