import { OrderChangeDraft } from '../../../../src/orders/order/changes/order-change-draft.js';
import { anOrder, aRequest, noon, TODAY } from '../../../support/builders.js';

const cancel = aRequest({ kind: 'Cancel', state: 'Sent' });
const draftOf = (): OrderChangeDraft => {
  const state = { order: anOrder(), requests: [cancel], breaks: [] };
  return new OrderChangeDraft(state, { wall: noon(0), database: noon(0), today: TODAY });
};

describe('An unknown outcome of a request', () => {
  it('is a break while it lasts', () => {
    const draft = draftOf();
    draft.moveRequest(cancel, 'Unknown', 'UNKNOWN');
    expect(draft.change().breaksOpened).toMatchObject([
      { type: 'CancelUnconfirmed', key: cancel.id },
    ]);
  });

  it('that begins and ends within one decision is no break', () => {
    const draft = draftOf();
    const unknown = draft.moveRequest(cancel, 'Unknown', 'UNKNOWN');
    draft.moveRequest(unknown, 'Refused', 'REFUSED', { reason: 'the order was filled before' });
    expect(draft.change()).toMatchObject({ breaksOpened: [], breakTypesClosed: [] });
  });
});
