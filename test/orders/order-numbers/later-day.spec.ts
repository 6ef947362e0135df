import { applyRecord } from '../../../src/orders/reconciliation/order-records/apply-record.js';
import {
  noteUnshown,
  withoutRecord,
} from '../../../src/orders/reconciliation/order-records/day-end.js';
import { isOfNextOwner } from '../../../src/orders/order-numbers/later-day.js';
import type { RecordRules } from '../../../src/orders/reconciliation/order-records/record-rules.js';
import { resolveManually } from '../../../src/orders/break-desk/resolutions/manual-resolution.js';
import type { BreakType } from '../../../src/orders/breaks/break.js';
import type { Resolution } from '../../../src/orders/breaks/resolution.js';
import { OrderChangeDraft } from '../../../src/orders/order/changes/order-change-draft.js';
import { stillOwns } from '../../../src/orders/order/number-lifetime.js';
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
  TODAY,
} from '../../support/builders.js';
import { decision } from '../order/decisions.js';
import { read, RULES } from '../order/reading.js';

const NEXT_DAY = '2026-11-21';
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

  it('keeps its number if it was never missed', () => {
    expect(shown(open({})).order.numberDoubt).toBeNull();
  });

  it('has a number that the list of its account can confirm if it is good until it is cancelled', () => {
    const order = { timeInForce: 'Good Till Cancelled (GTC)', missingSince: 5 };
    expect(shown(open(order)).order.numberDoubt).toBe('AccountList');
  });

  it('has one that the list of its account can confirm on its own day', () => {
    const change = changeOf(read(open({ missingSince: noon(5) }), aRecord({ askedAt: noon(50) })));
    expect(change.order).toMatchObject({ numberDoubt: 'AccountList' });
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
  it('leaves its number doubtful until people decide, so that nothing is sent by it', () => {
    const record = aRecord({ units: '1500', pendingUnits: '1500', askedAt: noon(50) });
    const change = changeOf(applyRecord(open(), record, nextDay(), RULES));
    expect(change.order).toMatchObject({ numberDoubt: 'LaterDay' });
    expect(raisedBy(change)).toEqual(['IdentityMismatch']);
    const next = after(open(), change);
    expect(applyRecord(next, aRecord({ askedAt: noon(70) }), nextDay(80), RULES)).toBeNull();
  });
});

describe('A record of a later day with other units, once people have said on that day that the number is right,', () => {
  const RIGHT = { ...RULES, isCalledRightLater: true };
  const state = open({ tradingDate: TODAY }, []);
  const ended = { units: '90', matchedUnits: null, pendingUnits: '0', statusWord: 'Cancelled' };
  const taken = (record: Partial<RecordEvidence>, rules: RecordRules = RIGHT) =>
    changeOf(applyRecord(state, aRecord({ ...record, askedAt: noon(50) }), nextDay(), rules));

  it('ends the order, which no doubt of its number keeps open', () => {
    const change = taken(ended);
    expect(change.order).toMatchObject({ status: 'Cancelled' });
    expect(change.order).not.toHaveProperty('numberDoubt');
  });

  it.each<readonly [string, Partial<RecordEvidence>, RecordRules]>([
    ['they have not said so', ended, RULES],
    ['it shows an order at work', { ...ended, pendingUnits: '90', statusWord: 'Open' }, RIGHT],
    ['it is of the other side', { ...ended, side: 'SELL' }, RIGHT],
    ['it is of another security', { ...ended, security: 'SDZARFOOD' }, RIGHT],
    ['it is of a list', { ...ended, source: 'BrokerList' }, RIGHT],
  ])('leaves the number doubtful where %s', (_, record, rules) => {
    const change = taken(record, rules);
    expect(change.order.numberDoubt ?? null).not.toBeNull();
    expect(change.order).not.toHaveProperty('status');
  });
});

describe('People who say how a day order with a doubtful number ended', () => {
  const dayOver = { taken: false, dayOver: true, fills: [] } as const;
  const doubted = (requests: OrderState['requests'] = []) => shown(gone(open({}, requests)));
  const ended = (state: OrderState, how: Resolution, type: BreakType = 'IdentityMismatch') =>
    after(state, changeOf(resolveManually(state, type, decision(how), dayOver, nextDay(80))));

  it.each([
    ['has-expired', 'Expired'],
    ['was-cancelled', 'Cancelled'],
  ] as const)('by %s leave no doubt of the number, and no break', (how, status) => {
    const state = doubted();
    expect(ended(state, how).order).toMatchObject({ status, numberDoubt: null });
    const change = changeOf(
      resolveManually(state, 'IdentityMismatch', decision(how), dayOver, nextDay(80)),
    );
    expect(change.breaksClosed).toMatchObject([{ type: 'IdentityMismatch', key: '700001' }]);
  });

  it('by a cancel that took effect do so, too', () => {
    const cancel = aRequest({ kind: 'Cancel', state: 'Unknown', sends: 1 });
    const { order } = ended(doubted([cancel]), 'took-effect', 'CancelUnconfirmed');
    expect(order).toMatchObject({ status: 'Cancelled', numberDoubt: null });
  });

  it('are not contradicted by what is shown under the number on the later day', () => {
    const { order } = ended(doubted(), 'has-expired');
    const record = aRecord({ askedAt: noon(90) });
    const change = applyRecord(aState({ order }), record, nextDay(100), RULES);
    expect(change?.order ?? {}).not.toHaveProperty('status');
    const closedAt = Date.parse('2026-11-21T09:00:00Z');
    expect(stillOwns({ ...order, closedAt }, NEXT_DAY)).toBe('no');
    expect(stillOwns({ ...order, closedAt, grade: 'Enquired' }, NEXT_DAY)).toBe('perhaps');
  });
});

describe('A day order that answers leave out while its day is being closed', () => {
  it('is remembered as missed, so that its number is doubtful on a later day', () => {
    const state = open();
    const missed = after(state, changeOf(noteUnshown(state, 0, at(10), 'shown no more')));
    expect(shown(missed).order.numberDoubt).toBe('LaterDay');
  });
});

describe('A day order that the calendar has ended, and that an enquiry of a later day shows working,', () => {
  const expired = open({ status: 'Expired', grade: 'Calendar', closedAt: noon(20) });

  it('is open again, with a doubtful number, and nothing else is taken from the record', () => {
    const record = aRecord({ matchedUnits: '40', pendingUnits: '60', askedAt: noon(50) });
    const change = changeOf(applyRecord(expired, record, nextDay(), RULES));
    expect(change.order).toMatchObject({ status: 'Open', closedAt: null, numberDoubt: 'LaterDay' });
    expect(change.order).not.toHaveProperty('matchedUnits');
    expect(raisedBy(change)).toEqual(['StatusMismatch', 'IdentityMismatch']);
  });

  it('is open again without that doubt on its own day', () => {
    const change = changeOf(read(expired, aRecord({ askedAt: noon(50) })));
    expect(change.order).toMatchObject({ status: 'Open' });
    expect(change.order).not.toHaveProperty('numberDoubt');
  });
});

describe('A day order with a doubtful number that trades of its own day fill', () => {
  it('has no doubt of its number any more, and no break', () => {
    const state = shown(gone(open()));
    const draft = new OrderChangeDraft(state, nextDay(80));
    draft.set({ filledUnits: state.order.units, matchedUnits: state.order.units });
    draft.applyEvidence('tradedInFull', 'Traded');
    const change = draft.change();
    expect(change.order).toMatchObject({ status: 'Filled', numberDoubt: null });
    expect(change.breaksClosed).toMatchObject([{ type: 'IdentityMismatch', key: '700001' }]);
  });
});
