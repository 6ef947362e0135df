import { describe, expect, it } from '@jest/globals';
import {
  aRecord,
  anOrder,
  aRequest,
  aState,
  changeOf,
  factsOf,
  matchedRecord,
  noon,
  raisedBy,
  SETTLE_MS,
} from '../../support/builders.js';
import { read } from './reading.js';

describe('Units that were changed elsewhere', () => {
  const units = { units: '60', pendingUnits: '60' };

  it('are taken over from an enquiry, and a person is told (C5, C11)', () => {
    const state = aState();
    const change = changeOf(read(state, aRecord(units)));
    expect(change.order).toMatchObject({ units: '60' });
    expect(change.order).not.toHaveProperty('price');
    expect(raisedBy(change)).toEqual(['UnitsMismatch']);
    expect(factsOf(change)).toContain('TERMS_CHANGED');
  });

  it.each([30, 1])(
    'are taken over from an enquiry %d s after our last mutation, when all of them are matched',
    (seconds) => {
      const record = matchedRecord(40, { units: '40', askedAt: noon(seconds) });
      const change = changeOf(read(aState(), record));
      expect(change.order).toMatchObject({ status: 'Filled', units: '40', matchedUnits: '40' });
      expect(raisedBy(change)).toContain('UnitsMismatch');
      expect(factsOf(change)).toContain('TERMS_CHANGED');
    },
  );

  it('are taken over at once from an enquiry that shows the order Cancelled', () => {
    const record = aRecord({
      units: '60',
      pendingUnits: '0',
      statusWord: 'Cancelled',
      askedAt: noon(1),
    });
    const change = changeOf(read(aState(), record));
    expect(change.order).toMatchObject({ status: 'Cancelled', units: '60' });
    expect(raisedBy(change)).toContain('UnitsMismatch');
  });

  it('that are fewer than were traded make the order Filled, and a person is told', () => {
    const traded = { matchedUnits: '50', filledUnits: '50', filledValue: '620' };
    const record = matchedRecord(40, { units: '40', pendingUnits: '0', statusWord: 'Open' });
    const open = aRecord({ units: '50', matchedUnits: '50', pendingUnits: '0' });
    expect(changeOf(read(aState({ order: anOrder(traded) }), open)).order.status).toBe('Filled');
    const change = changeOf(read(aState({ order: anOrder(traded) }), record));
    expect(change.order).toMatchObject({ status: 'Filled', units: '40' });
  });

  it('are not taken over from a list', () => {
    const record = aRecord({ ...units, source: 'BrokerList' });
    expect(changeOf(read(aState(), record)).order).not.toHaveProperty('units');
  });

  it.each(['Queued', 'Unknown'] as const)('are not taken over while an edit is %s', (state) => {
    const request = aRequest({ kind: 'Edit', state, units: '80' });
    const change = changeOf(read(aState({ requests: [request] }), aRecord(units)));
    expect(change.order).not.toHaveProperty('units');
    expect(change.raise).toEqual([]);
  });

  it.each([
    [SETTLE_MS, false],
    [SETTLE_MS + 1, true],
  ])('asked for %d ms after our last mutation are taken over: %s', (later, taken) => {
    const record = aRecord({ ...units, askedAt: noon(0) + later });
    const change = changeOf(read(aState(), record));
    expect('units' in change.order).toBe(taken);
  });
});
