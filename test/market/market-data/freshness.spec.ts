import { ask } from '../../../src/infra/exchange/api/market-questions.js';
import { FRESHNESS, freshnessOf } from '../../../src/market/market-data/freshness.js';

describe('The age of an answer', () => {
  it('is at most as long when fresh as when stale', () => {
    for (const { freshMs, longestMs } of Object.values(FRESHNESS)) {
      expect(freshMs).toBeGreaterThanOrEqual(1_000);
      expect(longestMs).toBeGreaterThan(freshMs);
    }
  });

  it('may be hours for past days', () => {
    const page = { number: 1, limit: 50 };
    for (const asked of [
      (to: string) => ask.snapshotOfRange('2026-11-01', to),
      (to: string) => ask.vwap('2026-11-01', to, page),
    ]) {
      const past = freshnessOf(asked('2026-11-19'), '2026-11-20').freshMs;
      const today = freshnessOf(asked('2026-11-20'), '2026-11-20').freshMs;
      expect([past, today]).toEqual([6 * 3_600_000, 60_000]);
    }
  });
});
