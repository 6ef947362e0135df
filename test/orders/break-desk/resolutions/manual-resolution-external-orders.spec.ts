import type { BreakType } from '../../../../src/orders/breaks/break.js';
import {
  refuseOfExternalOrder,
  refuseResolution,
  resolveManually,
} from '../../../../src/orders/break-desk/resolutions/manual-resolution.js';
import type { OrderState } from '../../../../src/orders/order/order.js';
import type { Decision } from '../../../../src/orders/breaks/resolution.js';
import {
  after,
  aNewOrder,
  aRequest,
  aState,
  at,
  changeOf,
  inDoubt,
} from '../../../support/builders.js';
import { decision, fitting, NAMES, SHOWN, TERMS } from '../../order/decisions.js';

const decide = (state: OrderState, type: BreakType, what: Decision) =>
  resolveManually(state, type, what, { taken: false, dayOver: true, fills: [] }, at());

describe('Resolving a break about an external order', () => {
  const linked = (changes: Partial<Decision> = {}) =>
    decision('link', { orderId: 'ord_1', orderNumber: '900001', shown: SHOWN, ...changes });

  it('allows to accept, adopt or link it, and nothing else (H1, H3)', () => {
    const allowed = (type: BreakType) =>
      NAMES.filter((name) => refuseResolution(type, fitting(name)) === null);
    expect(allowed('UnknownAtExchange')).toEqual(['accept', 'adopt', 'link']);
    expect(allowed('OrphanTrade')).toEqual(['close', 'accept', 'link']);
    expect(allowed('DuplicateSuspected')).toEqual(['close', 'accept', 'adopt', 'link']);
  });

  it('links the number to our order whose post has an unknown outcome (H2)', () => {
    const state = inDoubt({ kind: 'Post' });
    const change = changeOf(decide(state, 'UnknownAtExchange', linked()));
    expect(after(state, change).order).toMatchObject({
      orderNumber: '900001',
      numberGrade: 'Operator',
      status: 'Posted',
    });
    expect(change.breakTypesClosed).toEqual(['PostUnconfirmed']);
  });

  it('links it to an order that counted as refused, and opens a break about that (H2)', () => {
    const refused = aRequest({ state: 'Refused' });
    const state = aState({ order: aNewOrder({ status: 'Rejected' }), requests: [refused] });
    const change = changeOf(decide(state, 'UnknownAtExchange', linked()));
    expect(after(state, change).order).toMatchObject({ orderNumber: '900001', status: 'Posted' });
    expect(change.requests).toMatchObject([{ state: 'Acknowledged' }]);
    expect(change.breaksOpened).toMatchObject([{ type: 'StatusMismatch' }]);
  });

  it.each<[string, OrderState, Partial<Decision>]>([
    ['has a number', aState(), {}],
    ['was never sent', aState({ order: aNewOrder(), requests: [aRequest()] }), {}],
    ['is of the other side', inDoubt({ kind: 'Post' }), { shown: { ...SHOWN, side: 'SELL' } }],
    ['is of another security', inDoubt({ kind: 'Post' }), { shown: { ...SHOWN, security: 'X' } }],
  ])('links it to no order that %s', (_, state, changes) => {
    const refusal = decide(state, 'UnknownAtExchange', linked(changes));
    expect(refusal).toMatchObject({ refusal: 'resolution-unfit', field: 'orderId' });
  });

  it('is refused once the external order has other terms than when it was decided (H3)', () => {
    const accept = decision('accept', { shown: SHOWN });
    expect(refuseOfExternalOrder(accept, { ...SHOWN, statusWord: 'Cancelled' }, false)).toBeNull();
    expect(refuseOfExternalOrder(accept, { ...SHOWN, units: '90' }, false)).toMatchObject({
      detail: 'the order at the exchange has changed',
    });
    expect(refuseOfExternalOrder(accept, { ...SHOWN, side: 'SELL' }, false)).not.toBeNull();
    expect(refuseOfExternalOrder(accept, SHOWN, true)).toMatchObject({ field: 'resolution' });
  });

  it.each(Object.keys(TERMS))('refuses %s unless the order is adopted', (field) => {
    const none = { accountNumber: '', clientName: '', price: '', timeInForce: '' };
    const odd = decision('accept', { terms: { ...none, [field]: 'x' } });
    expect(refuseResolution('UnknownAtExchange', odd)).toMatchObject({ field });
  });
});
