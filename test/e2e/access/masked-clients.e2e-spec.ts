import { apiDocument } from '../../../src/infra/http/openapi/api-document.js';
import type { PersonView } from '../../../src/infra/auth/persons/person-view.js';
import type { SessionView } from '../../../src/infra/auth/sessions/session-view.js';
import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import { answerSchemas } from '../../../src/service.js';
import type { WholeBreakView } from '../../../src/orders/break-desk/break-view.js';
import type { DayView } from '../../../src/orders/trading-days/day-view.js';
import type { RunView } from '../../../src/orders/reconciliation/runs/find-runs.js';
import { Desk, type ListBody, type OrderBody } from '../../support/desk.js';
import { StreamListener } from '../../support/stream-listener.js';

const CLIENT = { accountNumber: 'C0074321', clientName: 'Adaeze Okonkwo' };
const MASKED = { accountNumber: '••••4321', clientName: 'A•• O••' };
const NAMED = /C0074321|Adaeze|Okonkwo/i;

describe('Persons for whom clients are masked', () => {
  let desk: Desk;
  let order: OrderBody;
  const keys: Record<string, string> = {};

  beforeAll(async () => {
    desk = await Desk.open('sqlite', { env: { RECONCILE_INTERVAL_MS: '3000' } });
    for (const role of ['viewer', 'administrator', 'dealer']) {
      const { body: person } = await desk.call<PersonView>('POST', '/v1/persons', {
        body: { name: `Bayo ${role}`, roles: [role] },
      });
      const { body } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
        body: { personId: person.id },
      });
      keys[role] = body.secret;
    }
    const posted = await desk.call<OrderBody>('POST', '/v1/orders', {
      body: desk.terms(CLIENT),
      headers: { prefer: 'wait=5' },
    });
    order = posted.body;
  });

  afterAll(() => desk.close());

  const as = (role: string, method: string, path: string, body?: object) =>
    desk.call(method, path, { key: keys[role] ?? '', ...(body === undefined ? {} : { body }) });

  it('see them masked, and those who work with orders and keys of systems as they are', async () => {
    const path = `/v1/orders/${order.id}`;
    expect((await as('viewer', 'GET', path)).body).toMatchObject(MASKED);
    expect((await as('administrator', 'GET', path)).body).toMatchObject(MASKED);
    expect((await as('dealer', 'GET', path)).body).toMatchObject(CLIENT);
    expect((await desk.call('GET', path)).body).toMatchObject(CLIENT);
    const signedIn = await desk.call<SessionView>('POST', '/v1/session', {
      key: null,
      body: { key: keys['viewer'] },
    });
    expect(signedIn.body.masksClients).toBe(true);
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const inSession = await desk.call('GET', path, { key: null, headers: { cookie } });
    expect(inSession.body).toMatchObject(MASKED);
  });

  it('find no client in any answer of any route', async () => {
    await desk.call('PUT', `/v1/audit/saved-questions/hers`, {
      body: { kind: 'orders', filters: { accountNumber: CLIENT.accountNumber } },
    });
    const day = desk.clock.now();
    const date = new Date(day).toISOString().slice(0, 10);
    const { paths } = apiDocument(desk.service.app, answerSchemas());
    const asked = Object.keys(paths)
      .filter((path) => paths[path]?.get !== undefined && path !== '/v1/stream')
      .map((path) =>
        path
          .replace('/v1/orders/{id}', `/v1/orders/${order.id}`)
          .replace('{orderNumber}', order.orderNumber ?? '')
          .replace('{code}', 'MARINA')
          .replace('{date}', order.tradingDate),
      )
      .filter((path) => !path.includes('{'));
    asked.push(
      `/v1/exchange/trades?date=${date}&status=Filled`,
      `/v1/trading-days/${order.tradingDate}/report?format=csv`,
      `/v1/trading-days/${order.tradingDate}/report?format=html`,
      `/v1/orders?asOf=${new Date(day).toISOString()}`,
    );
    const answered: string[] = [];
    for (const path of asked) {
      const { status, body } = await as('administrator', 'GET', path);
      if (status === 200) answered.push(path);
      expect([path, NAMED.test(typeof body === 'string' ? body : JSON.stringify(body))]).toEqual([
        path,
        false,
      ]);
    }
    expect(answered).toEqual(
      expect.arrayContaining([
        '/v1/orders', `/v1/orders/${order.id}/calls`, `/v1/orders/${order.id}/report`, '/v1/breaks',
        '/v1/audit/events', '/v1/audit/saved-questions', '/v1/exchange/brokers/MARINA/orders',
        `/v1/exchange/orders/${order.orderNumber}`, `/v1/trading-days/${order.tradingDate}/report?format=csv`,
        `/v1/trading-days/${order.tradingDate}/report`,
      ]),
    ); // prettier-ignore
  });

  it('cannot find out an account by searching for it', async () => {
    const refused = { status: 403, body: { code: 'clients-masked' } };
    const filter = `accountNumber=${CLIENT.accountNumber}`;
    expect(await as('viewer', 'GET', `/v1/orders?${filter}`)).toMatchObject(refused);
    expect(await as('viewer', 'GET', `/v1/stream?${filter}`)).toMatchObject(refused);
    expect(await as('viewer', 'GET', '/v1/clients?name=Adaeze')).toMatchObject(refused);
    expect(await as('administrator', 'GET', `/v1/audit/events?${filter}`)).toMatchObject(refused);
    const path = `/v1/exchange/accounts/${CLIENT.accountNumber}/orders`;
    expect(await as('administrator', 'GET', path)).toMatchObject(refused);
    const filters = { accountNumber: CLIENT.accountNumber };
    const wanted = { format: 'csv', filters };
    expect(await as('administrator', 'POST', '/v1/audit/exports', wanted)).toMatchObject(refused);
    const run = { scope: filters };
    expect(await as('administrator', 'POST', '/v1/reconciliation/runs', run)).toMatchObject(
      refused,
    );
    expect((await as('dealer', 'GET', `/v1/orders?${filter}`)).status).toBe(200);
  });

  it('cannot find out an account by what is refused when it is limited, or what a key of theirs shows', async () => {
    const refused = { status: 403, body: { code: 'clients-masked' } };
    const limits = `/v1/order-limits/accounts/${CLIENT.accountNumber}`;
    expect((await as('administrator', 'PUT', limits, { orderUnits: '1' })).status).toBe(200);
    const edit = { units: '90000' };
    const path = `/v1/orders/${order.id}`;
    expect(await as('administrator', 'PATCH', path, edit)).toMatchObject(refused);
    expect((await as('dealer', 'PATCH', path, edit)).body).toMatchObject({
      code: 'limit-exceeded',
    });
    expect((await as('administrator', 'DELETE', limits)).status).toBe(204);

    const { body: persons } = await desk.call<ListBody<PersonView>>('GET', '/v1/persons');
    const idOf = (role: string) => persons.data.find(({ name }) => name === `Bayo ${role}`)?.id;
    const bound = (role: string) =>
      as('administrator', 'POST', '/v1/api-keys', {
        personId: idOf(role),
        accounts: [CLIENT.accountNumber],
      });
    expect(await bound('administrator')).toMatchObject(refused);
    expect((await bound('dealer')).status).toBe(201);
  });

  it('do not read in a run whose orders it asked for', async () => {
    desk.exchange.exchange.control.queueFault({ endpoint: 'order/post', fault: 'resetAfter' });
    const { id } = (await desk.post({ ...CLIENT, units: '4321' }, 0)).body;
    await desk.until(id, ({ pending }) => pending?.state === 'Unknown');
    await desk.until(id, ({ pending }) => pending === null);
    const path = '/v1/reconciliation/runs';
    const askedIn = (runs: readonly Pick<RunView, 'asked'>[]) => runs.flatMap(({ asked }) => asked);
    const question = { what: 'account list', answer: expect.stringMatching(/ rows$/) };
    const whole = await desk.list<RunView>(path);
    expect(askedIn(whole)).toContainEqual({ ...question, accountNumber: CLIENT.accountNumber });
    const { body } = await as('administrator', 'GET', path);
    expect(NAMED.test(JSON.stringify(body))).toBe(false);
    expect(askedIn((body as unknown as ListBody<RunView>).data)).toContainEqual({
      ...question,
      accountNumber: MASKED.accountNumber,
    });
  });

  it('get no hash of what is masked, and do not sign or decide what they cannot read', async () => {
    const refused = { status: 403, body: { code: 'clients-masked' } };
    const WITHHELD = '••••';
    const day = `/v1/trading-days/${order.tradingDate}`;
    const { reportHash } = (await desk.call<DayView>('GET', day)).body;
    expect((await as('administrator', 'GET', day)).body).toMatchObject({ reportHash: WITHHELD });
    const sign = () => as('administrator', 'POST', `${day}/sign-offs`, { reportHash });
    expect(await sign()).toMatchObject(refused);

    const { orderNumber } = desk.exchange.exchange.control.placeExternal({
      side: 'BUY', security: 'SD11PLC', units: 77, price: 12.5, brokerCode: 'MARINA',
      accountNumber: CLIENT.accountNumber,
    }); // prettier-ignore
    const found = await desk.openBreak<{ id: string }>(`orderNumber=${orderNumber}`);
    const adopt = {
      resolution: 'adopt', reasonCode: 'KnownExternal', text: 'Keyed there', price: '12.50',
      timeInForce: 'Day Order (DO)', ...CLIENT,
    }; // prettier-ignore
    const path = `/v1/breaks/${found.id}`;
    expect(await as('administrator', 'POST', `${path}/resolve`, adopt)).toMatchObject(refused);
    expect((await desk.call('POST', `${path}/resolve`, { body: adopt })).status).toBe(202);
    const { approvals } = (await desk.call<WholeBreakView>('GET', path)).body;
    const [approval] = approvals;
    expect((await as('administrator', 'GET', path)).body).toMatchObject({
      approvals: [{ id: approval?.id, payloadHash: WITHHELD, payload: { terms: MASKED } }],
    });
    for (const verdict of ['approve', 'reject']) {
      const decide = `/v1/approvals/${String(approval?.id)}/${verdict}`;
      expect(await as('administrator', 'POST', decide, {})).toMatchObject(refused);
    }
    const { body } = await as('administrator', 'GET', '/v1/audit/events?limit=200&order=desc');
    const events = (body as unknown as ListBody<EventView>).data;
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'BREAK_RESOLUTION_PROPOSED',
        body: expect.objectContaining({ payloadHash: WITHHELD }),
      }),
    );
    expect(new Set(events.map(({ hash }) => hash))).toEqual(new Set([WITHHELD]));
    for (const path of ['export', 'proofs?sequence=1', `exports/${order.id}/file`]) {
      expect(await as('administrator', 'GET', `/v1/audit/${path}`)).toMatchObject(refused);
    }
    const wanted = { format: 'zip' };
    expect(await as('administrator', 'POST', '/v1/audit/exports', wanted)).toMatchObject(refused);
  });

  it('do not read the client of an order that an external one could not be linked to', async () => {
    const { orderNumber } = desk.exchange.exchange.control.placeExternal({
      side: 'SELL', security: 'SD11PLC', units: 78, price: 12.5, brokerCode: 'MARINA', accountNumber: 'C1',
    }); // prettier-ignore
    const found = await desk.openBreak<{ id: string }>(`orderNumber=${orderNumber}`);
    const text = `${CLIENT.clientName} of ${CLIENT.accountNumber} says that it is theirs`;
    const link = { resolution: 'link', reasonCode: 'KnownExternal', orderId: order.id, text };
    const { status } = await desk.call('POST', `/v1/breaks/${found.id}/resolve`, { body: link });
    expect(status).toBe(422);
    const events = '/v1/audit/events?type=BREAK_RESOLUTION_REFUSED';
    const { body } = await as('administrator', 'GET', events);
    expect(JSON.stringify(body)).toContain('[client] of [account] says that it is theirs');
    expect(NAMED.test(JSON.stringify(body))).toBe(false);
  });

  it('are shown the client of one order with a reason, which the trail keeps without the client', async () => {
    const path = `/v1/orders/${order.id}/unmask`;
    expect((await as('viewer', 'POST', path, {})).status).toBe(400);
    expect((await as('viewer', 'POST', path, { reason: '  ' })).status).toBe(400);
    const listener = await StreamListener.open(desk, '', { key: keys['viewer'] ?? '' });
    const reason = 'Adaeze Okonkwo of C0074321 asks by telephone';
    const shown = await as('viewer', 'POST', path, { reason });
    expect(shown).toMatchObject({ status: 200, body: CLIENT });
    const events = await desk.list<EventView>('/v1/audit/events?type=CLIENT_UNMASKED');
    expect(events).toMatchObject([
      {
        actor: 'key:Bayo viewer',
        orderId: order.id,
        body: { reason: '[client] of [account] asks by telephone' },
      },
    ]);
    const other = await as('viewer', 'POST', path.replace('ord_0', 'ord_1'), { reason });
    expect(other.status).toBe(404);
    await desk.eventually(
      () => listener.types,
      (types) => types.includes('CLIENT_UNMASKED'),
    );
    listener.close();
  });

  it('are shown 30 clients a minute, whichever key they use, and others are not kept from theirs', async () => {
    const path = `/v1/orders/${order.id.replace('ord_0', 'ord_1')}/unmask`;
    const reason = 'The client is on the telephone';
    const unmask = (role: string) => as(role, 'POST', path, { reason });
    for (let asked = 0; asked < 30; asked += 1) {
      expect((await unmask('administrator')).status).toBe(404);
    }
    const { body: persons } = await desk.call<{ data: PersonView[] }>('GET', '/v1/persons');
    const personId = persons.data.find(({ name }) => name === 'Bayo administrator')?.id;
    const another = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { personId },
    });
    keys['another'] = another.body.secret;
    const refused = await unmask('another');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await unmask('viewer')).status).toBe(404);
  });

  it('see whose account is on legal hold no more than whose order it is', async () => {
    const path = '/v1/legal-holds';
    const hold = { accountNumber: CLIENT.accountNumber, reason: 'Letter of the regulator' };
    for (const flawed of [
      { ...hold, reason: '' },
      { ...hold, orderId: order.id },
      { reason: hold.reason },
      // No order can have such an account: the first letter is Cyrillic.
      { ...hold, accountNumber: '\u0421' + hold.accountNumber.slice(1) },
      { ...hold, accountNumber: '***' },
    ]) {
      expect((await desk.call('POST', path, { body: flawed })).status).toBe(400);
    }
    const { status, body } = await desk.call('POST', path, { body: hold });
    expect([status, body]).toMatchObject([
      201,
      { ...hold, placedBy: 'key:admin', releasedAt: null },
    ]);
    const unknown = { orderId: `${order.id.slice(0, -1)}_`, reason: 'no' };
    expect((await desk.call('POST', path, { body: unknown })).status).toBe(404);
    expect((await as('administrator', 'GET', `${path}?inForce=true`)).body).toMatchObject({
      data: [{ accountNumber: MASKED.accountNumber, orderId: null }],
    });
    expect((await as('viewer', 'GET', path)).status).toBe(403);
    const one = `${path}/${String(body['id'])}`;
    expect((await desk.call('DELETE', one, { body: {} })).status).toBe(400);
    const released = await desk.call('DELETE', one, { body: { reason: 'The case is closed' } });
    expect([released.status, released.body]).toMatchObject([
      200,
      { releasedBy: 'key:admin', releaseReason: 'The case is closed' },
    ]);
    expect((await desk.call('DELETE', one, { body: { reason: 'again' } })).status).toBe(404);
    const trail = await desk.list<EventView>('/v1/audit/events?type=LEGAL_HOLD_RELEASED');
    expect(trail).toMatchObject([{ body: { reason: 'The case is closed' } }]);
    const placed = `/v1/audit/events?type=LEGAL_HOLD_PLACED&accountNumber=${CLIENT.accountNumber}`;
    expect(await desk.list(placed)).toHaveLength(1);
  });

  it.each([
    ['an account', { accountNumber: CLIENT.accountNumber.toLowerCase() }],
    ['an order', null],
  ])(
    'read no client in the reasons of a legal hold on %s, nor in the trail',
    async (_, account) => {
      const path = '/v1/legal-holds';
      const subject = account ?? { orderId: order.id };
      const typed = `${CLIENT.clientName} of the account ${CLIENT.accountNumber} is sued`;
      const kept = '[client] of the account [account] is sued';
      const placed = await desk.call('POST', path, { body: { ...subject, reason: typed } });
      expect(placed).toMatchObject({ status: 201, body: { reason: kept } });
      const id = String(placed.body['id']);
      const one = `${path}/${id}`;
      const released = await desk.call('DELETE', one, { body: { reason: `no more: ${typed}` } });
      expect(released.body).toMatchObject({ reason: kept, releaseReason: `no more: ${kept}` });
      const { body: shown } = await as('administrator', 'GET', path);
      expect(JSON.stringify(shown)).not.toMatch(NAMED);
      expect(shown).toMatchObject({
        data: expect.arrayContaining([
          expect.objectContaining({ id, reason: kept, releaseReason: `no more: ${kept}` }),
        ]),
      });
      const types = 'LEGAL_HOLD_PLACED,LEGAL_HOLD_RELEASED';
      const trail = await desk.list<EventView>(`/v1/audit/events?type=${types}`);
      expect(trail.filter(({ body }) => JSON.stringify(body).includes(id))).toMatchObject([
        { body: { reason: kept } },
        { body: { reason: `no more: ${kept}` } },
      ]);
    },
  );
});
