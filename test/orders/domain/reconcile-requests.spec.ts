import { describe, expect, it } from '@jest/globals';
import type { RecordEvidence } from '../../../src/orders/domain/evidence.js';
import type { OrderRequest } from '../../../src/orders/domain/order-request.js';
import type { Change, Order } from '../../../src/orders/domain/order.js';
import { reconcileRecord } from '../../../src/orders/domain/reconcile.js';
import {
  after,
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
  SETTLE_MS,
} from '../../support/builders.js';

const RULES = { settleMs: SETTLE_MS };

function enquire(
  request: Partial<OrderRequest>,
  record: RecordEvidence,
  order: Partial<Order> = {},
): Change {
  return changeOf(reconcileRecord(inDoubt(request, order), record, at(), RULES));
}

describe('A cancel of unknown outcome', () => {
  it('is Acknowledged by an enquiry that shows the order Cancelled', () => {
    const change = enquire({ kind: 'Cancel' }, aRecord({ statusWord: 'Cancelled' }));
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.order).toMatchObject({ status: 'Cancelled', grade: 'Enquired' });
    expect(change.settle).toEqual(['CancelUnconfirmed']);
  });

  it('stays Unknown while an enquiry shows the order Open: it may still be on its way', () => {
    const change = enquire({ kind: 'Cancel' }, aRecord());
    expect(change.requests).toEqual([]);
    expect(change.settle).toEqual([]);
  });

  it('is Refused by an enquiry that shows the order Open, where the exchange has said no', () => {
    const change = enquire({ kind: 'Cancel', saidNo: 1, reason: 'not allowed' }, aRecord());
    expect(change.requests).toMatchObject([{ state: 'Refused', reason: 'not allowed' }]);
    expect(change.order).toMatchObject({ reason: 'not allowed' });
    expect(change.order).not.toHaveProperty('status');
    expect(change.settle).toEqual(['CancelUnconfirmed']);
  });

  it('is Acknowledged by an enquiry that shows the order Cancelled, also where the exchange said no', () => {
    const change = enquire({ kind: 'Cancel', saidNo: 1 }, aRecord({ statusWord: 'Cancelled' }));
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
  });

  it('is Refused by an enquiry that shows the order Filled', () => {
    const change = enquire({ kind: 'Cancel' }, matchedRecord(100));
    expect(change.requests).toMatchObject([
      { state: 'Refused', reason: 'the order was filled before it could be cancelled' },
    ]);
    expect(change.order.status).toBe('Filled');
  });

  it('keeps its doubt when another one is Refused by the same enquiry', () => {
    const refused = aRequest({ id: 'req_2', kind: 'Cancel', state: 'Unknown', saidNo: 1 });
    const open = inDoubt({ kind: 'Cancel' });
    const state = { ...open, requests: [...open.requests, refused] };
    const change = changeOf(reconcileRecord(state, aRecord(), at(), RULES));
    expect(change.requests).toMatchObject([{ id: 'req_2', state: 'Refused' }]);
    expect(change.settle).toEqual([]);
    expect(after(state, change)).toMatchObject({
      requests: [{ id: 'req_1', state: 'Unknown' }],
      breaks: ['CancelUnconfirmed'],
    });
  });

  it('ends its doubt together with another one, when an enquiry shows the order Cancelled', () => {
    const other = aRequest({ id: 'req_2', kind: 'Cancel', state: 'Unknown' });
    const open = inDoubt({ kind: 'Cancel' });
    const state = { ...open, requests: [...open.requests, other] };
    const record = aRecord({ statusWord: 'Cancelled' });
    const change = changeOf(reconcileRecord(state, record, at(), RULES));
    expect(change.requests.map((request) => request.state)).toEqual([
      'Acknowledged',
      'Acknowledged',
    ]);
    expect(change.settle).toEqual(['CancelUnconfirmed']);
  });

  it('is asked about again when the order turns out to work on', () => {
    const change = enquire({ kind: 'Cancel' }, matchedRecord(40));
    expect(after(inDoubt({ kind: 'Cancel' }), change)).toMatchObject({
      order: { status: 'Open', matchedUnits: '40' },
      requests: [{ state: 'Unknown' }],
    });
  });
});

describe('An edit of unknown outcome', () => {
  const edit = { kind: 'Edit', units: '80', price: '13' } as const;

  it('is Acknowledged by an enquiry that shows the units it asked for', () => {
    const change = enquire(edit, aRecord({ units: '80', pendingUnits: '80' }));
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.order).toMatchObject({
      status: 'Amended',
      units: '80',
      price: '13',
      grade: 'Enquired',
    });
    expect(change.settle).toEqual(['EditUnconfirmed']);
    expect(factsOf(change)).toEqual(['EDIT_ACKNOWLEDGED', 'STATUS_CHANGED', 'TERMS_CHANGED']);
  });

  it('compares those units by value', () => {
    const change = enquire(edit, aRecord({ units: '80.00', pendingUnits: '80' }));
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
  });

  it('stays Unknown while an enquiry shows the old units', () => {
    expect(enquire(edit, aRecord()).requests).toEqual([]);
  });

  it('stays Unknown while an enquiry shows units that nobody asked for, which are not taken over', () => {
    const change = enquire({ ...edit, saidNo: 1 }, aRecord({ units: '90', pendingUnits: '90' }));
    expect(change.requests).toEqual([]);
    expect(change.order).not.toHaveProperty('units');
  });

  it('is Refused by an enquiry that shows the old units, where the exchange has said no', () => {
    const change = enquire({ ...edit, saidNo: 1, reason: 'price outside the band' }, aRecord());
    expect(change.requests).toMatchObject([{ state: 'Refused' }]);
    expect(change.order).toMatchObject({ reason: 'price outside the band' });
    expect(change.order).not.toHaveProperty('units');
  });

  it('is Acknowledged by an enquiry that shows its units, also where the exchange said no', () => {
    const change = enquire({ ...edit, saidNo: 1 }, aRecord({ units: '80', pendingUnits: '80' }));
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
  });

  it('of the price alone is not confirmed by units that were always so', () => {
    const change = enquire({ ...edit, units: '100' }, aRecord());
    expect(change.requests).toEqual([]);
    expect(change.order).not.toHaveProperty('price');
  });

  it('of the price alone is not confirmed by the word "Amended", which is no surprise either', () => {
    const change = enquire({ ...edit, units: '100' }, aRecord({ statusWord: 'Amended' }));
    expect(change.requests).toEqual([]);
    expect(change.order).not.toHaveProperty('status');
    expect(change.raise).toEqual([]);
  });

  it('of the price alone stays Unknown when the word is newly "Amended", though the exchange said no', () => {
    const said = { ...edit, units: '100', saidNo: 1, reason: 'price outside the band' };
    const state = inDoubt(said);
    const record = aRecord({ statusWord: 'Amended' });
    const once = after(state, reconcileRecord(state, record, at(), RULES));
    const twice = after(once, reconcileRecord(once, record, at(70), RULES));
    for (const { order, requests, breaks } of [once, twice]) {
      expect(order).toMatchObject({ status: 'Open', price: '12.5', reason: null });
      expect(requests).toMatchObject([{ state: 'Unknown' }]);
      expect(breaks).toEqual(['EditUnconfirmed']);
    }
  });

  it('of the price alone stays Unknown while records say Amended, whatever the exchange said', () => {
    const record = aRecord({ statusWord: 'Amended' });
    const change = enquire({ ...edit, units: '100', saidNo: 1 }, record, { status: 'Amended' });
    expect(change.requests).toEqual([]);
  });

  it.each([
    ['Filled', matchedRecord(60, { units: '60', statusWord: 'Done' })],
    ['Filled', matchedRecord(60, { units: '60' })],
    ['Cancelled', aRecord({ units: '60', pendingUnits: '0', statusWord: 'Cancelled' })],
  ])(
    'to fewer units is Acknowledged by an enquiry that shows it %s with those',
    (status, record) => {
      const state = inDoubt({ ...edit, units: '60' });
      const change = changeOf(reconcileRecord(state, record, at(), RULES));
      expect(change.requests).toMatchObject([{ kind: 'Edit', state: 'Acknowledged' }]);
      expect(raisedBy(change)).not.toContain('UnitsMismatch');
      expect(after(state, change)).toMatchObject({
        order: { status, units: '60', price: '13', closedAt: noon(60) },
        requests: [],
      });
    },
  );

  it('is Refused by an enquiry that shows the order Cancelled with its old units', () => {
    const change = enquire(edit, aRecord({ statusWord: 'Cancelled' }));
    expect(change.requests).toMatchObject([{ state: 'Refused', reason: 'the order is Cancelled' }]);
  });

  it('is Refused by an enquiry that shows the order Filled with its old units', () => {
    const change = enquire(edit, matchedRecord(100));
    expect(change.requests).toMatchObject([{ state: 'Refused', reason: 'the order is Filled' }]);
  });
});

describe('A post of unknown outcome', () => {
  it('is not settled by a record that reaches it by the order number', () => {
    const state = aState({ requests: [aRequest({ state: 'Unknown', saidNo: 1 })] });
    const change = changeOf(reconcileRecord(state, aRecord(), at(), RULES));
    expect(change.requests).toEqual([]);
  });
});

describe('Units that were changed elsewhere', () => {
  const units = { units: '60', pendingUnits: '60' };

  it('are taken over from an enquiry, and a person is told', () => {
    const state = aState();
    const change = changeOf(reconcileRecord(state, aRecord(units), at(), RULES));
    expect(change.order).toMatchObject({ units: '60' });
    expect(change.order).not.toHaveProperty('price');
    expect(raisedBy(change)).toEqual(['UnitsMismatch']);
    expect(factsOf(change)).toContain('TERMS_CHANGED');
  });

  it.each([30, 1])(
    'are taken over from an enquiry %d s after our last mutation, when all of them are matched',
    (seconds) => {
      const record = matchedRecord(40, { units: '40', askedAt: noon(seconds), statusWord: 'Done' });
      const change = changeOf(reconcileRecord(aState(), record, at(), RULES));
      expect(change.order).toMatchObject({ status: 'Filled', units: '40', matchedUnits: '40' });
      expect(raisedBy(change)).toEqual(['UnitsMismatch']);
      expect(factsOf(change)).toContain('TERMS_CHANGED');
    },
  );

  it('are not taken over from a list', () => {
    const record = aRecord({ ...units, source: 'BrokerList' });
    expect(changeOf(reconcileRecord(aState(), record, at(), RULES)).order).not.toHaveProperty(
      'units',
    );
  });

  it.each(['Queued', 'Unknown'] as const)('are not taken over while an edit is %s', (state) => {
    const request = aRequest({ kind: 'Edit', state, units: '80' });
    const change = changeOf(
      reconcileRecord(aState({ requests: [request] }), aRecord(units), at(), RULES),
    );
    expect(change.order).not.toHaveProperty('units');
    expect(change.raise).toEqual([]);
  });

  it.each([
    [SETTLE_MS, false],
    [SETTLE_MS + 1, true],
  ])('asked for %d ms after our last mutation are taken over: %s', (later, taken) => {
    const record = aRecord({ ...units, askedAt: noon(0) + later });
    const change = changeOf(reconcileRecord(aState(), record, at(), RULES));
    expect('units' in change.order).toBe(taken);
  });
});
