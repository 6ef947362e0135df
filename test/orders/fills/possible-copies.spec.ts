import { keyOfTrade } from '../../../src/orders/breaks/trade-difference.js';
import {
  admit,
  rowsOfNumber,
  reportHeld,
  mayBeSeveral,
  reportEqual,
} from '../../../src/orders/fills/possible-copies.js';
import type { ExecutionEvidence } from '../../../src/orders/order/evidence/evidence.js';
import type { Order } from '../../../src/orders/order/order.js';
import { aState, after, anExecution, anOrder, at, TODAY } from '../../support/builders.js';

type Row = Partial<ExecutionEvidence>;

/** The rows booked for an order of 1000, from rows that are shown together; `booked`: those booked before. */
function bookedOf(rows: readonly Row[], held: Partial<Order> = {}, booked: readonly string[] = []) {
  const all = rows.map((row) => anExecution({ units: '400', ...row }));
  const fresh = all.filter(({ matchingId }) => !booked.includes(matchingId));
  const shown = rowsOfNumber(all, new Set(fresh.map(keyOfTrade)));
  const order = anOrder({ units: '1000', ...held });
  return admit(order, fresh, shown, order.units).admitted.map(({ matchingId }) => matchingId);
}
const A: Row = { matchingId: 'A', pendingUnits: '600' };
const B: Row = { matchingId: 'B', pendingUnits: '600' };

describe('A row that equals another except for its matching id', () => {
  it('is not booked if traded and pending units would exceed the order', () => {
    expect(bookedOf([A, B])).toEqual(['A']);
    expect(bookedOf([A, B], { filledUnits: '400', matchedUnits: '400' }, ['A'])).toEqual([]);
    expect(bookedOf([A, B], { filledUnits: '400', matchedUnits: '400' }, ['B'])).toEqual([]);
    // Nor if a record shows more matched, from a trade that is not shown yet.
    expect(bookedOf([A, B], { matchedUnits: '800' })).toEqual(['A']);
  });

  it('waits for a record if the rows show no pending units', () => {
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

  it('waits while a record shows more matched than all rows make: another trade may not be shown yet', () => {
    const rows = [
      { ...A, pendingUnits: '0' },
      { ...B, pendingUnits: '0' },
    ];
    expect(bookedOf(rows, { matchedUnits: '900' })).toEqual(['A']);
    const later = { matchingId: 'C', units: '500', pendingUnits: '0' };
    const held = { filledUnits: '400', matchedUnits: '900' };
    expect(bookedOf([...rows, later], held, ['A'])).toEqual(['C']);
  });

  it('waits while a record shows less matched than all rows make, and unique rows do not', () => {
    const rows = ['A', 'B', 'C'].map((matchingId) => ({ matchingId, units: '200' }));
    const other = { matchingId: 'D', units: '200', price: '12.4' };
    expect(bookedOf([...rows, other], { matchedUnits: '600' })).toEqual(['A', 'D']);
  });

  it('is another trade if traded and pending units of all rows add up to the order', () => {
    const left = { pendingUnits: '200' };
    expect(
      bookedOf([
        { ...A, ...left },
        { ...B, ...left },
      ]),
    ).toEqual(['A', 'B']);
    expect(bookedOf([A, { ...B, pendingUnits: '200' }])).toEqual(['A', 'B']);
  });

  it('must agree in price, quantities and account', () => {
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

  it('does not stop an overfill by unique rows that leave nothing pending', () => {
    const rows = [
      { matchingId: 'A', units: '900', pendingUnits: '0' },
      { matchingId: 'B', units: '200', pendingUnits: '0' },
    ];
    expect(bookedOf(rows)).toEqual(['A', 'B']);
  });

  it('opens a break at the next answer, or at once if it cannot be another trade', () => {
    const row = anExecution({ units: '400', matchingId: 'B' });
    const state = aState({ order: anOrder({ units: '1000', filledUnits: '400' }) });
    const waits = { row, isCopy: true, exceedsUnits: false };
    const first = reportHeld(state, [waits], TODAY, at());
    expect(first).toMatchObject({ breaksOpened: [], order: { tradesDifferOn: TODAY } });
    const breaks = [{ type: 'FillMismatch', kind: 'PossibleCopy' }];
    expect(reportHeld(after(state, first), [waits], TODAY, at()).breaksOpened).toMatchObject(
      breaks,
    );
    const beyond = reportHeld(state, [{ ...waits, exceedsUnits: true }], TODAY, at());
    expect(beyond.breaksOpened).toMatchObject(breaks);
  });
});

describe('A row that leaves more pending than the order can have left', () => {
  it('is not booked, and opens a break at once, even if it is unique', () => {
    const rows = [A, { ...B, price: '12.4' }];
    expect(bookedOf(rows)).toEqual(['A']);
    const row = anExecution({ units: '400', matchingId: 'B', pendingUnits: '600' });
    const state = aState({ order: anOrder({ units: '1000', filledUnits: '400' }) });
    const change = reportHeld(state, [{ row, isCopy: false, exceedsUnits: true }], TODAY, at());
    // Two people may book it: another desk may have changed the units, and no record shows the order any more.
    const trade = { matchingId: 'B', booked: null, shown: { units: '400' } };
    expect(change.breaksOpened).toMatchObject([{ kind: 'InvalidRow', key: 'B', trade }]);
    expect(change.order).toEqual({ tradesDifferOn: TODAY });
  });
});

describe('A row that does not show what it leaves pending', () => {
  const rest: Row = { matchingId: 'B', units: '600', pendingUnits: null };

  it('is booked beside rows that leave something if a record shows all of them matched', () => {
    const all = { matchedUnits: '1000' };
    expect(bookedOf([A, rest], all)).toEqual(['A', 'B']);
    expect(bookedOf([A, rest], { filledUnits: '400', ...all }, ['A'])).toEqual(['B']);
    // They make the order as we hold it, and another desk may have changed its units.
    expect(bookedOf([A, rest])).toEqual(['A']);
    const parts = ['B', 'C'].map((matchingId, index) => ({
      ...rest,
      matchingId,
      units: index === 0 ? '200' : '400',
      price: '12.4',
    }));
    expect(bookedOf([A, ...parts], all)).toEqual(['A', 'B', 'C']);
  });

  it('waits if they make less or more, until a record shows as many matched', () => {
    const part = { ...rest, units: '200' };
    expect(bookedOf([A, part])).toEqual(['A']);
    expect(bookedOf([A, part], { matchedUnits: '599' })).toEqual(['A']);
    expect(bookedOf([A, part], { matchedUnits: '600' })).toEqual(['A', 'B']);
    expect(bookedOf([A, { ...rest, units: '601' }])).toEqual(['A']);
    // No record makes more than the order.
    expect(bookedOf([A, { ...rest, units: '601' }], { matchedUnits: '1001' })).toEqual(['A']);
  });

  it('proves nothing with a row that contradicts the order', () => {
    const beyond = { ...A, matchingId: 'C', units: '300', price: '12.4' };
    expect(bookedOf([A, beyond, { ...rest, units: '300' }])).toEqual(['A']);
  });

  it('may be a copy of one that shows it: only a record proves that it is a second trade', () => {
    const [one, other] = [
      { matchingId: 'A', units: '500', pendingUnits: '500' },
      { matchingId: 'B', units: '500', pendingUnits: null },
    ];
    expect(bookedOf([one, other])).toEqual(['A']);
    expect(bookedOf([other, one])).toEqual(['A']);
    expect(bookedOf([other, one], { filledUnits: '500', matchedUnits: '500' }, ['B'])).toEqual([]);
    expect(bookedOf([one, other], { matchedUnits: '1000' })).toEqual(['A', 'B']);
  });

  it('leaves room for one before it that is shown later', () => {
    const held = { filledUnits: '600', matchedUnits: '600' };
    expect(bookedOf([rest, A], held, ['B'])).toEqual(['A']);
    expect(bookedOf([rest, { ...A, units: '401' }], held, ['B'])).toEqual([]);
    expect(bookedOf([rest, { ...A, pendingUnits: '601' }], held, ['B'])).toEqual([]);
  });

  it('leaves the order uncertain while it waits, with a break from the next answer on', () => {
    const row = anExecution({ units: '200', matchingId: 'B' });
    const state = aState({ order: anOrder({ units: '1000', filledUnits: '400' }) });
    const waits = { row, isCopy: false, exceedsUnits: false };
    const first = reportHeld(state, [waits], TODAY, at());
    expect(first).toMatchObject({ breaksOpened: [], order: { tradesDifferOn: TODAY } });
    const again = reportHeld(after(state, first), [waits], TODAY, at());
    expect(again.breaksOpened).toMatchObject([
      { kind: 'InvalidRow', key: 'B', trade: { matchingId: 'B' } },
    ]);
  });
});

describe('A row of another client that leaves more pending', () => {
  it('is nothing that people could book', () => {
    const row = anExecution({
      units: '400',
      matchingId: 'B',
      pendingUnits: '600',
      accountNumber: 'X-1',
    });
    const state = aState({ order: anOrder({ units: '1000', filledUnits: '400' }) });
    const change = reportHeld(state, [{ row, isCopy: false, exceedsUnits: true }], TODAY, at());
    expect(change.breaksOpened.map(({ trade }) => trade)).toEqual([undefined]);
  });
});

describe('Equal rows with one matching id', () => {
  const order = anOrder({ units: '900', filledUnits: '300' });

  it('are one trade where what is booked and left is the whole order, or where nothing says what is left', () => {
    for (const leastPending of ['600', '601', null, '0']) {
      expect(mayBeSeveral(order, { units: '300', leastPending })).toBe(false);
    }
  });

  it('may be several where less is left, and as much as they explain', () => {
    expect(mayBeSeveral(order, { units: '300', leastPending: '300' })).toBe(true);
    expect(mayBeSeveral(order, { units: '300', leastPending: '299' })).toBe(false);
  });

  it('make the order uncertain, and are told of at the next answer', () => {
    const shown = { units: '300', leastPending: '300' };
    const state = aState({ order });
    const first = reportEqual(state, shown, TODAY, at());
    expect(first).toMatchObject({ breaksOpened: [], order: { tradesDifferOn: TODAY } });
    expect(reportEqual(after(state, first), shown, TODAY, at()).breaksOpened).toMatchObject([
      { type: 'FillMismatch', kind: 'PossibleCopy' },
    ]);
  });
});
