import { startSimulator, type SimulatorOptions } from '../../../simulator/server.js';
import { Database } from '../../../src/infra/database/database.js';
import { ExchangeCallRow } from '../../../src/infra/exchange/client/exchange-call.entity.js';
import { BreakRow } from '../../../src/orders/breaks/break.entity.js';
import { Desk, type Answer } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

interface BreakBody {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly version: number;
  readonly detail: string;
  readonly seenAt: string;
  readonly shown: { readonly units: string; readonly statusWord: string } | null;
  readonly recheck: {
    readonly callId: string;
    readonly askedAt: string;
    readonly answeredAt: string;
    readonly said: string;
  };
  /** Of a refusal. */
  readonly code: string;
}

/** No run starts by itself, so that only the recheck asks. */
const ENV = { RECONCILE_INTERVAL_MS: '3600000', EXCHANGE_TIMEOUT_MS: '600' };
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d'];
const OURS = { accountNumber: 'C0012345', clientName: 'Ada Obi', price: '12.50' };

let desk: Desk;

const control = () => desk.exchange.exchange.control;
const placed = (units: number, brokerCode = 'MARINA'): string =>
  control().placeExternal({
    side: 'BUY',
    security: 'SD11PLC',
    units,
    price: 12.5,
    accountNumber: OURS.accountNumber,
    brokerCode,
  }).orderNumber;
const toldOf = async (orderNumber: string): Promise<BreakBody> => {
  await desk.reconcile();
  return desk.openBreak<BreakBody>(`orderNumber=${orderNumber}`);
};
const seen = async (id: string): Promise<BreakBody> =>
  (await desk.call<BreakBody>('GET', `/v1/breaks/${id}`)).body;
const recheck = (id: string): Promise<Answer<BreakBody>> =>
  desk.call<BreakBody>('POST', `/v1/breaks/${id}/recheck`);
const enquiries = (orderNumber: string): number =>
  control()
    .calls()
    .filter(({ endpoint, body }) => endpoint === 'order/enquiry' && body.includes(orderNumber))
    .length;
const typesOf = async (orderNumber: string): Promise<readonly string[]> =>
  (await desk.list<BreakBody>(`/v1/breaks?orderNumber=${orderNumber}`)).map(({ type }) => type);

describe('The recheck of a break', () => {
  beforeAll(async () => {
    desk = await Desk.open('sqlite', {
      env: { ...ENV, EXCHANGE_API_KEYS: KEYS.join() },
      simulator: { keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])) },
    });
    await desk.reconcile();
  });

  afterAll(() => desk.close());

  it('of an external order shows its present state with one call (H1)', async () => {
    const orderNumber = placed(6_000);
    const told = await toldOf(orderNumber);
    control().editExternally(orderNumber, 7_000, 12.5);
    const { status, body, headers } = await recheck(told.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: told.id, status: 'Open', shown: { units: '7000' } });
    expect(body.detail).toContain('BUY 7000 SD11PLC');
    expect(body.version).toBe(told.version + 1);
    expect(headers.get('etag')).toContain(String(body.version));
    expect(body.seenAt > told.seenAt).toBe(true);
    const { recheck: asked, ...rest } = body;
    expect(await seen(told.id)).toEqual(rest);
    expect(asked.said).toMatch(/^The exchange shows BUY 7000 SD11PLC as \w+, 0 matched/);
    expect(Date.parse(asked.answeredAt)).toBeGreaterThanOrEqual(Date.parse(asked.askedAt));
    expect(enquiries(orderNumber)).toBe(1);
    const { reading } = desk.service.app.get(Database);
    const journal = await reading.find(ExchangeCallRow, 'id = ?', [asked.callId]);
    expect(journal).toMatchObject([
      { endpoint: 'order/enquiry', lane: 'market', orderId: null, operator: 'admin' },
    ]);
    const path = `/v1/audit/events?type=BREAK_RECHECKED&orderNumber=${orderNumber}`;
    expect(await desk.list(path)).toMatchObject([{ actor: 'key:admin' }]);
  });

  it('of an external order that lists no longer show says how it ended (H1)', async () => {
    const orderNumber = placed(6_100);
    const { id } = await toldOf(orderNumber);
    control().fill({ orderNumber, units: 6_100 });
    const { body } = await recheck(id);
    expect(body.shown?.statusWord).toMatch(/filled|matched|executed/i);
    expect(body.recheck.said).toContain('6100 matched, 0 pending');
    expect(await typesOf(orderNumber)).toEqual(['UnknownAtExchange']);
  });

  it('of a number that belongs to an order of ours by now ignores the answer (H2)', async () => {
    const orderNumber = placed(6_200);
    const { id } = await toldOf(orderNumber);
    const { body: proposal } = await desk.call<{ approvals: { id: string; orderId: string }[] }>(
      'POST',
      `/v1/breaks/${id}/resolve`,
      {
        body: {
          ...OURS,
          resolution: 'adopt',
          reasonCode: 'KnownExternal',
          text: 'Keyed elsewhere.',
          timeInForce: 'Day Order (DO)',
        },
      },
    );
    const [approval] = proposal.approvals;
    const { body: bola } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'bola', scopes: ['recon:approve', 'recon:read'] },
    });
    await desk.call('POST', `/v1/approvals/${String(approval?.id)}/approve`, {
      body: {},
      key: bola.secret,
    });
    await desk.reconcile();
    const before = await desk.order(String(approval?.orderId));
    const ended = await seen(id);
    control().editExternally(orderNumber, 6_300, 12.5);
    const { status, body } = await recheck(id);
    expect(status).toBe(200);
    expect(body.recheck.said).toContain('BUY 6300 SD11PLC');
    expect(body.recheck.said).toContain('an order of ours');
    expect(await desk.order(before.id)).toEqual(before);
    expect(await seen(id)).toEqual(ended);
  });

  it('of an order of ours says what was asked and answered', async () => {
    const { body: order } = await desk.post({ units: '6400' });
    control().setStatusWord(String(order.orderNumber), 'Frozen');
    const { id } = await toldOf(String(order.orderNumber));
    const { status, body } = await recheck(id);
    expect(status).toBe(200);
    expect(body.recheck.said).toContain('BUY 6400 SD11PLC as Frozen');
    const calls = await desk.list<{ id: string }>(`/v1/orders/${order.id}/calls`);
    expect(calls.map((call) => call.id)).toContain(body.recheck.callId);
  });

  it('without an order number asks nothing', async () => {
    const { units, reading } = desk.service.app.get(Database);
    const [row] = await reading.find(BreakRow, '1 = 1 LIMIT 1', []);
    const nobodys = { id: 'brk_of_a_day', identity: 'desk', orderId: null, orderNumber: null };
    await units.run((unit) => unit.insert(BreakRow, { ...row!, ...nobodys }));
    const before = control().calls().length;
    const refused = { code: 'order-number-unknown', detail: 'The break has no order number to enquire.' }; // prettier-ignore
    expect(await recheck(nobodys.id)).toMatchObject({ status: 409, body: refused });
    expect(control().calls()).toHaveLength(before);
  });

  it('answers as for an order of ours when the exchange has no record, or does not answer', async () => {
    const orderNumber = placed(6_500);
    const told = await toldOf(orderNumber);
    control().hide(orderNumber, true);
    const unknown = { code: 'not-found-at-exchange' };
    expect(await recheck(told.id)).toMatchObject({ status: 404, body: unknown });
    control().queueFault({ endpoint: 'order/enquiry', fault: 'lostReply' });
    const lost = { code: 'exchange-unavailable' };
    expect(await recheck(told.id)).toMatchObject({ status: 502, body: lost });
    expect(await seen(told.id)).toMatchObject({ seenAt: told.seenAt, version: told.version });
  });
});

describe('The recheck of a break', () => {
  afterEach(() => desk.close());

  const open = async (
    simulator: SimulatorOptions = {},
    env: Record<string, string> = {},
  ): Promise<void> => {
    desk = await Desk.open('sqlite', { env: { ...ENV, ...env }, simulator });
    await desk.reconcile();
  };

  it('of a trade shows its order, but does not count it as listed (E8, H1)', async () => {
    await open({ parameters: { listsHoldClosedOrders: 'no' } });
    const orderNumber = placed(900);
    control().fill({ orderNumber, units: 900 });
    for (let passes = 0; passes < 30 && (await typesOf(orderNumber)).length === 0; passes += 1) {
      await desk.reconcile();
      await desk.pass(300);
    }
    const told = await desk.openBreak<BreakBody>(`type=OrphanTrade&orderNumber=${orderNumber}`);
    const { status, body } = await recheck(told.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...told, shown: null });
    expect(body.recheck.said).toContain('BUY 900 SD11PLC');
    expect(body.recheck.said).toContain('No list of today');
    expect(await typesOf(orderNumber)).toEqual(['OrphanTrade']);
  });

  it('ignores an order of another broker that has the number on a later day (B10)', async () => {
    const clock = new VirtualClock(Date.parse('2026-11-20T12:00:00+01:00'));
    const session = '10:00-14:30';
    const exchange = await startSimulator({
      seed: 'recheck',
      market: 'off',
      clock,
      session,
      parameters: { orderNumbersResetDaily: 'yes', dayOrdersAtClose: 'removed' },
    });
    desk = await Desk.open('sqlite', {
      exchange,
      clock,
      env: { ...ENV, TRADING_SESSION: session },
    });
    const orderNumber = placed(6_000);
    await toldOf(orderNumber);
    clock.jumpTo(Date.parse('2026-11-23T11:00:00+01:00'));
    await desk.reconcile();
    const told = await desk.openBreak<BreakBody>(`orderNumber=${orderNumber}`);
    expect(placed(8_000, 'OTHERS')).toBe(orderNumber);
    const { status, body } = await recheck(told.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...told, shown: { units: '6000' } });
    expect(body.recheck.said).toContain('BUY 8000 SD11PLC');
    expect(body.recheck.said).toContain('No list of today');
  });

  it('waits when the calls of its lane are used up, also for an external order', async () => {
    await open({}, { ENQUIRIES_PER_KEY: '100' });
    const orderNumber = placed(6_000);
    const { id } = await toldOf(orderNumber);
    let answer = await recheck(id);
    for (let call = 0; call < 40 && answer.status === 200; call += 1) answer = await recheck(id);
    expect(answer).toMatchObject({ status: 503, body: { code: 'budget-exhausted' } });
    expect(answer.headers.get('retry-after')).not.toBeNull();
    const path = `/v1/audit/events?type=BREAK_RECHECKED&orderNumber=${orderNumber}&limit=200`;
    expect(await desk.list(path)).toHaveLength(enquiries(orderNumber));
  });
});
