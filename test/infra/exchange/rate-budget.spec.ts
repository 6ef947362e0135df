import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
  SOON_MS,
  WINDOW_MS,
  type KeyUse,
  type Lane,
} from '../../../src/infra/exchange/rate-budget.js';

const LANE_NAMES = ['cancel', 'resolve', 'trade', 'reconcile', 'market'] as const;
const TIMEOUT_MS = 10_000;

/** A key whose slots come free all the time, unless told that none does soon. */
function use(heldByLane: Partial<Record<Lane, number>>, freeSoon?: number): KeyUse {
  const held = Object.values(heldByLane).reduce((sum, count) => sum + count, 0);
  return { held, freeSoon: freeSoon ?? held, heldByLane, nextFreeAt: null };
}

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

interface Wish {
  readonly lane: Lane;
  /** Since the wish before it. */
  readonly pause: number;
  /** Between the reservation and the first byte. */
  readonly heldUp: number;
  readonly takes: number;
  /** When in that time it reaches the exchange, 0 to 1. */
  readonly arrives: number;
  /** The process is killed: nobody ever says how the call ended. */
  readonly killed: boolean;
}

interface Call {
  readonly startedAt: number;
  readonly completedAt: number | null;
  readonly arrivedAt: number;
}

type FreeAt = (call: Call, now: number) => number;

/** What the journal knows of a call at a moment: only what was stored by then. */
const ours: FreeAt = ({ startedAt, completedAt }, now) =>
  completedAt !== null && completedAt <= now
    ? freeAfter(completedAt)
    : holdUntil(startedAt, TIMEOUT_MS);

function run(wishes: readonly Wish[], freeAt: FreeAt): readonly Call[] {
  const calls: (Call & { readonly lane: Lane })[] = [];
  let now = 0;
  for (const wish of wishes) {
    now += wish.pause;
    const held = calls.filter((call) => freeAt(call, now) > now);
    const heldByLane: Partial<Record<Lane, number>> = {};
    for (const { lane } of held) heldByLane[lane] = (heldByLane[lane] ?? 0) + 1;
    const freeSoon = held.filter((call) => freeAt(call, now) <= now + SOON_MS).length;
    if (!hasRoom(wish.lane, use(heldByLane, freeSoon))) continue;
    const sentAt = now + wish.heldUp;
    const completedAt = wish.killed ? null : sentAt + wish.takes;
    calls.push({
      lane: wish.lane,
      startedAt: now,
      completedAt,
      arrivedAt: sentAt + wish.arrives * wish.takes,
    });
  }
  return calls;
}

/** The most arrivals in any rolling minute of a clock that runs `rate` times as fast as ours. */
function fullestMinute(calls: readonly Call[], rate: number): number {
  const arrivals = calls.map((call) => call.arrivedAt * rate).sort((a, b) => a - b);
  let [most, first] = [0, 0];
  arrivals.forEach((at, last) => {
    while ((arrivals[first] ?? at) <= at - WINDOW_MS) first += 1;
    most = Math.max(most, last - first + 1);
  });
  return most;
}

const anyWish: fc.Arbitrary<Wish> = fc.record({
  lane: fc.constantFrom<Lane>('cancel', 'cancel', 'cancel', ...LANE_NAMES),
  pause: fc.oneof(
    { weight: 9, arbitrary: fc.nat({ max: 30 }) },
    { weight: 1, arbitrary: fc.nat({ max: 25_000 }) },
  ),
  heldUp: fc.constantFrom(0, 1, 20, SEND_WINDOW_MS),
  takes: fc.constantFrom(0, 5, 50, 1_000, TIMEOUT_MS),
  arrives: fc.constantFrom(0, 0.5, 1),
  killed: fc.constantFrom(false, false, false, true),
});

describe('The exchange, by its own clock', () => {
  const anyWishes = fc.array(anyWish, { minLength: 250, maxLength: 500 });
  const anyRate = fc.constantFrom(1, 0.997, 1.003);

  it('never sees more than 100 calls in a rolling minute', () => {
    let fullest = 0;
    fc.assert(
      fc.property(anyWishes, anyRate, (wishes, rate) => {
        const most = fullestMinute(run(wishes, ours), rate);
        expect(most).toBeLessThanOrEqual(SLOTS);
        fullest = Math.max(fullest, most);
      }),
      { numRuns: 150 },
    );
    // The runs are no proof unless they press against the limit.
    expect(fullest).toBeGreaterThan(95);
  });

  it('would see more if a slot were free a minute after its call was sent', () => {
    const burst = (pause: number, arrives: number): Wish[] =>
      Array.from({ length: SLOTS }, (_, index) => ({
        lane: 'cancel',
        pause: index === 0 ? pause : 0,
        heldUp: 0,
        takes: TIMEOUT_MS,
        arrives,
        killed: false,
      }));
    const wishes = [...burst(0, 1), ...burst(WINDOW_MS + 1, 0)];
    expect(fullestMinute(run(wishes, ours), 1)).toBe(SLOTS);
    expect(
      fullestMinute(
        run(wishes, (call) => call.startedAt + WINDOW_MS),
        1,
      ),
    ).toBe(2 * SLOTS);
  });

  it('sees 100 a minute when we need them', () => {
    const cancels = Array.from({ length: 400 }, (): Wish => {
      return { lane: 'cancel', pause: 1_000, heldUp: 0, takes: 5, arrives: 1, killed: false };
    });
    const sixtyAMinute = run(cancels, ours);
    expect(sixtyAMinute).toHaveLength(400);
    const hurried = run(
      cancels.map((wish) => ({ ...wish, pause: 1 })),
      ours,
    );
    expect(hurried).toHaveLength(SLOTS);
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
