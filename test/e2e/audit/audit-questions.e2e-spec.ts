import { type Engine, ENGINES } from '../../support/databases/databases.js';
import { Desk, type ListBody } from '../../support/desk.js';

interface Handler {
  readonly actor: string;
  readonly entries: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

describe.each(ENGINES)('What compliance asks of the trail, on %s', (engine: Engine) => {
  let desk: Desk;
  let day: string;
  let lost: string;

  beforeAll(async () => {
    desk = await Desk.open(engine, { env: { RECORD_QUOTES_EVERY_MS: '1000' } });
    const dealer = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'dealer-a', scopes: ['orders:write', 'orders:read'], delegates: true },
    });
    desk.exchange.exchange.control.queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body } = await desk.call<{ id: string; tradingDate: string }>('POST', '/v1/orders', {
      body: desk.terms({ accountNumber: 'C1' }),
      key: dealer.body.secret,
      headers: { 'on-behalf-of': 'Ada Obi', prefer: 'wait=5' },
    });
    [lost, day] = [body.id, body.tradingDate];
    await desk.until(lost, ({ status }) => status === 'Open');
    await desk.cancel(lost);
    await desk.post({ accountNumber: 'C1' });
    await desk.post({ accountNumber: 'C2' });
    const operations = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'operations', scopes: ['recon:read', 'recon:write'] },
    });
    const [found] = await desk.list<{ id: string }>(`/v1/breaks?orderId=${lost}`);
    await desk.call('POST', `/v1/breaks/${String(found?.id)}/comments`, {
      body: { text: 'Seen.' },
      key: operations.body.secret,
    });
  });

  afterAll(() => desk.close());

  const ask = async <T>(path: string): Promise<readonly T[]> =>
    (await desk.call<ListBody<T>>('GET', `/v1/audit/${path}`)).body.data;

  it('shows which request had no known outcome, how long, and what became of it', async () => {
    const found = await ask<{ orderId: string; since: string; until: string }>('unknown-outcomes');
    expect(found).toMatchObject([
      { orderId: lost, kind: 'Post', outcome: 'ACKNOWLEDGED', decidedBy: 'system:reconciler' },
    ]);
    const [one] = found;
    expect(Date.parse(String(one?.until))).toBeGreaterThan(Date.parse(String(one?.since)));
  });

  it('finds unknown outcomes by account, by order and by when they began', async () => {
    const [one] = await ask<{ since: string }>('unknown-outcomes');
    const since = String(one?.since);
    for (const [query, count] of [
      ['accountNumber=C1', 1],
      ['accountNumber=C2', 0],
      [`orderId=${lost}`, 1],
      [`from=${since}`, 1],
      [`to=${since}`, 0],
    ] as const) {
      // prettier-ignore
      expect([query, (await ask(`unknown-outcomes?${query}`)).length]).toEqual([query, count]);
    }
  });

  it('shows what people have decided in place of the exchange or of the rules, and of whom', async () => {
    const limits = { orderUnits: '5000' };
    const set = await desk.call('PUT', '/v1/order-limits/accounts/C2', { body: limits });
    expect(set.status).toBe(200);
    await desk.call('POST', '/v1/ops/pause', { body: { reason: 'a fire drill' } });
    await desk.call('POST', '/v1/ops/resume', { body: { reason: 'it is over' } });
    const all = await ask<{ type: string; actor: string }>('overrides');
    expect(all.map(({ type, actor }) => [type, actor])).toEqual([
      ['ORDER_LIMITS_SET', 'key:admin'],
    ]);
    for (const [query, count] of [
      ['accountNumber=c-2', 1],
      ['accountNumber=C1', 0],
      ['by=admin', 1],
      ['by=operations', 0],
      ['to=2020-01-01T00:00:00Z', 0],
    ] as const)
      expect([query, (await ask(`overrides?${query}`)).length]).toEqual([query, count]);
  });

  it('shows every order of a client between two days with everybody who acted on it', async () => {
    const orders = await ask<{ orderId: string; handlers: readonly Handler[] }>(
      `handled-orders?accountNumber=C1&from=${day}&to=${day}`,
    );
    expect(orders).toHaveLength(2);
    expect(orders[0]).toMatchObject({
      orderId: lost,
      handlers: [
        { actor: 'key:dealer-a', onBehalfOf: 'Ada Obi' },
        { actor: 'key:admin', onBehalfOf: null },
        { actor: 'key:operations', onBehalfOf: null, entries: 1 },
      ],
    });
    for (const { actor, entries, firstAt, lastAt } of orders[0]?.handlers ?? []) {
      const did = await ask<{ at: string }>(`events?orderId=${lost}&actor=${actor}`);
      const times = did.map(({ at }) => at);
      expect({ actor, entries, firstAt, lastAt }).toEqual({
        actor, entries: did.length, firstAt: times[0], lastAt: times.at(-1),
      }); // prettier-ignore
    }
    expect(orders[1]?.handlers).toMatchObject([{ actor: 'key:admin' }]);
  });

  it('finds the entries of several types, in sequence', async () => {
    const types = await ask<{ type: string }>(
      'events?type=POST_UNKNOWN,KEY_CREATED,ORDER_RECEIVED',
    );
    expect(types.map(({ type }) => type)).toEqual([
      'KEY_CREATED', 'KEY_CREATED', 'ORDER_RECEIVED', 'POST_UNKNOWN', 'ORDER_RECEIVED', 'ORDER_RECEIVED',
      'KEY_CREATED',
    ]); // prettier-ignore
  });

  it('finds what somebody has done by the name that people see, beside the order and its client', async () => {
    const did = async (by: string): Promise<readonly string[]> =>
      (await ask<{ type: string }>(`events?by=${by}`)).map(({ type }) => type);
    expect(await did('Ada%20Obi')).toEqual(['ORDER_RECEIVED']);
    expect(await did('operations')).toEqual(['BREAK_COMMENTED']);
    expect(await did('operations&actor=key:admin')).toEqual([]);
    const names = await desk.call<{ by: string[]; types: { type: string; title: string }[] }>(
      'GET',
      '/v1/audit/names',
    );
    expect(names.body.by).toEqual(expect.arrayContaining(['Ada Obi', 'dealer-a', 'operations']));
    expect(names.body.types).toContainEqual({
      type: 'POST_UNKNOWN',
      title: 'Post without a known outcome',
    });
    const [received] = await ask<object>('events?withOrder=true&by=Ada%20Obi');
    const order = { id: lost, accountNumber: 'C1', side: 'BUY' };
    expect(received).toMatchObject({ title: 'Order received', order });
    expect(await ask('unknown-outcomes')).toMatchObject([{ order }]);
    const { body: reader } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'trail', scopes: ['audit:read'] },
    });
    const { body } = await desk.call<ListBody<object>>(
      'GET',
      '/v1/audit/events?withOrder=true&by=Ada%20Obi',
      {
        key: reader.secret,
      },
    );
    expect(body.data).toMatchObject([{ order: { accountNumber: null, clientName: null } }]);
  });

  it('has what people asked the exchange and the reconciler, and what was refused them', async () => {
    await desk.call('GET', '/v1/exchange/orders/700001');
    await desk.call('GET', '/v1/exchange/accounts/ASKED-ACCOUNT/orders');
    await desk.call('POST', '/v1/reconciliation/runs', { body: {} });
    const [found] = await desk.list<{ id: string }>(`/v1/breaks?orderId=${lost}&open=false`);
    const refused = await desk.call('POST', `/v1/breaks/${String(found?.id)}/resolve`, {
      body: { resolution: 'close', reasonCode: 'ConfirmedByExchange', text: 'It is over.' },
    });
    expect(refused.status).toBe(409);
    const entries = await ask<{ body: object; explanation: string }>(
      'events?type=EXCHANGE_ASKED,RUN_ASKED,BREAK_RESOLUTION_REFUSED',
    );
    expect(entries.map(({ explanation }) => explanation)).toEqual([
      'The exchange was asked for the order 700001.',
      'The exchange was asked for the orders of an account.',
      'Somebody asked for a run over everything.',
      '“nothing to do” was proposed for the break PostUnconfirmed and refused; nothing changed. Why it was refused: The break is AutoResolved. The proposer wrote: It is over.',
    ]);
    expect(JSON.stringify(entries.map(({ body }) => body))).not.toContain('ASKED-ACCOUNT');
  });

  it('names who has asked the exchange for a client beside those who handled the order', async () => {
    const path = `handled-orders?accountNumber=C1&from=${day}&to=${day}`;
    const second = async (): Promise<{ readonly orderNumber: string | null }> =>
      (await ask<{ orderNumber: string | null }>(path))[1]!;
    const { orderNumber } = await second();
    await desk.call('GET', `/v1/exchange/orders/${String(orderNumber)}`);
    await desk.call('GET', '/v1/exchange/accounts/C1/orders');
    await desk.call('GET', '/v1/exchange/accounts/C2/orders');
    expect(await second()).toMatchObject({
      orderNumber,
      lookedUpBy: [{ actor: 'key:admin', entries: 2 }],
    });
    const about = 'type=EXCHANGE_ASKED&accountNumber=C2';
    const entries = await ask<object>(`events?${about}&withOrder=true`);
    expect(entries).toMatchObject([{ order: null, accountNumber: 'C2', body: { of: null } }]);
    expect(await ask<object>(`events?${about}`)).toMatchObject([{ accountNumber: null }]);
  });

  it('finds clients by words of their name, in any case', async () => {
    await desk.post({ accountNumber: 'C0900001', clientName: 'Halima Bello-Ọbí' });
    await desk.post({ accountNumber: 'C0900002', clientName: 'Musa Bello' });
    const clients = async (query: string): Promise<readonly object[]> =>
      (await desk.call<ListBody<object>>('GET', `/v1/clients?${query}`)).body.data;
    expect(await clients('name=bello%20HALIMA')).toEqual([
      { accountNumber: 'C0900001', clientName: 'Halima Bello-Ọbí' },
    ]);
    expect(await clients('name=bello')).toHaveLength(2);
    expect(await clients('name=nobody')).toEqual([]);
  });

  it('pages, and is empty for days without orders', async () => {
    const path = `/v1/audit/handled-orders?accountNumber=C1&from=${day}&to=${day}&limit=1`;
    const { body } = await desk.call<ListBody<{ orderId: string }>>('GET', path);
    expect(body.page.hasMore).toBe(true);
    const next = await desk.call<ListBody<{ orderId: string }>>(
      'GET',
      `${path}&cursor=${String(body.page.nextCursor)}`,
    );
    expect(next.body.page.hasMore).toBe(false);
    expect(next.body.data[0]?.orderId).not.toBe(body.data[0]?.orderId);
    expect(await ask('handled-orders?accountNumber=C1&from=2020-01-01&to=2020-01-31')).toEqual([]);
  });

  it.each([
    ['handled-orders?from=2026-01-01&to=2026-01-02', 'accountNumber'],
    ['handled-orders?accountNumber=C1&from=2026-01-02&to=2026-01-01', 'to'],
    ['handled-orders?accountNumber=C1&from=yesterday&to=2026-01-01', 'from'],
    ['unknown-outcomes?from=yesterday', 'from'],
    ['events?type=FILL,', 'type'],
    ['events?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
    ['unknown-outcomes?since=2026-01-01T00:00:00Z', 'since'],
  ])('refuses %s, naming %s', async (path, field) => {
    const { body, status } = await desk.call<{ errors: readonly { field: string }[] }>(
      'GET',
      `/v1/audit/${path}`,
    );
    expect(status).toBe(400);
    expect(body.errors.map((error) => error.field)).toEqual([field]);
  });

  describe('about best execution:', () => {
    interface Row {
      readonly orderId: string;
      readonly sentAt: string | null;
      readonly executions: { readonly count: number; readonly averagePrice: string | null };
      readonly quoteAtSending: { readonly at: string; readonly offer: string } | null;
      readonly quoteAfterSending: { readonly at: string; readonly offer: string } | null;
      readonly againstQuote: { readonly improvement: string } | null;
    }
    const path = (): string => `best-execution?from=${day}&to=${day}&accountNumber=C3`;
    let early: string;
    let late: string;

    beforeAll(async () => {
      const { security, price } = desk.terms() as Record<string, string>;
      const offer = { side: 'SELL', security: String(security), units: 5_000 } as const;
      const outside = {
        ...offer,
        price: Number(price) + 0.5,
        accountNumber: 'X1',
        brokerCode: 'OTHERS',
      };
      desk.exchange.exchange.control.placeExternal(outside);
      early = (await desk.post({ accountNumber: 'C3', units: '700' })).body.id;
      await desk.pass(11_000);
      const { body } = await desk.post({ accountNumber: 'C3', units: '800' }, 5);
      late = body.id;
      await desk.pass(11_000);
      const { orderNumber } = await desk.until(late, (now) => now.orderNumber !== null);
      desk.exchange.exchange.control.fill({ orderNumber: String(orderNumber) });
      await desk.until(late, ({ status }) => status === 'Filled');
    });

    it('an order is shown against the recorded quotes around its sending', async () => {
      const [first, second] = await ask<Row>(path());
      expect([first?.orderId, second?.orderId]).toEqual([early, late]);
      for (const row of [first, second]) {
        expect(Date.parse(String(row?.quoteAfterSending?.at))).toBeGreaterThanOrEqual(
          Date.parse(String(row?.sentAt)),
        );
      }
      expect(Date.parse(String(second?.quoteAtSending?.at))).toBeLessThanOrEqual(
        Date.parse(String(second?.sentAt)),
      );
      const { executions, againstQuote, quoteAtSending } = second!;
      const better = Number(quoteAtSending?.offer) - Number(executions.averagePrice);
      expect(better).toBeGreaterThan(0);
      expect(Number(againstQuote?.improvement)).toBeCloseTo(better, 6);
      expect(executions.count).toBe(1);
      expect(first).toMatchObject({ executions: { count: 0 }, againstQuote: null });
    });

    it('the account is shown to those who may read orders', async () => {
      const accountOf = async (...scopes: readonly string[]): Promise<unknown> => {
        const body = { name: scopes.join(' and '), scopes };
        const made = await desk.call<{ secret: string }>('POST', '/v1/api-keys', { body });
        const key = made.body.secret;
        const found = await desk.call<{ data: object[] }>('GET', `/v1/audit/${path()}`, { key });
        const table = await desk.call<string>('GET', `/v1/audit/${path()}&format=csv`, { key });
        const row = table.body.split('\r\n')[1] ?? '';
        expect(row).toContain(early);
        return [found.body.data[0], row.includes('"C3"')];
      };
      expect(await accountOf('audit:read', 'orders:read')).toMatchObject([
        { accountNumber: 'C3' },
        true,
      ]);
      expect(await accountOf('audit:read')).toMatchObject([{ accountNumber: null }, false]);
    });

    it('the same is a table, and wrong questions are named', async () => {
      const answer = await desk.call<string>('GET', `/v1/audit/${path()}&format=csv`);
      const lines = answer.body.trim().split('\r\n');
      expect(lines).toHaveLength(3);
      expect(lines[0]).toContain('"quoteAtSending.offer"');
      expect(lines[2]).toContain(late);
      const wrong = await desk.call(
        'GET',
        '/v1/audit/best-execution?from=2026-11-21&to=2026-11-20',
      );
      expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'to' }] } });
    });
  });
});
