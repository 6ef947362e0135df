import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import { Desk } from '../../support/desk.js';

interface BreakBody {
  readonly id: string;
  readonly status: string;
  readonly assignee: string | null;
}

interface Results {
  readonly results: readonly { readonly status: number; readonly code: string | null }[];
}

describe('Several breaks at once', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite', { env: { REPOST_UNKNOWN: 'never' } });
    await desk.reconcile();
  });

  afterAll(() => desk.close());

  const openBreak = (filter: string) => desk.openBreak<BreakBody>(filter);
  const bulk = (body: object) => desk.call<Results>('POST', '/v1/breaks/bulk', { body });
  const seen = async (id: string): Promise<BreakBody> =>
    (await desk.call<BreakBody>('GET', `/v1/breaks/${id}`)).body;

  it('are assigned and accepted one by one, with a result for each', async () => {
    const { control } = desk.exchange.exchange;
    const externalOrders: BreakBody[] = [];
    for (const units of [5_300, 5_400]) {
      const { orderNumber } = control.placeExternal({
        side: 'BUY',
        security: 'SD11PLC',
        units,
        price: 12.5,
        accountNumber: 'C0099999',
        brokerCode: 'MARINA',
      });
      await desk.reconcile();
      externalOrders.push(await openBreak(`type=UnknownAtExchange&orderNumber=${orderNumber}`));
    }
    control.queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body } = await desk.post({}, 0);
    const doubt = await openBreak(`orderId=${body.id}`);
    const ids = [...externalOrders.map(({ id }) => id), doubt.id, 'brk_x'];

    const given = await bulk({ ids, act: 'assign', assignee: 'ada' });
    expect(given.body.results.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
    expect(await seen(doubt.id)).toMatchObject({ assignee: 'ada' });

    const why = { reasonCode: 'KnownExternal', text: 'The treasury desk has keyed them.' };
    const closed = await bulk({ ids, act: 'close', ...why });
    expect(closed.body.results.map(({ status }) => status)).toEqual([422, 422, 422, 404]);
    const accepted = await bulk({ ids, act: 'accept', ...why });
    expect(accepted.body.results).toMatchObject([
      { status: 202 },
      { status: 202 },
      { status: 422, code: 'resolution-unfit' },
      { status: 404, code: 'not-found' },
    ]);
    expect(await seen(doubt.id)).toMatchObject({ status: 'Assigned' });
  });

  it('are all refused, and the caller is counted and in the trail, when its key may not', async () => {
    const { body: key } = await desk.call<{ id: string; secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'reader', scopes: ['recon:read'] },
    });
    const ids = ['brk_x', 'brk_y'];
    const acts = [
      { act: 'assign', assignee: null },
      { act: 'close', reasonCode: 'Other', text: 'Somebody else has seen to it.' },
    ];
    for (const act of acts) {
      const body = { ids, ...act };
      const refused = await desk.call('POST', '/v1/breaks/bulk', { key: key.secret, body });
      expect(refused).toMatchObject({ status: 403, body: { code: 'scope-missing' } });
    }
    // Written in the background.
    const denied = await desk.eventually(
      () => desk.list<EventView>('/v1/audit/events?type=ACCESS_DENIED'),
      (entries) => entries.length === acts.length,
    );
    const body = { code: 'scope-missing', method: 'POST', route: '/v1/breaks/bulk' };
    expect(denied).toMatchObject(acts.map(() => ({ keyId: key.id, body })));
    const { body: metrics } = await desk.call<string>('GET', '/metrics', { key: null });
    expect(metrics).toContain('marina_denials_total{code="scope-missing"} 2');
  });

  it('are all refused, by field, when the request is invalid', async () => {
    const wrong = await bulk({ ids: [], act: 'close', reasonCode: 'Other' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'ids' }, { field: 'text' }] },
    });
    const twice = await bulk({ ids: ['brk_x', 'brk_x'], act: 'assign', assignee: null });
    expect(twice).toMatchObject({ status: 400, body: { errors: [{ field: 'ids' }] } });
  });
});
