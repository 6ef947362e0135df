import fc from '../../support/seeded-fast-check.js';
import {
  endTradeDifference,
  tradeDifferenceBreak,
} from '../../../src/orders/fills/trade-corrections.js';
import { resolveManually } from '../../../src/orders/break-desk/resolutions/manual-resolution.js';
import {
  tradeDifference,
  differenceOf,
  keyOfDifference,
  type TradeTerms,
  unbookedTrade,
} from '../../../src/orders/breaks/trade-difference.js';
import { bookExecutions } from '../../../src/orders/fills/executions.js';
import type { OrderChange, Fill, OrderState } from '../../../src/orders/order/order.js';
import { isRefusal } from '../../../src/orders/order/requests/refusal.js';
import {
  after,
  anExecution,
  anOrder,
  aState,
  at,
  changeOf,
  factsOf,
  noon,
  raisedBy,
  TODAY,
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
  const rows = fills.map((fill) => ({
    ...fill,
    accountNumber: 'CDS-1',
    matchedUnits: null,
    pendingUnits: null,
  }));
  return after(state, bookExecutions(state, rows, at()));
};

const decided = (
  state: OrderState,
  shown: TradeTerms | null,
  fills: readonly Fill[] = [FILL],
  fill: Fill = FILL,
): OrderChange => {
  const trade = tradeDifference(fill, shown);
  const known = { taken: false, dayOver: false, fills };
  return changeOf(
    resolveManually(state, 'FillMismatch', decision('as-shown', { trade }), known, at()),
  );
};

describe('A trade that people have said was taken back', () => {
  const shown = { shownMatched: '40' };
  const taken = (less: TradeTerms | null) => {
    const state = booked(FILL);
    return decided({ ...state, order: { ...state.order, ...shown } }, less).order;
  };

  it('counts as shown no more', () => {
    expect(taken(null)).toMatchObject({ shownMatched: '0' });
    expect(taken({ units: '15', price: '12.45' })).toMatchObject({ shownMatched: '15' });
  });

  it('changes nothing of that where its price alone was another', () => {
    expect(taken({ units: '40', price: '12.40' })).toEqual(
      expect.not.objectContaining({ shownMatched: expect.anything() }),
    );
  });
});

describe('A booked trade that the exchange shows differently', () => {
  it.each([
    [{ units: '40', price: '12.40' }, 'now reads 40 at 12.40; it is booked as 40 at 12.45'],
    [{ units: '41', price: '12.45' }, 'now reads 41 at 12.45; it is booked as 40 at 12.45'],
    [null, 'of 2026-11-20 is no longer shown; it is booked as 40 at 12.45'],
  ])('(%j) opens a break, and nothing of the order changes (E10)', (shown, says) => {
    const change = changeOf(
      tradeDifferenceBreak(booked(FILL), [tradeDifference(FILL, shown)], at()),
    );
    expect(change).toMatchObject({ order: {}, fills: [], reversals: [] });
    expect(change.breaksOpened).toMatchObject([
      { type: 'FillMismatch', detail: `the trade M1 ${says}`, trade: { shown } },
    ]);
  });

  it('opens another break when it is shown in yet another way', () => {
    const keys = [null, { units: '40', price: '12.4' }, { units: '41', price: '12.4' }].map(
      (shown) => keyOfDifference(tradeDifference(FILL, shown)),
    );
    expect(new Set(keys).size).toBe(3);
  });

  it('closes its break, and only that, when it is shown as booked again', () => {
    const trade = tradeDifference(FILL, null);
    const change = endTradeDifference(
      booked(FILL),
      { trade, now: { units: '40.0', price: '12.450' }, isStillBooked: true },
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

describe('A correction that two people accept', () => {
  it('reverses a trade that is no longer shown (E10)', () => {
    const change = decided(booked(FILL), null);
    expect(change.reversals).toEqual([FILL]);
    expect(change.fills).toEqual([]);
    expect(change.order).toMatchObject({ filledUnits: '0', filledValue: '0', matchedUnits: '0' });
    expect(factsOf(change)).toEqual(['FILL_REVERSED']);
  });

  it('books the trade as it is shown instead (E10)', () => {
    const change = decided(booked(FILL), { units: '30', price: '12.5' });
    expect(change.reversals).toEqual([FILL]);
    expect(change.fills).toEqual([{ ...FILL, units: '30', price: '12.5' }]);
    expect(change.order).toMatchObject({
      filledUnits: '30',
      filledValue: '375',
      matchedUnits: '30',
    });
  });

  it('opens an order again that is no longer traded in full', () => {
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

  it('leaves the number doubtful where people have called it another order’s since', () => {
    const all = fillOf({ units: '100' });
    const filled = booked(all);
    const left = { ...filled, order: { ...filled.order, numberLeftAt: noon(5) } };
    const change = decided(left, null, [all], all);
    expect(after(left, change).order).toMatchObject({
      status: 'Open',
      numberLeftAt: null,
      numberDoubt: 'NextOwner',
    });
    expect(raisedBy(change)).toContain('IdentityMismatch');
  });

  it('makes an order Filled that it completes', () => {
    const change = decided(booked(FILL), { units: '100', price: '12.5' });
    expect(change.order).toMatchObject({ status: 'Filled', filledUnits: '100' });
  });

  it('keeps the matched units that records have shown: they may count the trade as it is now', () => {
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

  it('keeps an order Filled that records show matched in full', () => {
    const part = booked(FILL);
    const full = { ...part.order, status: 'Filled' as const, matchedUnits: '100' };
    const state = { ...part, order: full };
    const change = decided(state, { units: '40', price: '12.40' });
    expect(after(state, change).order).toMatchObject({ status: 'Filled', matchedUnits: '100' });
  });

  it.each([
    ['is not booked', []],
    ['is booked differently by now', [fillOf({ units: '41' })]],
    ['is of another number', [fillOf({ orderNumber: '700009' })]],
  ])('is refused for a trade that %s', (_, fills) => {
    const trade = tradeDifference(FILL, null);
    const known = { taken: false, dayOver: false, fills };
    const what = decision('as-shown', { trade });
    const refusal = resolveManually(booked(FILL), 'FillMismatch', what, known, at());
    expect(refusal).toMatchObject({ refusal: 'resolution-unfit' });
  });

  it.each([
    [undefined, false],
    [true, true],
  ])(
    'books one that was not booked, if its quantities agree (unclear: %s)',
    (isUnclear, refused) => {
      const shown = { ...anExecution({ matchingId: 'M9' }), shownFor: TODAY };
      const clear = unbookedTrade(shown);
      const trade = isUnclear === undefined ? clear : { ...clear, isUnclear };
      const known = { taken: false, dayOver: false, fills: [] };
      const what = decision('as-shown', { trade });
      const result = resolveManually(booked(FILL), 'FillMismatch', what, known, at());
      expect(isRefusal(result)).toBe(refused);
    },
  );

  it('is refused where the break is not about a trade', () => {
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

  it('always leaves the sums of the booked executions, changed by the difference of the trade', () => {
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
