import { Clock } from '../../../../src/infra/runtime/clock.js';
import type { ReservedCall } from '../../../../src/infra/exchange/client/call-journal.js';
import type { WireReply } from '../../../../src/infra/exchange/transport/exchange-transport.js';
import { WINDOW_MS, type Lane } from '../../../../src/infra/exchange/keys/rate-limiter.js';
import { callJournal, contextWithOneKey } from '../../../support/journal.js';
import { testSeed } from '../../../support/test-seed.js';

/**
 * An hour and a half in which every lane always wants to call, the exchange answers
 * late or never, and our processes are killed. Uses the real journal and its table.
 */
const SESSION_MS = 1.5 * 3_600_000;
const STEP_MS = 500;
const DONE: WireReply = {
  kind: 'Reply',
  status: 200,
  body: '{"success":true,"message":"ok","data":{"OrderNo":1,"Status":"Open"}}',
};
const LOST: WireReply = { kind: 'NoReply', failure: 'TimeoutError' };

class DayClock extends Clock {
  time = Date.UTC(2026, 10, 20, 9);

  override now(): number {
    return this.time;
  }

  override steady(): number {
    return this.time;
  }
}

/** Events that happen later in the day. */
class Agenda {
  private readonly due = new Map<number, (() => void)[]>();
  private doneUntil: number;

  constructor(private readonly clock: DayClock) {
    this.doneUntil = clock.time;
  }

  in(delayMs: number, action: () => void): void {
    const at = Math.ceil((this.clock.time + Math.max(delayMs, 1)) / STEP_MS) * STEP_MS;
    this.due.set(at, [...(this.due.get(at) ?? []), action]);
  }

  run(): void {
    for (let at = this.doneUntil + STEP_MS; at <= this.clock.time; at += STEP_MS) {
      for (const action of this.due.get(at) ?? []) action();
      this.due.delete(at);
    }
    this.doneUntil = this.clock.time;
  }
}

/** A small, repeatable random generator. */
class Dice {
  constructor(private state: number) {}

  /** From 0 up to, but excluding, `below`. */
  next(below: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * below);
  }

  of<T>(...values: [T, ...T[]]): T {
    return values[this.next(values.length)] ?? values[0];
  }
}

/** How the exchange answers for a while. */
interface Mood {
  takes(): number;
  /** At which fraction of that time the call arrives. */
  travels(): number;
}

const MOOD_STEPS = 60;
const BURST_STEPS = 300;

function moodOf(dice: Dice): Mood {
  const mixed = {
    takes: () => dice.of(5, 30, 200, 1_500, 6_000),
    travels: () => dice.of(0, 0.5, 1),
  };
  const prompt: Mood = { takes: () => dice.of(5, 30), travels: () => 0 };
  const late: Mood = { takes: () => dice.of(6_000, 9_000), travels: () => 1 };
  return dice.of(mixed, prompt, late);
}

interface Day {
  readonly arrivals: readonly number[];
  readonly reservedByLane: Readonly<Partial<Record<Lane, number>>>;
}

async function liveADay(seed: number): Promise<Day> {
  const clock = new DayClock();
  const agenda = new Agenda(clock);
  const dice = new Dice(seed);
  const context = await contextWithOneKey(clock);
  const { config, database, keys } = context;
  const arrivals: number[] = [];
  let mood = moodOf(dice);
  const reservedByLane: Partial<Record<Lane, number>> = {};

  /** An instance of the service. Whatever it has in flight is lost when it is killed. */
  const start = () => {
    const life = { killed: false };
    const send = (): Promise<WireReply> =>
      new Promise((resolve) => {
        const lost = dice.next(40) === 0;
        const takes = lost ? config.exchangeTimeoutMs : mood.takes();
        arrivals.push(clock.time + takes * mood.travels());
        agenda.in(takes, () => {
          if (!life.killed) resolve(lost ? LOST : DONE);
        });
      });
    const journal = callJournal(context, { send }, keys);
    return { life, journal };
  };

  let instances = [start(), start()];
  const want = async (lane: Lane): Promise<void> => {
    const { journal, life } = instances[dice.next(2)] ?? start();
    const wish = { endpoint: 'order/enquiry', lane, body: '{}', operator: null } as const;
    const reservation = await database.units.runAlone((unit) => journal.reserve(unit, wish));
    if (reservation.call === null) return;
    reservedByLane[lane] = (reservedByLane[lane] ?? 0) + 1;
    const call: ReservedCall = reservation.call;
    // A busy process gets to it late, or is killed before that.
    agenda.in(dice.of(0, 0, 0, 500, 1_500, 2_500), () => {
      if (!life.killed) void journal.send(call);
    });
  };

  const end = clock.time + SESSION_MS;
  while (clock.time < end) {
    clock.time += STEP_MS;
    agenda.run();
    if (dice.next(1_000) === 0) {
      for (const { life } of instances) life.killed = true;
      instances = [start(), start()];
    }
    const lanes: Lane[] = ['trade', 'trade', dice.of('reconcile', 'market', 'resolve')];
    if (dice.next(4) === 0) lanes.push('cancel');
    if (dice.next(MOOD_STEPS) === 0) mood = moodOf(dice);
    if (dice.next(BURST_STEPS) === 0) {
      // Nothing is called until every slot is free; then a whole book is cancelled at once.
      clock.time += 80_000;
      agenda.run();
      lanes.push(...Array.from({ length: 110 }, (): Lane => 'cancel'));
    }
    await Promise.all(lanes.map(want));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await database.close();
  return { arrivals, reservedByLane };
}

/** The most arrivals in any rolling minute, on a clock that runs `rate` times as fast as ours. */
function fullestMinute(arrivals: readonly number[], rate: number): number {
  const at = arrivals.map((arrival) => arrival * rate).sort((a, b) => a - b);
  let [most, first] = [0, 0];
  at.forEach((time, last) => {
    while ((at[first] ?? time) <= time - WINDOW_MS) first += 1;
    most = Math.max(most, last - first + 1);
  });
  return most;
}

describe('A session in which everybody always wants to call', () => {
  it('never shows the exchange more than 100 calls in a rolling minute', async () => {
    const { arrivals, reservedByLane } = await liveADay(testSeed());
    for (const rate of [0.997, 1, 1.003]) {
      expect(fullestMinute(arrivals, rate)).toBeLessThanOrEqual(100);
    }
    // The test proves nothing unless every lane presses against the limit all day.
    expect(fullestMinute(arrivals, 1)).toBeGreaterThan(95);
    expect(arrivals.length).toBeGreaterThan((SESSION_MS / WINDOW_MS) * 60);
    for (const lane of ['cancel', 'resolve', 'trade', 'reconcile'] as const) {
      expect(reservedByLane[lane]).toBeGreaterThan((SESSION_MS / WINDOW_MS) * 2);
    }
  });
});
