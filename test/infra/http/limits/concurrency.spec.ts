import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { fastify, type FastifyInstance, type InjectOptions } from 'fastify';
import { COSTLY } from '../../../../src/infra/http/limits/costly-reads.js';
import {
  Concurrency,
  leavePlaces,
  RUNS,
  WAITS,
} from '../../../../src/infra/http/limits/concurrency.js';
import { URGENT } from '../../../../src/infra/http/limits/overload.js';
import { noteAnswers } from '../../../../src/infra/http/limits/work-ended.js';
import { ENQUIRES } from '../../../../src/infra/http/limits/rate-limits.js';

interface Keyed {
  Params: { key: string };
}

describe('Requests of one caller', () => {
  let server: FastifyInstance;
  let now: number;
  let slept: number[];
  let isHeld = true;
  let held: { readonly url: string; readonly release: () => void }[] = [];

  beforeEach(() => {
    server = fastify();
    noteAnswers(server);
    slept = [];
    now = 0;
    isHeld = true;
    const concurrency = new Concurrency(2, {
      steady: () => now,
      sleep: (ms) => Promise.resolve(void slept.push(ms)),
    });
    const hold = async (url: string): Promise<void> => {
      if (!isHeld) return;
      await new Promise<void>((release) => {
        held.push({ url, release });
        server.server.emit('held');
      });
    };
    const route = (url: string, config: object = {}): void => {
      server.route<Keyed>({
        method: ['GET', 'POST'],
        url,
        config,
        handler: async (request, reply) => {
          const refusal = await concurrency.turn(request, reply, request.params.key);
          if (refusal !== null) return reply.status(refusal.getStatus()).send(refusal.details);
          await hold(`${request.method} ${request.url}`);
          if (request.routeOptions.config.waits !== true) return {};
          leavePlaces(request);
          await hold(`${request.method} ${request.url} stored`);
          return {};
        },
      });
    };
    server.post<Keyed>('/:key/idle-cancel', { config: URGENT }, async (request, reply) => {
      const refusal = await concurrency.idleCancel(request, reply, request.params.key);
      if (refusal !== null) return reply.status(refusal.getStatus()).send(refusal.details);
      await hold(`${request.method} ${request.url}`);
      leavePlaces(request);
      await hold(`${request.method} ${request.url} waits`);
      return {};
    });
    route('/:key/orders');
    route('/:key/runs', RUNS);
    route('/:key/posts', WAITS);
    route('/:key/cancel', URGENT);
    route('/:key/enquire', ENQUIRES);
    route('/:key/report', COSTLY);
    route('/v1/market/:key');
    route('/v1/exchange/orders/:key');
    route('/v1/exchange/calls/:key');
  });

  afterEach(() => {
    held = [];
    return server.close();
  });

  const start = (method: 'GET' | 'POST', url: string, more: InjectOptions = {}): Promise<number> =>
    server.inject({ method, url, ...more }).then(({ statusCode }) => statusCode);
  const untilHeld = async (count: number): Promise<void> => {
    while (held.length < count) await new Promise((resolve) => server.server.once('held', resolve));
  };
  const begun = (): readonly string[] => held.map(({ url }) => url);
  const releaseAll = (): void => {
    isHeld = false;
    for (const one of held) one.release();
  };
  const release = (url: string): void => held.find((one) => one.url === url)?.release();

  it.each([
    ['reads', 'GET'],
    ['writes', 'POST'],
  ] as const)('that are %s are worked on a few at once, in the order that they came in', async (_, method) => {
    const urls = ['/a/orders?1', '/a/orders?2', '/a/orders?3', '/a/orders?4', '/b/orders?1'];
    const answers = urls.map((url) => start(method, url));
    await untilHeld(3);
    expect([...begun()].sort()).toEqual([0, 1, 4].map((n) => `${method} ${urls[n] ?? ''}`));
    release(`${method} /a/orders?2`);
    await untilHeld(4);
    release(`${method} /a/orders?1`);
    await untilHeld(5);
    expect(begun().slice(3)).toEqual([`${method} /a/orders?3`, `${method} /a/orders?4`]);
    releaseAll();
    expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
  }); // prettier-ignore

  it('that read do not keep those that write waiting', async () => {
    const answers = ['GET', 'GET', 'GET', 'POST'] as const;
    const sent = answers.map((method) => start(method, '/a/orders'));
    await untilHeld(3);
    expect(begun()).toContain('POST /a/orders');
    releaseAll();
    expect(await Promise.all(sent)).toEqual(sent.map(() => 200));
  });

  it.each([
    ['cancels', 'POST', '/a/cancel', {}],
    ['enquiries', 'POST', '/a/enquire', {}],
    ['costly reads, which have a limit of their own', 'GET', '/a/report', {}],
  ] as const)('are all worked on at once if they are %s', async (_, method, url, more) => {
    const answers = [1, 2, 3, 4].map(() => start(method, url, more));
    await untilHeld(4);
    releaseAll();
    expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
  });

  it('that cancel what is cancelled already are worked on a few at once, while other cancels go at once', async () => {
    const idle = [1, 2, 3].map((n) => start('POST', `/a/idle-cancel?${n}`));
    await untilHeld(2);
    const others = ['/a/cancel', '/a/cancel', '/a/cancel', '/a/orders', '/b/idle-cancel'];
    const answers = others.map((url) => start('POST', url));
    await untilHeld(7);
    expect(begun()).not.toContain('POST /a/idle-cancel?3');
    // It only waits for the exchange from here on.
    release('POST /a/idle-cancel?1');
    await untilHeld(9);
    expect(begun()).toContain('POST /a/idle-cancel?3');
    releaseAll();
    expect(await Promise.all([...idle, ...answers])).toEqual([...idle, ...answers].map(() => 200));
  });

  it.each(['/v1/market/a', '/v1/exchange/orders/a'])(
    'that ask the exchange, as %s does, are worked on more at once than others, because most wait for it',
    async (url) => {
      const answers = Array.from({ length: 9 }, (_, n) => start('GET', `${url}?${n}`));
      await untilHeld(8);
      answers.push(start('GET', '/a/orders'));
      await untilHeld(9);
      expect(begun()).not.toContain(`GET ${url}?8`);
      releaseAll();
      expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
    },
  );

  it('that start runs may be many, of which most wait for the reconciler, but few begin in a second', async () => {
    const answers = Array.from({ length: 9 }, (_, n) => start('POST', `/a/runs?${n}`));
    await untilHeld(8);
    answers.push(start('POST', '/a/orders'), start('POST', '/b/runs'));
    await untilHeld(10);
    expect(begun()).not.toContain('POST /a/runs?8');
    releaseAll();
    expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
    while (slept.length < answers.length) await new Promise(setImmediate);
    expect(slept.filter((ms) => ms === 1_000)).toHaveLength(10);
  });

  it('are worked on a few at once if they read the journal of calls, which asks the exchange nothing', async () => {
    const url = '/v1/exchange/calls/a';
    const answers = [1, 2, 3].map(() => start('GET', url));
    await untilHeld(2);
    answers.push(start('POST', '/a/orders'));
    await untilHeld(3);
    expect(begun()).toEqual([`GET ${url}`, `GET ${url}`, 'POST /a/orders']);
    releaseAll();
    expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
  });

  it.each([
    ['a read', 'GET', '/a/orders?limit=50', [30, 60]],
    ['a long page', 'GET', '/a/orders?limit=200', [30, 60]],
    ['a write', 'POST', '/a/orders', [8, 8]],
  ] as const)('are followed by a rest after %s', async (_, method, url, rests) => {
    for (let n = 1; n <= 2; n += 1) {
      const answer = start(method, url);
      await untilHeld(n);
      now += 10 * n;
      held.at(-1)?.release();
      expect(await answer).toBe(200);
      while (slept.length < n) await new Promise(setImmediate);
    }
    expect(slept).toEqual(rests);
  });

  it('that are abandoned have their place until their work has ended', async () => {
    const url = '/a/orders';
    await server.listen();
    const { port } = server.server.address() as AddressInfo;
    for (let n = 0; n < 2; n += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET ${url}?${n} HTTP/1.1\r\nHost: marina\r\n\r\n`);
      await untilHeld(n + 1);
      socket.destroy();
      await once(socket, 'close');
    }
    const next = start('GET', url);
    const write = start('POST', '/a/orders');
    await untilHeld(3);
    expect(begun()[2]).toBe('POST /a/orders');
    release(`GET ${url}?0`);
    await untilHeld(4);
    expect(begun()[3]).toBe(`GET ${url}`);
    releaseAll();
    expect(await Promise.all([next, write])).toEqual([200, 200]);
  });

  it('are refused when 200 of it wait already', async () => {
    const answers = Array.from({ length: 203 }, () => start('POST', '/a/orders'));
    expect(await Promise.race(answers)).toBe(429);
    releaseAll();
    expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(202);
  });

  it('that wait for the exchange have a place until their order is stored', async () => {
    const headers = { prefer: 'wait=5' };
    const urls = ['/a/posts?1', '/a/posts?2', '/a/posts?3'];
    const answers = urls.map((url) => start('POST', url, { headers }));
    await untilHeld(2);
    expect(begun()).toEqual(['POST /a/posts?1', 'POST /a/posts?2']);
    release('POST /a/posts?1');
    await untilHeld(4);
    expect(begun()).toContain('POST /a/posts?3');
    expect(begun()).toContain('POST /a/posts?1 stored');
    releaseAll();
    expect(await Promise.all(answers)).toEqual([200, 200, 200]);
    expect(slept).toHaveLength(3);
  });

  it('that do not wait have it until they are answered, on the same route', async () => {
    const answers = [1, 2, 3].map((n) => start('POST', `/a/posts?${n}`));
    await untilHeld(2);
    release('POST /a/posts?1');
    await untilHeld(3);
    expect(begun()).not.toContain('POST /a/posts?3');
    releaseAll();
    expect(await Promise.all(answers)).toEqual([200, 200, 200]);
  });

  it('wait for their turn on routes that do not wait for the exchange, whatever they prefer', async () => {
    const headers = { prefer: 'wait=5' };
    const answers = [1, 2, 3].map(() => start('POST', '/a/orders', { headers }));
    await untilHeld(2);
    expect(held).toHaveLength(2);
    releaseAll();
    expect(await Promise.all(answers)).toEqual([200, 200, 200]);
  });

  it('that ask for long pages are worked on one after the other', async () => {
    const answers = ['200', '51', '50'].map((limit) => start('GET', `/a/orders?limit=${limit}`));
    await untilHeld(2);
    expect(begun()).not.toContain('GET /a/orders?limit=51');
    release('GET /a/orders?limit=200');
    await untilHeld(3);
    releaseAll();
    expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
  });
});
