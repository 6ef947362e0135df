import { fastify, type FastifyInstance } from 'fastify';
import type { CallersConfig } from '../../../../src/infra/config/config.js';
import type { Clock } from '../../../../src/infra/runtime/clock.js';
import { RateLimits } from '../../../../src/infra/http/limits/rate-limits.js';
import { noteAnswers } from '../../../../src/infra/http/limits/work-ended.js';

describe('A large page that needs no key', () => {
  let server: FastifyInstance;
  let held: (() => void)[] = [];

  beforeEach(() => {
    const callers = { requestsAtOncePerKey: 2, requestsAtOncePerAddress: 64 } as CallersConfig;
    const clock = { steady: () => 0, sleep: () => Promise.resolve() };
    const limits = new RateLimits(callers, clock as unknown as Clock);
    server = fastify();
    noteAnswers(server);
    server.get('/page', async (request, reply) => {
      const tooMany = await limits.ofLargePage(request, reply);
      if (tooMany !== null) return reply.status(tooMany.getStatus()).send();
      await new Promise<void>((release) => {
        held.push(release);
        server.server.emit('held');
      });
      return {};
    });
  });

  afterEach(() => {
    held = [];
    return server.close();
  });

  const ask = (remoteAddress: string): Promise<number> =>
    server
      .inject({ method: 'GET', url: '/page', remoteAddress })
      .then(({ statusCode }) => statusCode);
  const untilHeld = async (count: number): Promise<void> => {
    while (held.length < count) await new Promise((resolve) => server.server.once('held', resolve));
  };

  it('is answered a few times at once for one address, and for others all the same', async () => {
    const asked = [1, 2, 3].map(() => ask('10.0.0.1'));
    await untilHeld(2);
    const other = ask('10.0.0.2');
    await untilHeld(3);
    held[0]?.();
    await untilHeld(4);
    for (const release of held) release();
    expect(await Promise.all([...asked, other])).toEqual([200, 200, 200, 200]);
  });

  it('is refused to an address of which two hundred wait', async () => {
    const asked = Array.from({ length: 203 }, () => ask('10.0.0.1'));
    expect(await Promise.race(asked)).toBe(429);
    await untilHeld(2);
    const others = await Promise.all([ask('10.0.0.1'), ask('10.0.0.1')]);
    expect([others, held.length]).toEqual([[429, 429], 2]);
    for (let next = 0; next < 202; next += 1) {
      await untilHeld(next + 1);
      held[next]?.();
    }
    const ended = await Promise.all(asked);
    expect(ended.filter((status) => status === 200)).toHaveLength(202);
  });
});
