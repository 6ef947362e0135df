import { describe, expect, it } from '@jest/globals';
import type { RecordEvidence } from '../../../src/orders/domain/evidence.js';
import type { OrderRequest } from '../../../src/orders/domain/order-request.js';
import type { Change, Order } from '../../../src/orders/domain/order.js';
import { reconcileRecord } from '../../../src/orders/domain/reconcile.js';
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

describe('A closed order', () => {
  it.each([
    ['Cancelled', 'Open', 'Open'],
    ['Cancelled', 'Posted', 'Open'],
    ['Rejected', 'Posted', 'Posted'],
    ['Rejected', 'Cancelled', 'Cancelled'],
    ['Expired', 'Open', 'Open'],
    ['Expired', 'Cancelled', 'Cancelled'],
  ] as const)(
    'that is %s is seen "%s" by an enquiry: it is %s, and a person is told',
    (status, statusWord, next) => {
      const state = aState({ order: anOrder({ status, closedAt: noon(0) }) });
      const change = changeOf(reconcileRecord(state, aRecord({ statusWord }), at(), RULES));
      expect(change.order).toMatchObject({ status: next });
      expect(change.order.closedAt).toBe(next === 'Cancelled' ? noon(60) : null);
      expect(raisedBy(change)).toEqual(['StatusMismatch']);
    },
  );

  it('that is Cancelled and seen Cancelled is confirmed', () => {
    const state = aState({ order: anOrder({ status: 'Cancelled', grade: 'Acknowledged' }) });
    const change = changeOf(
      reconcileRecord(state, aRecord({ statusWord: 'Cancelled' }), at(), RULES),
    );
    expect(change.order).toMatchObject({ grade: 'Enquired' });
    expect(change.raise).toEqual([]);
  });

  it('is not opened by an answer that the exchange may have given before the cancel showed', () => {
    const state = aState({ order: anOrder({ status: 'Cancelled' }) });
    const record = aRecord({ askedAt: noon(0) + SETTLE_MS });
    const change = changeOf(reconcileRecord(state, record, at(), RULES));
    expect(change.order).not.toHaveProperty('status');
    expect(change.raise).toEqual([]);
  });

  it('that was Filled is not opened by any word', () => {
    const state = aState({ order: anOrder({ status: 'Filled', matchedUnits: '100' }) });
    for (const statusWord of ['Open', 'Posted', 'Amended', 'Cancelled']) {
      const change = changeOf(
        reconcileRecord(state, matchedRecord(100, { statusWord }), at(), RULES),
      );
      expect(change.order).not.toHaveProperty('status');
    }
  });

  it('that was Cancelled and is seen with all units matched is Filled, and a person is told', () => {
    const state = aState({ order: anOrder({ status: 'Cancelled' }) });
    const change = changeOf(
      reconcileRecord(state, matchedRecord(100, { statusWord: 'Cancelled' }), at(), RULES),
    );
    expect(change.order.status).toBe('Filled');
    expect(raisedBy(change)).toEqual(['StatusMismatch']);
  });
});
