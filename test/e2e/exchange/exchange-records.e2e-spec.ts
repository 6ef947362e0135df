import { tradingDateOf } from '../../../src/market/trading-calendar/trading-day.js';
import { Desk } from '../../support/desk.js';
import { FRIDAY_NOON } from '../../support/time/virtual-clock.js';

interface RecordView {
  readonly orderNumber: string | null;
  readonly security: string | null;
  readonly side: string | null;
  readonly units: string | null;
  readonly status?: string | null;
  readonly matchingId?: string | null;
  readonly price?: string | null;
  readonly odd?: readonly string[];
  readonly raw: Readonly<Record<string, unknown>>;
}

interface ListBody {
  readonly data: readonly RecordView[];
  readonly page: { readonly nextCursor: string | null; readonly hasMore: boolean };
  readonly total: number;
  readonly asOf: string;
  readonly source: string;
  readonly callId: string;
}

interface CallRow {
  readonly endpoint: string;
  readonly lane: string;
  readonly orderId: string | null;
  readonly httpStatus: number | null;
  readonly outcome: string | null;
}

const TODAY = tradingDateOf(FRIDAY_NOON);

describe("The exchange's own records", () => {
  let desk: Desk;

  afterEach(() => desk.close());

  const number = async (changes: Record<string, unknown> = {}): Promise<string> => {
    const { body } = await desk.post(changes);
    return String(body.orderNumber);
  };

  const callsTo = (endpoint: string) =>
    desk.exchange.exchange.control.calls().filter((call) => call.path === `/v2/vendor${endpoint}`);

  it('show an order by its number, with our names and the record as received', async () => {
    desk = await Desk.open('sqlite');
    const orderNumber = await number();
    const { status, body } = await desk.call<{ data: RecordView; source: string; asOf: string }>(
      'GET',
      `/v1/exchange/orders/${orderNumber}`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      source: 'live',
      data: {
        orderNumber,
        security: 'SD11PLC',
        side: 'BUY',
        units: '1000',
        matchedUnits: '0',
        pendingUnits: '1000',
        status: 'Open',
        raw: { OrderNo: orderNumber, Company: 'SD11PLC', Quantity: '1000', Status: 'Open' },
      },
    });
    expect(body.data).not.toHaveProperty('odd');
    expect(Math.abs(Date.parse(body.asOf) - desk.clock.now())).toBeLessThan(10_000);
    const asked = callsTo('/order/enquiry').at(-1);
    expect(JSON.parse(asked?.body ?? '')).toEqual({ orderNumber });
    expect(asked?.operator).toBe('admin');
  });

  it.each([
    ['above-2-53', /^9007199254740\d{3}$/],
    ['nineteen-digits', /^\d{19}$/],
  ] as const)(
    'keep every digit of an order number: %s, through post, edit, enquiry, lists, trades and cancel',
    async (orderNumberStart, form) => {
      desk = await Desk.open('sqlite', { simulator: { parameters: { orderNumberStart } } });
      const { control } = desk.exchange.exchange;
      const posted = await desk.post();
      const orderNumber = String(posted.body.orderNumber);
      expect(orderNumber).toMatch(form);
      expect(String(Number(orderNumber))).not.toBe(orderNumber);
      await desk.edit(posted.body.id, { price: '12.40' });
      control.fill({ orderNumber, units: 400 });
      // Once its price is known, the execution is booked, and not just matched by a record.
      await desk.until(posted.body.id, (order) => order.averagePrice !== null);
      const one = await desk.call<{ data: RecordView }>(
        'GET',
        `/v1/exchange/orders/${orderNumber}`,
      );
      expect(one.body.data).toMatchObject({ orderNumber, raw: { OrderNo: orderNumber } });
      for (const path of ['brokers/MARINA/orders', 'accounts/C0012345/orders']) {
        const { body } = await desk.call<ListBody>('GET', `/v1/exchange/${path}`);
        expect(body.data.map((row) => row.orderNumber)).toContain(orderNumber);
      }
      const trades = await desk.call<ListBody>('GET', `/v1/exchange/trades?date=${TODAY}`);
      const ours = trades.body.data.filter((row) => row.orderNumber === orderNumber);
      expect(ours.filter((row) => row.matchingId != null)).toEqual([
        expect.objectContaining({
          raw: expect.objectContaining({ OrderNo: orderNumber }) as unknown,
        }),
      ]);
      const fills = await desk.list<{ orderNumber: string; units: string }>(
        `/v1/orders/${posted.body.id}/fills`,
      );
      expect(fills).toEqual([expect.objectContaining({ orderNumber, units: '400' })]);
      expect((await desk.cancel(posted.body.id)).body.status).toBe('Cancelled');
      for (const endpoint of ['/order/edit', '/order/cancel', '/order/enquiry']) {
        const bodies = callsTo(endpoint).map((call) => call.body);
        expect(bodies.length).toBeGreaterThan(0);
        for (const text of bodies) expect(text).toContain(`"orderNumber":"${orderNumber}"`);
      }
    },
  );

  it('serve the pages of a list from one answer, and equal questions share a call', async () => {
    desk = await Desk.open('sqlite', { env: { RECONCILE_INTERVAL_MS: '3600000' } });
    for (let order = 1; order <= 5; order += 1) await number({ units: String(order) });
    const before = callsTo('/broker/order/enquiry').length;
    const path = '/v1/exchange/brokers/MARINA/orders?limit=2';
    const [first] = await Promise.all([1, 2, 3].map(() => desk.call<ListBody>('GET', path)));
    expect(callsTo('/broker/order/enquiry').length - before).toBe(1);
    expect(first?.body).toMatchObject({ total: 5, page: { hasMore: true } });
    const units = [...(first?.body.data ?? [])];
    let cursor = first?.body.page.nextCursor ?? null;
    while (cursor !== null) {
      const { body } = await desk.call<ListBody>('GET', `${path}&cursor=${cursor}`);
      expect(body.callId).toBe(first?.body.callId);
      units.push(...body.data);
      cursor = body.page.nextCursor;
    }
    expect(units.map((row) => row.units)).toEqual(['1', '2', '3', '4', '5']);
    expect(callsTo('/broker/order/enquiry').length - before).toBe(1);
  });

  it('reject the cursor of another list', async () => {
    desk = await Desk.open('sqlite');
    for (const units of ['1', '2']) await number({ units });
    const ours = '/v1/exchange/accounts/C0012345/orders?limit=1';
    const cursor = (await desk.call<ListBody>('GET', ours)).body.page.nextCursor;
    expect(cursor).not.toBeNull();
    for (const path of ['accounts/C0099999/orders', 'brokers/MARINA/orders']) {
      const answer = await desk.call('GET', `/v1/exchange/${path}?limit=1&cursor=${cursor}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'validation-failed', errors: [{ field: 'cursor' }] },
      });
    }
    expect((await desk.call('GET', `${ours}&cursor=${cursor}`)).status).toBe(200);
  });

  it('are out of reach when a list is refused, and report nothing as missing', async () => {
    desk = await Desk.open('sqlite');
    desk.exchange.exchange.control.queueFault({
      endpoint: 'daily/trades',
      fault: 'status',
      status: 400,
      body: JSON.stringify({ success: false, message: 'No such filter' }),
      bodyContains: 'Matched',
    });
    const answer = await desk.call('GET', `/v1/exchange/trades?date=${TODAY}&status=Matched`);
    expect(answer).toMatchObject({
      status: 502,
      body: { code: 'exchange-unavailable', detail: 'The exchange refused what was asked.' },
    });

    // The journal shows the call, and what came of it, without what was said.
    const posted = await desk.post();
    const path = '/v1/exchange/calls';
    const [refused, ...others] = await desk.list<CallRow>(`${path}?failed=true`);
    expect(others).toEqual([]);
    expect(refused).toMatchObject({ endpoint: 'daily/trades', lane: 'market', httpStatus: 400 });
    const [post] = await desk.list<CallRow>(`${path}?endpoint=order/post`);
    expect(post).toMatchObject({ orderId: posted.body.id, lane: 'trade', outcome: 'Acknowledged' });
    expect(JSON.stringify(await desk.list(`${path}?limit=200`))).not.toMatch(/C0012345|Ada Obi/);
    const first = await desk.call<ListBody>('GET', `${path}?failed=false&limit=1`);
    const cursor = first.body.page.nextCursor ?? '';
    const next = await desk.list<CallRow>(`${path}?failed=false&limit=1&cursor=${cursor}`);
    const all = await desk.list<CallRow>(`${path}?failed=false&limit=2`);
    expect([...first.body.data, ...next]).toEqual(all);
  });

  it('include undocumented records, with what is odd about them', async () => {
    desk = await Desk.open('sqlite', {
      simulator: { parameters: { extraFields: 'some', nullFields: 'null' } },
    });
    const orderNumber = await number();
    desk.exchange.exchange.control.queueFault({
      endpoint: 'order/enquiry',
      fault: 'fields',
      fields: { Quantity: 'many', Note: 'by hand' },
      times: 0,
    });
    const { body } = await desk.call<{ data: RecordView }>(
      'GET',
      `/v1/exchange/orders/${orderNumber}`,
    );
    expect(body.data).toMatchObject({
      units: null,
      raw: { Quantity: 'many', Note: 'by hand' },
    });
    expect(body.data.odd).toContain('units');
    const shapes = await desk.list<{ endpoint: string; deviation: string; sample: string }>(
      '/v1/ops/exchange-shapes',
    );
    const seen = shapes.filter((shape) => shape.sample.includes('many'));
    expect(new Set(seen.map((shape) => shape.endpoint))).toEqual(new Set(['order/enquiry']));
    expect(seen.map((shape) => shape.deviation)).toEqual(
      expect.arrayContaining([
        'data.Quantity: text, documented number',
        'data.Note: not documented',
      ]),
    );
  });

  it.each([
    ['404', 404, 'not-found-at-exchange'],
    ['400', 404, 'not-found-at-exchange'],
    ['success-false', 404, 'not-found-at-exchange'],
    ['data-null', 502, 'exchange-unavailable'],
    ['500', 502, 'exchange-unavailable'],
  ] as const)(
    'do not have an order: answered %s, returned as %d',
    async (unknownOrderReply, status, code) => {
      desk = await Desk.open('sqlite', { simulator: { parameters: { unknownOrderReply } } });
      const answer = await desk.call('GET', '/v1/exchange/orders/123456789');
      expect(answer).toMatchObject({ status, body: { code } });
    },
  );

  it('name in the trail who asked with each call, and nobody where the exchange was not asked', async () => {
    desk = await Desk.open('sqlite', { env: { RECONCILE_INTERVAL_MS: '3600000' } });
    const orderNumber = await number();
    const path = `/v1/exchange/orders/${orderNumber}`;
    let asked = 0;
    let answer = await desk.call<{ code?: string }>('GET', path);
    for (; answer.status === 200 && asked < 100; asked += 1) {
      answer = await desk.call('GET', path);
    }
    expect(answer).toMatchObject({ status: 503, body: { code: 'budget-exhausted' } });
    for (let again = 0; again < 5; again += 1) {
      expect((await desk.call('GET', path)).status).toBe(503);
    }
    const entries = await desk.list(`/v1/audit/events?type=EXCHANGE_ASKED&limit=200`);
    expect(entries).toHaveLength(asked);
    expect(callsTo('/order/enquiry').filter(({ operator }) => operator === 'admin')).toHaveLength(
      asked,
    );
  });

  it('name everybody in the trail who was given the answer of one call', async () => {
    desk = await Desk.open('sqlite', { env: { RECONCILE_INTERVAL_MS: '3600000' } });
    const path = `/v1/exchange/orders/${await number()}`;
    const { body: bola } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'bola', scopes: ['exchange:read'] },
    });
    const both = async (asked: string): Promise<readonly number[]> => {
      // So that the second one comes before the answer to the first.
      desk.exchange.exchange.control.queueFault({
        endpoint: 'order/enquiry',
        fault: 'delay',
        ms: 300,
      });
      const answers = await Promise.all([
        desk.call('GET', asked),
        desk.call('GET', asked, { key: bola.secret }),
      ]);
      return answers.map(({ status }) => status);
    };
    const askers = async (): Promise<readonly string[]> => {
      const entries = await desk.list<{ actor: string }>('/v1/audit/events?type=EXCHANGE_ASKED');
      return entries.map(({ actor }) => actor).sort();
    };
    const before = callsTo('/order/enquiry').length;
    expect(await both(path)).toEqual([200, 200]);
    expect(callsTo('/order/enquiry')).toHaveLength(before + 1);
    expect(await askers()).toEqual(['key:admin', 'key:bola']);
    // That there is no such order is an answer, too.
    expect(await both('/v1/exchange/orders/999999999')).toEqual([404, 404]);
    expect(callsTo('/order/enquiry')).toHaveLength(before + 2);
    expect(await askers()).toEqual(['key:admin', 'key:admin', 'key:bola', 'key:bola']);
  });

  it.each([
    ['/v1/exchange/orders/12x', 'orderNumber'],
    ['/v1/exchange/orders/-1', 'orderNumber'],
    [`/v1/exchange/orders/${'1'.repeat(41)}`, 'orderNumber'],
    ['/v1/exchange/brokers/%00/orders', 'code'],
    ['/v1/exchange/accounts/%E2%80%AE1/orders', 'number'],
    ['/v1/exchange/trades', 'date'],
    ['/v1/exchange/trades?date=2026-02-30', 'date'],
    [`/v1/exchange/trades?date=${TODAY}&status=%07`, 'status'],
    [`/v1/exchange/trades?date=${TODAY}&cursor=bm9uZQ`, 'cursor'],
    [`/v1/exchange/trades?date=${TODAY}&limit=201`, 'limit'],
    [`/v1/exchange/trades?date=${TODAY}&day=1`, 'day'],
    ['/v1/exchange/orders/1?x=1', 'x'],
  ])('are not asked %s', async (path, field) => {
    desk = await Desk.open('sqlite', { env: { RECONCILE_INTERVAL_MS: '3600000' } });
    const { control } = desk.exchange.exchange;
    const answer = await desk.call<{ errors: { field: string }[] }>('GET', path);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error) => error.field)).toContain(field);
    const asked = control.calls().filter((call) => /enquiry|trades/.test(call.path));
    expect(asked.filter((call) => call.operator === 'admin')).toEqual([]);
  });
});
