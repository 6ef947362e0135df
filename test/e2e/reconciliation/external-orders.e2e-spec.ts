import { Desk, type Answer, type OrderBody } from '../../support/desk.js';
import { Database } from '../../../src/infra/database/database.js';
import { BreakRow } from '../../../src/orders/breaks/break.entity.js';

interface ApprovalBody {
  readonly id: string;
  readonly orderId: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

interface BreakBody {
  readonly id: string;
  readonly status: string;
  readonly detail: string;
  readonly shown: { readonly units: string } | null;
  readonly traded: readonly { readonly units: string; readonly accountNumber: string | null }[];
  readonly approvals: readonly ApprovalBody[];
}

interface EventBody {
  readonly type: string;
  readonly orderId: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

const WHY = { reasonCode: 'KnownExternal', text: 'The treasury desk has keyed it.' };
const OURS = { accountNumber: 'C0012345', clientName: 'Ada Obi', price: '12.50' };
const ADOPT = { ...WHY, resolution: 'adopt', ...OURS, timeInForce: 'Day Order (DO)' };
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d', 'sk_test_e'];

describe('An external order', () => {
  const keys: Record<string, string> = {};
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite', {
      env: { REPOST_UNKNOWN: 'never', EXCHANGE_TIMEOUT_MS: '600', EXCHANGE_API_KEYS: KEYS.join() },
      simulator: {
        keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])),
        // Every execution is in the answer twice, but is one.
        parameters: { tradeRowsRepeatId: 'row-twice' },
      },
    });
    for (const name of ['ada', 'bola', 'ADA']) {
      const scopes = ['recon:read', 'recon:write', 'recon:approve'];
      const made = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
        body: { name, scopes },
      });
      keys[name] = made.body.secret;
    }
    await desk.reconcile();
  });

  afterAll(() => desk.close());

  const control = () => desk.exchange.exchange.control;
  const placed = (units: number, accountNumber = OURS.accountNumber): string =>
    control().placeExternal({
      side: 'BUY',
      security: 'SD11PLC',
      units,
      price: 12.5,
      accountNumber,
      brokerCode: 'MARINA',
    }).orderNumber;
  const as = <T = BreakBody>(who: string, path: string, body: unknown = {}): Promise<Answer<T>> =>
    desk.call<T>('POST', `/v1/${path}`, { body, key: String(keys[who]) });
  const seen = async (id: string): Promise<BreakBody> =>
    (await desk.call<BreakBody>('GET', `/v1/breaks/${id}`)).body;
  const toldOf = async (orderNumber: string): Promise<BreakBody> => {
    await desk.reconcile();
    return desk.openBreak<BreakBody>(`type=UnknownAtExchange&orderNumber=${orderNumber}`);
  };
  const all = (orderNumber: string) =>
    desk.list<BreakBody>(`/v1/breaks?orderNumber=${orderNumber}`);
  const proposed = async (id: string, what: object): Promise<ApprovalBody> => {
    const { status, body } = await as('ada', `breaks/${id}/resolve`, what);
    expect(status).toBe(202);
    return body.approvals.at(-1)!;
  };
  const agreed = async (id: string, what: object): Promise<ApprovalBody> => {
    const approval = await proposed(id, what);
    const { status } = await as('bola', `approvals/${approval.id}/approve`);
    expect(status).toBe(200);
    return approval;
  };
  /** The entries about the break among those that the filter finds. */
  const typesOf = async (breakId: string, filter: string): Promise<readonly string[]> => {
    const events = await desk.list<EventBody>(`/v1/audit/events?${filter}&limit=200`);
    return events.filter(({ body }) => body['break'] === breakId).map(({ type }) => type);
  };
  const calls = (endpoint: string, text: string): number =>
    control()
      .calls()
      .filter((call) => call.endpoint === endpoint && call.body.includes(text)).length;

  it('is left alone once two people have accepted it: its fills open nothing, other units do (H1, E8)', async () => {
    const orderNumber = placed(6_000);
    const { id } = await toldOf(orderNumber);
    const approval = await proposed(id, { ...WHY, resolution: 'accept' });
    expect(approval.payload).toMatchObject({
      resolution: 'accept',
      orderNumber,
      shown: { side: 'BUY', units: '6000', security: 'SD11PLC' },
    });
    const own = await as('ada', `approvals/${approval.id}/approve`);
    expect(own).toMatchObject({ status: 403, body: { code: 'second-person-needed' } });
    // Another key of hers, under almost the same name.
    const hers = await as('ADA', `approvals/${approval.id}/approve`);
    expect(hers).toMatchObject({ status: 403, body: { code: 'second-person-needed' } });
    await as('bola', `approvals/${approval.id}/approve`);
    expect(await seen(id)).toMatchObject({ status: 'Resolved' });

    control().fill({ orderNumber, units: 1_000 });
    // Longer than a search takes.
    for (let pass = 0; pass < 8; pass += 1) {
      await desk.reconcile();
      await desk.pass(300);
    }
    expect(await all(orderNumber)).toHaveLength(1);
    expect(calls('order/cancel', orderNumber)).toBe(0);

    control().editExternally(orderNumber, 7_000, 12.5);
    expect(await toldOf(orderNumber)).toMatchObject({ status: 'Open', shown: { units: '7000' } });
    expect(await all(orderNumber)).toHaveLength(2);
  });

  it('cannot be resolved by one person alone, and shows its trades while nobody has decided (E1, E8, H1)', async () => {
    const orderNumber = placed(6_100, 'C0099999');
    const { id } = await toldOf(orderNumber);
    const alone = await as('ada', `breaks/${id}/resolve`, WHY);
    expect(alone).toMatchObject({ status: 422, body: { errors: [{ field: 'resolution' }] } });
    control().fill({ orderNumber, units: 500 });
    control().fill({ orderNumber, units: 200 });
    for (let pass = 0; pass < 3; pass += 1) await desk.reconcile();
    const now = await seen(id);
    expect(now.traded).toMatchObject([{ units: '700', executions: 2, accountNumber: 'C0099999' }]);
    const open = await desk.list<BreakBody>(`/v1/breaks?open=true&orderNumber=${orderNumber}`);
    expect(open).toHaveLength(1);

    const [changed] = await desk.list<EventBody>('/v1/audit/events?accountNumber=C0099999');
    expect(changed).toMatchObject({ type: 'BREAK_CHANGED', orderId: null, body: { break: id } });

    const other = await as('ada', `breaks/${id}/resolve`, ADOPT);
    expect(other).toMatchObject({ status: 422, body: { errors: [{ field: 'accountNumber' }] } });
  });

  it('becomes ours when it is adopted: nothing is sent, its fills are booked, and it can be edited and cancelled (H1, E8)', async () => {
    const orderNumber = placed(6_200);
    const { id } = await toldOf(orderNumber);
    const { orderId } = await agreed(id, ADOPT);
    const order = await desk.until(String(orderId), (now) => now.status === 'Open');
    expect(order).toMatchObject({
      orderNumber,
      orderRef: `ADOPTED-${String(orderId)}`,
      units: '6200',
      price: '12.50',
      createdBy: 'key:ada',
      pending: null,
      evidence: { certain: true },
    });
    expect(calls('order/post', String(orderId))).toBe(0);
    expect(await seen(id)).toMatchObject({ status: 'Resolved' });
    const again = await as('ada', `breaks/${id}/reopen`, { text: 'look again' });
    expect(again).toMatchObject({ status: 422, body: { code: 'resolution-unfit' } });
    expect(await seen(id)).toMatchObject({ status: 'Resolved' });
    // As a run of another instance may open it while the adoption is being approved.
    const database = desk.service.app.get(Database);
    const [row] = await database.reading.find(BreakRow, 'id = ?', [id]);
    const late = {
      id: `${id.slice(0, -4)}ZZZZ`,
      identity: `late ${orderNumber}`,
      status: 'Open' as const,
    };
    const ended = { closedAt: null, closedBy: null, resolution: null, reasonCode: null };
    await database.units.run((unit) =>
      unit.insert(BreakRow, { ...row!, ...late, ...ended, outcome: null }),
    );
    const accepted = await as('ada', `breaks/${late.id}/resolve`, { ...WHY, resolution: 'accept' });
    expect(accepted).toMatchObject({ status: 422, body: { code: 'resolution-unfit' } });
    const closed = await as('ada', `breaks/${late.id}/resolve`, WHY);
    expect(closed).toMatchObject({ status: 200, body: { status: 'Resolved' } });
    const edited = await desk.edit(order.id, { units: '6300' });
    expect(edited.body).toMatchObject({ status: 'Amended', units: '6300' });
    control().fill({ orderNumber, units: 300 });
    const traded = await desk.until(order.id, (now) => now.averagePrice !== null);
    expect(traded.matchedUnits).toBe('300');
    const { body } = await desk.cancel(order.id);
    expect(body).toMatchObject({ status: 'Cancelled', openBreaks: 0 });
    expect(calls('order/cancel', orderNumber)).toBe(1);

    const [first] = await desk.list<{ type: string; actor: string }>(
      `/v1/orders/${order.id}/events`,
    );
    expect(first).toMatchObject({ type: 'ORDER_ADOPTED', actor: 'key:bola' });
    const [resolution] = await desk.list<{ sequence: number; approval: string }>(
      `/v1/audit/events?type=BREAK_RESOLVED&orderId=${order.id}`,
    );
    const { sequence: cause, approval } = resolution!;
    expect(approval).toMatch(/^apr_/);
    expect(first).toMatchObject({ cause, approval });
    const trail = JSON.stringify(await desk.list('/v1/audit/events?limit=200'));
    expect(trail).not.toContain(OURS.clientName);
    expect(trail).not.toContain(OURS.accountNumber);
    const resolved = ['BREAK_RESOLUTION_PROPOSED', 'BREAK_RESOLVED', 'ORDER_ADOPTED'];
    for (const filter of [`accountNumber=${OURS.accountNumber}`, `orderId=${order.id}`]) {
      expect(await typesOf(id, filter)).toEqual(resolved);
    }
    const ofNumber = await desk.list<EventBody>(
      `/v1/audit/events?orderNumber=${orderNumber}&limit=200`,
    );
    expect(ofNumber.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['BREAK_OPENED', 'ORDER_ADOPTED', 'FILL', 'CANCEL_ACKNOWLEDGED']),
    );
    expect(await all(orderNumber)).toHaveLength(2);
  });

  it('that was filled before it was adopted has its earlier fills booked too (E8, E9)', async () => {
    const orderNumber = placed(6_400);
    const { id } = await toldOf(orderNumber);
    control().fill({ orderNumber, units: 6_400 });
    const { orderId } = await agreed(id, ADOPT);
    const order = await desk.until(String(orderId), (now) => now.averagePrice !== null);
    expect(order).toMatchObject({ status: 'Filled', matchedUnits: '6400', averagePrice: '12.5' });
  });

  it('is adopted as it was at the time of the proposal, or not at all (H3)', async () => {
    const orderNumber = placed(6_500);
    const { id } = await toldOf(orderNumber);
    const approval = await proposed(id, ADOPT);
    control().editExternally(orderNumber, 6_600, 12.5);
    // A run in progress may have read the list before.
    await desk.reconcile();
    await desk.reconcile();
    const late = await as('bola', `approvals/${approval.id}/approve`);
    expect(late).toMatchObject({ status: 409, body: { code: 'approval-stale' } });
    expect((await desk.call('GET', `/v1/orders/${String(approval.orderId)}`)).status).toBe(404);
    const [stale] = await desk.list<{ explanation: string }>(
      `/v1/audit/events?type=APPROVAL_STALE&orderNumber=${orderNumber}`,
    );
    expect(stale?.explanation).toMatch(/can no longer be approved: \S/);
    expect(await seen(id)).toMatchObject({ status: 'Open', shown: { units: '6600' } });
    await agreed(id, ADOPT);
    const [order] = await desk.list<OrderBody>(`/v1/orders?orderNumber=${orderNumber}`);
    expect(order).toMatchObject({ units: '6600' });
  });

  it('is linked to an order of ours when two people say so (H2, H3)', async () => {
    control().queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body } = await desk.post({ units: '6700' }, 0);
    const ours = await desk.until(body.id, (order) => order.pending?.state === 'Unknown');
    const orderNumber = placed(6_800);
    const { id } = await toldOf(orderNumber);
    const { orderId } = await agreed(id, {
      ...WHY,
      resolution: 'link',
      orderId: ours.id,
      acceptDifferences: true,
    });
    expect(orderId).toBe(ours.id);
    const bound = await desk.until(ours.id, (order) => order.status === 'Open');
    expect(bound).toMatchObject({ orderNumber, pending: null });
    const doubts = await desk.list(`/v1/breaks?open=true&orderId=${ours.id}&type=PostUnconfirmed`);
    expect(doubts).toEqual([]);
    expect(await typesOf(id, `orderRef=${ours.orderRef}`)).toEqual([
      'BREAK_RESOLUTION_PROPOSED',
      'BREAK_RESOLVED',
    ]);
  });

  it('that two people have accepted as an order of another desk is not linked without a word about it (H3)', async () => {
    control().queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body } = await desk.post({ units: '6710' }, 0);
    const ours = await desk.until(body.id, (order) => order.pending?.state === 'Unknown');
    const orderNumber = placed(6_720);
    const { id } = await toldOf(orderNumber);
    await agreed(id, { ...WHY, resolution: 'accept' });
    const doubt = await desk.openBreak<BreakBody>(`orderId=${ours.id}&type=PostUnconfirmed`);
    const link = {
      ...WHY,
      reasonCode: 'ConfirmedByExchange',
      resolution: 'link-number',
      orderNumber,
    };
    const refused = await as('ada', `breaks/${doubt.id}/resolve`, link);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            field: 'acceptDifferences',
            message: expect.stringContaining('was accepted as an order of another desk by key:ada'),
          },
        ],
      },
    });
    const approval = await proposed(doubt.id, { ...link, acceptDifferences: true });
    expect(approval.payload['differences']).toContain(
      `${orderNumber} was accepted as an order of another desk by key:ada, key:bola`,
    );
    const { body: found } = await desk.call('GET', `/v1/orders/${ours.id}/candidates`);
    const numbers = [{ orderNumber, acceptedBy: 'key:ada, key:bola' }];
    expect(found).toMatchObject({ numbers });
    expect((await as('bola', `approvals/${approval.id}/reject`)).status).toBe(200);
  });

  it('has a proposal to link it in the trail under its number and under our order, also when that is rejected', async () => {
    control().queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body } = await desk.post({ units: '6900' }, 0);
    const ours = await desk.until(body.id, (order) => order.pending?.state === 'Unknown');
    const orderNumber = placed(6_950);
    const { id } = await toldOf(orderNumber);
    const approval = await proposed(id, {
      ...WHY,
      resolution: 'link',
      orderId: ours.id,
      acceptDifferences: true,
    });
    const { status } = await as('bola', `approvals/${approval.id}/reject`, { text: 'Not ours.' });
    expect(status).toBe(200);
    for (const filter of [`orderNumber=${orderNumber}`, `orderId=${ours.id}`]) {
      const types = await typesOf(id, filter);
      expect(types).toEqual(
        expect.arrayContaining(['BREAK_RESOLUTION_PROPOSED', 'APPROVAL_REJECTED']),
      );
    }
  });

  it('is neither adopted nor linked with invalid fields, which are named', async () => {
    const { body: ours } = await desk.post({ units: '6900' });
    const orderNumber = placed(6_950);
    const { id } = await toldOf(orderNumber);
    const link = { ...WHY, resolution: 'link' };
    const wrong: readonly (readonly [object, number, string])[] = [
      [link, 422, 'orderId'],
      [{ ...link, orderId: 'ord_x' }, 422, 'orderId'],
      [{ ...link, orderId: ours.id }, 422, 'orderId'],
      [{ ...link, orderId: '!' }, 400, 'orderId'],
      [{ ...ADOPT, price: '0' }, 400, 'price'],
      [{ ...ADOPT, timeInForce: 'Day order' }, 422, 'timeInForce'],
      [{ ...ADOPT, clientName: undefined }, 400, 'clientName'],
      [{ ...ADOPT, resolution: 'accept' }, 422, 'accountNumber'],
      [{ ...ADOPT, orderId: ours.id }, 422, 'orderId'],
    ];
    for (const [body, status, field] of wrong) {
      const answer = await as('ada', `breaks/${id}/resolve`, body);
      expect(answer).toMatchObject({ status, body: { errors: [{ field }] } });
    }
    expect(await seen(id)).toMatchObject({ status: 'Open', approvals: [] });
  });
});

describe('An order at the exchange that may be ours', () => {
  it('is not adopted while the outcome of our post is unknown (A11, H1)', async () => {
    const desk = await Desk.open('sqlite', {
      env: { REPOST_UNKNOWN: 'never', EXCHANGE_TIMEOUT_MS: '600', EXCHANGE_QUIET_MS: '100' },
    });
    try {
      const { control } = desk.exchange.exchange;
      const terms = desk.terms() as Record<string, string>;
      const twin = control.placeExternal({
        side: 'BUY',
        security: String(terms['security']),
        units: 1_000,
        price: 12.5,
        accountNumber: String(terms['accountNumber']),
        brokerCode: 'MARINA',
      });
      await desk.reconcile();
      control.queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
      const { body } = await desk.post({}, 0);
      await desk.until(body.id, (order) => order.pending?.state === 'Unknown');
      const { id } = await desk.openBreak<BreakBody>(`orderNumber=${twin.orderNumber}`);
      const answer = await desk.call('POST', `/v1/breaks/${id}/resolve`, { body: ADOPT });
      expect(answer).toMatchObject({ status: 422, body: { code: 'resolution-unfit' } });
      expect(String(answer.body['detail'])).toContain(body.id);
    } finally {
      await desk.close();
    }
  });
});
