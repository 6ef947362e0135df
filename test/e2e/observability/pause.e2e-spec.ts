import { ENGINES_OF_BEHAVIOUR, freshDatabase } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';

interface Held {
  readonly paused: { readonly since: string; readonly by: string; readonly reason: string } | null;
  readonly restored: object | null;
}

interface Event {
  readonly type: string;
  readonly actor: string;
  readonly body: Readonly<Record<string, unknown>>;
}

describe.each(ENGINES_OF_BEHAVIOUR)('The kill switch on %s', (engine) => {
  const desks: Desk[] = [];

  afterEach(async () => {
    for (const desk of desks.splice(0)) await desk.close();
  });

  const open = async (options: Parameters<typeof Desk.open>[1] = {}): Promise<Desk> => {
    const desk = await Desk.open(engine, options);
    desks.push(desk);
    return desk;
  };

  const sent = (desk: Desk, endpoint: string): number =>
    desk.exchange.exchange.control.calls().filter((call) => call.endpoint === endpoint).length;

  const turn = async (desk: Desk, to: 'pause' | 'resume', reason: string): Promise<Held> => {
    const { status, body } = await desk.call<Held>('POST', `/v1/ops/${to}`, { body: { reason } });
    expect(status).toBe(200);
    return body;
  };

  it('holds posts and edits, sends cancels, and still accepts orders', async () => {
    const desk = await open();
    const working = await desk.post();
    const other = await desk.post({ units: '20' });
    const held = await turn(desk, 'pause', 'the prices look wrong');
    expect(held.paused).toMatchObject({ by: 'key:admin', reason: 'the prices look wrong' });
    const posts = sent(desk, 'order/post');
    const fresh = await desk.post({ units: '30' }, 1);
    expect(fresh.status).toBe(202);
    expect(fresh.body.pending).toMatchObject({ kind: 'Post', state: 'Queued' });
    const edited = await desk.edit(working.body.id, { units: '40' }, { prefer: 'wait=1' });
    expect(edited.body.pending).toMatchObject({ kind: 'Edit', state: 'Queued' });
    expect((await desk.cancel(other.body.id)).body).toMatchObject({ status: 'Cancelled' });
    expect([sent(desk, 'order/post'), sent(desk, 'order/edit')]).toEqual([posts, 0]);
    await turn(desk, 'resume', 'they were right');
    await desk.until(fresh.body.id, (order) => order.orderNumber !== null);
    await desk.until(working.body.id, (order) => order.units === '40');
  });

  it('shows in the status, in the trail, and without its reason to load balancers', async () => {
    const desk = await open();
    await turn(desk, 'pause', 'a secret of ours');
    await turn(desk, 'pause', 'a second thought');
    await desk.post({}, 0);
    const { body: ops } = await desk.call<Held & { waitingFor: string }>('GET', '/v1/ops/status');
    expect(ops.paused).toMatchObject({ reason: 'a secret of ours' });
    await desk.pass(400);
    const later = await desk.call<{ waitingFor: string }>('GET', '/v1/ops/status');
    expect(later.body.waitingFor).toContain('paused by key:admin: a secret of ours');
    const ready = await desk.call<{ status: string; problems: string[] }>('GET', '/health/ready');
    expect(ready.status).toBe(200);
    expect(ready.body.status).toBe('paused');
    expect(ready.body.problems[0]).toContain('paused by a person');
    expect(JSON.stringify(ready.body)).not.toContain('secret');
    const metrics = await desk.call<string>('GET', '/metrics');
    expect(metrics.body).toContain('marina_desk_paused 1');
    await turn(desk, 'resume', 'enough');
    await turn(desk, 'resume', 'enough again');
    const events = await desk.list<Event>('/v1/audit/events?limit=200');
    const told = events.filter(({ type }) => type.startsWith('DESK_'));
    expect(told.map(({ type, actor, body }) => [type, actor, body['reason']]).sort()).toEqual([
      ['DESK_PAUSED', 'key:admin', 'a secret of ours'],
      ['DESK_RESUMED', 'key:admin', 'enough'],
    ]);
  });

  it('survives a restart', async () => {
    const databaseUrl = await freshDatabase(engine);
    const first = await open({ databaseUrl });
    await turn(first, 'pause', 'until tomorrow');
    const { body } = await first.post({}, 0);
    await first.stop();
    const second = await Desk.open(engine, {
      databaseUrl,
      exchange: first.exchange,
      clock: first.clock,
    });
    await second.pass(600);
    expect(sent(second, 'order/post')).toBe(0);
    const order: OrderBody = await second.order(body.id);
    expect(order.pending).toMatchObject({ state: 'Queued' });
    await turn(second, 'resume', 'tomorrow');
    await second.until(body.id, (seen) => seen.orderNumber !== null);
    desks.splice(0);
    await second.close();
  });

  it('needs a reason, and accepts no other field', async () => {
    const desk = await open();
    for (const path of ['/v1/ops/pause', '/v1/ops/resume']) {
      for (const body of [
        {},
        { reason: '' },
        { reason: 'x'.repeat(201) },
        { reason: 'a', by: 'b' },
      ]) {
        expect((await desk.call('POST', path, { body })).status).toBe(400);
      }
    }
    const { body } = await desk.call<Held>('GET', '/v1/ops/status');
    expect(body.paused).toBeNull();
  });
});

describe('The kill switch', () => {
  it('of one instance holds the other within a second', async () => {
    const databaseUrl = await freshDatabase('postgres');
    const one = await Desk.open('postgres', { databaseUrl });
    const two = await Desk.open('postgres', {
      databaseUrl,
      exchange: one.exchange,
      clock: one.clock,
    });
    await two.call('POST', '/v1/ops/pause', { body: { reason: 'all of us' } });
    const { body } = await one.post({}, 1);
    expect(body.pending).toMatchObject({ kind: 'Post', state: 'Queued' });
    await one.call('POST', '/v1/ops/resume', { body: { reason: 'all of us' } });
    await two.until(body.id, (order) => order.orderNumber !== null);
    await two.stop();
    await one.close();
  });
});
