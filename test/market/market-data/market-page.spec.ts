import { Problem } from '../../../src/infra/http/problems/problem.js';
import { cursorOf } from '../../../src/infra/http/input/page.js';
import { marketPage, pageWanted } from '../../../src/market/market-data/market-page.js';

const NO_TOTALS = { total: null, pages: null };

describe('A page of the exchange', () => {
  it('is the first without a cursor, and the one that the cursor names', () => {
    expect(pageWanted({ limit: 50 }, 200)).toEqual({ number: 1, limit: 50 });
    const { nextCursor } = marketPage({ number: 1, limit: 20 }, { total: 45, pages: 3 }, 20);
    expect(pageWanted({ limit: 20, cursor: String(nextCursor) }, 200)).toEqual({
      number: 2,
      limit: 20,
    });
  });

  it('keeps the size of the first page, so that no row is skipped', () => {
    const cursor = String(marketPage({ number: 1, limit: 20 }, NO_TOTALS, 20).nextCursor);
    expect(pageWanted({ limit: 50, cursor }, 100)).toEqual({ number: 2, limit: 20 });
  });

  it.each(['', 'x', '2', '2x', '0x20', '2x0', '2x101', '-1x20', '1e3x20', '2x20x', '9999999x20'])(
    'is not named by %j',
    (key) => {
      expect(() => pageWanted({ limit: 20, cursor: cursorOf(key) }, 100)).toThrow(Problem);
    },
  );

  it('is not named by anything but a cursor', () => {
    for (const cursor of ['2x20', '!!', 'Mngy=']) {
      expect(() => pageWanted({ limit: 20, cursor }, 100)).toThrow(Problem);
    }
  });

  it.each([
    ['the number of pages', { total: 45, pages: 3 }, [true, true, false]],
    ['the total, without a number of pages', { total: 45, pages: null }, [true, true, false]],
    ['full pages, without either', NO_TOTALS, [true, true, false]],
  ])('has more after it by %s', (_, totals, more) => {
    const rows = [20, 20, 5];
    const pages = rows.map((count, place) =>
      marketPage({ number: place + 1, limit: 20 }, totals, count),
    );
    expect(pages.map((page) => page.hasMore)).toEqual(more);
    expect(pages.map((page) => page.nextCursor !== null)).toEqual(more);
  });

  it('without rows is the last, whatever the exchange says', () => {
    const totals = { total: 1_000, pages: 50 };
    expect(marketPage({ number: 7, limit: 20 }, totals, 0)).toEqual({
      limit: 20,
      nextCursor: null,
      hasMore: false,
      total: 1_000,
    });
  });

  it('has a total only when the exchange gives one', () => {
    expect(marketPage({ number: 1, limit: 20 }, NO_TOTALS, 3)).toEqual({
      limit: 20,
      nextCursor: null,
      hasMore: false,
    });
  });
});
