import { Desk } from '../../support/desk.js';

/** An exchange that shows no closed orders: only people on the telephone can know. */
const WHY = { reasonCode: 'ConfirmedByExchange', text: 'Their floor manager said so.' };

interface BreakBody {
  readonly id: string;
  readonly approvals: readonly { readonly id: string }[];
}

/** Of two people, who decide together. */
async function makeKeys(desk: Desk, keys: Record<string, string>): Promise<void> {
  const scopes = ['recon:read', 'recon:write', 'recon:approve'];
  for (const name of ['ada', 'bola']) {
    const made = { body: { name, scopes } };
    keys[name] = (await desk.call<{ secret: string }>('POST', '/v1/api-keys', made)).body.secret;
  }
}

describe('An order that the exchange no longer shows', () => {
  let desk: Desk;
  const keys: Record<string, string> = {};

  beforeAll(async () => {
    const exchangeKeys = ['sk_test_a', 'sk_test_b', 'sk_test_c'];
    desk = await Desk.open('sqlite', {
      env: { EXCHANGE_API_KEYS: exchangeKeys.join(',') },
      simulator: {
        keys: Object.fromEntries(exchangeKeys.map((key) => [key, ['all']])),
        parameters: { closedOrderEnquiry: 'unknown', unknownOrderReply: '500' },
      },
    });
    await makeKeys(desk, keys);
  });

  afterAll(() => desk.close());

  const control = () => desk.exchange.exchange.control;
  const posted = async () => {
    const { body } = await desk.post({}, 2);
    return desk.until(body.id, (order) => order.status === 'Open');
  };
  /** The break, once enough runs have not seen the order. */
  const missing = async (orderId: string): Promise<BreakBody> => {
    for (let pass = 0; pass < 6; pass += 1) await desk.reconcile();
    return desk.openBreak<BreakBody>(`orderId=${orderId}&type=MissingAtExchange`);
  };
  const decided = async (id: string, decision: object): Promise<void> => {
    const proposed = await desk.call<BreakBody>('POST', `/v1/breaks/${id}/resolve`, {
      body: { ...WHY, ...decision },
      key: String(keys['ada']),
    });
    expect(proposed.status).toBe(202);
    const approval = String(proposed.body.approvals.at(-1)?.id);
    const approved = await desk.call('POST', `/v1/approvals/${approval}/approve`, {
      body: {},
      key: String(keys['bola']),
    });
    expect(approved.status).toBe(200);
  };

  it('is Cancelled when two people say that it was cancelled there', async () => {
    const order = await posted();
    control().cancelExternally(String(order.orderNumber));
    const { id } = await missing(order.id);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Open' });
    await decided(id, { resolution: 'was-cancelled' });
    expect(await desk.order(order.id)).toMatchObject({
      status: 'Cancelled',
      openBreaks: 0,
      evidence: { grade: 'Operator', certain: true },
    });
  });

  it('is linked to the number by which another desk has replaced it', async () => {
    const order = await posted();
    const terms = desk.terms() as Record<string, string>;
    control().cancelExternally(String(order.orderNumber));
    const { orderNumber } = control().placeExternal({
      side: 'BUY',
      security: String(terms['security']),
      units: 4_700,
      price: Number(terms['price']),
      accountNumber: String(terms['accountNumber']),
      brokerCode: 'MARINA',
    });
    const { id } = await missing(order.id);
    await decided(id, { resolution: 'link-number', orderNumber, acceptDifferences: true });
    // Different units are believed ten seconds after our last send.
    let found = await desk.order(order.id);
    for (let second = 0; found.units !== '4700' && second < 20; second += 1) {
      await desk.pass(1_000);
      await desk.reconcile();
      found = await desk.order(order.id);
    }
    expect(found).toMatchObject({ units: '4700', status: 'Open', orderNumber });
  });
});

describe('A lost edit of an order that is shown Cancelled, which nobody here has asked for', () => {
  let desk: Desk;
  const keys: Record<string, string> = {};

  beforeAll(async () => {
    const exchangeKeys = ['sk_test_a', 'sk_test_b', 'sk_test_c'];
    desk = await Desk.open('sqlite', {
      env: { EXCHANGE_API_KEYS: exchangeKeys.join(','), EXCHANGE_TIMEOUT_MS: '600' },
      simulator: {
        keys: Object.fromEntries(exchangeKeys.map((key) => [key, ['all']])),
        parameters: { editKeepsOrderNumber: 'no', replacedWord: 'as-cancelled' },
      },
    });
    await desk.reconcile();
    await makeKeys(desk, keys);
  });

  afterAll(() => desk.close());

  it('stays unknown until two people say that it was not done; then an enquiry ends the order (C14)', async () => {
    const { control } = desk.exchange.exchange;
    const { body } = await desk.post({}, 2);
    const { id, orderNumber } = await desk.until(body.id, (order) => order.status === 'Open');
    control.queueFault({ endpoint: 'order/edit', fault: 'lostRequest' });
    await desk.edit(id, { units: '1200', price: '12.40' }, { prefer: 'wait=0' });
    control.cancelExternally(String(orderNumber));
    const unasked = await desk.eventually(
      async () => {
        await desk.reconcile();
        const events = await desk.list<{ explanation: string }>(`/v1/orders/${id}/events`);
        return events.map(({ explanation }) => explanation).join('\n');
      },
      (story) => story.includes('nobody here cancelled it'),
    );
    expect(unasked).not.toContain('refused');
    expect(await desk.order(id)).toMatchObject({
      status: 'Open',
      pending: { kind: 'Edit', state: 'Unknown' },
      evidence: { certain: false },
    });
    const found = await desk.openBreak<BreakBody>(`orderId=${id}&type=EditUnconfirmed`);
    const proposed = await desk.call<BreakBody>('POST', `/v1/breaks/${found.id}/resolve`, {
      body: { ...WHY, resolution: 'had-no-effect' },
      key: String(keys['ada']),
    });
    const approval = String(proposed.body.approvals.at(-1)?.id);
    await desk.call('POST', `/v1/approvals/${approval}/approve`, {
      body: {},
      key: String(keys['bola']),
    });
    const ended = await desk.eventually(
      async () => {
        await desk.reconcile();
        return desk.order(id);
      },
      (order) => order.status === 'Cancelled',
    );
    expect(ended).toMatchObject({ pending: null, openBreaks: 0, evidence: { certain: true } });
  });
});
