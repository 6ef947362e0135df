import { Desk } from '../../support/desk.js';

describe("An order's report", () => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open('sqlite');
  });

  afterEach(() => desk.close());

  /** The text on paper, cells separated by a bar. */
  const paper = async (id: string, key?: string): Promise<string> => {
    const options = key === undefined ? {} : { key };
    const { body, status } = await desk.call<string>('GET', `/v1/orders/${id}/report`, options);
    expect(status).toBe(200);
    return body
      .replace(/<style>.*?<\/style>/s, '')
      .replace(/<\/(t[dh]|dt|dd)>/g, ' | ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
  };
  const keyWith = async (...scopes: readonly string[]): Promise<string> => {
    const { body } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: scopes.join('-').replaceAll(':', '-'), scopes },
    });
    return body.secret;
  };

  it('tells its whole life in sentences, with each trade and call, for whoever has never seen the system', async () => {
    const { body: order } = await desk.post({ clientName: 'Ada <Obi> & Sons' });
    const number = order.orderNumber ?? '';
    desk.exchange.exchange.control.fill({ orderNumber: number, units: 400, price: 12.5 });
    await desk.until(
      order.id,
      ({ matchedUnits, averagePrice }) => matchedUnits === '400' && averagePrice !== null,
    );
    await desk.cancel(order.id);
    const text = await paper(order.id);
    for (const part of [
      'Buy 1,000 SD11PLC at ₦12.50',
      'Status | Cancelled: cancelled |',
      'Client | Ada &lt;Obi&gt; &amp; Sons, account C0012345 |',
      'Matched | 400 units, ₦12.50 on average |',
      'The order was received: BUY 1,000 SD11PLC at ₦12.50.',
      'The post was acknowledged',
      '400 units were traded at ₦12.50',
      '| 400 | ₦12.50 | ₦5,000.00 | yes |',
      '| order/post |',
      '| order/cancel |',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('ends with the hash of the last entry that it shows', async () => {
    const { body: order } = await desk.post();
    const events = await desk.list<{ sequence: number; hash: string }>(
      `/v1/audit/events?orderId=${order.id}`,
    );
    const text = await paper(order.id);
    const last = events.at(-1);
    expect(text).toContain(
      `SHA-256 of entry ${String(last?.sequence)}, the last one above: ${String(last?.hash)}`,
    );
  });

  it('says what is not certain, and why', async () => {
    desk.exchange.exchange.control.queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body: order } = await desk.post();
    const text = await paper(order.id);
    expect(text).toContain('What is said of the order here is not certain.');
    expect(text).toContain('A request to post it is unknown since');
  });

  it('shows whose order it is only to those who may read orders', async () => {
    const { body: order } = await desk.post();
    const text = await paper(order.id, await keyWith('audit:read'));
    expect(text).not.toContain('Ada Obi');
    expect(text).not.toContain('C0012345');
    expect(text).not.toContain('Calls to the exchange');
    expect(text).not.toContain('Differences with the exchange');
    expect(text).toContain('Sections that this reader may not see are left out.');
    expect(await paper(order.id, await keyWith('audit:read', 'orders:read'))).toContain('Ada Obi');
  });

  it('is for those who may read the audit trail', async () => {
    const { body: order } = await desk.post();
    const path = `/v1/orders/${order.id}/report`;
    expect(await desk.call('GET', path, { key: await keyWith('orders:read') })).toMatchObject({
      status: 403,
      body: { code: 'scope-missing' },
    });
    expect(
      await desk.call('GET', '/v1/orders/ord_00000000000000000000000000/report'),
    ).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
  });
});
