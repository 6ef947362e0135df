import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import type { CallView } from '../../../src/orders/order-queries/order-history.js';
import { type Answer, Desk } from '../../support/desk.js';

describe('A caller who asks for more than it may', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  const times = async (count: number, ask: () => Promise<Answer>): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (let n = 0; n < count; n += 1) answers.push(await ask());
    return answers;
  };

  const read = (key?: string, headers = {}) =>
    desk.call('GET', '/v1/orders', { headers, ...(key === undefined ? {} : { key }) });

  const open = (env: Record<string, string>): Promise<Desk> => Desk.open('sqlite', { env });

  const keyOf = async (name: string): Promise<string> => {
    const { body } = await desk.call('POST', '/v1/api-keys', {
      body: { name, scopes: ['orders:read'] },
    });
    return String(body['secret']);
  };

  it('with one key is told how many it may, and when to try again, and nobody else is', async () => {
    desk = await open({ REQUESTS_PER_KEY: '5' });
    const [greedy, modest] = [await keyOf('greedy'), await keyOf('modest')];
    await desk.pass(1_000);
    const answers = await times(6, () => read(greedy));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"key";q=5;w=1');
    expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual(
      [4, 3, 2, 1, 0, 0].map((left) => `"key";r=${left};t=1`),
    );
    const refused = answers[5];
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.body).toMatchObject({ code: 'rate-limited', type: '/problems/rate-limited' });
    expect((await read(modest)).status).toBe(200);
    await desk.pass(1_000);
    expect((await read(greedy)).status).toBe(200);
  });

  it('about its orders is refused before it uses up what orders wait for', async () => {
    desk = await open({ ENQUIRIES_PER_KEY: '2' });
    const { body } = await desk.post();
    const enquire = () => desk.call('POST', `/v1/orders/${body.id}/enquire`);
    const answers = await times(3, enquire);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[2]?.body).toMatchObject({ code: 'rate-limited' });
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await read()).status).toBe(200);
    const calls = await desk.list<CallView>(`/v1/orders/${body.id}/calls?limit=200`);
    const asked = calls.filter(({ operator, endpoint }) => operator === 'admin' && endpoint === 'order/enquiry'); // prettier-ignore
    expect(asked.map(({ lane }) => lane)).toEqual(['market', 'market']);
    const events = await desk.list<EventView>('/v1/audit/events?type=ORDER_ENQUIRED');
    const entry = { actor: 'key:admin', orderId: body.id, body: { orderNumber: body.orderNumber } };
    expect(events).toMatchObject([entry, entry]);
    await desk.pass(60_000);
    expect((await enquire()).status).toBe(200);
  });

  it('to send is refused once its queue is full, and nobody else is', async () => {
    desk = await open({ QUEUED_POSTS_PER_CALLER: '2' });
    await desk.call('POST', '/v1/ops/pause', { body: { reason: 'a full queue' } });
    const answers = await times(3, () => desk.post({}, 0) as Promise<Answer<object>> as Promise<Answer>); // prettier-ignore
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429]);
    expect(answers[2]?.body).toMatchObject({ code: 'too-many-queued' });
    expect(answers[2]?.headers.get('retry-after')).toBe('60');
    const { body } = await desk.call('POST', '/v1/api-keys', {
      body: { name: 'another', scopes: ['orders:write', 'orders:read'] },
    });
    const key = String(body['secret']);
    const other = await desk.call('POST', '/v1/orders', { key, body: desk.terms() });
    expect(other.status).toBe(202);
  });

  it('with one key can still pause and cancel, and is named in the trail', async () => {
    desk = await open({ REQUESTS_PER_KEY: '3' });
    const { body } = await desk.post();
    await desk.pass(1_000);
    const answers = await times(4, () => read());
    expect(answers.at(-1)?.status).toBe(429);
    const pause = { body: { reason: 'too many requests' } };
    expect((await desk.call('POST', '/v1/ops/pause', pause)).status).toBe(200);
    expect((await desk.cancel(body.id, {}, 0)).status).toBe(202);
    await desk.pass(1_000);
    const denied = await desk.list<object>('/v1/audit/events?type=ACCESS_DENIED');
    expect(denied).toMatchObject([{ actor: 'key:admin', body: { code: 'rate-limited' } }]);
  });

  it('from one address is refused, behind a proxy too, but the process can always be watched', async () => {
    desk = await open({ REQUESTS_PER_ADDRESS: '3', TRUSTED_PROXIES: '127.0.0.1' });
    const from = (address: string) => () => read(undefined, { 'x-forwarded-for': address });
    const answers = await times(4, from('203.0.113.7'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]?.headers.get('ratelimit-policy')).toBe('"address";q=3;w=1');
    const ofNetwork = await times(3, from('2001:db8::1'));
    expect(ofNetwork.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await from('2001:db8::2')()).status).toBe(429);
    expect((await from('203.0.113.8')()).status).toBe(200);
    const live = await times(10, () => desk.call('GET', '/health/live', { key: null }));
    expect(live.map(({ status }) => status)).toEqual(live.map(() => 200));
  });

  it('with wrong keys is soon refused, but whoever shares its address and has a key is not', async () => {
    desk = await open({ WRONG_KEYS_PER_ADDRESS: '3' });
    let tried = 0;
    const wrong = () => read(`mk_wrong_${(tried += 1)}`);
    const before = desk.clock.now();
    const allowed = await times(3, wrong);
    const between = desk.clock.now();
    const answers = [...allowed, ...(await times(2, wrong))];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
    // It is answered late, so that it cannot ask at full speed.
    expect(between - before).toBeLessThan(1_000);
    expect(desk.clock.now() - between).toBeGreaterThanOrEqual(2_000);
    expect(Number(answers[4]?.headers.get('retry-after'))).toBeGreaterThan(50);
    const cookie = `marina_session=${'x'.repeat(43)}`;
    const wrongSession = await desk.call('GET', '/v1/orders', { key: null, headers: { cookie } });
    expect(wrongSession.status).toBe(429);
    expect((await read()).status).toBe(200);
    const { status } = await desk.call('GET', '/v1/orders', { key: null });
    expect(status).toBe(401);
    await desk.pass(60_000);
    expect((await wrong()).status).toBe(401);
  });
});

describe('A service that is overloaded', () => {
  let desk: Desk;
  let delay = 0;

  afterEach(() => desk.close());

  it('refuses reads first, then writes, and cancels last, and can always be watched', async () => {
    desk = await Desk.open('sqlite', { loopDelayMs: () => delay });
    const { id } = (await desk.post()).body;
    const statuses = async (ms: number): Promise<Readonly<Record<string, number>>> => {
      delay = ms;
      const read = await desk.call('GET', '/v1/orders');
      const post = await desk.post({}, 0);
      const cancel = await desk.cancel(id, {}, 0);
      const pause = await desk.call('POST', '/v1/ops/pause', { body: { reason: 'overload' } });
      const health = await desk.call('GET', '/health/ready', { key: null });
      delay = 0;
      for (const { status, headers, body } of [
        read,
        post,
        cancel,
        pause,
      ] as readonly Answer<object>[]) {
        if (status !== 503) continue;
        expect(headers.get('retry-after')).toBe('1');
        expect(body).toMatchObject({ code: 'overloaded' });
      }
      return {
        read: read.status,
        post: post.status,
        cancel: cancel.status,
        pause: pause.status,
        health: health.status,
      };
    };
    expect(await statuses(499)).toEqual({
      read: 200,
      post: 202,
      cancel: 202,
      pause: 200,
      health: 200,
    });
    expect(await statuses(500)).toMatchObject({ read: 503, post: 202, pause: 200, health: 200 });
    const writesRefused = await statuses(1_000);
    expect(writesRefused).toMatchObject({ read: 503, post: 503, pause: 200, health: 200 });
    expect(writesRefused['cancel']).not.toBe(503);
    expect(await statuses(2_000)).toEqual({
      read: 503,
      post: 503,
      cancel: 503,
      pause: 503,
      health: 200,
    });
  });
});

describe('A caller whose cancels would change nothing, because', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  const headersOf: Readonly<Record<string, (id: string) => Promise<Record<string, string>>>> = {
    'the order has ended': async (id) => {
      await desk.cancel(id);
      return {};
    },
    'a cancel is under way': async (id) => {
      await desk.cancel(id, {}, 0);
      return {};
    },
    'it has changed since': () => Promise.resolve({ 'if-match': '"0"' }),
    'their caller may not see it': async () => {
      const body = { name: 'another desk', scopes: ['orders:write'] };
      const { body: made } = await desk.call('POST', '/v1/api-keys', { body });
      return { authorization: `Bearer ${String(made['secret'])}` };
    },
  };

  it.each([
    ['the order has ended', [200]],
    ['a cancel is under way', [200, 202]],
    ['it has changed since', [412]],
    ['their caller may not see it', [404]],
  ])(
    '%s, waits, and is refused beyond 200, while each real cancel goes at once',
    async (why, statuses) => {
      const parameters = { cancelDelayMs: 300 };
      desk = await Desk.open('sqlite', {
        env: { REQUESTS_AT_ONCE_PER_KEY: '1' },
        simulator: { parameters },
      });
      const [idle, working] = [(await desk.post()).body, (await desk.post()).body];
      const headers = (await headersOf[why]?.(idle.id)) ?? {};
      const cancel = () =>
        desk.call<{ code?: string }>('POST', `/v1/orders/${idle.id}/cancel`, { body: {}, headers });
      const again = Array.from({ length: 230 }, cancel);
      const real = await desk.cancel(working.id, {}, 0);
      expect(real.status).toBe(202);
      const answers = await Promise.all(again);
      const refused = answers.filter(({ status }) => status === 429);
      const others = answers.filter(({ status }) => status !== 429);
      expect(others.filter(({ status }) => !statuses.includes(status))).toEqual([]);
      expect(others.length).toBeGreaterThanOrEqual(200);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]).toMatchObject({ body: { code: 'rate-limited' } });
      expect(refused[0]?.headers.get('retry-after')).toBe('1');
      const { status } = await desk.eventually(
        () => desk.order(working.id),
        (order) => order.status === 'Cancelled',
      );
      expect(status).toBe('Cancelled');
    },
  );
});

describe('A caller without any key', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  it('is refused late once fifty others were within a second, while keys and open pages are answered at once', async () => {
    desk = await Desk.open('sqlite');
    const ask = (method: string, path: string) => desk.call(method, path, { key: null });
    const before = desk.clock.now();
    await Promise.all(Array.from({ length: 50 }, () => ask('GET', '/v1/orders')));
    const between = desk.clock.now();
    expect(between - before).toBeLessThan(1_000);
    const late = [
      ask('GET', '/v1/orders'),
      ask('POST', '/v1/nothing'),
      ask('DELETE', '/v1/orders'),
    ];
    const prompt = [read(), ask('GET', '/health/live')];
    expect((await Promise.all(prompt)).map(({ status }) => status)).toEqual([200, 200]);
    expect(desk.clock.now() - between).toBeLessThan(1_000);
    expect((await Promise.all(late)).map(({ status }) => status)).toEqual([401, 404, 405]);
    expect(desk.clock.now() - between).toBeGreaterThanOrEqual(1_000);
  });

  it.each(['/health/live', '/health/ready', '/problems/not-found', '/console'])(
    'gets each answer of the open pages, but late once fifty others were within a second: %s',
    async (path) => {
      desk = await Desk.open('sqlite');
      const ask = () => desk.call('GET', path, { key: null });
      const before = desk.clock.now();
      const answers = await Promise.all(Array.from({ length: 50 }, ask));
      const between = desk.clock.now();
      expect(between - before).toBeLessThan(250);
      const late = await Promise.all(Array.from({ length: 20 }, ask));
      // A probe of Kubernetes waits for a second.
      expect(desk.clock.now() - between).toBeGreaterThanOrEqual(250);
      expect(desk.clock.now() - between).toBeLessThan(1_000);
      expect([...answers, ...late].filter(({ status }) => status >= 400 && status !== 404)).toEqual([]);
      expect((await read()).status).toBe(200);
    },
  ); // prettier-ignore

  it('learns of a pause from the next answer, however many ask whether the service is ready', async () => {
    desk = await Desk.open('sqlite');
    const ask = () => desk.call<{ status: string }>('GET', '/health/ready', { key: null });
    await Promise.all(Array.from({ length: 20 }, ask));
    await desk.call('POST', '/v1/ops/pause', { body: { reason: 'the prices look wrong' } });
    const paused = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(paused.map(({ body }) => body.status))).toEqual(new Set(['paused']));
    await desk.call('POST', '/v1/ops/resume', { body: { reason: 'they were right' } });
    const resumed = await ask();
    expect(resumed.body.status).not.toBe('paused');
  });

  const read = () => desk.call('GET', '/v1/orders');
});

describe('A request that waits for its turn', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  it.each([
    ['POST', '/v1/orders'],
    ['GET', '/v1/orders'],
  ])('is refused if the key of its caller is revoked meanwhile: %s %s', async (method, path) => {
    desk = await Desk.open('sqlite', { env: { REQUESTS_AT_ONCE_PER_KEY: '1' } });
    const body = { name: 'leaves soon', scopes: ['orders:read', 'orders:write'] };
    const { body: made } = await desk.call('POST', '/v1/api-keys', { body });
    const key = String(made['secret']);
    const ask = () =>
      desk.call(method, path, { key, ...(method === 'GET' ? {} : { body: desk.terms() }) });
    const waiting = Array.from({ length: 100 }, ask);
    const { status } = await desk.call('DELETE', `/v1/api-keys/${String(made['id'])}`);
    expect(status).toBe(204);
    const statuses = (await Promise.all(waiting)).map((answer) => answer.status);
    // Those that had their turn before the key was revoked are answered.
    expect(statuses.at(-1)).toBe(401);
    expect(statuses.filter((one) => one === 401).length).toBeGreaterThan(50);
  });
});
