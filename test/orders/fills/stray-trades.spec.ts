import { mayLack, reportStray } from '../../../src/orders/fills/stray-trades.js';
import { aState, after, anExecution, anOrder, at, TODAY } from '../../support/builders.js';

const ROW = anExecution({ orderNumber: '5700001', units: '40' });

describe('A trade of a client of ours under a number that nobody here has', () => {
  it('may be of an order whose enquiries do not say what is pending, or show more matched than is booked', () => {
    expect(mayLack(anOrder(), ROW)).toBe(true);
    expect(mayLack(anOrder({ shownPending: '60', matchedUnits: '40' }), ROW)).toBe(true);
    expect(mayLack(anOrder({ shownPending: '100' }), ROW)).toBe(false);
  });

  it.each([
    { side: 'SELL' as const },
    { security: 'SDOTHER' },
    { accountNumber: 'CDS-2' },
    { filledUnits: '61', matchedUnits: '100' },
  ])('is not of one with %j', (order) => {
    expect(mayLack(anOrder(order), ROW)).toBe(false);
  });

  it('of which no client is shown says nothing of our orders', () => {
    expect(mayLack(anOrder(), { ...ROW, accountNumber: null })).toBe(false);
  });

  it('makes the order uncertain at once, and is told of at the next answer', () => {
    const state = aState({ order: anOrder({ matchedUnits: '40' }) });
    const stray = { row: ROW, mayBePosts: false };
    const first = reportStray(state, stray, TODAY, at());
    expect(first).toMatchObject({ breaksOpened: [], order: { tradesDifferOn: TODAY } });
    const [told] = reportStray(after(state, first), stray, TODAY, at()).breaksOpened;
    expect(told).toMatchObject({ type: 'FillMismatch', kind: 'StrayTrade' });
    expect(told?.detail).toContain('under 5700001');
  });

  it('leaves the order uncertain while it may be of a post that is being searched for, and tells nobody yet', () => {
    const stray = { row: ROW, mayBePosts: true };
    const state = aState({ order: anOrder({ matchedUnits: '40' }) });
    const first = reportStray(state, stray, TODAY, at());
    expect(first).toMatchObject({ order: { tradesDifferOn: TODAY } });
    expect(reportStray(after(state, first), stray, TODAY, at()).breaksOpened).toEqual([]);
  });
});
