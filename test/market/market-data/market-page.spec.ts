import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../../src/infra/http/problem.js';
import { cursorOf } from '../../../src/infra/http/page.js';
import { marketPage, pageWanted } from '../../../src/market/market-data/market-page.js';

const NOTHING_TOLD = { total: null, pages: null };

describe('A page of the exchange', () => {
  it('is the first without a cursor, and the one that the cursor names', () => {
    expect(pageWanted({ limit: 50 }, 200)).toEqual({ number: 1, limit: 50 });
    const { nextCursor } = marketPage({ number: 1, limit: 20 }, { total: 45, pages: 3 }, 20);
    expect(pageWanted({ limit: 20, cursor: String(nextCursor) }, 200)).toEqual({
      number: 2,
      limit: 20,
    });
  });

  it('keeps the size that its list was begun with, so that no row is passed over', () => {
    const cursor = String(marketPage({ number: 1, limit: 20 }, NOTHING_TOLD, 20).nextCursor);
    expect(pageWanted({ limit: 50, cursor }, 100)).toEqual({ number: 2, limit: 20 });
  });

  it.each(['', 'x', '2', '2x', '0x20', '2x0', '2x101', '-1x20', '1e3x20', '2x20x', '9999999x20'])(
    'is not named by %j',
    (key) => {
      expect(() => pageWanted({ limit: 20, cursor: cursorOf(key) }, 100)).toThrow(Problem);
    },
  );

  it('is not named by what was no cursor', () => {
    for (const cursor of ['2x20', '!!', 'Mngy=']) {
      expect(() => pageWanted({ limit: 20, cursor }, 100)).toThrow(Problem);
    }
  });

  it.each([
    ['the pages that the exchange tells', { total: 45, pages: 3 }, [true, true, false]],
    ['the total, where it tells no pages', { total: 45, pages: null }, [true, true, false]],
    ['full pages, where it tells nothing', NOTHING_TOLD, [true, true, false]],
  ])('has more after it by %s', (_, told, more) => {
    const rows = [20, 20, 5];
    const pages = rows.map((count, place) =>
      marketPage({ number: place + 1, limit: 20 }, told, count),
    );
    expect(pages.map((page) => page.hasMore)).toEqual(more);
    expect(pages.map((page) => page.nextCursor !== null)).toEqual(more);
  });

  it('without rows is the last, whatever the exchange tells', () => {
    const told = { total: 1_000, pages: 50 };
    expect(marketPage({ number: 7, limit: 20 }, told, 0)).toEqual({
      limit: 20,
      nextCursor: null,
      hasMore: false,
      total: 1_000,
    });
  });

  it('tells the total only when the exchange does', () => {
    expect(marketPage({ number: 1, limit: 20 }, NOTHING_TOLD, 3)).toEqual({
      limit: 20,
      nextCursor: null,
      hasMore: false,
    });
  });
});
