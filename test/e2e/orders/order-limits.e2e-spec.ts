import { LISTINGS } from '../../../simulator/market/listings.js';
import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import { Desk, type Answer, type OrderBody } from '../../support/desk.js';

interface Refused {
  readonly code: string;
  readonly orderId?: string;
  readonly errors: readonly { readonly field: string; readonly limit: string }[];
}

const OLDEST_PRICE_MS = 120_000;

describe('Pre-trade limits', () => {
  let desk: Desk;
  /** The price that the simulated exchange shows as the last. */
  let last: number;

  beforeAll(async () => {
    desk = await Desk.open('sqlite', {
      env: {
        LIMIT_ORDER_VALUE: '60000',
        LIMIT_ORDER_UNITS: '5000',
        LIMIT_PRICE_BAND: '20',
        RECONCILE_INTERVAL_MS: '10000',
      },
    });
    last = await lastPrice();
  });

  afterAll(() => desk.close());

  const lastPrice = async (): Promise<number> => {
    const path = '/v1/market/companies/SD11PLC/data';
    const { body } = await desk.call<{ data: { currentPrice: string } }>('GET', path);
    return Number(body.data.currentPrice);
  };
  const price = (percent: number): string => (last * (1 + percent / 100)).toFixed(2);
  const refused = (answer: Answer<unknown>) => answer as Answer<Refused>;
  const traces = (type: string) => desk.list<EventView>(`/v1/audit/events?type=${type}&limit=200`);

  it.each([
    ['more units', '5001', 0, 'LIMIT_ORDER_UNITS', 'units'],
    ['a higher value', '5000', 19, 'LIMIT_ORDER_VALUE', 'units'],
    ['a price too high', '10', 21, 'LIMIT_PRICE_BAND', 'price'],
    ['a price too low', '10', -21, 'LIMIT_PRICE_BAND', 'price'],
  ])('refuse an order with %s, and keep a trace of it', async (_, units, percent, limit, field) => {
    const terms = desk.terms({ units, price: price(percent) });
    const { status, body } = refused(
      await desk.call('POST', '/v1/orders', {
        body: terms,
        headers: { 'x-request-id': String(terms['clientOrderId']) },
      }),
    );
    expect([status, body.code]).toEqual([422, 'limit-exceeded']);
    expect(body.errors).toContainEqual(expect.objectContaining({ field, limit }));
    expect(await desk.list(`/v1/orders?clientOrderId=${String(terms['clientOrderId'])}`)).toEqual(
      [],
    );
    const trace = (await traces('POST_REFUSED_BY_LIMIT')).at(-1);
    expect(trace).toMatchObject({
      actor: 'key:admin',
      requestId: terms['clientOrderId'],
      body: {
        clientOrderId: terms['clientOrderId'],
        security: 'SD11PLC',
        units: terms['units'],
        price: terms['price'],
        limits: expect.arrayContaining([expect.objectContaining({ limit })]),
      },
    });
    expect(JSON.stringify(trace)).not.toContain('Ada Obi');
    const path = '/v1/audit/events?accountNumber=C0012345&type=POST_REFUSED_BY_LIMIT';
    expect((await desk.list<EventView>(path)).at(-1)?.sequence).toBe(trace?.sequence);
  });

  it('let an order and its cancel pass, and check its edits', async () => {
    const { body: posted } = await desk.post({ units: '4000', price: price(-5) });
    const order = await desk.until(posted.id, ({ status }) => status === 'Open');
    const tooMuch = refused(await desk.edit(order.id, { units: '5001' }));
    expect(tooMuch).toMatchObject({
      status: 422,
      body: { code: 'limit-exceeded', orderId: order.id },
    });
    expect(tooMuch.body.errors).toMatchObject([{ field: 'units', limit: 'LIMIT_ORDER_UNITS' }]);
    const tooFar = refused(await desk.edit(order.id, { price: price(-30) }));
    expect(tooFar.body.errors).toMatchObject([{ field: 'price', limit: 'LIMIT_PRICE_BAND' }]);
    const [first, second] = await traces(`EDIT_REFUSED_BY_LIMIT&orderId=${order.id}`);
    expect(first).toMatchObject({
      orderId: order.id,
      actor: 'key:admin',
      body: { units: '5001', price: price(-5) },
    });
    expect(second?.explanation).toContain('LIMIT_PRICE_BAND');
    expect(await desk.order(order.id)).toMatchObject({ units: '4000', pending: null });
    expect((await desk.edit(order.id, { units: '3000' })).status).toBe(200);
    expect((await desk.cancel(order.id)).body.status).toBe('Cancelled');
  });

  it('do not let repeated posts fill the trail: after sixty in a minute they are a number there', async () => {
    await desk.pass(61_000);
    const before = (await traces('POST_REFUSED_BY_LIMIT')).length;
    for (let posts = 0; posts < 75; posts += 1) {
      expect((await desk.post({ units: '5001', price: price(0) })).status).toBe(422);
    }
    expect(await traces('POST_REFUSED_BY_LIMIT')).toHaveLength(before + 60);
    await desk.pass(61_000);
    expect(await traces('POST_REFUSED_BY_LIMIT_AGAIN')).toMatchObject([
      {
        actor: 'key:admin',
        requestId: null,
        orderId: null,
        title: 'Orders refused by a limit again and again',
        explanation: expect.stringContaining('15 more times'),
        body: { times: 15 },
      },
    ]);
    expect((await desk.post({ units: '5001', price: price(0) })).status).toBe(422);
    expect(await traces('POST_REFUSED_BY_LIMIT')).toHaveLength(before + 61);
  });

  it('do not let a repeated edit fill the trail: after ten in a minute they are a number there', async () => {
    const { body: posted } = await desk.post({ units: '4000', price: price(-5) });
    const { id } = await desk.until(posted.id, ({ status }) => status === 'Open');
    const other = (await desk.post({ units: '3000', price: price(-5) })).body.id;
    for (let edits = 0; edits < 30; edits += 1) {
      expect((await desk.edit(id, { units: '5001' })).status).toBe(422);
    }
    expect((await desk.edit(other, { units: '5001' })).status).toBe(422);
    expect(await traces(`EDIT_REFUSED_BY_LIMIT&orderId=${id}`)).toHaveLength(10);
    expect(await traces(`EDIT_REFUSED_BY_LIMIT&orderId=${other}`)).toHaveLength(1);
    await desk.pass(61_000);
    expect(await traces(`EDIT_REFUSED_BY_LIMIT_AGAIN&orderId=${id}`)).toMatchObject([
      {
        actor: 'key:admin',
        requestId: null,
        orderId: id,
        title: 'Edits refused by a limit again and again',
        explanation: expect.stringContaining('20 more times'),
        body: { times: 20 },
      },
    ]);
    expect(await traces(`EDIT_REFUSED_BY_LIMIT_AGAIN&orderId=${other}`)).toEqual([]);
    expect((await desk.edit(id, { units: '5001' })).status).toBe(422);
    expect(await traces(`EDIT_REFUSED_BY_LIMIT&orderId=${id}`)).toHaveLength(11);
  });

  it('ask for prices once in 15 seconds, and make do with those of the last two minutes', async () => {
    const { control } = desk.exchange.exchange;
    const calls = () =>
      control.calls().filter(({ endpoint }) => endpoint === 'companies/data').length;
    const before = calls();
    for (let orders = 0; orders < 5; orders += 1) {
      expect((await desk.post({ units: '10', price: price(0) }, 0)).status).toBe(202);
    }
    const after = calls();
    expect(after - before).toBeLessThanOrEqual(1);
    control.queueFault({ endpoint: 'companies/data', times: 0, fault: 'error500Before' });
    await desk.pass(20_000);
    expect((await desk.post({ units: '10', price: price(0) })).status).toBe(201);
    expect(calls()).toBeGreaterThan(after);
    control.clearFaults();
  });

  it('refuse every price of a security that has never traded', async () => {
    const { symbol } = LISTINGS.find(({ liquidity }) => liquidity === 0)!;
    const answer = refused(
      await desk.call('POST', '/v1/orders', { body: desk.terms({ security: symbol }) }),
    );
    expect([answer.status, answer.body.code]).toEqual([503, 'last-price-unknown']);
  });

  it('refuse a price that cannot be checked, but no repeated order, reduction or cancel', async () => {
    const accepted = desk.terms({ units: '100', price: price(0) });
    const post = () => desk.call<OrderBody>('POST', '/v1/orders', { body: accepted });
    const { body: order } = await post();
    await withoutPrices(async () => {
      const terms = desk.terms({ units: '10', price: price(0) });
      const { status, body, headers } = refused(
        await desk.call('POST', '/v1/orders', { body: terms }),
      );
      expect([status, body.code]).toEqual([503, 'last-price-unknown']);
      expect(headers.get('retry-after')).toBe('5');
      expect(body.errors).toMatchObject([{ field: 'price', limit: 'LIMIT_PRICE_BAND' }]);
      const { body: same, headers: told } = await post();
      expect([same.id, told.get('idempotency-replayed')]).toEqual([order.id, 'true']);
      expect((await desk.edit(order.id, { units: '101' })).status).toBe(503);
      expect((await desk.edit(order.id, { units: '99' })).status).toBe(200);
      expect((await desk.cancel(order.id)).body.status).toBe('Cancelled');
    });
    const again = await desk.post({ units: '10', price: price(0) });
    expect(again.status).toBe(201);
  });

  /** While the exchange answers no question about prices, and the last answer has become too old. */
  async function withoutPrices(work: () => Promise<void>): Promise<void> {
    const { control } = desk.exchange.exchange;
    control.queueFault({ endpoint: 'companies/data', times: 0, fault: 'error500Before' });
    await desk.pass(OLDEST_PRICE_MS);
    await work();
    control.clearFaults();
    await desk.pass(10_000);
  }
});
