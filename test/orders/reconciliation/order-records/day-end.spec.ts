import {
  endOfDay,
  endOfListed,
  reportStillListed,
  withoutRecord,
} from '../../../../src/orders/reconciliation/order-records/day-end.js';
import { ORDER_STATUSES } from '../../../../src/orders/order/order-status.js';
import type { OrderState } from '../../../../src/orders/order/order.js';
import { OrderChangeDraft } from '../../../../src/orders/order/changes/order-change-draft.js';
import { withdrawNumber } from '../../../../src/orders/order-numbers/number-link.js';
import { applyRecord } from '../../../../src/orders/reconciliation/order-records/apply-record.js';
import {
  after,
  anOrder,
  aRecord,
  aRequest,
  aState,
  at,
  changeOf,
  noon,
} from '../../../support/builders.js';
import { RULES } from '../../order/reading.js';

const open = (changes: Partial<OrderState['order']> = {}): OrderState =>
  aState({ order: anOrder({ status: 'Open', orderNumber: '700001', ...changes }), requests: [] });

const RECORD = {
  orderNumber: '700001', security: 'SD11PLC', side: 'BUY', units: '1000', matchedUnits: '0',
} as const; // prettier-ignore
const said = (statusWord: string) => ({ record: { ...RECORD, statusWord }, times: 0 });
const unseen = (times: number) => ({ record: null, times });
const held = (state: OrderState, times: number): OrderState =>
  after(state, endOfDay(state, unseen(times), at()));

describe('A day order whose day is over', () => {
  it('expires by the calendar when nothing has shown it three times (F1)', () => {
    expect(held(open({ timesMissing: 2 }), 1).order.status).toBe('Open');
    expect(held(open(), 2).order.status).toBe('Open');
    expect(held(open(), 3).order).toMatchObject({ status: 'Expired', grade: 'Calendar' });
  });

  it('expires at a word that is not documented, which is kept (F1)', () => {
    const change = changeOf(endOfDay(open(), said('Lapsed'), at()));
    expect(after(open(), change).order).toMatchObject({
      status: 'Expired',
      exchangeStatus: 'Lapsed',
    });
  });

  it.each(['Posted', 'Open', 'Amended', 'Cancelled', 'OPEN'])(
    'does not expire while the exchange says "%s" of it (F1)',
    (word) => {
      expect(endOfDay(open(), said(word), at())).toBeNull();
    },
  );

  it.each([{ orderNumber: '700002' }, { security: 'SDZARFOOD' }, { side: 'SELL' }])(
    'does not expire by the word of a record of %j',
    (other) => {
      const record = { ...RECORD, statusWord: 'Lapsed', ...other };
      expect(endOfDay(open(), { record, times: 0 }, at())).toBeNull();
    },
  );

  it.each<readonly [string, string, boolean]>([
    ['300', '300', false],
    ['300', '1000', true],
    ['0', '0', true],
  ])('with %s of %s units matched: expires %s', (matchedUnits, units, expires) => {
    const record = { ...RECORD, statusWord: 'Executed', units, matchedUnits };
    const state = open({ units: '1000', matchedUnits, filledUnits: matchedUnits });
    expect(endOfDay(state, { record, times: 0 }, at()) !== null).toBe(expires);
  });

  it('does not expire once every unit of it is matched, whatever its record counts', () => {
    const full = open({ units: '1000', matchedUnits: '1000' });
    const record = { ...RECORD, statusWord: 'Lapsed', units: '0', matchedUnits: '1000' };
    expect(endOfDay(full, { record, times: 0 }, at())).toBeNull();
    expect(endOfDay(full, unseen(3), at())).toBeNull();
  });

  it('does not expire while something of it has no known outcome', () => {
    for (const state of ['Sent', 'Unknown'] as const) {
      const doubted = aState({ ...open(), requests: [aRequest({ kind: 'Cancel', state })] });
      expect(endOfDay(doubted, unseen(3), at())).toBeNull();
    }
  });

  it('takes with it what was never sent', () => {
    const queued = aRequest({ kind: 'Edit', state: 'Queued' });
    const change = changeOf(
      endOfDay(aState({ ...open(), requests: [queued] }), said('Lapsed'), at()),
    );
    expect(change.requests).toMatchObject([{ state: 'Withdrawn' }]);
  });

  describe('of which its acknowledgement is all that is known', () => {
    const acknowledged = open({
      status: 'Posted', grade: 'Acknowledged', exchangeStatus: 'Posted', shownWorkingAt: null,
    }); // prettier-ignore
    const ended = {
      statusWord: 'C', units: '100', matchedUnits: '0', pendingUnits: '0', askedAt: noon(1),
    } as const; // prettier-ignore
    const without = (state: OrderState, times: number) =>
      withoutRecord(state, { times, closesAt: 600 }, at());

    it('does not expire without a record: something may have ended it before, and people are told', () => {
      expect(held(acknowledged, 3).order.status).toBe('Posted');
      expect(without(acknowledged, 2)?.breaksOpened).toEqual([]);
      const told = changeOf(without(acknowledged, 3));
      expect(told.breaksOpened).toMatchObject([{ type: 'MissingAtExchange' }]);
      expect(after(acknowledged, told).order).toMatchObject({ status: 'Posted' });
      expect(after(acknowledged, told).order.doubtedSince).not.toBeNull();
    });

    it.each([{}, { pendingUnits: null }])(
      'does not expire by a record of its end in an undocumented word, and that break stays open: %j',
      (other) => {
        const record = aRecord({ ...ended, ...other });
        const change = changeOf(applyRecord(acknowledged, record, at(), RULES));
        expect(change.breaksOpened).toMatchObject([{ type: 'UnmappedValue', key: 'c' }]);
        const shown = after(acknowledged, change);
        expect(endOfDay(shown, said('C'), at())).toBeNull();
        expect(endOfListed(shown, record, at())).toBeNull();
      },
    );

    it('does not expire by a word that says nothing', () => {
      const mappings = { version: 1, meanings: new Map([['c', 'Nothing' as const]]) };
      const change = changeOf(
        applyRecord(acknowledged, aRecord(ended), at(), { ...RULES, mappings }),
      );
      const shown = after(acknowledged, change);
      expect(endOfDay(shown, said('C'), at(), mappings)).toBeNull();
      // Nothing says that it works, and no break tells of it.
      expect(shown.order.doubtedSince).not.toBeNull();
    });

    it.each([{ units: '40' }, { units: '40', statusWord: 'O' }])(
      'is not shown working by a record with other units: %j',
      (other) => {
        const record = aRecord({ ...ended, statusWord: 'Open', pendingUnits: '40', ...other });
        const change = changeOf(applyRecord(acknowledged, record, at(), RULES));
        expect(after(acknowledged, change).order.shownWorkingAt).toBeNull();
      },
    );

    it('is not shown working by what was shown under a number that was not its own', () => {
      const draft = new OrderChangeDraft(open(), at());
      withdrawNumber(draft, [], 'it is another order');
      expect(draft.order.shownWorkingAt).toBeNull();
    });

    it('is left to its cancel while the outcome of that is not known', () => {
      const requests = [aRequest({ kind: 'Cancel', state: 'Unknown' })];
      const cancelled = aState({ ...acknowledged, requests });
      expect(without(cancelled, 3)?.breaksOpened).toEqual([]);
    });

    it.each([
      ['by its word', { statusWord: 'Open', pendingUnits: null }],
      ['by what is pending', { statusWord: 'O', pendingUnits: '100' }],
    ])('expires once a record has shown it working, %s', (_, shown) => {
      const record = aRecord({ ...ended, ...shown });
      const working = after(acknowledged, applyRecord(acknowledged, record, at(), RULES));
      expect(working.order.shownWorkingAt).toBe(noon(1));
      expect(changeOf(without(working, 3)).order).toMatchObject({ status: 'Expired' });
    });

    it('does not expire with what is shown as traded of it: more may have been', () => {
      const traded = open({ ...acknowledged.order, matchedUnits: '30', filledUnits: '30' });
      const told = changeOf(without(traded, 3));
      expect(told.breaksOpened).toMatchObject([{ type: 'MissingAtExchange' }]);
      expect(after(traded, told).order.doubtedSince).not.toBeNull();
    });
  });

  it('keeps what was matched', () => {
    const ended = held(open({ matchedUnits: '300', filledUnits: '300' }), 3);
    expect(ended.order).toMatchObject({ status: 'Expired', matchedUnits: '300' });
  });

  it('is nothing that has ended or was never there', () => {
    for (const status of ORDER_STATUSES) {
      if (['Posted', 'Open', 'Amended'].includes(status)) continue;
      expect(endOfDay(open({ status }), unseen(3), at())).toBeNull();
      expect(reportStillListed(open({ status }), at())).toBeNull();
    }
  });

  it('is none of another time in force, which no calendar ends (F5)', () => {
    expect(endOfDay(open({ timeInForce: 'Good Till Cancel' }), unseen(3), at())).toBeNull();
    expect(reportStillListed(open({ timeInForce: 'Good Till Cancel' }), at())).toBeNull();
  });
});

describe('A day order that is listed after its day, under a word that nobody has explained', () => {
  const order = open({ units: '100', matchedUnits: '30', filledUnits: '30' });
  const ended = { statusWord: 'Lapsed', matchedUnits: '30', pendingUnits: '0' } as const;

  it('expires by a record with nothing pending, and with what is known to be matched', () => {
    const change = changeOf(endOfListed(order, aRecord(ended), at()));
    expect(after(order, change).order).toMatchObject({
      status: 'Expired',
      matchedUnits: '30',
      exchangeStatus: 'Lapsed',
    });
  });

  it.each([
    { pendingUnits: '70' },
    { pendingUnits: null },
    { matchedUnits: null },
    { matchedUnits: '20' },
    { matchedUnits: '40' },
    { units: '90' },
    { units: '30' },
    { statusWord: 'Open' },
  ])('does not by one with %j', (other) => {
    expect(endOfListed(order, aRecord({ ...ended, ...other }), at())).toBeNull();
  });

  it('opens no break by that word once it has expired', () => {
    const expired = open({ status: 'Expired', grade: 'Calendar', exchangeStatus: 'Lapsed' });
    const change = applyRecord(expired, aRecord({ ...ended, matchedUnits: '0' }), at(), RULES);
    expect(change?.breaksOpened ?? []).toEqual([]);
  });
});

describe('A day order that is shown to work on the next day', () => {
  it('has not expired, and a person is told (F3)', () => {
    const change = reportStillListed(open(), at());
    expect(change?.breaksOpened).toMatchObject([{ type: 'OpenAfterClose' }]);
    expect(change?.order).toEqual({});
  });
});
