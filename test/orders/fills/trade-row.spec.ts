import { kindOfRow, leavesTooMuch, type RowKind } from '../../../src/orders/fills/trade-row.js';

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

describe("A row of the day's trades", () => {
  it.each(ROWS)(
    'with volume %s, %s matched, %s pending and the id %s is a %s',
    (units, matchedUnits, pendingUnits, matchingId, kind) => {
      expect(kindOfRow({ units, matchedUnits, pendingUnits, matchingId })).toBe(kind);
    },
  );

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
