import { OrderChangeDraft } from '../../../../src/orders/order/changes/order-change-draft.js';
import type { Order } from '../../../../src/orders/order/order.js';
import { anOrder, aRequest, aState, at, noon, TODAY } from '../../../support/builders.js';

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

describe('A cancel that is kept because the end of its order is in doubt', () => {
  const kept = aRequest({ kind: 'Cancel', state: 'Queued' });
  const doubted = { status: 'Cancelled', orderNumber: '700001', doubtedSince: noon(0) } as const;
  const states = (order: Partial<Order>, decide: (draft: OrderChangeDraft) => unknown) => {
    const state = aState({ order: anOrder({ ...doubted, ...order }), requests: [kept] });
    const draft = new OrderChangeDraft(state, at());
    decide(draft);
    return draft.change().requests.map(({ state: now, reason }) => [now, reason]);
  };
  const opens = (draft: OrderChangeDraft) => draft.applyEvidence('seenOpen', 'Enquired', 'Open');
  const ends = (draft: OrderChangeDraft) => draft.endDoubt('an enquiry shows it');

  it.each<[string, Partial<Order>, (draft: OrderChangeDraft) => unknown, readonly unknown[]]>([
    ['is withdrawn once that is certain', {}, ends, [['Withdrawn', 'the order is Cancelled']]],
    ['waits on while something else leaves it in doubt', { contestedSince: noon(0) }, ends, []],
    ['waits to be sent once the order is open again', {}, opens, []],
    [
      'is withdrawn where that happens after its day: the number may be another order’s',
      { tradingDate: '2026-11-19' },
      opens,
      [['Withdrawn', 'its day is over: the number may be another order’s']],
    ],
    [
      'is withdrawn after its day whatever befalls the order',
      { tradingDate: '2026-11-19' },
      () => undefined,
      [['Withdrawn', 'its day is over: the number may be another order’s']],
    ],
  ])('%s', (_, order, decide, requests) => {
    expect(states(order, decide)).toEqual(requests);
  });
});
