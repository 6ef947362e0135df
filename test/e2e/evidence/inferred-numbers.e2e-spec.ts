import { TOLD_AFTER_MS } from '../../../src/orders/reconciliation/unknown-outcomes/inferred-numbers.js';
import { ENGINES_OF_BEHAVIOUR } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';

interface BreakBody {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly detail: string;
  readonly outcome: string | null;
  readonly approvals: readonly { readonly id: string }[];
}

/** A post never reaches the exchange, and another desk enters an order that fits it: the wrong number is inferred. */
describe.each(ENGINES_OF_BEHAVIOUR)('A number that nothing proves, on %s', (engine) => {
  const keys: Record<string, string> = {};
  let desk: Desk;
  let units = 5_000;

  beforeAll(async () => {
    const exchangeKeys = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d', 'sk_test_e'];
    desk = await Desk.open(engine, {
      env: {
        EXCHANGE_TIMEOUT_MS: '600',
        EXCHANGE_QUIET_MS: '1500',
        RECONCILE_INTERVAL_MS: '5000',
        EXCHANGE_API_KEYS: exchangeKeys.join(','),
      },
      simulator: { keys: Object.fromEntries(exchangeKeys.map((key) => [key, ['all']])) },
    });
    for (const name of ['ada', 'bola']) {
      const scopes = ['recon:read', 'recon:write', 'recon:approve'];
      const { body } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
        body: { name, scopes },
      });
      keys[name] = body.secret;
    }
    await desk.reconcile();
  });

  afterAll(() => desk.close());

  const control = () => desk.exchange.exchange.control;
  const placed = (): string => desk.placeElsewhere(units);
  const inferred = async (): Promise<OrderBody> => {
    units += 1;
    control().queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body } = await desk.post({ units: String(units) }, 0);
    await desk.until(body.id, (order) => order.pending?.state === 'Unknown');
    const number = placed();
    const order = await desk.until(body.id, (seen) => seen.orderNumber === number);
    expect(order).toMatchObject({
      openBreaks: 0,
      evidence: { number: 'Inferred', certain: false },
    });
    return order;
  };
  const breaksOf = ({ id }: OrderBody) =>
    desk.list<BreakBody>(`/v1/breaks?orderId=${id}&open=true`);
  const told = async (order: OrderBody): Promise<BreakBody> => {
    await desk.clock.pass(TOLD_AFTER_MS);
    const [found] = await desk.eventually(
      () => breaksOf(order),
      (breaks) => breaks.length > 0,
    );
    return found!;
  };
  const proposed = (id: string, what: object) =>
    desk.call<BreakBody & { readonly detail: string }>('POST', `/v1/breaks/${id}/resolve`, {
      body: { reasonCode: 'ConfirmedByExchange', text: 'The exchange said so.', ...what },
      key: String(keys['ada']),
    });
  const decided = async ({ id }: BreakBody, what: object): Promise<void> => {
    const { status, body } = await proposed(id, { ...what, acceptDifferences: true });
    expect(status).toBe(202);
    const approval = String(body.approvals.at(-1)?.id);
    const key = String(keys['bola']);
    expect((await desk.call('POST', `/v1/approvals/${approval}/approve`, { key })).status).toBe(
      200,
    );
  };
  const external = async (number: string): Promise<string | undefined> => {
    const breaks = await desk.eventually(
      () => desk.list<BreakBody>(`/v1/breaks?orderNumber=${number}&open=true`),
      (found) => found.some(({ type }) => type === 'UnknownAtExchange'),
    );
    return breaks.find(({ type }) => type === 'UnknownAtExchange')?.detail;
  };

  it('is told of after twenty seconds, once, and not before', async () => {
    const order = await inferred();
    await desk.clock.pass(TOLD_AFTER_MS / 2);
    expect(await breaksOf(order)).toEqual([]);
    const found = await told(order);
    expect(found).toMatchObject({ type: 'PostUnconfirmed' });
    expect(found.detail).toContain(`${String(order.orderNumber)} is taken to be its number`);
    await desk.clock.pass(60_000);
    expect(await breaksOf(order)).toHaveLength(1);
  });

  it('for which a cancel waits can be given up as well: the cancel reaches nobody', async () => {
    const order = await inferred();
    await desk.cancel(order.id, {}, 0);
    await desk.clock.pass(TOLD_AFTER_MS);
    const found = await desk.openBreak<BreakBody>(`orderId=${order.id}&type=PostUnconfirmed`);
    await decided(found, { resolution: 'not-at-exchange' });
    expect(await desk.order(order.id)).toMatchObject({
      status: 'Rejected',
      pending: null,
      openBreaks: 0,
    });
    const cancels = control()
      .calls()
      .filter(({ endpoint }) => endpoint === 'order/cancel');
    expect(cancels).toEqual([]);
  });

  it('is proven by two people', async () => {
    const order = await inferred();
    const found = await told(order);
    await decided(found, { resolution: 'number-is-right' });
    expect(await desk.order(order.id)).toMatchObject({
      openBreaks: 0,
      evidence: { number: 'Operator', certain: true },
    });
    await desk.clock.pass(TOLD_AFTER_MS);
    expect(await breaksOf(order)).toEqual([]);
  });

  it('that was acknowledged, and first shown with other units, is right, say two people: it is not doubted for them again', async () => {
    units += 1;
    const { body: order } = await desk.post({ units: String(units) });
    control().editExternally(String(order.orderNumber), 2 * units, 12.5);
    await told(order);
    const found = (await breaksOf(order)).find(({ type }) => type === 'IdentityMismatch');
    await decided(found!, { resolution: 'number-is-right' });
    const changed = await desk.until(order.id, ({ evidence }) => evidence.certain);
    expect(changed).toMatchObject({
      units: String(2 * units),
      evidence: { number: 'Acknowledged' },
    });
    expect((await breaksOf(order)).map(({ type }) => type)).toEqual(['UnitsMismatch']);
  });

  it("is another desk's, say two people: the post has never arrived", async () => {
    const order = await inferred();
    const found = await told(order);
    await decided(found, { resolution: 'not-at-exchange' });
    expect(await desk.order(order.id)).toMatchObject({
      status: 'Rejected',
      orderNumber: null,
      openBreaks: 0,
      evidence: { grade: 'Operator', certain: true },
    });
    expect(await external(String(order.orderNumber))).toBeDefined();
    // Longer than two searches would take.
    await desk.clock.pass(60_000);
    const posts = control()
      .calls()
      .filter((call) => call.endpoint === 'order/post' && call.body.includes(order.orderRef));
    expect(posts).toEqual([]);
  });

  it("is another desk's, say two people: what comes to the exchange after that and may be ours opens it again", async () => {
    const order = await inferred();
    await decided(await told(order), { resolution: 'not-at-exchange' });
    const late = placed();
    const again = await desk.until(order.id, ({ status }) => status !== 'Rejected', 180_000);
    expect(again).toMatchObject({ status: 'New', evidence: { certain: false } });
    const { detail } = await desk.openBreak<BreakBody>(`orderId=${order.id}&type=StatusMismatch`);
    expect(detail).toBe(
      `${String(order.orderNumber)}, ${late} may be it, though people have said that it is not at the exchange`,
    );
    const asked = await desk.openBreak<BreakBody>(`orderId=${order.id}&type=PostUnconfirmed`);
    await decided(asked, { resolution: 'not-at-exchange', acceptDifferences: true });
    await desk.clock.pass(180_000);
    expect(await desk.order(order.id)).toMatchObject({
      status: 'Rejected', evidence: { grade: 'Operator', certain: true },
    }); // prettier-ignore
  });

  it("is another desk's, say two people, and the order has a number of its own", async () => {
    const order = await inferred();
    const found = await told(order);
    const own = placed();
    await external(own);
    const same = { resolution: 'link-number', orderNumber: order.orderNumber };
    const refused = await proposed(found.id, same);
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'orderNumber' }] } });
    await decided(found, { resolution: 'link-number', orderNumber: own });
    expect(await desk.order(order.id)).toMatchObject({
      orderNumber: own,
      openBreaks: 0,
      evidence: { number: 'Operator', certain: true },
    });
    expect(await external(String(order.orderNumber))).toBeDefined();
  });

  it('whose order was filled and given up by two people has no executions left', async () => {
    const order = await inferred();
    const number = String(order.orderNumber);
    control().fill({ orderNumber: number, units: 400 });
    await desk.until(order.id, (seen) => seen.matchedUnits === '400');
    const found = await told(order);
    const unseen = await proposed(found.id, { resolution: 'not-at-exchange' });
    expect(unseen).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'acceptDifferences' }] },
    });
    expect(unseen.body.detail).toContain(
      `${number} fits it and is given up, and 400 units executed under it are reversed`,
    );
    await decided(found, { resolution: 'not-at-exchange' });
    expect(await desk.order(order.id)).toMatchObject({
      status: 'Rejected',
      matchedUnits: '0',
      averagePrice: null,
    });
  });
});
