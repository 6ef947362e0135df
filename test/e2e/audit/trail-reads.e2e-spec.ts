import { Database } from '../../../src/infra/database/database.js';
import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import { type Engine, ENGINES_OF_BEHAVIOUR } from '../../support/databases/databases.js';
import { Desk } from '../../support/desk.js';

/** What an administrator would have to do first. */
const UNLOCK: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: ['DROP TRIGGER audit_entries_no_update'],
  postgres: ['ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_no_change'],
};

/** The question by which a test looks for the others. */
function isOnlyOfType(body: unknown): boolean {
  const { filters = {} } = body as { readonly filters?: object };
  return Object.keys(filters).join() === 'type';
}

const QUARTER_MS = 15 * 60_000;

describe.each(ENGINES_OF_BEHAVIOUR)('Whoever looks at the trail is in it, on %s', (engine) => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open(engine, { env: { RECONCILE_INTERVAL_MS: '3600000' } });
  });

  afterEach(() => desk.close());

  /** Once there are so many: they are written beside the answers, in their order. */
  const entries = (type: string, least: number): Promise<readonly EventView[]> =>
    desk.eventually(
      async () => {
        const all = await desk.list<EventView>(`/v1/audit/events?type=${type}&limit=200`);
        // Asking for them is itself a read.
        return all.filter(({ body }) => !isOnlyOfType(body));
      },
      (found) => found.length >= least,
    );
  const reads = (least: number) => entries('AUDIT_READ', least);

  it('with the question, the key and the address, and no account', async () => {
    await desk.call('GET', '/v1/audit/events?accountNumber=C0012345&from=2026-11-01T00:00:00Z', {
      headers: { 'x-request-id': 'req-look' },
    });
    const [read] = await reads(1);
    expect(read).toMatchObject({
      actor: 'key:admin',
      keyId: expect.stringMatching(/^key_/),
      sourceAddress: '127.0.0.1',
      requestId: 'req-look',
      body: {
        route: '/v1/audit/events',
        filters: { from: '2026-11-01T00:00:00Z' },
        ofOneAccount: true,
      },
      explanation: expect.stringContaining('one account'),
    });
    expect(JSON.stringify(read)).not.toContain('C0012345');
    const ofAccount = await desk.list<EventView>('/v1/audit/events?accountNumber=C0012345');
    expect(ofAccount).toContainEqual(expect.objectContaining({ sequence: read!.sequence }));
  });

  it('without what was typed into any other field, which may be a client', async () => {
    for (const name of ['by', 'orderRef', 'requestId', 'security'])
      await desk.call('GET', `/v1/audit/events?${name}=C0012345`);
    await desk.call('GET', '/v1/audit/events?by=Ada%20Obi');
    const all = await reads(5);
    expect(all.map(({ body }) => (body as { more: unknown }).more)).toEqual([
      ['by'], ['orderRef'], ['requestId'], ['security'], ['by'],
    ]); // prettier-ignore
    expect(JSON.stringify(all)).not.toMatch(/C0012345|Obi/i);
  });

  it('with what was asked for, where the answer shows that the trail has it anyway', async () => {
    const { body: order } = await desk.post();
    const asked = `type=ORDER_RECEIVED,FILL&actor=key:admin&orderNumber=${order.orderNumber}&security=SD11PLC`;
    expect(await desk.list(`/v1/audit/events?${asked}`)).toHaveLength(1);
    await desk.call('GET', '/v1/audit/events?type=FILL&actor=key:Ada%20Obi');
    const type = 'ORDER_RECEIVED,FILL';
    const { orderNumber } = order;
    const filters = { type, actor: 'key:admin', orderNumber, security: 'SD11PLC' };
    expect((await entries('AUDIT_READ', 1)).map(({ body }) => body)).toMatchObject([
      { filters, more: [] },
    ]);
    expect(JSON.stringify(await desk.list('/v1/audit/events'))).not.toContain('Ada Obi');
  });

  it.each([
    ['the page of an order', '/report', '/v1/orders/:id/report'],
    ['its exchange calls', '/calls', '/v1/orders/:id/calls'],
  ])('by reading %s, with the order', async (_, path, route) => {
    const { body: order } = await desk.post();
    expect((await desk.call('GET', `/v1/orders/${order.id}${path}`)).status).toBe(200);
    expect(await reads(1)).toMatchObject([
      { body: { route, filters: { id: order.id } }, explanation: expect.stringContaining('read') },
    ]);
  });

  it('by reading the journal of calls, with the choices', async () => {
    await desk.call('GET', '/v1/exchange/calls?lane=trade&failed=true&endpoint=order/post');
    expect(await reads(1)).toMatchObject([
      {
        body: {
          route: '/v1/exchange/calls',
          filters: { lane: 'trade', failed: 'true' },
          more: ['endpoint'],
        },
      },
    ]);
  });

  it('once for a question that is polled, or read page by page, and counted at the end of the quarter of an hour', async () => {
    const ask = (query: string) =>
      desk.call('GET', `/v1/audit/events?tradingDate=2026-11-20${query}`);
    for (let n = 0; n < 30; n += 1) await ask(`&afterSequence=${n}&limit=${n + 1}`);
    await ask('&order=desc');
    await desk.pass(QUARTER_MS + 1_000);
    const body = { filters: { tradingDate: '2026-11-20' }, times: 30 };
    const again = await entries('AUDIT_READ_AGAIN', 1);
    expect(again).toMatchObject([{ actor: 'key:admin', body }]);
    expect(await reads(1)).toHaveLength(1);
    await ask('');
    expect(await reads(2)).toHaveLength(2);
  });

  it('for each question apart, up to sixty of a caller', async () => {
    for (let n = 0; n < 80; n += 1) await desk.call('GET', `/v1/audit/events?requestId=req-${n}`);
    await desk.pass(QUARTER_MS + 1_000);
    const again = await entries('AUDIT_READ_AGAIN', 1);
    expect(again).toMatchObject([{ body: { route: null, times: 19 } }]);
    // The first of those that are counted together is one as well.
    expect(await reads(61)).toHaveLength(61);
  });

  it.each([
    ['/v1/audit/handled-orders', '?accountNumber=C1&from=2026-11-20&to=2026-11-20'],
    ['/v1/audit/unknown-outcomes', '?from=2026-11-20T00:00:00Z'],
    ['/v1/audit/overrides', ''],
    ['/v1/orders', '?asOf=2026-11-20T11:00:00.000Z'],
  ])('also by %s', async (route, query) => {
    await desk.call('GET', `${route}${query}`);
    expect(await reads(1)).toMatchObject([{ body: { route } }]);
  });

  it('with the order whose past it looked at, and the entry that it has proven', async () => {
    const { body: order } = await desk.post();
    const asOf = new Date(desk.clock.now()).toISOString();
    expect((await desk.call('GET', `/v1/orders/${order.id}?asOf=${asOf}`)).status).toBe(200);
    await desk.call('POST', '/v1/audit/signed-checkpoints');
    expect((await desk.call('GET', '/v1/audit/proofs?sequence=1')).status).toBe(200);
    expect(await reads(2)).toMatchObject([
      { body: { route: '/v1/orders/:id', filters: { asOf, id: order.id } } },
      { body: { route: '/v1/audit/proofs', filters: { sequence: '1' } } },
    ]);
  });

  it('but not who looks at orders as they are, or is refused', async () => {
    await desk.post();
    await desk.call('GET', '/v1/orders');
    expect((await desk.call('GET', '/v1/audit/events?security=')).status).toBe(400);
    await desk.call('GET', '/v1/audit/unknown-outcomes');
    expect(await reads(1)).toMatchObject([{ body: { route: '/v1/audit/unknown-outcomes' } }]);
  });

  it('when it verifies the trail, with what was found', async () => {
    const verified = await desk.call<{ entries: number }>('POST', '/v1/audit/verifications', {
      headers: { 'x-request-id': 'req-verify' },
    });
    const count = verified.body.entries;
    const [entry] = await entries('TRAIL_VERIFIED', 1);
    expect(entry).toMatchObject({
      actor: 'key:admin',
      requestId: 'req-verify',
      body: {
        asked: 'full',
        mode: 'full',
        valid: true,
        entries: count,
        firstBadSequence: null,
        problems: 0,
      },
      explanation: `The trail was verified in full: it holds, with ${count} entries.`,
    });
    const { body } = await desk.call('POST', '/v1/audit/verifications', {
      body: { mode: 'since' },
    });
    const [, second] = await entries('TRAIL_VERIFIED', 2);
    expect(second).toMatchObject({ body: { asked: 'since', mode: body['mode'], valid: true } });
  });

  it('also when the verification finds something', async () => {
    const { units } = desk.service.app.get(Database);
    const change = UNLOCK[engine].concat(
      "UPDATE audit_entries SET type = 'FORGED' WHERE sequence = 1",
    );
    for (const sql of change) await units.run((unit) => unit.execute(sql));
    await desk.call('POST', '/v1/audit/verifications');
    const [entry] = await entries('TRAIL_VERIFIED', 1);
    expect(entry).toMatchObject({ body: { valid: false, firstBadSequence: 1 } });
    expect(entry!.explanation).toContain('does NOT hold, from entry 1 on');
  });
});
