import { readyDatabase } from '../../support/databases/databases.js';
import { ADMIN_KEY, Desk, type Answer, type OrderBody } from '../../support/desk.js';
import { type ReceivedSpan, TraceReceiver } from '../../support/trace-receiver.js';

/** Of a caller with traces of its own. */
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN = 'b7ad6b7169203331';
const TRACEPARENT = `00-${TRACE_ID}-${CALLER_SPAN}-01`;

type Line = Readonly<Record<string, unknown>>;

describe('Traces', () => {
  let receiver: TraceReceiver;
  let desk: Desk;
  let log: string;

  beforeEach(async () => {
    receiver = await TraceReceiver.open();
    log = '';
  });

  afterEach(async () => {
    await desk.close();
    await receiver.close();
  });

  const open = async (more: Parameters<typeof Desk.open>[1] = {}): Promise<void> => {
    desk = await Desk.open('sqlite', {
      ...more,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, LOG_LEVEL: 'debug', ...more.env },
      log: (line) => (log += line),
    });
  };
  const post = (wait: number, traceparent = TRACEPARENT): Promise<Answer<OrderBody>> =>
    desk.call<OrderBody>('POST', '/v1/orders', {
      body: desk.terms(),
      headers: { prefer: `wait=${wait}`, traceparent, 'x-request-id': 'r1' },
    });
  const only = (name: string): ReceivedSpan => {
    const [span, ...more] = receiver.named(name);
    expect([name, more.length]).toEqual([name, 0]);
    return span!;
  };
  const lines = (): readonly Line[] =>
    log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));

  it("follow an order from its caller's trace to its call of the exchange", async () => {
    await open();
    const { body } = await post(5);
    const orderId = body.id;
    await desk.stop();

    const request = only('POST /v1/orders');
    expect(request).toMatchObject({
      kind: 'server',
      traceId: TRACE_ID,
      parentSpanId: CALLER_SPAN,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/orders',
        'http.response.status_code': 201,
        'marina.request_id': 'r1',
        'marina.order_id': orderId,
      },
    });
    const steps = [
      ['PostOrder', 'internal', 'POST /v1/orders'],
      ['dispatch Post', 'internal', 'PostOrder'],
      ['claim Post', 'internal', 'dispatch Post'],
      ['exchange order/post', 'client', 'dispatch Post'],
    ] as const;
    for (const [name, kind, above] of steps) {
      expect(only(name)).toMatchObject({
        kind,
        traceId: TRACE_ID,
        parentSpanId: only(above).spanId,
        attributes: { 'marina.order_id': orderId },
        failed: false,
      });
    }
    expect(only('exchange order/post').attributes).toMatchObject({
      'http.response.status_code': 200,
      'marina.outcome': 'Acknowledged',
      'marina.lane': 'trade',
      'marina.call_id': expect.stringMatching(/^call_/),
    });
    const access = lines().find(({ part, route }) => part === 'access' && route === '/v1/orders');
    expect(access).toMatchObject({ traceId: TRACE_ID, requestId: 'r1', orderId });
  });

  it('show what a run asked and applied, and none of what is asked every few seconds', async () => {
    await open();
    await post(5);
    await desk.call('GET', '/health/ready');
    await desk.call('GET', '/metrics');
    await desk.pass(1_000);
    await desk.stop();
    const [run] = receiver.named('reconciliation run');
    expect(run).toMatchObject({
      kind: 'internal',
      parentSpanId: null,
      attributes: { 'marina.run_id': expect.any(String), 'marina.dry_run': false },
    });
    const below = (span: ReceivedSpan): readonly ReceivedSpan[] =>
      receiver.spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);
    const rounds = below(run!);
    expect(rounds.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['plan', 'collect', 'apply']),
    );
    const asked = rounds.filter(({ name }) => name === 'collect').flatMap(below);
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked.map(({ kind }) => kind))).toEqual(new Set(['client']));
    const requests = receiver.spans.filter(({ kind }) => kind === 'server');
    expect(requests.map(({ name }) => name).filter((name) => /health|metrics/.test(name))).toEqual(
      [],
    );
  });

  it('go on in another process where an order was accepted in an earlier one', async () => {
    const databaseUrl = await readyDatabase('sqlite');
    await open({ databaseUrl });
    await desk.call('POST', '/v1/ops/pause', { body: { reason: 'restart' } });
    const { body } = await post(0);
    await desk.stop();
    const { exchange, clock } = desk;
    expect(receiver.named('dispatch Post')).toEqual([]);

    await open({ databaseUrl, exchange, clock });
    await desk.call('POST', '/v1/ops/resume', { body: { reason: 'restarted' } });
    await desk.until(body.id, ({ status }) => status === 'Open');
    await desk.stop();
    expect(only('exchange order/post')).toMatchObject({
      traceId: TRACE_ID,
      attributes: { 'marina.order_id': body.id },
    });
    expect(only('dispatch Post').parentSpanId).toBe(only('PostOrder').spanId);
  });

  it('begin where the header of the caller is not one, and hold no client, key or text', async () => {
    await open({ env: { OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=desk' } });
    const { body } = await post(5, `00-${TRACE_ID}-${CALLER_SPAN}-zz; Ada Obi`);
    const path = `/v1/orders/${body.id}`;
    await desk.call('POST', `${path}/cancel`, {
      body: { reason: 'Ada Obi has called' },
      headers: { prefer: 'wait=5', 'x-request-id': 'r2' },
    });
    await desk.call('GET', '/v1/orders?clientName=Ada&accountNumber=C0012345');
    await desk.call('GET', '/v1/clients/Ada');
    await desk.call('POST', '/v1/orders', { body: { clientName: 'Ada Obi' } });
    await desk.stop();
    expect(receiver.headers).toMatchObject({ 'x-tenant': 'desk' });
    const requests = receiver.named('POST /v1/orders');
    expect(requests.map(({ parentSpanId }) => parentSpanId)).toEqual([null, null]);
    expect(only('POST /v1/orders/:id/cancel').attributes).toMatchObject({
      'marina.request_id': 'r2',
      'marina.order_id': body.id,
    });
    // A refusal is an answer.
    expect(receiver.spans.filter(({ failed }) => failed)).toEqual([]);
    expect(receiver.spans.length).toBeGreaterThan(10);
    for (const said of ['Ada', 'C0012345', 'called', ADMIN_KEY, 'sk_test', '127.0.0.1'])
      expect([said, receiver.text.includes(said)]).toEqual([said, false]);
  });

  it('are given up where nobody takes them, with a line in the log', async () => {
    receiver.status = 400;
    await open();
    expect((await post(5)).status).toBe(201);
    await desk.stop();
    const warned = lines().filter(({ part }) => part === 'tracing');
    expect(warned).toMatchObject([{ level: 40, message: 'spans were not exported' }]);
  });
});
