import {
  freeAfter,
  FULL_RUNS_MIN,
  hasCapacity,
  holdUntil,
  LANES,
  MARGIN_MS,
  READS_MIN,
  READS_MAX,
  SEND_WINDOW_MS,
  SLOTS,
  UNANSWERED_MAX,
  WINDOW_MS,
} from '../../../../src/infra/exchange/keys/rate-limiter.js';
import { LANE_NAMES, TIMEOUT_MS, use } from './key-use.js';

describe('A lane', () => {
  it.each(LANE_NAMES)('may start a call on an unused key: %s', (lane) => {
    expect(hasCapacity(lane, use({}))).toBe(true);
  });

  it.each(LANE_NAMES)('never starts a call on a key whose %s slots are all held', (lane) => {
    expect(hasCapacity(lane, use({ cancel: SLOTS }))).toBe(false);
    expect(hasCapacity(lane, use({ cancel: SLOTS + 5 }))).toBe(false);
  });

  it('reaches its limit and not more, whatever lane holds the slots', () => {
    for (const lane of LANE_NAMES) {
      const reading = { reconcile: READS_MIN };
      const rest = LANES[lane].ceiling - READS_MIN;
      const other = lane === 'cancel' ? 'trade' : 'cancel';
      expect(hasCapacity(lane, use({ ...reading, [other]: rest - 1 }))).toBe(true);
      expect(hasCapacity(lane, use({ ...reading, [other]: rest }))).toBe(false);
    }
  });

  it('reaches its own share and not beyond', () => {
    for (const lane of LANE_NAMES) {
      const { share } = LANES[lane];
      const reading = lane === 'trade' ? READS_MIN : 0;
      expect(hasCapacity(lane, use({ [lane]: share - 1 - reading }))).toBe(true);
      expect(hasCapacity(lane, use({ [lane]: share }))).toBe(false);
    }
  });

  it('of cancels has slots that no other lane may take', () => {
    const others = LANE_NAMES.filter((lane) => lane !== 'cancel');
    const most = Math.max(...others.map((lane) => LANES[lane].ceiling));
    expect(most).toBeLessThan(SLOTS);
    for (const lane of others) expect(hasCapacity(lane, use({ trade: most }))).toBe(false);
    expect(hasCapacity('cancel', use({ trade: most }))).toBe(true);
  });

  it('leaves ten slots for cancels after a burst, and takes up to 97 while slots come free', () => {
    const reading = { reconcile: READS_MIN };
    expect(hasCapacity('trade', use({ ...reading, trade: 83 }, 0))).toBe(true);
    expect(hasCapacity('trade', use({ ...reading, trade: 84 }, 0))).toBe(false);
    expect(hasCapacity('trade', use({ ...reading, trade: 84 }, 1))).toBe(true);
    expect(hasCapacity('trade', use({ ...reading, trade: 90 }, 7))).toBe(true);
    // Cancels that have used the reserve do not make the other lanes keep it again.
    expect(hasCapacity('trade', use({ ...reading, trade: 79, cancel: 10 }, 0))).toBe(true);
    expect(hasCapacity('reconcile', use({ reconcile: 5, trade: 84, cancel: 6 }, 0))).toBe(true);
    expect(hasCapacity('trade', use({ ...reading, trade: 91 }, 90))).toBe(false);
  });

  it('of trading may take what reading leaves unused, but for its floor, never the reverse', () => {
    expect(hasCapacity('trade', use({ trade: 90 }))).toBe(true);
    expect(hasCapacity('trade', use({ trade: 91 }))).toBe(false);
    expect(hasCapacity('reconcile', use({ reconcile: LANES.reconcile.share }))).toBe(false);
    expect(hasCapacity('market', use({ market: LANES.market.share }))).toBe(false);
  });

  it('of reading keeps its floor, however much is traded', () => {
    for (let held = 0; held < READS_MIN; held += 1) {
      expect(hasCapacity('reconcile', use({ trade: 91, reconcile: held }))).toBe(true);
      expect(hasCapacity('reconcile', use({ trade: 84, reconcile: held }, 0))).toBe(true);
    }
    expect(hasCapacity('reconcile', use({ trade: 91, cancel: 1, reconcile: 5 }))).toBe(true);
    expect(hasCapacity('reconcile', use({ trade: 91, reconcile: READS_MIN }))).toBe(false);
  });

  it('comes before another when its calls are more urgent', () => {
    const ceilings = LANE_NAMES.map((lane) => LANES[lane].ceiling);
    expect(ceilings).toEqual([...ceilings].sort((a, b) => b - a));
  });

  it('of ad-hoc runs leaves full runs their reserve, with market data as without', () => {
    const most = LANES['ad-hoc'].share;
    expect(most + FULL_RUNS_MIN).toBe(LANES.reconcile.share);
    expect(hasCapacity('ad-hoc', use({ 'ad-hoc': most }))).toBe(false);
    expect(hasCapacity('reconcile', use({ 'ad-hoc': most, reconcile: FULL_RUNS_MIN - 1 }))).toBe(
      true,
    );
    const market = READS_MAX - FULL_RUNS_MIN - most;
    const callers = { 'ad-hoc': most, market };
    expect(hasCapacity('market', use(callers))).toBe(false);
    expect(hasCapacity('ad-hoc', use({ ...callers, 'ad-hoc': most - 1, market: 13 }))).toBe(false);
    expect(hasCapacity('reconcile', use({ ...callers, reconcile: FULL_RUNS_MIN - 1 }))).toBe(true);
  });

  it('of ad-hoc runs may take what full runs leave of the share of both, and no more', () => {
    const { share } = LANES.reconcile;
    expect(hasCapacity('ad-hoc', use({ reconcile: share - 1 }))).toBe(true);
    expect(hasCapacity('ad-hoc', use({ reconcile: share }))).toBe(false);
    expect(hasCapacity('reconcile', use({ 'ad-hoc': 10, reconcile: share - 10 }))).toBe(false);
  });

  it('of reads shares one limit with the other, which leaves room for a burst of orders', () => {
    const market = READS_MAX - LANES.reconcile.share;
    const reading = { reconcile: LANES.reconcile.share, market };
    expect(hasCapacity('market', use({ ...reading, market: market - 1 }))).toBe(true);
    expect(hasCapacity('market', use(reading))).toBe(false);
    expect(hasCapacity('reconcile', use({ reconcile: READS_MAX - 36, market: 36 }))).toBe(false);
    for (let trade = 0; trade < 36; trade += 1) {
      expect(hasCapacity('trade', use({ ...reading, trade }, 0))).toBe(true);
    }
  });
});

describe('While many calls have no answer', () => {
  it.each(LANE_NAMES)('a few slots are left to the reading that finds out: %s', (lane) => {
    const held = { cancel: 60, trade: 20 };
    const reads = lane === 'reconcile' || lane === 'ad-hoc';
    expect(hasCapacity(lane, { ...use(held), unanswered: UNANSWERED_MAX - 1 })).toBe(
      lane !== 'market',
    );
    expect(hasCapacity(lane, { ...use(held), unanswered: UNANSWERED_MAX })).toBe(reads);
  });
});

describe('A slot', () => {
  it('is free a minute after its call was completed, and a margin', () => {
    expect(freeAfter(1_000)).toBe(1_000 + WINDOW_MS + MARGIN_MS);
  });

  it('of a call whose end was never recorded is held for the longest that a call can take, and a minute', () => {
    const longest = SEND_WINDOW_MS + TIMEOUT_MS;
    expect(holdUntil(1_000, TIMEOUT_MS)).toBeGreaterThanOrEqual(freeAfter(1_000 + longest));
  });
});
