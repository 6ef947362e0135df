import { applyRecord } from '../../../src/orders/reconciliation/order-records/apply-record.js';
import { withoutRecord } from '../../../src/orders/reconciliation/order-records/day-end.js';
import { isOfNextOwner } from '../../../src/orders/order-numbers/later-day.js';
import type { Order, OrderState } from '../../../src/orders/order/order.js';
import type { RecordEvidence } from '../../../src/orders/order/evidence/evidence.js';
import {
  after,
  anOrder,
  aRecord,
  aRequest,
  aState,
  at,
  changeOf,
  noon,
  raisedBy,
} from '../../support/builders.js';
import { read, RULES } from '../order/reading.js';

const NEXT_DAY = '2027-01-01';
const nextDay = (seconds = 60) => at(seconds, { today: NEXT_DAY });
const open = (changes: Partial<Order> = {}, requests: OrderState['requests'] = []): OrderState =>
  aState({ order: anOrder({ status: 'Open', orderNumber: '700001', ...changes }), requests });
/** Its day is over, and neither the list nor an enquiry shows it. */
const gone = (state: OrderState): OrderState =>
  after(state, changeOf(withoutRecord(state, { times: 1, closesAt: 0 }, at(10))));
const shown = (state: OrderState, source: RecordEvidence['source'] = 'OrderEnquiry'): OrderState =>
  after(state, applyRecord(state, aRecord({ source, askedAt: noon(50) }), nextDay(), RULES));

describe('A day order that nothing shows after its day, and that is shown again on a later one,', () => {
  it.each(['OrderEnquiry', 'BrokerList'] as const)(
    'has a doubtful number, although the record of the %s is like it, and a person is told',
    (source) => {
      const state = gone(open());
      const change = changeOf(
        applyRecord(state, aRecord({ source, askedAt: noon(50) }), nextDay(), RULES),
      );
      expect(change.order).toMatchObject({ numberDoubt: 'LaterDay' });
      expect(raisedBy(change)).toEqual(['IdentityMismatch']);
    },
  );

  it('takes nothing from what is shown under the number until people have decided', () => {
    const doubted = shown(gone(open()));
    const record = aRecord({ matchedUnits: '40', pendingUnits: '60', askedAt: noon(70) });
    expect(applyRecord(doubted, record, nextDay(80), RULES)).toBeNull();
  });

  it('is not doubted for the same gap again once people have said that the number is right', () => {
    const { order } = shown(gone(open()));
    const right = { ...order, numberDoubt: null, numberDoubtedAt: null };
    const record = aRecord({ askedAt: noon(70) });
    const change = changeOf(applyRecord(aState({ order: right }), record, nextDay(80), RULES));
    expect(change.order).not.toHaveProperty('numberDoubt');
  });

  it('has no trades of the later day, and those of its own', () => {
    for (const { order } of [gone(open()), shown(gone(open()))]) {
      expect(isOfNextOwner(order, { tradeDate: NEXT_DAY })).toBe(true);
      expect(isOfNextOwner(order, { tradeDate: order.tradingDate })).toBe(false);
    }
  });

  it.each<[string, Partial<Order>]>([
    ['was never missed', {}],
    [
      'is good until it is cancelled',
      { timeInForce: 'Good Till Cancelled (GTC)', missingSince: 5 },
    ],
  ])('keeps its number if it %s', (_, changes) => {
    expect(shown(open(changes)).order.numberDoubt).toBeNull();
  });

  it('keeps it on its own day', () => {
    const change = changeOf(read(open({ missingSince: noon(5) }), aRecord({ askedAt: noon(50) })));
    expect(change.order).not.toHaveProperty('numberDoubt');
  });
});

describe('A cancel of a day order whose outcome is unknown', () => {
  const cancel = aRequest({ kind: 'Cancel', state: 'Unknown', sends: 1 });

  it.each([
    ['is sent once more on its day', at(), [{ resend: 'Cleared' }]],
    ['is not sent by itself on a later one: the number may be another order’s', nextDay(), []],
  ])('%s', (_, moment, requests) => {
    const change = changeOf(applyRecord(open({}, [cancel]), aRecord(), moment, RULES));
    expect(change.requests).toHaveLength(requests.length);
    expect(change.requests).toMatchObject(requests);
  });
});

describe('A record of a later day with other units than the day order', () => {
  it('leaves its number doubtful, so that nothing is sent by it', () => {
    const record = aRecord({ units: '1500', pendingUnits: '1500', askedAt: noon(50) });
    const change = changeOf(applyRecord(open(), record, nextDay(), RULES));
    expect(change.order).toMatchObject({ numberDoubt: 'OrderEnquiry' });
    expect(raisedBy(change)).toEqual(['IdentityMismatch']);
  });
});
