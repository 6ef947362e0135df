import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { COSTLY_AS_OF, CostlyReads } from '../../../../src/infra/http/limits/costly-reads.js';
import { noteAnswers } from '../../../../src/infra/http/limits/work-ended.js';

describe('Costly reads of one key', () => {
  let server: FastifyInstance;
  let held: (() => void)[] = [];

  beforeEach(() => {
    server = fastify();
    noteAnswers(server);
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

  it('count until their work has ended, though their caller has left', async () => {
    await server.listen();
    const { port } = server.server.address() as AddressInfo;
    for (let n = 0; n < 4; n += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.write('GET /one?asOf=x HTTP/1.1\r\nHost: marina\r\n\r\n');
      await untilHeld(n + 1);
      socket.destroy();
      await once(socket, 'close');
    }
    expect(await start('/one?asOf=x')).toBe(429);
    held[0]?.();
    while (held.length < 5) {
      void start('/one?asOf=x');
      await new Promise(setImmediate);
    }
    for (const release of held) release();
  });
});
