import { Desk, type OrderBody } from '../../support/desk.js';

/** How unknown outcomes are resolved for a dealer: one order at the exchange, and a narrative that says why. */
let desk: Desk;

const control = () => desk.exchange.exchange.control;
const atExchange = (order: OrderBody) =>
  control()
    .orders()
    .filter((seen) => seen.orderRef === order.orderRef);
const sent = (endpoint: string, text: string): number =>
  control()
    .calls()
    .filter((call) => call.endpoint === endpoint && call.body.includes(text)).length;
const breaksOf = async (order: OrderBody): Promise<readonly string[]> =>
  (await desk.list<{ type: string }>(`/v1/breaks?orderId=${order.id}`)).map((found) => found.type);
const storyOf = async (order: OrderBody): Promise<string> => {
  const events = await desk.list<{ explanation: string }>(`/v1/orders/${order.id}/events`);
  return events.map((event) => event.explanation).join('\n');
};
const open = async (options: Parameters<typeof Desk.open>[1] = {}): Promise<void> => {
  desk = await Desk.open('sqlite', { env: { EXCHANGE_TIMEOUT_MS: '600' }, ...options });
  await desk.reconcile();
};

describe('A reply that breaks off', () => {
  const BYTES = Array.from({ length: 12 }, (_, index) => index * 12);
  /** So that the searches do not use up the rate budget. */
  const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d'];

  beforeAll(() =>
    open({
      env: { EXCHANGE_TIMEOUT_MS: '600', EXCHANGE_API_KEYS: KEYS.join(',') },
      simulator: { keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])) },
    }),
  );

  afterAll(() => desk.close());

  it.each(BYTES)(
    'after %d bytes leaves one order, found and linked by inference (A1)',
    async (bytes) => {
      control().queueFault({ endpoint: 'order/post', fault: 'cutBody', bytes });
      const { body } = await desk.post({ units: String(2_000 + bytes) }, 0);
      const order = await desk.until(body.id, (seen) => seen.orderNumber !== null);
      expect(atExchange(order).map((seen) => seen.orderNumber)).toEqual([order.orderNumber]);
      expect(sent('order/post', order.orderRef)).toBe(1);
      expect(await storyOf(order)).toContain('found at the exchange as');
    },
  );
});

describe('A post whose reply was lost', () => {
  afterEach(() => desk.close());

  it('is left to people when another desk enters the same order meanwhile (A11)', async () => {
    await open({ env: { EXCHANGE_TIMEOUT_MS: '600', EXCHANGE_QUIET_MS: '1500' } });
    control().queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body } = await desk.post({ units: '3100' }, 1);
    const { accountNumber, security, price } = desk.terms() as Record<string, string>;
    control().placeExternal({
      side: 'BUY',
      security: String(security),
      units: 3_100,
      price: Number(price),
      accountNumber: String(accountNumber),
      brokerCode: 'MARINA',
    });
    const twice = /more than one|two numbers|may be it/;
    await desk.eventually(
      () => storyOf(body),
      (story) => twice.test(story),
    );
    expect((await desk.order(body.id)).orderNumber).toBeNull();
    expect(sent('order/post', body.orderRef)).toBe(1);
    expect(await breaksOf(body)).toContain('PostUnconfirmed');
  });

  it('has a break that names every indistinguishable number (A11)', async () => {
    await open({ env: { EXCHANGE_TIMEOUT_MS: '600', EXCHANGE_QUIET_MS: '800' } });
    control().queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body } = await desk.post({ units: '3150' }, 1);
    const { accountNumber, security, price } = desk.terms() as Record<string, string>;
    const twin = control().placeExternal({
      side: 'BUY',
      security: String(security),
      units: 3_150,
      price: Number(price),
      accountNumber: String(accountNumber),
      brokerCode: 'MARINA',
    });
    const both = [...atExchange(body), twin].map((seen) => seen.orderNumber).sort();
    const told = async (): Promise<readonly string[]> =>
      (await desk.list<{ orderNumber: string }>('/v1/breaks?type=UnknownAtExchange'))
        .map((found) => found.orderNumber)
        .sort();
    const all = await desk.eventually(told, (numbers) => numbers.length >= both.length);
    expect(all).toEqual(both);
    expect((await desk.order(body.id)).orderNumber).toBeNull();
  });

  it('is not resent after its cancel was requested, and is cancelled only by a proven number (A18, C12)', async () => {
    await open();
    control().queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body } = await desk.post({ units: '3200' }, 1);
    await desk.cancel(body.id, {}, 0);
    const order = await desk.until(body.id, (seen) => seen.orderNumber !== null);
    await desk.reconcile();
    await desk.reconcile();
    expect(sent('order/post', order.orderRef)).toBe(1);
    expect(sent('order/cancel', String(order.orderNumber))).toBe(0);
    expect(await breaksOf(order)).toContain('CancelUnconfirmed');
    expect(await desk.order(order.id)).toMatchObject({ pending: { kind: 'Cancel' } });
  });

  it('is cancelled as requested once an enquiry has proven its number (A18)', async () => {
    await open();
    control().queueFault({ endpoint: 'order/post', fault: 'fields', fields: { OrderRef: null } });
    const { body } = await desk.post({ units: '3300' }, 0);
    await desk.until(body.id, (seen) => seen.pending?.state === 'Unknown');
    await desk.cancel(body.id, {}, 0);
    const order = await desk.until(body.id, (seen) => seen.status === 'Cancelled');
    expect(sent('order/cancel', String(order.orderNumber))).toBe(1);
  });
});

describe("A post that was lost before the broker's list was ever read in full", () => {
  afterEach(() => desk.close());

  it.each(['truncatedJson', 'error500Before', 'html'] as const)(
    'is not matched with an earlier order if all that was read is %s (A3)',
    async (fault) => {
      desk = await Desk.open('sqlite', {
        env: { EXCHANGE_TIMEOUT_MS: '600' },
        simulator: { parameters: { tradesAllHoldsRestingRows: 'no' } },
      });
      const { side, security, price, accountNumber } = desk.terms() as Record<string, string>;
      control().queueFault({ endpoint: 'broker/order/enquiry', fault, times: 0 });
      control().placeExternal({
        side: side as 'BUY',
        security: String(security),
        units: 3_400,
        price: Number(price),
        accountNumber: String(accountNumber),
        brokerCode: 'MARINA',
      });
      await desk.reconcile();
      control().queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
      const { body } = await desk.post({ units: '3400' }, 0);
      await desk.until(body.id, (seen) => seen.pending?.state === 'Unknown', 12_000);
      control().clearFaults();
      const story = await desk.eventually(
        () => storyOf(body),
        (text) => text.includes('looked for'),
      );
      expect(story).toContain('may have been there before');
      expect((await desk.order(body.id)).orderNumber).toBeNull();
    },
  );
});

describe('A post that was refused by an exchange that remembers references', () => {
  afterEach(() => desk.close());

  it('is not taken for accepted just because its reference is used up (A5)', async () => {
    await open({ simulator: { parameters: { refusedPostBurnsRef: 'yes' } } });
    const fault = { endpoint: 'order/post', fault: 'duplicateDelivery', answer: 'second' } as const;
    control().queueFault(fault);
    const { body } = await desk.post({ price: '99.00' }, 0);
    await desk.eventually(
      () => storyOf(body),
      (story) => story.includes('not sent again'),
    );
    const order = await desk.order(body.id);
    expect(order).toMatchObject({ status: 'New', pending: { state: 'Unknown' } });
    expect(await breaksOf(order)).toContain('PostUnconfirmed');
    expect(atExchange(order)).toEqual([]);
  });
});
