import { OrderChangeDraft } from '../../../../src/orders/order/changes/order-change-draft.js';
import type { BreakType } from '../../../../src/orders/breaks/break.js';
import type { Resolution } from '../../../../src/orders/breaks/resolution.js';
import type { Order, OrderState } from '../../../../src/orders/order/order.js';
import { isOfNextOwner } from '../../../../src/orders/order-numbers/later-day.js';
import { numberProofOf } from '../../../../src/orders/order-numbers/number-proof.js';
import { resolveManually } from '../../../../src/orders/break-desk/resolutions/manual-resolution.js';
import type { RecordEvidence } from '../../../../src/orders/order/evidence/evidence.js';
import { applyRecord } from '../../../../src/orders/reconciliation/order-records/apply-record.js';
import { NO_MAPPINGS } from '../../../../src/orders/order/order-status.js';
import { readAccountList } from '../../../../src/orders/reconciliation/order-records/listed-by-account.js';
import { withoutRecord } from '../../../../src/orders/reconciliation/order-records/day-end.js';
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
const CONTEXT = { taken: false, dayOver: true, fills: [] };
const resolved = (
  how: Resolution,
  state = doubted(),
  type: BreakType = 'IdentityMismatch',
): OrderState =>
  after(state, changeOf(resolveManually(state, type, decision(how), CONTEXT, at(60))));
/** The list of its account has the order. */
const withListed = (state: OrderState): OrderState => {
  const rows = [{ ...aRecord(), pendingUnits: null }];
  const rules = { external: new Set<string>(), mappings: NO_MAPPINGS };
  return after(state, readAccountList(state, { rows, askedAt: noon(55) }, rules, at(60)));
};
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

  it.each([
    ['that the list of its account ends', 'AccountList', 'numberDoubt', withListed],
    [
      'that a record ends',
      'AccountList',
      'fewerShownAt',
      (state: OrderState) => readAt(state, matchedRecord(40), 60),
    ],
  ] as const)('tells the trail of the doubt %s, where another one stays', (_, doubt, name, end) => {
    const state = doubted({ numberDoubt: doubt, numberDoubtedAt: noon(5), filledUnits: '10' });
    expect(end(state).order[name]).toBeNull();
  });

  it('holds back what is traded under the number', () => {
    const { order } = doubted();
    expect(isOfNextOwner(order, { tradeDate: order.tradingDate })).toBe(true);
  });
});

describe('The number of an order of which a record has shown less matched', () => {
  const cancelled = { statusWord: 'Cancelled', pendingUnits: '0' };

  it.each<[boolean, string, RecordEvidence, number]>([
    [false, 'as much again, soon after', matchedRecord(40), 60],
    [true, 'as much again, long after: another order may have come so far', matchedRecord(40), 90],
    [true, 'as much, in an answer that was asked for before', matchedRecord(40), 45],
    [true, 'more than that, and still less than before', matchedRecord(20), 60],
    [true, 'no quantity', aRecord({ matchedUnits: null, units: '150' }), 60],
    [true, 'less, under an unexplained word', matchedRecord(10, { statusWord: 'Queer' }), 60],
    [true, 'an end with less', matchedRecord(10, cancelled), 60],
    [true, 'an end with as much, long after', matchedRecord(40, cancelled), 90],
    [true, 'all of it filled, long after', matchedRecord(100, { statusWord: 'Filled' }), 90],
  ])('is doubtful (%s) once a record shows %s', (isStill, _, record, second) => {
    const state = readAt(doubted(), record, second);
    const { order } = state;
    expect(isDoubtful(state)).toBe(isStill);
    if (isStill) expect(order).toMatchObject({ units: '100', matchedUnits: '40', status: 'Open' });
  });

  it('is doubtful though an answer that was asked for between two with less shows as much', () => {
    const twice = readAt(doubted(), matchedRecord(10), 60);
    expect(isDoubtful(readAt(twice, matchedRecord(40), 55))).toBe(true);
  });

  it('is doubtful though a list shows as much again', () => {
    expect(isDoubtful(readAt(doubted(), matchedRecord(40, { source: 'BrokerList' }), 60))).toBe(
      true,
    );
  });

  it('is compared by its own quantities, whatever was matched under earlier numbers', () => {
    const chain = { matchedUnderPriorNumbers: '60', matchedUnits: '100', units: '200' };
    const part = (matched: number) => matchedRecord(matched, { units: '140' });
    const order = anOrder({ status: 'Open', orderNumber: '700001', ...chain });
    const shown = readAt(aState({ order }), part(40));
    const less = readAt(shown, part(10), 50);
    expect(isDoubtful(less)).toBe(true);
    expect(isDoubtful(readAt(less, part(40), 60))).toBe(false);
  });

  it('is not doubted again for the same once people have said that it is right', () => {
    const right = resolved('number-is-right');
    expect(isDoubtful(right)).toBe(false);
    expect(readAt(right, fewer, 70).order).toMatchObject({
      fewerShownAt: null,
      shownMatched: '10',
    });
  });

  it("is another order's where people say that ours was cancelled: that one is certain, and nothing under the number is its own", () => {
    const { order } = resolved('was-cancelled');
    expect(order).toMatchObject({ status: 'Cancelled', grade: 'Operator', fewerShownAt: null });
    expect(order).toMatchObject({ numberLeftAt: noon(60), fewerMatchedSince: null });
    expect(readAt(aState({ order }), matchedRecord(100), 70).order).toEqual(order);
  });

  it("is another order's where people say that ours has ended with its day, or was filled", () => {
    const left = { fewerShownAt: null, numberLeftAt: noon(60), numberDoubt: null };
    const { order } = doubted();
    const later = aState({ order: { ...order, numberDoubt: 'LaterDay' } });
    expect(resolved('has-expired', later).order).toMatchObject({ ...left, status: 'Expired' });
    const filled = aState({ order: { ...order, status: 'Filled' } });
    expect(resolved('was-filled', filled).order).toMatchObject({ ...left, status: 'Filled' });
  });

  it.each([
    ['close', 'IdentityMismatch'],
    ['has-expired', 'StatusMismatch'],
    ['was-filled', 'StatusMismatch'],
  ] as const)('is not settled by %s of a %s', (how, type) => {
    expect(() => resolved(how, doubted(), type)).toThrow('resolution-unfit');
  });

  it('is not doubted again for what people have seen: an order with less at work after a cancel', () => {
    const cancelled = new OrderChangeDraft(shownMatched(), at(35));
    cancelled.applyEvidence('cancelAccepted', 'Acknowledged');
    const doubtful = readAt(after(shownMatched(), cancelled.change()), fewer, 50);
    expect(doubtful.order).toMatchObject({ status: 'Cancelled', numberDoubt: 'NextOwner' });
    const right = resolved('number-is-right', doubtful);
    const said = { ...RULES, numberCalled: 'number-is-right' } as const;
    const shown = [70, 80].reduce(
      (state, second) =>
        after(state, applyRecord(state, { ...fewer, askedAt: noon(second) }, at(second + 1), said)),
      right,
    );
    expect(shown.order).toMatchObject({ fewerShownAt: null, numberDoubt: null });
  });

  it('is not in doubt for what a record that was wrong had shown: filled', () => {
    const wrong = matchedRecord(100, { statusWord: 'Filled' });
    const filled = readAt(shownMatched({ filledUnits: '40', matchedUnits: '40' }), wrong, 35);
    const shown = [50, 65, 80].reduce(
      (state, second) => readAt(state, matchedRecord(40), second),
      filled,
    );
    expect(shown.order).toMatchObject({ status: 'Open', fewerShownAt: null });
  });

  it('is doubted again for the next record with less, after one that was old', () => {
    const settled = readAt(doubted(), matchedRecord(40), 60);
    expect(isDoubtful(readAt(settled, matchedRecord(10), 70))).toBe(true);
  });

  it('is in doubt as well after its order has ended, which another break than its own does not settle', () => {
    const draft = new OrderChangeDraft(doubted(), at(60));
    draft.applyEvidence('cancelAccepted', 'Acknowledged');
    const state = after(doubted(), draft.change());
    expect(state.order).toMatchObject({ status: 'Cancelled', fewerShownAt: noon(50) });
    expect(readAt(state, matchedRecord(40), 90).order.status).toBe('Cancelled');
    expect(() => resolved('was-cancelled', state, 'StatusMismatch')).toThrow('resolution-unfit');
    const settled = resolved('was-cancelled', state).order;
    expect(settled).toMatchObject({ status: 'Cancelled', fewerShownAt: null });
    const ours = resolved('number-is-right', state).order;
    expect(ours).toMatchObject({ status: 'Cancelled', contestedSince: noon(60) });
  });

  it('keeps its order from ending with its day by the want of a record', () => {
    expect(
      withoutRecord(doubted(), { times: 9, closesAt: 0 }, at(70))?.order ?? {},
    ).not.toHaveProperty('status');
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
