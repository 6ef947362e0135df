import { describe, expect, it } from '@jest/globals';
import { provenFirst } from '../../console/overview/proven-first.js';

describe('The orders of a day', () => {
  it('are counted by status only where that is proven', () => {
    expect(provenFirst({ New: 1, Filled: 3 }, [{ status: 'New' }])).toEqual([
      ['Filled', 3],
      ['NotProven', 1],
    ]);
    expect(provenFirst({ Filled: 3 }, [])).toEqual([['Filled', 3]]);
  });
});
