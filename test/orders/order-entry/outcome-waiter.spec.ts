import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import type { Database } from '../../../src/infra/database/database.js';
import { OutcomeWaiter } from '../../../src/orders/order-entry/outcome-waiter.js';
import { HandClock } from '../../support/time/hand-clock.js';

/** Rests by its own time, too. */
class RestingClock extends HandClock {
  override sleep(delayMs: number): Promise<void> {
    if (delayMs <= 0) return Promise.resolve();
    return new Promise((resolve) => void this.after(delayMs, resolve));
  }
}

type State = 'pending' | 'unknown' | 'answered' | 'lost database';

describe('Callers that wait for the exchange', () => {
  let states: Map<string, State>;
  let looks: number;
  let lookTakesMs: number;
  let tail: AuditTail;
  let clock: HandClock;
  let waiter: OutcomeWaiter;

  beforeEach(() => {
    states = new Map();
    looks = 0;
    lookTakesMs = 0;
    tail = new AuditTail();
    clock = new RestingClock();
    const query = (_sql: string, ids: readonly string[]): Promise<object[]> => {
      looks += 1;
      clock.pass(lookTakesMs);
      const open = [...new Set(ids)].filter((id) => states.get(id) !== 'answered');
      if (open.some((id) => states.get(id) === 'lost database'))
        return Promise.reject(new Error('the database is gone'));
      const rows = open.map((id) => ({ id, unknown: states.get(id) === 'unknown' ? 1 : 0 }));
      return Promise.resolve(rows);
    };
    const database = { reading: { query } } as unknown as Database;
    waiter = new OutcomeWaiter(database, tail, clock);
  });

  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const wait = (id: string, state: State, ms = 10_000): Promise<boolean> => {
    states.set(id, state);
    return waiter.settled(id, ms);
  };

  it('are looked after by one read for all of them', async () => {
    const ids = Array.from({ length: 300 }, (_, n) => `ord_${n}`);
    const ends = Promise.all(ids.map((id) => wait(id, 'pending')));
    await turn();
    const before = looks;
    for (const id of ids) states.set(id, 'answered');
    tail.notify();
    expect(await ends).toEqual(ids.map(() => true));
    expect(looks).toBe(before + 1);
    // Nobody waits any more, so nothing is looked at.
    tail.notify();
    await turn();
    expect([looks, clock.waiting]).toEqual([before + 1, 0]);
  });

  it.each([
    [20, 80],
    [500, 250],
  ])('of whom a look takes %d ms are not looked after for %d ms after it', async (takes, rests) => {
    const end = wait('ord_1', 'pending', 60_000);
    await turn();
    lookTakesMs = takes;
    tail.notify();
    await turn();
    const before = looks;
    states.set('ord_1', 'answered');
    for (let commits = 0; commits < 10; commits += 1) tail.notify();
    clock.pass(rests - 1);
    await turn();
    expect(looks).toBe(before);
    clock.pass(1);
    expect(await end).toBe(true);
    expect(looks).toBe(before + 1);
  });

  it.each<[State, boolean]>([
    ['answered', true],
    ['unknown', false],
  ])('of an order that is %s already are told at once', async (state, settled) => {
    expect(await wait('ord_1', state)).toBe(settled);
    expect(await wait('ord_1', state, 0)).toBe(settled);
  });

  it('are told of what another instance commits, and when their time is over', async () => {
    const [one, other] = [wait('ord_1', 'pending'), wait('ord_2', 'pending', 400)];
    await turn();
    states.set('ord_1', 'answered');
    clock.pass(250);
    expect(await one).toBe(true);
    clock.pass(150);
    expect(await other).toBe(false);
    expect(await wait('ord_3', 'pending', 0)).toBe(false);
  });

  it('are told that the database is gone, and those after them are served again', async () => {
    await expect(wait('ord_1', 'lost database')).rejects.toThrow('the database is gone');
    expect(await wait('ord_2', 'answered')).toBe(true);
  });

  it('are let go when their connection is needed', async () => {
    states.set('ord_1', 'pending');
    const needed = new AbortController();
    const end = waiter.settled('ord_1', 10_000, needed.signal);
    await turn();
    needed.abort();
    expect(await end).toBe(false);
    expect(clock.waiting).toBe(0);
  });

  it('are let go when the service stops', async () => {
    const end = wait('ord_1', 'pending');
    await turn();
    waiter.onModuleDestroy();
    expect(await end).toBe(false);
    expect(await wait('ord_2', 'pending')).toBe(false);
  });
});
