import { describe, expect, it } from '@jest/globals';
import { claimOf, claimOfTrade, isItsRecord } from '../../../src/orders/order-numbers/ownership.js';
import { dayGiven, holdsOn, type EarlierOwner } from '../../../src/orders/order/number-life.js'; // prettier-ignore
import type { Order } from '../../../src/orders/order/order.js';
import {
  anOrder, aRecord, aRequest, at, noon, SETTLE_MS, TODAY,
} from '../../support/builders.js'; // prettier-ignore

const YESTERDAY = '2026-11-19';
const DAY = 24 * 3_600;
const GTC = 'Good Till Cancelled (GTC)';

const aDayOrder = (changes: Partial<Order>): Order =>
  anOrder({ tradingDate: YESTERDAY, ...changes });

describe('The number of an order of yesterday', () => {
  it.each([
    ['that expired in the evening', { status: 'Expired', closedAt: noon(-DAY) }, 'no more'],
    ['that has expired this morning', { status: 'Expired', closedAt: noon(0) }, 'perhaps'],
    ['that was cancelled yesterday', { status: 'Cancelled', closedAt: noon(-DAY) }, 'no more'],
    ['that was seen to be filled today only', { status: 'Filled', closedAt: noon(0) }, 'perhaps'],
    ['that is not known to have ended', { status: 'Open' }, 'perhaps'],
    ['that works until it is cancelled', { status: 'Open', timeInForce: GTC }, 'surely'],
    ['of such kind, ended today', { status: 'Filled', timeInForce: GTC, closedAt: noon(0) }, 'surely'],
    ['of such kind, ended yesterday', { status: 'Filled', timeInForce: GTC, closedAt: noon(-DAY) }, 'no more'],
  ] as const)('%s is today its own: %j, %s', (_which, changes, holds) => {
    expect(holdsOn(aDayOrder(changes), TODAY)).toBe(holds);
    expect(holdsOn(aDayOrder(changes), YESTERDAY)).toBe('surely');
  }); // prettier-ignore
});

describe('A row of today under the number of an order of yesterday', () => {
  const terms = { security: 'SD11PLC', side: 'BUY', units: '100' };
  const OTHER = { ...terms, units: '90' };
  const earlier = (isOver: boolean): EarlierOwner => ({ ...terms, accountNumber: 'CDS-1', isOver });

  it.each([
    ['surely', false, 'theirs', 'doubt'],
    ['perhaps', false, 'doubt', 'doubt'],
    ['perhaps', true, 'doubt', 'free'],
    ['no more', true, 'doubt', 'free'],
  ] as const)(
    'which has it %s, over: %s, is %s with its terms, and %s with others',
    (holds, isOver, same, other) => {
      expect(claimOf({ holds, earlier: earlier(isOver) }, terms)).toBe(same);
      expect(claimOf({ holds, earlier: earlier(isOver) }, OTHER)).toBe(other);
    },
  );

  it('is free when nobody ever had it, and not when it was given today', () => {
    expect(claimOf(undefined, terms)).toBe('free');
    expect(claimOf({ holds: 'surely', earlier: null }, OTHER)).toBe('theirs');
  });

  it.each([
    ['surely', {}, 'theirs'],
    ['surely', { accountNumber: 'CDS-2' }, 'doubt'],
    ['perhaps', {}, 'doubt'],
    ['perhaps', { accountNumber: null }, 'doubt'],
    ['perhaps', { accountNumber: 'CDS-2' }, 'free'],
    ['perhaps', { side: 'SELL' }, 'free'],
    ['perhaps', { security: 'OTHERPLC' }, 'free'],
    ['no more', {}, 'free'],
  ] as const)('that is traded, of an order which has it %s, with %j is %s', (holds, row, claim) => {
    const trade = { security: 'SD11PLC', side: 'BUY', accountNumber: 'CDS-1', ...row };
    expect(claimOfTrade({ holds, earlier: earlier(false) }, trade)).toBe(claim);
  });
});

describe('A record of today under the number of an order of yesterday', () => {
  const isIts = (
    order: Order,
    shown: Parameters<typeof aRecord>[0],
    requests: Parameters<typeof aRequest>[0][] = [],
  ): boolean => {
    const record = aRecord({ matchedUnits: '30', pendingUnits: '70', ...shown });
    const state = { order, requests: requests.map((one) => aRequest(one)), breaks: [] };
    return isItsRecord(state, record, at(), SETTLE_MS);
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
  ])('with %s can be its: %j, %s', (_what, shown, its) => {
    expect(isIts(order, shown)).toBe(its);
    // Of its own day every record under its number is its, whatever somebody did to it.
    expect(isIts(anOrder(), shown)).toBe(true);
  });

  it('may lag behind its trades, and behind an edit of ours', () => {
    expect(isIts({ ...order, updatedAt: noon(55) }, { matchedUnits: '20' })).toBe(true);
    expect(isIts({ ...order, touchedAt: noon(55) }, { units: '90' })).toBe(true);
    expect(isIts(order, { units: '90' }, [{ kind: 'Edit', state: 'Unknown', units: '90' }])).toBe(true);
    expect(isIts(order, { units: '95' }, [{ kind: 'Edit', state: 'Unknown', units: '90' }])).toBe(false);
  }); // prettier-ignore

  it('is none of an order that ended longer ago than any holidays take', () => {
    const ended = { status: 'Cancelled', tradingDate: '2026-09-01' } as const;
    expect(isIts(anOrder({ ...ended, closedAt: noon(-29 * DAY) }), {})).toBe(true);
    expect(isIts(anOrder({ ...ended, closedAt: noon(-40 * DAY) }), {})).toBe(false);
  });
});

describe('The day on which an order was given a number', () => {
  it.each([
    ['is its own for its first', { orderNumber: null, timeInForce: GTC }, YESTERDAY],
    ['is its own for a day order, whenever it was learned', {}, YESTERDAY],
    ['is that of the edit for one that lives longer', { timeInForce: GTC }, TODAY],
  ])('%s: %j, %s', (_which, changes, day) => {
    expect(dayGiven(aDayOrder(changes), TODAY)).toBe(day);
  });
});
