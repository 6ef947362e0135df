import type { Order } from '../../../../src/orders/order/order.js';
import {
  doubtEnd,
  followFilled,
  isWorkingByRecord,
} from '../../../../src/orders/reconciliation/order-records/unexplained-status.js';
import { anOrder, aRecord, aState, at, noon, GRACE_MS } from '../../../support/builders.js';

const FILLED: Partial<Order> = { status: 'Filled', grade: 'Traded', closedAt: noon(50) };
const LISTED = {
  isLasting: false,
  detail: 'shown',
  word: 'Open',
  askedAt: noon(55),
  graceMs: GRACE_MS,
};

describe('A record', () => {
  it.each([
    [true, { statusWord: 'Open', matchedUnits: null, pendingUnits: null }],
    [true, { statusWord: 'what', matchedUnits: '40', pendingUnits: '60' }],
    [false, { statusWord: 'what', matchedUnits: null, pendingUnits: null }],
    [false, { statusWord: 'what', matchedUnits: '40', pendingUnits: '0' }],
    [false, { statusWord: 'Cancelled', matchedUnits: '40', pendingUnits: '60' }],
    [false, { statusWord: 'Open', matchedUnits: '100', pendingUnits: '0' }],
  ])('that an order works: %s, by %j', (works, shown) => {
    expect(isWorkingByRecord(aRecord({ units: '100', ...shown }))).toBe(works);
  });
});

describe('A list that shows an order working that is over', () => {
  const doubted = (order: Partial<Order>, seconds: number) =>
    doubtEnd(aState({ order: anOrder(order) }), at(seconds), LISTED);

  it('makes a Cancelled one contested, and doubtful if lists go on to show it so', () => {
    const cancelled = aState({ order: anOrder({ status: 'Cancelled', grade: 'Enquired' }) });
    expect(doubtEnd(cancelled, at(56), LISTED)?.order).toEqual({ contestedSince: noon(56) });
    const lasting = doubtEnd(cancelled, at(56), { ...LISTED, isLasting: true });
    expect(lasting?.breaksOpened).toMatchObject([{ type: 'SourcesDisagree', key: 'lists' }]);
    expect(lasting?.order).toEqual({ doubtedSince: noon(56) });
  });

  it('makes a Filled one doubtful at once, and is told of later than a record may lag', () => {
    expect(doubted(FILLED, 56)).toMatchObject({
      order: { doubtedSince: noon(56) },
      breaksOpened: [],
    });
    expect(doubted(FILLED, 70)?.breaksOpened).toMatchObject([{ type: 'SourcesDisagree' }]);
  });

  it.each(['Acknowledged', 'Enquired'] as const)('contests one that is Cancelled, %s', (grade) => {
    const change = doubted({ status: 'Cancelled', grade, closedAt: noon(50) }, 56);
    expect(change?.order.contestedSince).toBe(noon(56));
  });

  it.each<[string, Partial<Order>]>([
    ['that works', { status: 'Open' }],
    ['that has expired', { status: 'Expired', grade: 'Calendar' }],
    ['that was touched after the list was asked for', { ...FILLED, lastOwnChangeAt: noon(55) }],
    ['that was enquired since', { ...FILLED, askedAt: noon(56) }],
  ])('says nothing of one %s', (_, order) => {
    expect(doubted(order, 70)).toBeNull();
  });

  it('is explained when neither a list nor an enquiry shows it any more', () => {
    const state = aState({ order: anOrder({ ...FILLED, doubtedSince: noon(56) }) });
    const followed = (isGone: boolean, seconds: number) =>
      followFilled(state, at(seconds), { isGone, graceMs: GRACE_MS });
    expect(followed(true, 58)).toBeNull();
    expect(followed(true, 70)?.order.doubtedSince).toBeNull();
    expect(followed(false, 70)?.breaksOpened).toMatchObject([{ type: 'SourcesDisagree' }]);
  });
});
