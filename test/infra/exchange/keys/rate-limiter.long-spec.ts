import fc from '../../../support/seeded-fast-check.js';
import {
  freeAfter,
  hasCapacity,
  holdUntil,
  SEND_WINDOW_MS,
  SLOTS,
  SOON_MS,
  WINDOW_MS,
  type Lane,
} from '../../../../src/infra/exchange/keys/rate-limiter.js';
import { LANE_NAMES, TIMEOUT_MS, use } from './key-use.js';

interface Wish {
  readonly lane: Lane;
  /** Since the previous call. */
  readonly pause: number;
  /** Between the reservation and the first byte. */
  readonly heldUp: number;
  readonly takes: number;
  /** When in that time the call reaches the exchange, from 0 to 1. */
  readonly arrives: number;
  /** The process is killed, so the end of the call is never recorded. */
  readonly killed: boolean;
}

interface Call {
  readonly startedAt: number;
  readonly completedAt: number | null;
  readonly arrivedAt: number;
}

type FreeAt = (call: Call, now: number) => number;

/** What the journal knows of a call at a given time: only what was stored by then. */
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
    if (!hasCapacity(wish.lane, use(heldByLane, freeSoon))) continue;
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

/** The most arrivals in any rolling minute, on a clock that runs `rate` times as fast as ours. */
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
    // The test proves nothing unless the calls press against the limit.
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
