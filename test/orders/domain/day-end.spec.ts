import { describe, expect, it } from '@jest/globals';
import { endOfDay, stillOpen } from '../../../src/orders/domain/day-end.js';
import { ORDER_STATUSES } from '../../../src/orders/domain/order-status.js';
import type { OrderState } from '../../../src/orders/domain/order.js';
import { after, anOrder, aRequest, aState, at, changeOf } from '../../support/builders.js';

const open = (changes: Partial<OrderState['order']> = {}): OrderState =>
  aState({ order: anOrder({ status: 'Open', orderNumber: '700001', ...changes }), requests: [] });

/** What is held after so many passes have shown nothing of it. */
function unseen(state: OrderState, times: number): OrderState {
  let held = state;
  for (let time = 0; time < times; time += 1) {
    const change = endOfDay(held, null, at());
    if (change !== null) held = after(held, change);
  }
  return held;
}

describe('A day order whose day is over', () => {
  it('expires by the calendar when nothing has shown it three times (F1)', () => {
    expect(unseen(open(), 2).order).toMatchObject({ status: 'Open', misses: 2 });
    expect(unseen(open(), 3).order).toMatchObject({ status: 'Expired', grade: 'Calendar' });
  });

  it('expires at a word that is not documented, which is kept (F1)', () => {
    const change = changeOf(endOfDay(open(), 'Lapsed', at()));
    expect(after(open(), change).order).toMatchObject({
      status: 'Expired',
      exchangeStatus: 'Lapsed',
    });
  });

  it.each(['Posted', 'Open', 'Amended', 'Cancelled', 'OPEN'])(
    'does not expire while the exchange says "%s" of it (F1)',
    (word) => {
      expect(endOfDay(open(), word, at())).toBeNull();
    },
  );

  it('does not expire while something of it has no known outcome', () => {
    for (const state of ['Sent', 'Unknown'] as const) {
      const doubted = aState({ ...open(), requests: [aRequest({ kind: 'Cancel', state })] });
      expect(endOfDay(doubted, null, at())).toBeNull();
    }
  });

  it('takes with it what was never sent', () => {
    const queued = aRequest({ kind: 'Edit', state: 'Queued' });
    const change = changeOf(endOfDay(aState({ ...open(), requests: [queued] }), 'Lapsed', at()));
    expect(change.requests).toMatchObject([{ state: 'Withdrawn' }]);
  });

  it('keeps what was matched', () => {
    const held = unseen(open({ matchedUnits: '300', filledUnits: '300' }), 3);
    expect(held.order).toMatchObject({ status: 'Expired', matchedUnits: '300' });
  });

  it('is nothing that has ended or was never there', () => {
    for (const status of ORDER_STATUSES) {
      if (['Posted', 'Open', 'Amended'].includes(status)) continue;
      expect(endOfDay(open({ status }), null, at())).toBeNull();
      expect(stillOpen(open({ status }), at())).toBeNull();
    }
  });

  it('is none of another time in force, which no calendar ends (F5)', () => {
    expect(endOfDay(open({ timeInForce: 'Good Till Cancel' }), null, at())).toBeNull();
    expect(stillOpen(open({ timeInForce: 'Good Till Cancel' }), at())).toBeNull();
  });
});

describe('A day order that is shown to work on the next day', () => {
  it('has not expired, and a person is told (F3)', () => {
    const change = stillOpen(open(), at());
    expect(change?.raise).toMatchObject([{ type: 'OpenAfterClose' }]);
    expect(change?.order).toEqual({});
  });
});
