import { describe, expect, it } from '@jest/globals';
import { CallerTurns } from '../../../src/infra/http/caller-turns.js';
import { HandClock } from '../../support/hand-clock.js';

class Request {
  hasTurn: boolean | null = null;
  isGone = false;
  answer = (): void => undefined;

  constructor(turns: CallerTurns, caller: string, kind: 'reads' | 'writes') {
    const ending = {
      onEnd: (ended: () => void) => (this.answer = ended),
      isGone: () => this.isGone,
    };
    void turns.begin(caller, kind, ending).then((hasTurn) => (this.hasTurn = hasTurn));
  }
}

function desk(): {
  clock: HandClock;
  send: (caller: string, kind: 'reads' | 'writes', count: number) => Promise<Request[]>;
} {
  const clock = new HandClock();
  const turns = new CallerTurns(clock);
  const send = async (
    caller: string,
    kind: 'reads' | 'writes',
    count: number,
  ): Promise<Request[]> => {
    const sent = Array.from({ length: count }, () => new Request(turns, caller, kind));
    await settled();
    return sent;
  };
  return { clock, send };
}

/** What was promised by now has been told. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

function begun(requests: readonly Request[]): number {
  return requests.filter(({ hasTurn }) => hasTurn === true).length;
}

describe('CallerTurns', () => {
  it('give a caller alone many turns at once', async () => {
    const { send } = desk();
    expect(begun(await send('flood', 'writes', 100))).toBe(64);
  });

  it('give few while another caller is there, and the next one in the order of arrival', async () => {
    const { send } = desk();
    await send('dealer', 'writes', 1);
    const flood = await send('flood', 'writes', 10);
    expect(flood.map(({ hasTurn }) => hasTurn)).toEqual([...Array(4).fill(true), ...Array(6).fill(null)]); // prettier-ignore
    flood[2]?.answer();
    await settled();
    expect(flood.map(({ hasTurn }) => hasTurn)).toEqual([...Array(5).fill(true), ...Array(5).fill(null)]); // prettier-ignore
  });

  it('never keep one caller waiting for another', async () => {
    const { send } = desk();
    await send('flood', 'writes', 200);
    expect(begun(await send('dealer', 'writes', 4))).toBe(4);
  });

  it('give reads of a caller other turns than its orders', async () => {
    const { send } = desk();
    await send('dealer', 'reads', 1);
    expect(begun(await send('flood', 'reads', 9))).toBe(2);
    expect(begun(await send('flood', 'writes', 4))).toBe(4);
  });

  it('give many again once nobody else was there for ten seconds', async () => {
    const { clock, send } = desk();
    const [order] = await send('dealer', 'writes', 1);
    order?.answer();
    clock.pass(10_001);
    expect(begun(await send('flood', 'writes', 20))).toBe(20);
  });

  it('pass on the turn of what has not been answered within a second', async () => {
    const { clock, send } = desk();
    await send('dealer', 'writes', 1);
    const flood = await send('flood', 'reads', 5);
    expect(begun(flood)).toBe(2);
    clock.pass(999);
    await settled();
    expect(begun(flood)).toBe(2);
    clock.pass(1);
    await settled();
    expect(begun(flood)).toBe(4);
    flood[0]?.answer();
    await settled();
    expect(begun(flood)).toBe(4);
  });

  it('skip who has gone while waiting, and refuse more than 256 who wait', async () => {
    const { send } = desk();
    await send('dealer', 'writes', 1);
    const flood = await send('flood', 'reads', 2 + 256 + 1);
    expect(flood.at(-1)?.hasTurn).toBe(false);
    for (const gone of flood.slice(2, 5)) gone.isGone = true;
    flood[0]?.answer();
    await settled();
    expect(flood.slice(2, 7).map(({ hasTurn }) => hasTurn)).toEqual([false, false, false, true, null]); // prettier-ignore
  });
});
