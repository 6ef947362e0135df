import { doubtUnsent } from '../../../src/orders/dispatch/restored-orders.js';
import {
  aNewOrder,
  anOrder,
  aRequest,
  aState,
  at,
  factsOf,
  noon,
  QUIET_MS,
  raisedBy,
} from '../../support/builders.js';

const RULES = { quietMs: QUIET_MS };
const DUE = noon(60) + QUIET_MS;

describe('In a restored database', () => {
  it.each(['Post', 'Edit', 'Cancel'] as const)('a queued %s may have been sent', (kind) => {
    const request = aRequest({ kind, state: 'Queued', claimNumber: 1, sends: 0 });
    const order = kind === 'Post' ? aNewOrder() : anOrder();
    const change = doubtUnsent(aState({ order, requests: [request] }), at(), RULES);
    expect(change?.requests).toMatchObject([
      { id: request.id, state: 'Unknown', claimNumber: 2, sends: 1, dueAt: DUE },
    ]);
    expect(change?.order).toEqual({ lastOwnChangeAt: noon(60) });
    expect(change && factsOf(change)).toEqual([`${kind.toUpperCase()}_UNKNOWN`]);
    expect(change && raisedBy(change)).toEqual([`${kind}Unconfirmed`]);
  });

  it('an Unknown request keeps its reason, and is searched for after a quiet time from now', () => {
    const reason = 'the exchange said no';
    const request = aRequest({
      state: 'Unknown',
      refusalPending: 1,
      reason,
      claimNumber: 1,
      sends: 1,
      dueAt: 5,
    });
    const change = doubtUnsent(aState({ order: aNewOrder(), requests: [request] }), at(), RULES);
    expect(change?.requests).toMatchObject([
      { state: 'Unknown', refusalPending: 1, reason, claimNumber: 1, sends: 1, dueAt: DUE },
    ]);
  });

  it('every queued or unknown request of an order becomes Unknown', () => {
    const requests = [
      aRequest({ id: 'req_1', kind: 'Edit', state: 'Unknown' }),
      aRequest({ id: 'req_2', kind: 'Cancel', state: 'Queued' }),
    ];
    const change = doubtUnsent(aState({ order: anOrder(), requests }), at(), RULES);
    expect(change?.requests.map(({ id, state }) => [id, state])).toEqual([
      ['req_1', 'Unknown'],
      ['req_2', 'Unknown'],
    ]);
  });

  it('a claim is left to the sweep, and an order without open requests is not changed', () => {
    const sent = aRequest({ state: 'Sent' });
    expect(doubtUnsent(aState({ order: aNewOrder(), requests: [sent] }), at(), RULES)).toBeNull();
    expect(doubtUnsent(aState({ order: anOrder(), requests: [] }), at(), RULES)).toBeNull();
  });
});
