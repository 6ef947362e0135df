import { fastify, type FastifyInstance } from 'fastify';
import { COSTLY_AS_OF, CostlyReads } from '../../../../src/infra/http/limits/costly-reads.js';

describe('Costly reads of one key', () => {
  let server: FastifyInstance;
  let held: (() => void)[] = [];

  beforeEach(() => {
    server = fastify();
    const reads = new CostlyReads();
    const answer = { config: COSTLY_AS_OF };
    server.get<{ Params: { key: string } }>('/:key', answer, async (request, reply) => {
      const refusal = reads.begin(request, reply, request.params.key);
      if (refusal !== null) return reply.status(refusal.getStatus()).send(refusal.details);
      await new Promise<void>((resolve) => {
        held.push(resolve);
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

  it('are four at once, others are told to come back, and those of other keys are not', async () => {
    const answers: Promise<number>[] = [];
    for (let n = 0; n < 4; n += 1) answers.push(start('/one?asOf=x'));
    await untilHeld(4);
    const refused = await server.inject('/one?asOf=x');
    expect([refused.statusCode, refused.json()]).toEqual([429, { retryAfterSeconds: 1 }]);
    answers.push(start('/other?asOf=x'), start('/one'));
    await untilHeld(6);
    for (const release of held) release();
    expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
    answers.push(start('/one?asOf=x'));
    await untilHeld(7);
    held.at(-1)?.();
    expect(await answers.at(-1)).toBe(200);
  });
});
