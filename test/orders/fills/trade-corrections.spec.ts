import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  endTradeDifference,
  tradeDifferenceBreak,
} from '../../../src/orders/fills/trade-corrections.js';
import { resolveManually } from '../../../src/orders/break-desk/manual-resolution.js';
import {
  tradeDifference,
  differenceOf,
  keyOfDifference,
  type TradeTerms,
} from '../../../src/orders/breaks/trade-difference.js';
import { bookExecutions } from '../../../src/orders/fills/executions.js';
import type { Change, Fill, OrderState } from '../../../src/orders/order/order.js';
import { isRefusal } from '../../../src/orders/order/refusal.js';
import {
  after,
  anExecution,
  anOrder,
  aState,
  at,
  changeOf,
  factsOf,
} from '../../support/builders.js';
import { decision } from '../order/decisions.js';

const fillOf = (changes: Partial<Fill> = {}): Fill => {
  const { accountNumber: _, ...fill } = anExecution();
  return { ...fill, ...changes };
};
const FILL = fillOf();

/** An order of 100 of which these are booked. */
const booked = (...fills: readonly Fill[]): OrderState => {
  const state = aState({ order: anOrder({ status: 'Open' }) });
  const rows = fills.map((fill) => ({ ...fill, accountNumber: 'CDS-1', pendingUnits: null }));
  return after(state, bookExecutions(state, rows, at()));
};

const decided = (
  state: OrderState,
  shown: TradeTerms | null,
  fills: readonly Fill[] = [FILL],
  fill: Fill = FILL,
): Change => {
  const trade = tradeDifference(fill, shown);
  const known = { taken: false, dayOver: false, fills };
  return changeOf(
    resolveManually(state, 'FillMismatch', decision('as-shown', { trade }), known, at()),
  );
};

describe('A trade that is shown otherwise than it is booked', () => {
  it.each([
    [{ units: '40', price: '12.40' }, 'now reads 40 at 12.40; it is booked as 40 at 12.45'],
    [{ units: '41', price: '12.45' }, 'now reads 41 at 12.45; it is booked as 40 at 12.45'],
    [null, 'of 2026-11-20 is shown no more; it is booked as 40 at 12.45'],
  ])('as %j is told of, and nothing of the order moves (E10)', (shown, says) => {
    const change = changeOf(
      tradeDifferenceBreak(booked(FILL), [tradeDifference(FILL, shown)], at()),
    );
    expect(change).toMatchObject({ order: {}, fills: [], reversals: [] });
    expect(change.breaksOpened).toMatchObject([
      { type: 'FillMismatch', detail: `the trade M1 ${says}`, trade: { shown } },
    ]);
  });

  it('is told of anew when it is shown in yet another way', () => {
    const keys = [null, { units: '40', price: '12.4' }, { units: '41', price: '12.4' }].map(
      (shown) => keyOfDifference(tradeDifference(FILL, shown)),
    );
    expect(new Set(keys).size).toBe(3);
  });

  it('and is shown as booked again ends what was told of it, and only that', () => {
    const trade = tradeDifference(FILL, null);
    const change = endTradeDifference(
      booked(FILL),
      { trade, now: { units: '40.0', price: '12.450' }, stands: true },
      at(),
    );
    expect(change.breaksClosed).toEqual([
      {
        type: 'FillMismatch',
        kind: 'Correction',
        key: keyOfDifference(trade),
        outcome: 'the exchange shows the trade as it is booked',
      },
    ]);
    expect(change).toMatchObject({ breakTypesClosed: [], breaksOpened: [], order: {} });
  });
});

describe('What two people say of it', () => {
  it('takes a trade back that is shown no more (E10)', () => {
    const change = decided(booked(FILL), null);
    expect(change.reversals).toEqual([FILL]);
    expect(change.fills).toEqual([]);
    expect(change.order).toMatchObject({ filledUnits: '0', filledValue: '0', matchedUnits: '0' });
    expect(factsOf(change)).toEqual(['FILL_REVERSED']);
  });

  it('books a trade as it is shown, instead of as it was (E10)', () => {
    const change = decided(booked(FILL), { units: '30', price: '12.5' });
    expect(change.reversals).toEqual([FILL]);
    expect(change.fills).toEqual([{ ...FILL, units: '30', price: '12.5' }]);
    expect(change.order).toMatchObject({
      filledUnits: '30',
      filledValue: '375',
      matchedUnits: '30',
    });
  });

  it('opens an order again that is not traded in full any more, for the exchange to show what it is', () => {
    const all = fillOf({ units: '100' });
    const filled = booked(all);
    expect(filled.order.status).toBe('Filled');
    const change = decided(filled, null, [all], all);
    expect(after(filled, change).order).toMatchObject({
      status: 'Open',
      grade: 'Operator',
      closedAt: null,
      filledUnits: '0',
    });
  });

  it('makes an order Filled that is traded in full by it', () => {
    const change = decided(booked(FILL), { units: '100', price: '12.5' });
    expect(change.order).toMatchObject({ status: 'Filled', filledUnits: '100' });
  });

  it('leaves what records have shown to be matched: they may have counted it as it is now', () => {
    const ahead = booked(FILL);
    const state = { ...ahead, order: { ...ahead.order, matchedUnits: '70' } };
    expect(decided(state, null).order).toMatchObject({ filledUnits: '0', matchedUnits: '30' });
    const priced = decided(state, { units: '40', price: '12.40' });
    expect(after(state, priced).order).toMatchObject({ filledUnits: '40', matchedUnits: '70' });
    const more = decided(state, { units: '50', price: '12.45' });
    expect(after(state, more).order).toMatchObject({ filledUnits: '50', matchedUnits: '70' });
    const most = decided(state, { units: '90', price: '12.45' });
    expect(after(state, most).order).toMatchObject({ filledUnits: '90', matchedUnits: '90' });
    const less = decided(state, { units: '30', price: '12.45' });
    expect(after(state, less).order).toMatchObject({ filledUnits: '30', matchedUnits: '60' });
  });

  it('leaves an order Filled that records have shown to be matched in full', () => {
    const part = booked(FILL);
    const full = { ...part.order, status: 'Filled' as const, matchedUnits: '100' };
    const state = { ...part, order: full };
    const change = decided(state, { units: '40', price: '12.40' });
    expect(after(state, change).order).toMatchObject({ status: 'Filled', matchedUnits: '100' });
  });

  it.each([
    ['is not booked', []],
    ['is booked otherwise by now', [fillOf({ units: '41' })]],
    ['is of another number', [fillOf({ orderNumber: '700009' })]],
  ])('does nothing of a trade that %s', (_, fills) => {
    const trade = tradeDifference(FILL, null);
    const known = { taken: false, dayOver: false, fills };
    const what = decision('as-shown', { trade });
    const refusal = resolveManually(booked(FILL), 'FillMismatch', what, known, at());
    expect(refusal).toMatchObject({ refusal: 'resolution-unfit' });
  });

  it('is nothing where the break tells of no trade', () => {
    const known = { taken: false, dayOver: false, fills: [FILL] };
    const refusal = resolveManually(
      booked(FILL),
      'FillMismatch',
      decision('as-shown'),
      known,
      at(),
    );
    expect(isRefusal(refusal)).toBe(true);
  });

  it('always leaves sums that the standing executions make, and differs by what was told', () => {
    const units = fc.integer({ min: 1, max: 60 }).map(String);
    const price = fc.integer({ min: 1, max: 5_000 }).map((kobo) => (kobo / 100).toFixed(2));
    const terms = fc.record({ units, price });
    fc.assert(
      fc.property(
        fc.array(terms, { minLength: 1, maxLength: 4 }),
        fc.option(terms),
        fc.nat(50),
        (all, shown, ahead) => {
          const fills = all.map((one, n) => fillOf({ ...one, matchingId: `M${n}` }));
          const [first = FILL] = fills;
          const bare = booked(...fills);
          const matchedUnits = String(Number(bare.order.matchedUnits) + ahead);
          const before = { ...bare, order: { ...bare.order, matchedUnits } };
          const now = after(before, decided(before, shown, fills, first)).order;
          const { units: more, value } = differenceOf(tradeDifference(first, shown));
          expect(Number(now.filledUnits)).toBeCloseTo(
            Number(before.order.filledUnits) + Number(more),
          );
          expect(Number(now.filledValue)).toBeCloseTo(
            Number(before.order.filledValue) + Number(value),
          );
          expect(Number(now.filledUnits)).toBeGreaterThanOrEqual(0);
          const most = Math.max(Number(matchedUnits), Number(now.filledUnits));
          expect(Number(now.matchedUnits)).toBeLessThanOrEqual(most);
          expect(Number(now.matchedUnits)).toBeGreaterThanOrEqual(Number(now.filledUnits));
          if (ahead > 0) return;
          expect(Number(now.matchedUnits)).toBe(Number(now.filledUnits));
          expect(now.status === 'Filled').toBe(Number(now.matchedUnits) >= Number(now.units));
        },
      ),
    );
  });
});
