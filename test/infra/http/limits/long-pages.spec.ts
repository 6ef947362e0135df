import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { LongPages } from '../../../../src/infra/http/limits/long-pages.js';

describe('Long pages of one key', () => {
  let server: FastifyInstance;
  let now: number;
  let slept: number[];
  let held: { readonly url: string; readonly release: () => void }[] = [];

  beforeEach(() => {
    server = fastify();
    slept = [];
    now = 0;
    const pages = new LongPages({
      steady: () => now,
      sleep: (ms) => Promise.resolve(void slept.push(ms)),
    });
    server.get<{ Params: { key: string } }>('/:key', async (request, reply) => {
      await pages.turn(request, reply, request.params.key);
      await new Promise<void>((release) => {
        held.push({ url: request.url, release });
        server.server.emit('held');
      });
      return {};
    });
  });

  afterEach(() => {
    held = [];
    return server.close();
  });

  const start = (url: string): Promise<number> =>
    server.inject(url).then(({ statusCode }) => statusCode);
  const untilHeld = async (count: number): Promise<void> => {
    while (held.length < count) await new Promise((resolve) => server.server.once('held', resolve));
  };
  const begun = (): readonly string[] => held.map(({ url }) => url);

  it('are read one after the other, and nobody else waits for them', async () => {
    const answers = ['/one?limit=200', '/one?limit=51', '/one?limit=50', '/one', '/two?limit=200'].map(start);
    await untilHeld(4);
    expect(begun()).not.toContain('/one?limit=51');
    held.find(({ url }) => url === '/one?limit=200')?.release();
    await untilHeld(5);
    expect(begun().at(-1)).toBe('/one?limit=51');
    for (const { release } of held) release();
    expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
  }); // prettier-ignore

  it('go on when all before them have ended, and the key rests after each', async () => {
    for (let n = 1; n <= 3; n += 1) {
      const answer = start('/one?limit=200');
      await untilHeld(n);
      now += 10 * n;
      held.at(-1)?.release();
      expect(await answer).toBe(200);
      while (slept.length < n) await new Promise(setImmediate);
    }
    // Three times as long as each took.
    expect(slept).toEqual([30, 60, 90]);
  });
});
