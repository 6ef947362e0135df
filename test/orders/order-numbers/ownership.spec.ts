import {
  ownershipOf,
  ownershipOfTrade,
  isOwnRecord,
} from '../../../src/orders/order-numbers/ownership.js';
import { dayGiven, stillOwns, type EarlierOwner } from '../../../src/orders/order/number-lifetime.js'; // prettier-ignore
import type { Order } from '../../../src/orders/order/order.js';
import {
  anOrder, aRecord, aRequest, at, noon, GRACE_MS, TODAY,
} from '../../support/builders.js'; // prettier-ignore

const YESTERDAY = '2026-11-19';
const DAY = 24 * 3_600;
const GTC = 'Good Till Cancelled (GTC)';

const aDayOrder = (changes: Partial<Order>): Order =>
  anOrder({ tradingDate: YESTERDAY, ...changes });

describe('The number of an order of yesterday', () => {
  it.each([
    ['that expired in the evening', { status: 'Expired', closedAt: noon(-DAY) }, 'no'],
    ['that expired this morning', { status: 'Expired', closedAt: noon(0) }, 'perhaps'],
    ['that was cancelled yesterday', { status: 'Cancelled', closedAt: noon(-DAY) }, 'no'],
    ['that was first seen filled today', { status: 'Filled', closedAt: noon(0) }, 'perhaps'],
    ['that is not known to have ended', { status: 'Open' }, 'perhaps'],
    ['that is good till cancelled', { status: 'Open', timeInForce: GTC }, 'yes'],
    ['that is good till cancelled and ended today', { status: 'Filled', timeInForce: GTC, closedAt: noon(0) }, 'yes'],
    ['that is good till cancelled and ended yesterday', { status: 'Filled', timeInForce: GTC, closedAt: noon(-DAY) }, 'no'],
  ] as const)('%s is still its own today: %j, %s', (_which, changes, owns) => {
    expect(stillOwns(aDayOrder(changes), TODAY)).toBe(owns);
    expect(stillOwns(aDayOrder(changes), YESTERDAY)).toBe('yes');
  }); // prettier-ignore
});

describe('A row of today under the number of an order of yesterday', () => {
  const terms = { security: 'SD11PLC', side: 'BUY', units: '100' };
  const OTHER = { ...terms, units: '90' };
  const earlier = (isOver: boolean): EarlierOwner => ({ ...terms, accountNumber: 'CDS-1', isOver });

  it.each([
    ['yes', false, 'own', 'ambiguous'],
    ['perhaps', false, 'ambiguous', 'ambiguous'],
    ['perhaps', true, 'ambiguous', 'foreign'],
    ['no', true, 'ambiguous', 'foreign'],
  ] as const)(
    'that still owns it: %s, over: %s, is %s with its terms, and %s with others',
    (owns, isOver, same, other) => {
      const owner = { stillOwns: owns, earlier: earlier(isOver) };
      expect(ownershipOf(owner, terms)).toBe(same);
      expect(ownershipOf(owner, OTHER)).toBe(other);
    },
  );

  it('is foreign when none of our orders had it, and own when it was given today', () => {
    expect(ownershipOf(undefined, terms)).toBe('foreign');
    expect(ownershipOf({ stillOwns: 'yes', earlier: null }, OTHER)).toBe('own');
  });

  it.each([
    ['yes', {}, 'own'],
    ['yes', { accountNumber: 'CDS-2' }, 'ambiguous'],
    ['perhaps', {}, 'ambiguous'],
    ['perhaps', { accountNumber: null }, 'ambiguous'],
    ['perhaps', { accountNumber: 'CDS-2' }, 'foreign'],
    ['perhaps', { side: 'SELL' }, 'foreign'],
    ['perhaps', { security: 'OTHERPLC' }, 'foreign'],
    ['no', {}, 'foreign'],
  ] as const)(
    'that is a trade, of an order that still owns it: %s, with %j is %s',
    (owns, row, expected) => {
      const trade = { security: 'SD11PLC', side: 'BUY', accountNumber: 'CDS-1', ...row };
      expect(ownershipOfTrade({ stillOwns: owns, earlier: earlier(false) }, trade)).toBe(expected);
    },
  );
});

describe('A record of today under the number of an order of yesterday', () => {
  const isIts = (
    order: Order,
    shown: Parameters<typeof aRecord>[0],
    requests: Parameters<typeof aRequest>[0][] = [],
  ): boolean => {
    const record = aRecord({ matchedUnits: '30', pendingUnits: '70', ...shown });
    const state = { order, requests: requests.map((one) => aRequest(one)), breaks: [] };
    return isOwnRecord(state, record, at(), GRACE_MS);
  };
  const order = aDayOrder({ matchedUnits: '30' });

  it.each([
    ['the same', {}, true],
    ['no quantities', { matchedUnits: null, pendingUnits: null }, true],
    ['more matched', { matchedUnits: '40' }, true],
    ['less matched', { matchedUnits: '20' }, false],
    ['other units', { units: '90' }, false],
    ['another security', { security: 'OTHERPLC' }, false],
    ['the other side', { side: 'SELL' }, false],
  ])('with %s can be its own: %j, %s', (_what, shown, its) => {
    expect(isIts(order, shown)).toBe(its);
    // On its own day every record under its number is its own, whatever somebody did to it.
    expect(isIts(anOrder(), shown)).toBe(true);
  });

  it('may lag behind its trades, and behind an edit of ours', () => {
    expect(isIts({ ...order, updatedAt: noon(55) }, { matchedUnits: '20' })).toBe(true);
    expect(isIts({ ...order, lastOwnChangeAt: noon(55) }, { units: '90' })).toBe(true);
    expect(isIts(order, { units: '90' }, [{ kind: 'Edit', state: 'Unknown', units: '90' }])).toBe(true);
    expect(isIts(order, { units: '95' }, [{ kind: 'Edit', state: 'Unknown', units: '90' }])).toBe(false);
  }); // prettier-ignore

  it('is not that of an order that ended longer ago than any holidays last', () => {
    const ended = { status: 'Cancelled', tradingDate: '2026-09-01' } as const;
    expect(isIts(anOrder({ ...ended, closedAt: noon(-29 * DAY) }), {})).toBe(true);
    expect(isIts(anOrder({ ...ended, closedAt: noon(-40 * DAY) }), {})).toBe(false);
  });
});

describe('The day on which an order was given a number', () => {
  it.each([
    ['is its trading day for its first', { orderNumber: null, timeInForce: GTC }, YESTERDAY],
    ['is its trading day for a day order, whenever it was learned', {}, YESTERDAY],
    ['is that of the edit for an order that lives longer', { timeInForce: GTC }, TODAY],
  ])('%s: %j, %s', (_which, changes, day) => {
    expect(dayGiven(aDayOrder(changes), TODAY)).toBe(day);
  });
});
