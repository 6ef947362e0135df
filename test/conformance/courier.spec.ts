import {
  type Call,
  Courier,
  LIMITS,
  type Limits,
  RunEnded,
} from '../../src/conformance/courier.js';
import type { WireReply } from '../../src/infra/exchange/transport/exchange-transport.js';
import { replied, SILENCE } from './calls.js';

const DONE = replied(200, { success: true, message: '', data: [] });

/** A courier whose calls take `takesMs` and get the given answers; time passes only in calls and pauses. */
function courier(
  options: { limits?: Partial<Limits>; takesMs?: number; replies?: WireReply[] } = {},
) {
  const { limits = {}, takesMs = 0, replies = [] } = options;
  let now = 0;
  const interruption = new AbortController();
  const arrivals: number[] = [];
  const made = new Courier({
    transport: {
      send: () => {
        arrivals.push(now + takesMs / 2);
        now += takesMs;
        return Promise.resolve(replies.shift() ?? DONE);
      },
    },
    clock: {
      steady: () => now,
      sleep: (ms) => {
        now += ms;
        return Promise.resolve();
      },
    },
    limits: { ...LIMITS, ...limits },
    signal: interruption.signal,
    secret: 'sk_test_a',
  });
  const ask = (): Promise<Call> => made.ask('broker/order/enquiry', { body: '{}' });
  return { made, ask, arrivals, interruption, now: () => now };
}

async function asking(times: number, ask: () => Promise<Call>): Promise<void> {
  for (let asked = 0; asked < times; asked += 1) await ask();
}

describe('The courier', () => {
  it.each([0, 40, 3_000, 70_000])(
    'never lets more calls arrive in a rolling minute than it may, when each takes %i ms',
    async (takesMs) => {
      const { ask, arrivals } = courier({
        takesMs,
        limits: { callsPerMinute: 7, durationMs: 1e9 },
      });
      await asking(40, ask);
      for (const end of arrivals) {
        const within = arrivals.filter((at) => at > end - 60_000 && at <= end);
        expect(within.length).toBeLessThanOrEqual(7);
      }
    },
  );

  it('waits before the first of several calls unless there is room for all', async () => {
    const { made, ask, arrivals } = courier({ limits: { callsPerMinute: 5 } });
    await asking(3, ask);
    await made.roomFor(3);
    await asking(3, ask);
    expect(arrivals.slice(0, 3)).toEqual([0, 0, 0]);
    expect(new Set(arrivals.slice(3)).size).toBe(1);
    expect(arrivals[3]).toBeGreaterThanOrEqual(60_000);
  });

  it('makes no more calls than its limit', async () => {
    const { ask, arrivals } = courier({ limits: { calls: 3 } });
    await asking(3, ask);
    await expect(ask()).rejects.toThrow('the limit of 3 calls was reached');
    expect(arrivals).toHaveLength(3);
  });

  it('sends nothing after its time is over', async () => {
    const { made, ask } = courier({ limits: { durationMs: 5_000 } });
    await made.pause(5_000);
    await expect(ask()).rejects.toThrow('the limit of 5 s was reached');
  });

  it.each<[string, WireReply[], string]>([
    ['three silences in a row', [SILENCE, SILENCE, SILENCE], 'did not answer 3 times in a row'],
    ['a refused key', [replied(401, '')], 'the key was refused'],
    ['an expired subscription', [replied(402, '')], 'the key was refused'],
    ['a full minute', [replied(429, '')], 'somebody else uses this key'],
  ])('ends the run at %s', async (_, replies, why) => {
    const { ask } = courier({ replies });
    await expect(asking(3, ask)).rejects.toThrow(why);
  });

  it('continues when a missing answer is followed by an answer', async () => {
    const { ask, arrivals } = courier({ replies: [SILENCE, SILENCE, DONE, SILENCE, SILENCE] });
    await asking(6, ask);
    expect(arrivals).toHaveLength(6);
  });

  it('notices an interruption while it waits, and sends nothing after it', async () => {
    const { made, ask, arrivals, interruption, now } = courier({ limits: { callsPerMinute: 1 } });
    await ask();
    interruption.abort();
    await expect(ask()).rejects.toThrow(RunEnded);
    expect(arrivals).toHaveLength(1);
    await expect(made.pause(60_000)).rejects.toThrow('it was interrupted');
    expect(now()).toBeLessThan(1_000);
  });

  it('has separate limits for cancelling orders, whatever ended the run', async () => {
    const limits = { calls: 1, cleanUpCalls: 2, callsPerMinute: 100 };
    const { made, ask, arrivals, interruption } = courier({ limits });
    await ask();
    interruption.abort();
    made.beginCleanUp();
    await asking(2, ask);
    await expect(ask()).rejects.toThrow('the limit of 2 calls was reached');
    expect(arrivals).toHaveLength(3);
  });

  it('sends nothing for a minute after a 429, not even cancels', async () => {
    const { made, ask, arrivals } = courier({ replies: [replied(429, '')] });
    await expect(ask()).rejects.toThrow('429');
    made.beginCleanUp();
    await ask();
    expect(arrivals[1]).toBeGreaterThan(60_000);
  });
});
