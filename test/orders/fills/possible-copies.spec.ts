import { describe, expect, it } from '@jest/globals';
import { keyOfTrade } from '../../../src/orders/breaks/trade-difference.js';
import { admit, rowsOfNumber, tellHeld } from '../../../src/orders/fills/possible-copies.js';
import type { ExecutionEvidence } from '../../../src/orders/order/evidence.js';
import type { Order } from '../../../src/orders/order/order.js';
import { aState, after, anExecution, anOrder, at, TODAY } from '../../support/builders.js';

type Row = Partial<ExecutionEvidence>;

/** Of an order of 1000: what is booked of rows that are shown together, `booked` of which are already. */
function bookedOf(rows: readonly Row[], held: Partial<Order> = {}, booked: readonly string[] = []) {
  const all = rows.map((row) => anExecution({ units: '400', ...row }));
  const fresh = all.filter(({ matchingId }) => !booked.includes(matchingId));
  const shown = rowsOfNumber(all, new Set(fresh.map(keyOfTrade)));
  const order = anOrder({ units: '1000', ...held });
  return admit(order, fresh, shown, order.units).admitted.map(({ matchingId }) => matchingId);
}
const A: Row = { matchingId: 'A', pendingUnits: '600' };
const B: Row = { matchingId: 'B', pendingUnits: '600' };

describe('A row that reads like another but for its matching id', () => {
  it('is not booked where as much would be traded and left as the order never had', () => {
    expect(bookedOf([A, B])).toEqual(['A']);
    expect(bookedOf([A, B], { filledUnits: '400', matchedUnits: '400' }, ['A'])).toEqual([]);
    expect(bookedOf([A, B], { filledUnits: '400', matchedUnits: '400' }, ['B'])).toEqual([]);
    // Nor where a record shows more matched, of a trade that is not shown yet.
    expect(bookedOf([A, B], { matchedUnits: '800' })).toEqual(['A']);
  });

  it('waits for a record where the rows do not say what is left', () => {
    for (const pendingUnits of [null, '0']) {
      const rows = [
        { ...A, pendingUnits },
        { ...B, pendingUnits },
      ];
      expect(bookedOf(rows)).toEqual(['A']);
      expect(bookedOf(rows, { matchedUnits: '799' })).toEqual(['A']);
      expect(bookedOf(rows, { matchedUnits: '800' })).toEqual(['A', 'B']);
    }
  });

  it('leaves what a record has shown to the rows that read like no other', () => {
    const rows = ['A', 'B', 'C'].map((matchingId) => ({ matchingId, units: '200' }));
    const other = { matchingId: 'D', units: '200', price: '12.4' };
    expect(bookedOf([...rows, other], { matchedUnits: '600' })).toEqual(['A', 'D', 'B']);
  });

  it('is another trade where all that the rows show as traded and as left make up the order', () => {
    const left = { pendingUnits: '200' };
    expect(
      bookedOf([
        { ...A, ...left },
        { ...B, ...left },
      ]),
    ).toEqual(['A', 'B']);
    expect(bookedOf([A, { ...B, pendingUnits: '200' }])).toEqual(['A', 'B']);
  });

  it('reads otherwise by its price, its quantities or its account', () => {
    const rows = [
      {},
      { price: '12.4' },
      { units: '1' },
      { accountNumber: null },
      { matchedUnits: '9' },
    ];
    const each = rows.map((row, index) => ({ units: '100', matchingId: `M${index}`, ...row }));
    expect(bookedOf(each)).toHaveLength(each.length);
  });

  it('does not keep more than the order has from being booked, where nothing is left and no two read alike', () => {
    const rows = [
      { matchingId: 'A', units: '900', pendingUnits: '0' },
      { matchingId: 'B', units: '200', pendingUnits: '0' },
    ];
    expect(bookedOf(rows)).toEqual(['A', 'B']);
  });

  it('is told of at the next answer, and at once where it cannot be another trade', () => {
    const row = anExecution({ units: '400', matchingId: 'B' });
    const state = aState({ order: anOrder({ units: '1000', filledUnits: '400' }) });
    const waits = { row, isCopy: true, isBeyond: false };
    const first = tellHeld(state, [waits], TODAY, at());
    expect(first).toMatchObject({ breaksOpened: [], order: { tradesDifferOn: TODAY } });
    const told = [{ type: 'FillMismatch', kind: 'PossibleCopy' }];
    expect(tellHeld(after(state, first), [waits], TODAY, at()).breaksOpened).toMatchObject(told);
    const beyond = tellHeld(state, [{ ...waits, isBeyond: true }], TODAY, at());
    expect(beyond.breaksOpened).toMatchObject(told);
  });
});

describe('A row that leaves more than the order can have left', () => {
  it('is not booked, and is told of at once, also where it reads like no other', () => {
    const rows = [A, { ...B, price: '12.4' }];
    expect(bookedOf(rows)).toEqual(['A']);
    const row = anExecution({ units: '400', matchingId: 'B', pendingUnits: '600' });
    const state = aState({ order: anOrder({ units: '1000', filledUnits: '400' }) });
    const change = tellHeld(state, [{ row, isCopy: false, isBeyond: true }], TODAY, at());
    expect(change.breaksOpened).toMatchObject([{ kind: 'InvalidRow', key: 'B' }]);
    expect(change.order).toEqual({ tradesDifferOn: TODAY });
  });
});
