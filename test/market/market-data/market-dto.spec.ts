import { Problem } from '../../../src/infra/http/problems/problem.js';
import { checkOrder, checkRange } from '../../../src/market/market-data/market.dto.js';

const allowed = (check: () => void): boolean => {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof Problem && error.details.errors?.[0]?.field === 'to') return false;
    throw error;
  }
};

describe('A range of days', () => {
  it.each([
    ['2026-11-20', '2026-11-20', true],
    ['2026-11-20', '2026-11-19', false],
    // 366 days with both ends: a year and a day, or a whole leap year.
    ['2025-01-01', '2026-01-01', true],
    ['2025-01-01', '2026-01-02', false],
    ['2024-01-01', '2024-12-31', true],
    ['2024-01-01', '2025-01-01', false],
    ['2024-02-29', '2025-02-28', true],
    ['2024-02-29', '2025-03-01', false],
  ])('from %s to %s for the summary: %s', (from, to, expected) => {
    expect(allowed(() => checkRange({ from, to }))).toBe(expected);
  });

  it('may be of any length for vwap, but not run backwards', () => {
    expect(allowed(() => checkOrder({ from: '2000-01-01', to: '2026-11-20' }))).toBe(true);
    expect(allowed(() => checkOrder({ from: '2026-11-20', to: '2026-11-19' }))).toBe(false);
  });
});
