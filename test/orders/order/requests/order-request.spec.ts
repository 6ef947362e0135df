import {
  isOpen,
  isUncertain,
  moved,
  REQUEST_STATES,
  type RequestState,
} from '../../../../src/orders/order/requests/order-request.js';
import { severityOf, BREAK_TYPES } from '../../../../src/orders/breaks/break.js';
import { isRefusal } from '../../../../src/orders/order/requests/refusal.js';
import { aRequest } from '../../../support/builders.js';

const LEGAL: Readonly<Record<RequestState, readonly RequestState[]>> = {
  Queued: ['Queued', 'Sent', 'Withdrawn', 'Unknown'],
  Sent: ['Queued', 'Acknowledged', 'Refused', 'Unknown'],
  Acknowledged: ['Unknown'],
  Refused: ['Acknowledged', 'Unknown'],
  Unknown: ['Acknowledged', 'Refused', 'Unknown'],
  Withdrawn: [],
};

const steps = REQUEST_STATES.flatMap((from) =>
  REQUEST_STATES.map((to) => [from, to, LEGAL[from].includes(to)] as const),
);

describe('A request', () => {
  it.each(steps.filter(([, , legal]) => legal))('may go from %s to %s', (from, to) => {
    const request = aRequest({ state: from });
    expect(moved(request, to, { reason: 'so it is' })).toEqual({
      ...request,
      state: to,
      reason: 'so it is',
    });
  });

  it.each(steps.filter(([, , legal]) => !legal))('never goes from %s to %s', (from, to) => {
    const request = aRequest({ kind: 'Edit', state: from });
    expect(() => moved(request, to, {})).toThrow(`A Edit cannot go from ${from} to ${to}`);
  });

  it('is never Refused or Acknowledged without having been sent', () => {
    const queued = aRequest({ state: 'Queued' });
    expect(() => moved(queued, 'Refused', {})).toThrow();
    expect(() => moved(queued, 'Acknowledged', {})).toThrow();
  });

  it('is never Withdrawn once it may have reached the exchange', () => {
    for (const state of ['Sent', 'Unknown'] as const) {
      expect(() => moved(aRequest({ state }), 'Withdrawn', {})).toThrow();
    }
  });

  it('of unknown outcome is resent only after a search has cleared it', () => {
    expect(() => moved(aRequest({ state: 'Unknown' }), 'Queued', {})).toThrow();
    expect(() => moved(aRequest({ state: 'Unknown' }), 'Sent', {})).toThrow();
    expect(moved(aRequest({ state: 'Unknown', resend: 'Cleared' }), 'Sent', {}).state).toBe('Sent');
  });

  it('is not changed itself by a transition', () => {
    const request = aRequest({ state: 'Queued' });
    moved(request, 'Sent', { claimNumber: 1 });
    expect(request).toEqual(aRequest({ state: 'Queued' }));
  });

  it.each([
    ['Queued', true, false],
    ['Sent', true, true],
    ['Unknown', true, true],
    ['Acknowledged', false, false],
    ['Refused', false, false],
    ['Withdrawn', false, false],
  ] as const)('that is %s: open %s, uncertain %s', (state, open, uncertain) => {
    const request = aRequest({ state });
    expect(isOpen(request)).toBe(open);
    expect(isUncertain(request)).toBe(uncertain);
  });
});

describe('A break', () => {
  it('is Critical when it may concern somebody else, or missing money', () => {
    expect(BREAK_TYPES.filter((type) => severityOf(type) === 'Critical')).toEqual([
      'IdentityMismatch',
      'FillMismatch',
      'DuplicateSuspected',
    ]);
  });

  it('is High while an outcome is not known', () => {
    for (const type of ['PostUnconfirmed', 'EditUnconfirmed', 'CancelUnconfirmed'] as const) {
      expect(severityOf(type)).toBe('High');
    }
  });

  it('of any type has a severity', () => {
    const severities = new Set(BREAK_TYPES.map(severityOf));
    expect([...severities].sort()).toEqual(['Critical', 'High', 'Medium']);
  });
});

describe('A refusal', () => {
  it('can be told from a change', () => {
    expect(isRefusal({ refusal: 'order-not-working', detail: 'The order is Filled' })).toBe(true);
    expect(isRefusal({ order: {}, requests: [] })).toBe(false);
  });
});
