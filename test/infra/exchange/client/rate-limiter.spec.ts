import { describe, expect, it } from '@jest/globals';
import {
  freeAfter,
  hasRoom,
  holdUntil,
  LANES,
  MARGIN_MS,
  READING_FLOOR,
  READING_MOST,
  SEND_WINDOW_MS,
  SLOTS,
  UNANSWERED_MOST,
  WINDOW_MS,
} from '../../../../src/infra/exchange/client/rate-limiter.js';
import { LANE_NAMES, TIMEOUT_MS, use } from './key-use.js';

describe('A lane', () => {
  it.each(LANE_NAMES)('may start a call on an unused key: %s', (lane) => {
    expect(hasRoom(lane, use({}))).toBe(true);
  });

  it.each(LANE_NAMES)('never starts a call on a key whose %s slots are all held', (lane) => {
    expect(hasRoom(lane, use({ cancel: SLOTS }))).toBe(false);
    expect(hasRoom(lane, use({ cancel: SLOTS + 5 }))).toBe(false);
  });

  it('reaches its ceiling and not beyond, whoever holds the slots', () => {
    for (const lane of LANE_NAMES) {
      const reading = { reconcile: READING_FLOOR };
      const rest = LANES[lane].ceiling - READING_FLOOR;
      const other = lane === 'cancel' ? 'trade' : 'cancel';
      expect(hasRoom(lane, use({ ...reading, [other]: rest - 1 }))).toBe(true);
      expect(hasRoom(lane, use({ ...reading, [other]: rest }))).toBe(false);
    }
  });

  it('reaches its own share and not beyond', () => {
    for (const lane of LANE_NAMES) {
      const { share } = LANES[lane];
      const reading = lane === 'trade' ? READING_FLOOR : 0;
      expect(hasRoom(lane, use({ [lane]: share - 1 - reading }))).toBe(true);
      expect(hasRoom(lane, use({ [lane]: share }))).toBe(false);
    }
  });

  it('of cancels has slots that nobody else may take', () => {
    const others = LANE_NAMES.filter((lane) => lane !== 'cancel');
    const most = Math.max(...others.map((lane) => LANES[lane].ceiling));
    expect(most).toBeLessThan(SLOTS);
    for (const lane of others) expect(hasRoom(lane, use({ trade: most }))).toBe(false);
    expect(hasRoom('cancel', use({ trade: most }))).toBe(true);
  });

  it('leaves ten slots for cancels after a burst, and takes up to 97 while slots come free', () => {
    const reading = { reconcile: READING_FLOOR };
    expect(hasRoom('trade', use({ ...reading, trade: 83 }, 0))).toBe(true);
    expect(hasRoom('trade', use({ ...reading, trade: 84 }, 0))).toBe(false);
    expect(hasRoom('trade', use({ ...reading, trade: 84 }, 1))).toBe(true);
    expect(hasRoom('trade', use({ ...reading, trade: 90 }, 7))).toBe(true);
    // Cancels that have used the reserve do not make the others keep it a second time.
    expect(hasRoom('trade', use({ ...reading, trade: 79, cancel: 10 }, 0))).toBe(true);
    expect(hasRoom('reconcile', use({ reconcile: 5, trade: 84, cancel: 6 }, 0))).toBe(true);
    expect(hasRoom('trade', use({ ...reading, trade: 91 }, 90))).toBe(false);
  });

  it('of trading may take what reading leaves unused, but for its floor, never the reverse', () => {
    expect(hasRoom('trade', use({ trade: 90 }))).toBe(true);
    expect(hasRoom('trade', use({ trade: 91 }))).toBe(false);
    expect(hasRoom('reconcile', use({ reconcile: LANES.reconcile.share }))).toBe(false);
    expect(hasRoom('market', use({ market: LANES.market.share }))).toBe(false);
  });

  it('of reading keeps its floor, however much is traded', () => {
    for (let held = 0; held < READING_FLOOR; held += 1) {
      expect(hasRoom('reconcile', use({ trade: 91, reconcile: held }))).toBe(true);
      expect(hasRoom('reconcile', use({ trade: 84, reconcile: held }, 0))).toBe(true);
    }
    expect(hasRoom('reconcile', use({ trade: 91, cancel: 1, reconcile: 5 }))).toBe(true);
    expect(hasRoom('reconcile', use({ trade: 91, reconcile: READING_FLOOR }))).toBe(false);
  });

  it('comes before another when its calls are more urgent', () => {
    const ceilings = LANE_NAMES.map((lane) => LANES[lane].ceiling);
    expect(ceilings).toEqual([...ceilings].sort((a, b) => b - a));
  });

  it('of reading shares one bound with the other, which leaves a burst of orders room', () => {
    const market = READING_MOST - LANES.reconcile.share;
    const reading = { reconcile: LANES.reconcile.share, market };
    expect(hasRoom('market', use({ ...reading, market: market - 1 }))).toBe(true);
    expect(hasRoom('market', use(reading))).toBe(false);
    expect(hasRoom('reconcile', use({ reconcile: READING_MOST - 36, market: 36 }))).toBe(false);
    for (let trade = 0; trade < 36; trade += 1) {
      expect(hasRoom('trade', use({ ...reading, trade }, 0))).toBe(true);
    }
  });
});

describe('While many calls have no answer', () => {
  it.each(LANE_NAMES)('a few slots are left to the reading that finds out: %s', (lane) => {
    const held = { cancel: 60, trade: 20 };
    const reads = lane === 'reconcile';
    expect(hasRoom(lane, { ...use(held), unanswered: UNANSWERED_MOST - 1 })).toBe(
      lane !== 'market',
    );
    expect(hasRoom(lane, { ...use(held), unanswered: UNANSWERED_MOST })).toBe(reads);
  });
});

describe('A slot', () => {
  it('is free a minute after its call was completed, and a margin', () => {
    expect(freeAfter(1_000)).toBe(1_000 + WINDOW_MS + MARGIN_MS);
  });

  it('of a call that nobody ends is held for the longest that the call can take, and a minute', () => {
    const longest = SEND_WINDOW_MS + TIMEOUT_MS;
    expect(holdUntil(1_000, TIMEOUT_MS)).toBeGreaterThanOrEqual(freeAfter(1_000 + longest));
  });
});
