import { OrderChangeDraft } from '../../../../src/orders/order/changes/order-change-draft.js';
import type { Order, OrderState } from '../../../../src/orders/order/order.js';
import { isOfNextOwner } from '../../../../src/orders/order-numbers/later-day.js';
import { numberProofOf } from '../../../../src/orders/order-numbers/number-proof.js';
import { resolveManually } from '../../../../src/orders/break-desk/resolutions/manual-resolution.js';
import type { RecordEvidence } from '../../../../src/orders/order/evidence/evidence.js';
import { applyRecord } from '../../../../src/orders/reconciliation/order-records/apply-record.js';
import {
  after,
  anOrder,
  aRecord,
  aRequest,
  aState,
  at,
  changeOf,
  factsOf,
  matchedRecord,
  noon,
  raisedBy,
} from '../../../support/builders.js';
import { decision } from '../../order/decisions.js';
import { read, RULES } from '../../order/reading.js';

/** Open, and a record has shown 40 of 100 matched. */
function shownMatched(changes: Partial<Order> = {}, requests: OrderState['requests'] = []) {
  const order = anOrder({ status: 'Open', orderNumber: '700001', ...changes });
  return readAt(aState({ order, requests }), matchedRecord(40));
}

/** The order once a record asked for at that second was applied a second later. */
function readAt(state: OrderState, record: RecordEvidence, second = 30): OrderState {
  const asked = { ...record, askedAt: noon(second) };
  return after(state, applyRecord(state, asked, at(second + 1), RULES));
}

const fewer = matchedRecord(10, { askedAt: noon(50) });
const doubted = (changes: Partial<Order> = {}): OrderState =>
  readAt(shownMatched(changes), fewer, 50);
const isDoubtful = ({ order }: OrderState): boolean => order.fewerShownAt !== null;

describe('A record of a working order that shows less matched than an earlier one', () => {
  it.each([
    ['under a word of the document', fewer],
    ['under a word that nobody has explained', { ...fewer, statusWord: 'Queer' }],
  ])("makes its number doubtful at once, %s: it may be another order's", (_, record) => {
    const change = changeOf(read(shownMatched(), record));
    const { order } = after(shownMatched(), change);
    expect([order.fewerShownAt, numberProofOf(order)]).toEqual([noon(50), 'Doubtful']);
    expect(factsOf(change)).toContain('NUMBER_DOUBTED');
    expect(raisedBy(change)).toContain('IdentityMismatch');
  });

  it.each([{ kind: 'Edit', units: '200', price: '12.5' }, { kind: 'Cancel' }] as const)(
    'proves nothing of a request of unknown outcome: %j',
    (request) => {
      const state = shownMatched({}, [aRequest({ ...request, state: 'Unknown', sends: 1 })]);
      const edited = { units: '200', pendingUnits: '190', statusWord: 'Amended' };
      const change = changeOf(read(state, { ...fewer, ...edited }));
      expect(change.order).not.toHaveProperty('units');
      expect(change.requests).toEqual([]);
    },
  );

  it('leaves what else makes the number doubtful, and does not end with it', () => {
    const { order } = doubted({ numberDoubt: 'AccountList', numberDoubtedAt: noon(5) });
    expect(order).toMatchObject({ numberDoubt: 'AccountList', fewerShownAt: noon(50) });
    const again = readAt(aState({ order }), matchedRecord(40), 60).order;
    expect(again).toMatchObject({ numberDoubt: 'AccountList', fewerShownAt: null });
  });

  it('holds back what is traded under the number', () => {
    const { order } = doubted();
    expect(isOfNextOwner(order, { tradeDate: order.tradingDate })).toBe(true);
  });
});

describe('The number of an order of which a record has shown less matched', () => {
  it.each<[boolean, string, RecordEvidence, number]>([
    [false, 'as much again, soon after', matchedRecord(40), 60],
    [true, 'as much again, long after: another order may have come so far', matchedRecord(40), 90],
    [true, 'as much, in an answer that was asked for before', matchedRecord(40), 45],
    [true, 'more than that, and still less than before', matchedRecord(20), 60],
    [true, 'no quantity', aRecord({ matchedUnits: null, units: '150' }), 60],
    [
      true,
      'less, under a word that nobody has explained',
      matchedRecord(10, { statusWord: 'Queer' }),
      60,
    ],
  ])('is doubtful (%s) once a record shows %s', (isStill, _, record, second) => {
    const state = readAt(doubted(), record, second);
    expect(isDoubtful(state)).toBe(isStill);
    expect(isDoubtful(readAt(state, fewer, second + 10))).toBe(true);
    expect(state.order.units).toBe('100');
  });

  it('is doubtful though a list shows as much again', () => {
    expect(isDoubtful(readAt(doubted(), matchedRecord(40, { source: 'BrokerList' }), 60))).toBe(
      true,
    );
  });

  it('is not doubtful any more once trades were taken back, however late', () => {
    const state = doubted();
    const taken = aState({ ...state, order: { ...state.order, matchedUnits: '10' } });
    expect(readAt(taken, matchedRecord(10), 500).order).toMatchObject({
      fewerShownAt: null,
      shownMatched: '10',
    });
  });

  it('is not doubted again for the same once people have said that it is right, and they cannot close it without', () => {
    const context = { taken: false, dayOver: false, fills: [] };
    const resolved = (how: 'number-is-right' | 'close') =>
      resolveManually(doubted(), 'IdentityMismatch', decision(how), context, at(60));
    expect(resolved('close')).toHaveProperty('refusal');
    const right = after(doubted(), changeOf(resolved('number-is-right')));
    expect(isDoubtful(right)).toBe(false);
    expect(readAt(right, fewer, 70).order).toMatchObject({
      fewerShownAt: null,
      shownMatched: '10',
    });
  });

  it('concerns an order no more that has ended', () => {
    const draft = new OrderChangeDraft(doubted(), at(60));
    draft.applyEvidence('seenCancelled', 'Operator');
    const { order, breaks } = after(doubted(), draft.change());
    expect(order).toMatchObject({ status: 'Cancelled', fewerShownAt: null });
    expect(breaks.map(({ type }) => type)).not.toContain('IdentityMismatch');
  });

  it('is another one after an edit has given the order a new number', () => {
    const draft = new OrderChangeDraft(shownMatched(), at());
    draft.linkNumber('700002', 'Acknowledged');
    const state = after(shownMatched(), draft.change());
    const record = matchedRecord(0, { orderNumber: '700002', units: '60', pendingUnits: '60' });
    expect(isDoubtful(readAt(state, record, 50))).toBe(false);
  });
});

describe('A record that shows less matched than trades have', () => {
  it('may be older than they are, and leaves the number as it is', () => {
    const order = anOrder({ status: 'Open', orderNumber: '700001', matchedUnits: '40' });
    const state = readAt(aState({ order }), matchedRecord(10));
    expect(state.order).toMatchObject({ fewerShownAt: null, shownMatched: '10' });
  });
});
