import { describe, expect, it } from '@jest/globals';
import { Draft } from '../../../src/orders/order/order-change.js';
import { anOrder, aRequest, noon, TODAY } from '../../support/builders.js';

const cancel = aRequest({ kind: 'Cancel', state: 'Sent' });
const draftOf = (): Draft => {
  const state = { order: anOrder(), requests: [cancel], breaks: [] };
  return new Draft(state, { wall: noon(0), database: noon(0), today: TODAY });
};

describe('The doubt about a request', () => {
  it('is a break while it lasts', () => {
    const draft = draftOf();
    draft.move(cancel, 'Unknown', 'UNKNOWN');
    expect(draft.change().raise).toMatchObject([{ type: 'CancelUnconfirmed', key: cancel.id }]);
  });

  it('that ends in the decision in which it began is none', () => {
    const draft = draftOf();
    const unknown = draft.move(cancel, 'Unknown', 'UNKNOWN');
    draft.move(unknown, 'Refused', 'REFUSED', { reason: 'the order was filled before' });
    expect(draft.change()).toMatchObject({ raise: [], settle: [] });
  });
});
