import fc from '../../support/seeded-fast-check.js';
import { inList } from '../../../src/infra/database/in-list.js';

describe('The values of a list in a statement', () => {
  it('are the same values, in one of few lengths', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 600 }), (given) => {
        const { marks, values } = inList(given);
        expect(new Set(values)).toEqual(new Set(given));
        expect(marks.split(',')).toHaveLength(values.length);
        expect(Number.isInteger(Math.log2(values.length))).toBe(true);
      }),
    );
  });

  it('may be none', () => {
    expect(inList([])).toEqual({ marks: 'NULL', values: [] });
  });
});
