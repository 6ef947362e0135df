import { ENGINES } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';

interface Event {
  readonly sequence: number;
  readonly type: string;
  readonly actor: string;
  readonly at: string;
}

interface Call {
  readonly endpoint: string;
  readonly request: string;
  readonly operator: string;
}

describe.each(ENGINES)('An order on %s', (engine) => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open(engine);
  });

  afterAll(() => desk.close());

  const sentTo = async (id: string, endpoint: string): Promise<Call> => {
    const calls = await desk.list<Call>(`/v1/orders/${id}/calls`);
    const call = calls.find((candidate) => candidate.endpoint === endpoint);
    if (call === undefined) throw new Error(`No call of ${endpoint}`);
    return call;
  };

  it('is posted with every field as a string, and becomes Posted on the acknowledgement', async () => {
    const { status, body, headers } = await desk.post();
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'Posted', exchangeStatus: 'Posted', pending: null });
    expect(body.evidence).toMatchObject({ grade: 'Acknowledged', certain: true });
    expect(headers.get('location')).toBe(`/v1/orders/${body.id}`);
    expect(headers.get('etag')).toBe(`"${body.version}"`);
    const call = await sentTo(body.id, 'order/post');
    expect(JSON.parse(call.request)).toEqual({
      orderType: 'BUY',
      security: 'SD11PLC',
      timeInForce: 'Day Order (DO)',
      accountNumber: 'C0012345',
      brokerCode: 'MARINA',
      units: '1000',
      price: '12.50',
      clientName: 'Ada Obi',
      orderRef: body.orderRef,
    });
    expect(call.operator).toBe('admin');
  });

  it('becomes Open when the exchange shows it open', async () => {
    const { body } = await desk.post();
    const order = await desk.until(body.id, (seen) => seen.status === 'Open');
    expect(order.exchangeStatus).toBe('Open');
  });

  it('is edited with numbers and an order number as a string, and becomes Amended', async () => {
    const { body } = await desk.post();
    const edited = await desk.edit(body.id, { units: '2500', price: '12.75' });
    expect(edited.status).toBe(200);
    expect(edited.body).toMatchObject({ status: 'Amended', units: '2500', price: '12.75' });
    const call = await sentTo(body.id, 'order/edit');
    expect(call.request).toBe(
      `{"orderNumber":"${String(body.orderNumber)}","brokerCode":"MARINA","units":2500,"price":12.75}`,
    );
  });

  it('is cancelled with its number as a string, and the cancel is confirmed by an enquiry', async () => {
    const { body } = await desk.post();
    const cancelled = await desk.cancel(body.id, { reason: 'client changed his mind' });
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toMatchObject({ status: 'Cancelled', pendingUnits: '0' });
    const call = await sentTo(body.id, 'order/cancel');
    expect(JSON.parse(call.request)).toEqual({ orderNumber: body.orderNumber });
    const confirmed = await desk.until(body.id, (seen) => seen.evidence.grade === 'Enquired');
    expect(confirmed.status).toBe('Cancelled');
  });

  it('is filled by executions that are booked once each, with their average price (D10, E1)', async () => {
    const { body } = await desk.post({ units: '1000', price: '12.50' });
    const number = String(body.orderNumber);
    desk.exchange.exchange.control.fill({ orderNumber: number, units: 400, price: 12.4 });
    const part = await desk.until(body.id, (seen) => seen.averagePrice === '12.4');
    expect(part).toMatchObject({ status: 'Open', matchedUnits: '400', pendingUnits: '600' });
    desk.exchange.exchange.control.fill({ orderNumber: number, units: 600, price: 12.5 });
    const full = await desk.until(body.id, (seen) => seen.averagePrice === '12.46');
    expect(full).toMatchObject({ status: 'Filled', matchedUnits: '1000', pendingUnits: '0' });
    await desk.reconcile();
    await desk.reconcile();
    const fills = await desk.list<{ units: string; price: string }>(`/v1/orders/${body.id}/fills`);
    expect(fills.map((fill) => [fill.units, fill.price]).sort()).toEqual([
      ['400', '12.4'],
      ['600', '12.5'],
    ]);
  });

  it('follows a cancel made elsewhere (C11)', async () => {
    const { body } = await desk.post();
    desk.exchange.exchange.control.cancelExternally(String(body.orderNumber));
    const order = await desk.until(body.id, (seen) => seen.status === 'Cancelled');
    expect(order.evidence.grade).toBe('Enquired');
  });

  it('is returned when the same request is sent again, and other content is refused (A14)', async () => {
    const terms = desk.terms();
    const headers = { 'idempotency-key': `key-${String(terms['clientOrderId'])}` };
    const [first, second] = await Promise.all([
      desk.call<OrderBody>('POST', '/v1/orders', { body: terms, headers }),
      desk.call<OrderBody>('POST', '/v1/orders', { body: terms, headers }),
    ]);
    expect(first.body.id).toBe(second.body.id);
    expect([first.status, second.status].sort()).toEqual([200, 202]);
    const replay = [first, second].find((answer) => answer.status === 200);
    expect(replay?.headers.get('idempotency-replayed')).toBe('true');
    const other = await desk.call('POST', '/v1/orders', { body: { ...terms, units: '7' } });
    expect(other.status).toBe(422);
    const sameKey = await desk.call('POST', '/v1/orders', { body: desk.terms(), headers });
    expect(sameKey.status).toBe(422);
    const found = await desk.list(`/v1/orders?clientOrderId=${String(terms['clientOrderId'])}`);
    expect(found).toHaveLength(1);
  });

  it('is not returned under the key of another order, and under a new key that is remembered', async () => {
    const post = async (body: object, key: string) => {
      const headers = { 'idempotency-key': key };
      return (await desk.call<OrderBody>('POST', '/v1/orders', { body, headers })).status;
    };
    const [one, other] = [desk.terms(), desk.terms()];
    expect([await post(one, 'key-of-one'), await post(other, 'key-of-other')]).toEqual([202, 202]);
    expect(await post(one, 'key-of-other')).toBe(422);
    expect(await post(one, 'new-key')).toBe(200);
    expect(await post(one, 'new-key')).toBe(200);
    expect(await post(other, 'new-key')).toBe(422);
  });

  it('is edited only on the version that the caller saw', async () => {
    const { body } = await desk.post();
    const stale = await desk.edit(body.id, { units: '5' }, { 'if-match': '"1"' });
    expect(stale.status).toBe(412);
    const { version } = await desk.order(body.id);
    const fresh = await desk.edit(body.id, { units: '5' }, { 'if-match': `"${version}"` });
    expect([200, 412]).toContain(fresh.status);
  });

  it('is not edited once it is cancelled', async () => {
    const { body } = await desk.post();
    await desk.cancel(body.id);
    const edited = await desk.edit(body.id, { units: '5' });
    expect(edited.status).toBe(409);
    expect(edited.body).toMatchObject({ code: 'order-not-working', orderId: body.id });
  });

  it('is answered with 202 at once when the caller does not wait', async () => {
    const { status, body } = await desk.post({}, 0);
    expect(status).toBe(202);
    expect(body.status).toBe('New');
    expect(body.pending).toMatchObject({ kind: 'Post' });
    await desk.until(body.id, (seen) => seen.status !== 'New');
  });

  it('has its history in strict sequence, and the trail verifies', async () => {
    const { body } = await desk.post();
    await desk.cancel(body.id);
    const events = await desk.list<Event>(`/v1/orders/${body.id}/events`);
    const sequences = events.map((event) => event.sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(new Set(sequences).size).toBe(sequences.length);
    expect(events.map((event) => event.type)).toEqual(
      expect.arrayContaining(['ORDER_RECEIVED', 'POST_SENT', 'POST_ACKNOWLEDGED', 'CANCEL_SENT']),
    );
    const verdict = await desk.call('POST', '/v1/audit/verifications');
    expect(verdict.body).toMatchObject({ valid: true, firstBadSequence: null });
  });

  it('is found by every filter, and pages never repeat or miss an order', async () => {
    const account = `PAGES-${engine}`;
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.push((await desk.post({ accountNumber: account }, 0)).body.id);
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = cursor === '' ? '' : `&cursor=${cursor}`;
      const answer: { body: { data: OrderBody[]; page: { nextCursor: string | null } } } =
        await desk.call('GET', `/v1/orders?accountNumber=${account}&limit=2${page}`);
      seen.push(...answer.body.data.map((order) => order.id));
      cursor = answer.body.page.nextCursor;
    }
    expect(seen).toEqual([...ids].reverse());
    const one = await desk.until(ids[0] ?? '', (order) => order.orderNumber !== null);
    const filters = [
      `orderNumber=${String(one.orderNumber)}`,
      `orderRef=${one.orderRef}`,
      `accountNumber=${account}&status=New,Posted,Open`,
      `accountNumber=${account}&side=BUY&security=sd11plc&tradingDate=${one.tradingDate}`,
      `accountNumber=${account}&certain=true&hasBreaks=false`,
      `accountNumber=${account}&createdFrom=2020-01-01T00:00:00Z&createdTo=2120-01-01T00:00:00Z`,
    ];
    for (const filter of filters) {
      const found = await desk.list<OrderBody>(`/v1/orders?${filter}`);
      expect(found.map((order) => order.id)).toContain(one.id);
    }
  });

  it('is streamed, and replayed from the last sequence that was seen', async () => {
    const { body } = await desk.post();
    const [first] = await desk.list<Event>(`/v1/orders/${body.id}/events`);
    const abort = new AbortController();
    const response = await fetch(`${desk.service.address}/v1/stream?orderId=${body.id}`, {
      headers: {
        authorization: 'Bearer test-admin-key-0123456789-0123456789',
        'last-event-id': String(first?.sequence),
      },
      signal: abort.signal,
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const read = textUntil(response, 'CANCEL_ACKNOWLEDGED');
    await desk.cancel(body.id);
    const text = await read;
    abort.abort();
    expect(text).toContain('event: POST_ACKNOWLEDGED');
    expect(text).not.toContain('event: ORDER_RECEIVED');
    expect(text).toMatch(/^id: \d+$/m);
  });
});

async function textUntil(response: Response, wanted: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const reader = response.body?.getReader();
  while (reader !== undefined && !text.includes(wanted)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}
