import {
  kindOfRow,
  leavesTooMuch,
  type OrderOfRow,
  type RowKind,
} from '../../../src/orders/fills/trade-row.js';

type Quantity = string | null;

/** Volume, MatchedQuantity, PendingQuantity, TradingMatchingId. */
const ROWS: readonly (readonly [Quantity, Quantity, Quantity, Quantity, RowKind])[] = [
  ['400', '400', '600', 'M1', 'Trade'],
  ['400', '400', '600', null, 'Trade'],
  ['600', '1000', '0', 'M1', 'Trade'],
  ['1000', '1000', '0', 'M1', 'Trade'],
  ['400', '400', null, 'M1', 'Trade'],
  ['400', null, null, 'M1', 'Trade'],
  ['400', null, '600', 'M1', 'Trade'],
  ['0', '0', '1000', null, 'Order'],
  ['0', '400', '600', null, 'Order'],
  [null, null, '1000', null, 'Order'],
  ['0', '0', '1000', 'M1', 'Order'],
  ['1000', '0', '1000', null, 'Order'],
  ['1000', '0', '1000', 'M1', 'Order'],
  ['1000', '400', '600', null, 'Order'],
  ['1000', null, null, null, 'Unread'],
  ['1000', null, '1000', null, 'Unread'],
  [null, '400', '600', 'M1', 'Unread'],
  ['1000', '400', '600', 'M1', 'Contradiction'],
  ['1000', '400', '0', 'M1', 'Contradiction'],
  ['1000', '400', null, 'M1', 'Contradiction'],
  ['1000', '400', '0', null, 'Contradiction'],
  ['1000', '400', '500', null, 'Contradiction'],
  ['0', '400', '600', 'M1', 'Contradiction'],
  ['-400', '400', '600', 'M1', 'Contradiction'],
  ['400', '-400', '600', 'M1', 'Contradiction'],
  ['400', '400', '-600', 'M1', 'Contradiction'],
];

const ASKED_FOR_1000: OrderOfRow = { units: ['1000'], matchedUnits: '0' };

/** Volume, PendingQuantity, TradingMatchingId of a row without MatchedQuantity, and what is known of its order. */
const WITHOUT_MATCHED: readonly (readonly [
  Quantity,
  Quantity,
  Quantity,
  Partial<OrderOfRow>,
  RowKind,
])[] = [
  // No order of 1000 can have had a trade of 1000 that leaves 1000.
  ['1000', '1000', null, {}, 'Order'],
  ['1000', '1000', 'N/A', {}, 'Order'],
  ['1000', '1000', null, { units: ['1000', '1500'] }, 'Order'],
  ['1000', '1000', null, { units: ['2000', '1000'] }, 'Unread'],
  ['1000', '1000', 'M1', { units: ['2000', '1000'] }, 'Unread'],
  // An exchange may add the units of an edit to what was matched by then.
  ['1000', '1000', null, { units: ['1000', '1500'], matchedUnits: '500' }, 'Unread'],
  ['500', '500', null, {}, 'Unread'],
  ['500', '500', 'M1', {}, 'Trade'],
  // Once all is matched, it may be the row of before.
  ['1000', '1000', 'N/A', { matchedUnits: '1000' }, 'Order'],
  // All of the order, traded or at rest: an open order may have something in the place of a matching id.
  ['1000', null, null, {}, 'Unread'],
  ['1000', null, null, { matchedUnits: '1000' }, 'Unread'],
  ['1000', null, 'M1', {}, 'Unread'],
  ['1000', null, 'M1', { matchedUnits: '1000' }, 'Unread'],
  ['400', null, 'M1', {}, 'Trade'],
  ['400', '600', 'M1', {}, 'Trade'],
  ['400', null, null, {}, 'Unread'],
  ['1000', '600', null, {}, 'Unread'],
];

describe("A row of the day's trades", () => {
  it.each(ROWS)(
    'with volume %s, %s matched, %s pending and the id %s is a %s',
    (units, matchedUnits, pendingUnits, matchingId, kind) => {
      expect(kindOfRow({ units, matchedUnits, pendingUnits, matchingId })).toBe(kind);
    },
  );

  it.each(WITHOUT_MATCHED)(
    'with volume %s, %s pending and the id %s, of an order of which %j is known, is a %s',
    (units, pendingUnits, matchingId, known, kind) => {
      const order = { ...ASKED_FOR_1000, ...known };
      expect(kindOfRow({ units, matchedUnits: null, pendingUnits, matchingId }, order)).toBe(kind);
    },
  );

  it('whose quantities tell what it is needs no order', () => {
    for (const [units, matchedUnits, pendingUnits, matchingId, kind] of ROWS) {
      if (units === '1000' && matchedUnits === null) continue;
      const row = { units, matchedUnits, pendingUnits, matchingId };
      expect([row, kindOfRow(row, ASKED_FOR_1000)]).toEqual([row, kind]);
    }
  });

  it.each([
    ['400', '600', false],
    ['1000', '0', false],
    ['1500', '0', false],
    ['1000', null, false],
    ['1000', '600', true],
    ['401', '600', true],
  ] as const)(
    'of %s units that leaves %s of an order of 1000: it leaves too much is %s',
    (units, pendingUnits, tooMuch) => {
      expect(leavesTooMuch({ units, pendingUnits }, '1000')).toBe(tooMuch);
    },
  );
});
