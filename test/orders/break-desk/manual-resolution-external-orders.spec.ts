import { describe, expect, it } from '@jest/globals';
import type { BreakType } from '../../../src/orders/breaks/break.js';
import {
  refuseOfExternalOrder,
  refuseResolution,
  resolveManually,
} from '../../../src/orders/break-desk/manual-resolution.js';
import type { OrderState } from '../../../src/orders/order/order.js';
import type { Decision } from '../../../src/orders/breaks/resolution.js';
import {
  after,
  aNewOrder,
  aRequest,
  aState,
  at,
  changeOf,
  inDoubt,
} from '../../support/builders.js';
import { decision, fitting, NAMES, SHOWN, TERMS } from '../order/decisions.js';

const decide = (state: OrderState, type: BreakType, what: Decision) =>
  resolveManually(state, type, what, { taken: false, dayOver: true, fills: [] }, at());

describe('What two people decide of an order at the exchange that nobody here has sent', () => {
  const linked = (changes: Partial<Decision> = {}) =>
    decision('link', { orderId: 'ord_1', orderNumber: '900001', shown: SHOWN, ...changes });

  it('is to accept it, to adopt it, or to link it, and nothing else (H1, H3)', () => {
    const fits = (type: BreakType) =>
      NAMES.filter((name) => refuseResolution(type, fitting(name)) === null);
    expect(fits('UnknownAtExchange')).toEqual(['accept', 'adopt', 'link']);
    expect(fits('OrphanTrade')).toEqual(['close', 'accept', 'link']);
    expect(fits('DuplicateSuspected')).toEqual(['close', 'accept', 'adopt', 'link']);
  });

  it('binds the number to the order of ours whose post has an unknown outcome (H2)', () => {
    const state = inDoubt({ kind: 'Post' });
    const change = changeOf(decide(state, 'UnknownAtExchange', linked()));
    expect(after(state, change).order).toMatchObject({
      orderNumber: '900001',
      numberGrade: 'Operator',
      status: 'Posted',
    });
    expect(change.breakTypesClosed).toEqual(['PostUnconfirmed']);
  });

  it('binds it to one that was taken for refused, and says that this is a surprise (H2)', () => {
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
  ])('binds it to none that %s', (_, state, changes) => {
    const refusal = decide(state, 'UnknownAtExchange', linked(changes));
    expect(refusal).toMatchObject({ refusal: 'resolution-unfit', field: 'orderId' });
  });

  it('holds for the order as it was when they decided (H3)', () => {
    const accept = decision('accept', { shown: SHOWN });
    expect(refuseOfExternalOrder(accept, { ...SHOWN, statusWord: 'Cancelled' }, false)).toBeNull();
    expect(refuseOfExternalOrder(accept, { ...SHOWN, units: '90' }, false)).toMatchObject({
      detail: 'the order at the exchange has changed',
    });
    expect(refuseOfExternalOrder(accept, { ...SHOWN, side: 'SELL' }, false)).not.toBeNull();
    expect(refuseOfExternalOrder(accept, SHOWN, true)).toMatchObject({ field: 'resolution' });
  });

  it.each(Object.keys(TERMS))('names %s where it says nothing', (field) => {
    const none = { accountNumber: '', clientName: '', price: '', timeInForce: '' };
    const odd = decision('accept', { terms: { ...none, [field]: 'x' } });
    expect(refuseResolution('UnknownAtExchange', odd)).toMatchObject({ field });
  });
});
