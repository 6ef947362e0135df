import fc from '../support/seeded-fast-check.js';
import { PlacesOfPages } from '../../console/live/places.js';

const PAGES = fc.array(
  fc.oneof(
    fc.record({ count: fc.nat(4), rows: fc.constant(null) }),
    fc
      .array(fc.option(fc.integer({ min: 1, max: 9 })), { maxLength: 4 })
      .map((rows) => ({ count: rows.length, rows })),
  ),
  { maxLength: 6 },
);

describe('The places of a list that was read page by page', () => {
  it('are those of one array with an empty place for every row that is not held', () => {
    fc.assert(
      fc.property(PAGES, fc.integer({ min: 1, max: 9 }), (pages, wanted) => {
        const places = new PlacesOfPages(pages);
        const flat = pages.flatMap(({ count, rows }) => rows ?? new Array<null>(count).fill(null));
        expect(places).toHaveLength(flat.length);
        for (let index = 0; index <= flat.length; index += 1)
          expect(places.at(index)).toBe(flat[index]);
        expect(places.findIndex((row) => row === wanted)).toBe(flat.indexOf(wanted));
        expect(places.findIndex((row) => row === null)).toBe(flat.indexOf(null));
        expect(places.held()).toEqual(flat.filter((row) => row !== null));
      }),
    );
  });
});
