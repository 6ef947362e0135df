import fc from '../../../support/seeded-fast-check.js';
import { cursorKey, pageOf } from '../../../../src/infra/http/input/page.js';

const self = (row: string): string => row;

describe('A page of a list', () => {
  it('with one row more than asked has another page, and does not show that row', () => {
    const page = pageOf(['a', 'b', 'c'], 2, self);
    expect(page).toMatchObject({ data: ['a', 'b'], page: { limit: 2, hasMore: true } });
    expect(cursorKey(page.page.nextCursor ?? '')).toBe('b');
  });

  it.each([[['a', 'b']], [['a']], [[]]])('with the rows %j of 2 asked is the last one', (rows) => {
    expect(pageOf(rows, 2, self)).toEqual({
      data: rows,
      page: { limit: 2, nextCursor: null, hasMore: false },
    });
  });

  it('after page shows every row once, in order', () => {
    const rows = Array.from({ length: 23 }, (_, index) => `row_${String(index).padStart(3, '0')}`);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (limit) => {
        const seen: string[] = [];
        for (let after: string | null = ''; after !== null;) {
          const last: string = after;
          const found = rows.filter((row) => row > last).slice(0, limit + 1);
          const { data, page } = pageOf(found, limit, self);
          seen.push(...data);
          after = page.nextCursor === null ? null : cursorKey(page.nextCursor);
        }
        expect(seen).toEqual(rows);
      }),
    );
  });
});

describe('A cursor', () => {
  it('gives back the key it was made of', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]{1,30}$/), (key) => {
        fc.pre(key.length <= 100);
        const { nextCursor } = pageOf([key, 'more'], 1, self).page;
        expect(cursorKey(nextCursor ?? '')).toBe(key);
      }),
    );
  });

  it.each(['', ' ', '!!!', 'YQ==', 'YR', 'a', 'YQ\n', ' YQ', '/w', '_w', 'A'.repeat(200)])(
    'that was not handed out is refused: %j',
    (cursor) => {
      expect(() => cursorKey(cursor)).toThrow('The cursor must be a nextCursor of this list.');
    },
  );
});
