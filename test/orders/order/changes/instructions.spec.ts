import { decideEdit, matchKeyOf } from '../../../../src/orders/order/changes/instructions.js';
import type { OrderRequest } from '../../../../src/orders/order/requests/order-request.js';
import type { OrderState } from '../../../../src/orders/order/order.js';
import {
  after,
  aNewOrder,
  anEdit,
  anOrder,
  aRequest,
  aState,
  changeOf,
  factsOf,
  noon,
} from '../../../support/builders.js';

const CLOSED = ['Filled', 'Cancelled', 'Rejected', 'Expired'] as const;
const NOTHING = {
  order: {},
  requests: [],
  fills: [],
  reversals: [],
  links: [],
  unlinks: [],
  breaksOpened: [],
  breakTypesClosed: [],
  breaksClosed: [],
  facts: [],
};

function unsent(changes: Partial<OrderRequest> = {}): OrderState {
  return aState({ order: aNewOrder(), requests: [aRequest(changes)] });
}

function withRequests(...requests: readonly OrderRequest[]): OrderState {
  return aState({ requests });
}

describe('An edit', () => {
  it('of a working order is queued with the new terms', () => {
    const change = changeOf(decideEdit(aState(), anEdit({ units: '80', price: '12.6' })));
    expect(change).toMatchObject({
      order: {},
      fills: [],
      reversals: [],
      links: [],
      unlinks: [],
      breaksOpened: [],
      breakTypesClosed: [],
      breaksClosed: [],
    });
    expect(change.requests).toEqual([
      {
        id: 'req_9',
        orderId: 'ord_1',
        kind: 'Edit',
        state: 'Queued',
        units: '80',
        price: '12.6',
        claimNumber: 0,
        sends: 0,
        dueAt: noon(60),
        claimedAt: null,
        firstSentAt: null,
        createdAt: noon(60),
        since: noon(60),
        operator: 'key:desk',
        reason: null,
        refusalPending: 0,
        namedNumber: null,
        refusedAtGateway: 0,
        unprovenNumber: null,
        matchKey: null,
        resend: 'Undecided',
        searches: 0,
        found: null,
        sentEntry: null,
        absentSince: null,
        endedWithoutAt: null,
        candidates: null,
      },
    ]);
    expect(factsOf(change)).toEqual(['EDIT_REQUESTED']);
  });

  it('of the price alone keeps the units', () => {
    const change = changeOf(decideEdit(aState(), anEdit({ price: '13' })));
    expect(change.requests[0]).toMatchObject({ units: '100', price: '13' });
  });

  it('of the units alone keeps the price', () => {
    const change = changeOf(decideEdit(aState(), anEdit({ units: '70' })));
    expect(change.requests[0]).toMatchObject({ units: '70', price: '12.5' });
  });

  it.each([{}, { units: '100' }, { price: '12.50' }, { units: '0100', price: '12.500' }])(
    'to the present terms, %j, does nothing',
    (terms) => {
      expect(decideEdit(aState(), anEdit(terms))).toEqual(NOTHING);
    },
  );

  it.each(CLOSED)('of an order that is %s is refused', (status) => {
    const state = aState({ order: anOrder({ status }) });
    expect(decideEdit(state, anEdit({ units: '80' }))).toEqual({
      refusal: 'order-not-working',
      detail: `The order is ${status}`,
    });
  });

  it.each(['Queued', 'Sent', 'Unknown'] as const)('is refused while a cancel is %s', (state) => {
    const asked = withRequests(aRequest({ kind: 'Cancel', state }));
    expect(decideEdit(asked, anEdit({ units: '80' }))).toMatchObject({
      refusal: 'order-not-working',
    });
  });

  it.each(['Sent', 'Unknown'] as const)('while the post is %s waits behind it', (state) => {
    const change = changeOf(decideEdit(unsent({ state }), anEdit({ units: '80' })));
    expect(change.order).toEqual({});
    expect(change.requests).toMatchObject([
      { id: 'req_9', kind: 'Edit', state: 'Queued', units: '80' },
    ]);
  });
});

describe('An edit of an order that is not sent yet', () => {
  it('changes the order and its post without a call', () => {
    const change = changeOf(decideEdit(unsent(), anEdit({ units: '80', price: '12.60' })));
    expect(change.order).toEqual({ units: '80', price: '12.60' });
    expect(change.requests).toMatchObject([
      { id: 'req_1', kind: 'Post', state: 'Queued', units: '80', price: '12.60', claimNumber: 0 },
    ]);
    expect(factsOf(change)).toEqual(['POST_REPLACED', 'EDITED_BEFORE_SENDING']);
  });

  it('gives the post the match key of its new terms', () => {
    const state = unsent();
    const change = changeOf(decideEdit(state, anEdit({ units: '80' })));
    expect(change.requests[0]?.matchKey).toBe(matchKeyOf({ ...state.order, units: '80' }));
  });

  it('to the present terms does nothing', () => {
    expect(decideEdit(unsent(), anEdit({ units: '100', price: '12.50' }))).toEqual(NOTHING);
  });

  it('twice leaves one post with the latest terms', () => {
    const once = after(unsent(), changeOf(decideEdit(unsent(), anEdit({ units: '80' }))));
    const twice = after(once, changeOf(decideEdit(once, anEdit({ price: '13' }))));
    expect(twice.requests).toMatchObject([{ kind: 'Post', units: '80', price: '13' }]);
    expect(twice.order).toMatchObject({ units: '80', price: '13' });
  });
});

describe('An edit of an order whose post is back in the queue', () => {
  const waiting = aRequest({ id: 'req_2', kind: 'Edit', units: '200', price: '13' });
  const state = aState({ order: aNewOrder(), requests: [aRequest({ claimNumber: 1 }), waiting] });

  it('changes the post, and withdraws the edit that waited behind it', () => {
    const change = changeOf(decideEdit(state, anEdit({ units: '300' })));
    expect(change.requests).toMatchObject([
      { id: 'req_1', kind: 'Post', state: 'Queued', units: '300' },
      { id: 'req_2', kind: 'Edit', state: 'Withdrawn', units: '200' },
    ]);
    expect(factsOf(change)).toContain('EDIT_WITHDRAWN');
    const { order, requests } = after(state, change);
    expect(order.units).toBe('300');
    expect(requests.map((request) => request.kind)).toEqual(['Post']);
  });

  it('keeps the terms of the waiting edit that it does not name', () => {
    const { order } = after(state, changeOf(decideEdit(state, anEdit({ units: '300' }))));
    expect(order).toMatchObject({ units: '300', price: '13' });
  });

  it('back to the terms of the post leaves the post alone', () => {
    const change = changeOf(decideEdit(state, anEdit({ units: '100', price: '12.5' })));
    expect(change.requests).toMatchObject([{ id: 'req_2', state: 'Withdrawn' }]);
    expect(after(state, change)).toMatchObject({
      order: { units: '100', price: '12.5' },
      requests: [{ kind: 'Post', units: '100' }],
    });
  });
});

describe('A second edit', () => {
  it('replaces an unsent one, under the name of the last caller', () => {
    const first = aRequest({ id: 'req_2', kind: 'Edit', units: '80' });
    const change = changeOf(decideEdit(withRequests(first), anEdit({ units: '90' })));
    expect(change.requests).toMatchObject([
      { id: 'req_2', state: 'Queued', units: '90', price: '12.5', operator: 'key:desk' },
    ]);
    expect(factsOf(change)).toEqual(['EDIT_REPLACED']);
  });

  it('keeps the terms of the first one that it does not name', () => {
    const first = aRequest({ id: 'req_2', kind: 'Edit', units: '80', price: '13' });
    const change = changeOf(decideEdit(withRequests(first), anEdit({ units: '90' })));
    expect(change.requests[0]).toMatchObject({ units: '90', price: '13' });
  });

  it('to the terms of the waiting one does nothing', () => {
    const first = aRequest({ id: 'req_2', kind: 'Edit', units: '80' });
    expect(decideEdit(withRequests(first), anEdit({ units: '80' }))).toEqual(NOTHING);
  });

  it('back to the terms of the order still counts while the first may have taken effect', () => {
    const first = aRequest({ id: 'req_2', kind: 'Edit', state: 'Unknown', units: '80' });
    const change = changeOf(decideEdit(withRequests(first), anEdit({ units: '100' })));
    expect(change.requests).toMatchObject([{ id: 'req_9', state: 'Queued', units: '100' }]);
  });

  it.each(['Sent', 'Unknown'] as const)('waits behind one that is %s', (state) => {
    const first = aRequest({ id: 'req_2', kind: 'Edit', state, units: '80', price: '13' });
    const change = changeOf(decideEdit(withRequests(first), anEdit({ units: '90' })));
    expect(change.requests).toMatchObject([
      { id: 'req_9', state: 'Queued', units: '90', price: '13' },
    ]);
  });

  it('collapses into the one that waits, not into the one in flight (C6)', () => {
    const inFlight = aRequest({ id: 'req_2', kind: 'Edit', state: 'Sent', units: '80' });
    const waiting = aRequest({ id: 'req_3', kind: 'Edit', units: '85' });
    const change = changeOf(decideEdit(withRequests(inFlight, waiting), anEdit({ units: '90' })));
    expect(change.requests.map((request) => [request.id, request.units])).toEqual([
      ['req_3', '90'],
    ]);
  });
});

describe('An edit of an order that is filled in part', () => {
  const state = aState({ order: anOrder({ matchedUnits: '40' }) });

  it('is refused while nobody knows what its units mean (C2)', () => {
    expect(decideEdit(state, anEdit({ units: '80' }))).toMatchObject({
      refusal: 'order-part-filled',
    });
    expect(decideEdit(state, anEdit({ price: '13' }))).toMatchObject({
      refusal: 'order-part-filled',
    });
  });

  it('is queued once that is known', () => {
    const change = changeOf(decideEdit(state, anEdit({ units: '80', unitsMeanKnown: true })));
    expect(change.requests).toMatchObject([{ kind: 'Edit', units: '80' }]);
  });

  it.each(['40', '39', '1', '40.0'])('to %s units is refused when 40 are matched (C3)', (units) => {
    for (const unitsMeanKnown of [true, false]) {
      expect(decideEdit(state, anEdit({ units, unitsMeanKnown }))).toEqual({
        refusal: 'units-below-matched',
        field: 'units',
        detail: '40 units are matched already',
      });
    }
  });

  it('compares units by value: 41 of 100 are above 40, and 100 above 99', () => {
    const nearly = aState({ order: anOrder({ units: '200', matchedUnits: '99' }) });
    expect(decideEdit(nearly, anEdit({ units: '100', unitsMeanKnown: true }))).toHaveProperty(
      'requests',
    );
    expect(decideEdit(state, anEdit({ units: '41', unitsMeanKnown: true }))).toHaveProperty(
      'requests',
    );
  });

  it('to the present terms does nothing, and is not refused', () => {
    expect(decideEdit(state, anEdit({ units: '100' }))).toEqual(NOTHING);
  });
});
