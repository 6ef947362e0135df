import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { ExportThread } from '../../../src/orders/audit-trail/exports/export-thread.js';
import { ADMIN_KEY, Desk } from '../../support/desk.js';

describe('Downloads of the audit trail', () => {
  let desk: Desk;
  let goOn: (() => void)[] = [];
  const open: IncomingMessage[] = [];

  beforeAll(async () => {
    desk = await Desk.open('sqlite');
    const thread = desk.service.app.get(ExportThread);
    const made = thread.pieces.bind(thread);
    // What a caller does not take would be on the way in the network, and virtual time would not pass.
    thread.pieces = async function* (order, reached) {
      const isHeld = order.filters.type === undefined;
      for await (const piece of made(order, reached)) {
        yield piece;
        if (isHeld) await new Promise<void>((resolve) => goOn.push(resolve));
      }
    };
  });

  afterEach(() => {
    for (const one of open.splice(0)) one.destroy();
    for (const next of goOn) next();
    goOn = [];
  });
  afterAll(() => desk.close());

  /** Begins one, which goes no further than its first piece. */
  const begun = async (): Promise<IncomingMessage> => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    const request = get(`${desk.service.address}/v1/audit/export`, { headers, agent: false });
    const [answer] = (await desk.clock.flow(once(request, 'response'))) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    // Whoever leaves, and who is left, gets an error that nobody looks at.
    open.push(answer);
    for (const end of [request, answer]) end.on('error', () => undefined);
    answer.resume();
    return answer;
  };
  const SMALL = '/v1/audit/export?type=KEY_CREATED';
  const small = (key?: string) =>
    desk.call<{ code: string }>('GET', SMALL, key === undefined ? {} : { key });
  const exported = async (): Promise<number> =>
    (await desk.list('/v1/audit/events?type=AUDIT_EXPORTED')).length;

  it('run one at a time: another one meanwhile is refused, whoever asks, and leaves nothing in the trail', async () => {
    const first = await begun();
    const { body } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'examiner', scopes: ['audit:export'] },
    });
    const noted = await exported();
    for (const refused of [await small(), await small(body.secret)]) {
      expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-exports' } });
      expect(refused.headers.get('retry-after')).toBe('5');
    }
    expect(await exported()).toBe(noted);
    // Orders, and exports in the background, go on meanwhile.
    expect((await desk.post()).status).toBe(201);
    const { body: job } = await desk.call('POST', '/v1/audit/exports', { body: { format: 'csv', filters: { type: 'KEY_CREATED' } } });
    await desk.eventually(
      async () => (await desk.call('GET', `/v1/audit/exports/${String(job['id'])}`)).body['state'],
      (state) => state === 'Done',
    );
    expect((await small()).status).toBe(429);
    first.destroy();
    await desk.eventually(async () => (await small()).status, (status) => status === 200);
  }); // prettier-ignore

  it('run one after the other, each when the one before was read', async () => {
    const first = await begun();
    const read = once(first, 'end');
    await desk.eventually(
      () => goOn.length,
      (held) => held === 1,
    );
    goOn.pop()?.();
    await desk.clock.flow(read);
    for (let asked = 0; asked < 3; asked += 1) expect((await small()).status).toBe(200);
  });

  it('whose next piece is long in coming keep their turn', async () => {
    const first = await begun();
    const read = once(first, 'end');
    await desk.eventually(
      () => goOn.length,
      (held) => held === 1,
    );
    await desk.pass(120_000);
    expect((await small()).status).toBe(429);
    goOn.pop()?.();
    await desk.clock.flow(read);
    expect(first.complete).toBe(true);
  });
});
