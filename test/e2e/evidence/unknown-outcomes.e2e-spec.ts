import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';

type Fault = Parameters<Desk['exchange']['exchange']['control']['queueFault']>[0];

/** Several, because a refused key cools down for a while. */
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d', 'sk_test_e'];

/** Replies that prove nothing: only the exchange knows whether the order was taken. */
const PROVE_NOTHING: readonly Fault[] = [
  { endpoint: 'order/post', fault: 'lostReply' },
  { endpoint: 'order/post', fault: 'lostRequest' },
  { endpoint: 'order/post', fault: 'resetAfter' },
  { endpoint: 'order/post', fault: 'resetBefore' },
  { endpoint: 'order/post', fault: 'error500After' },
  { endpoint: 'order/post', fault: 'error500Before' },
  { endpoint: 'order/post', fault: 'html' },
  { endpoint: 'order/post', fault: 'truncatedJson' },
  { endpoint: 'order/post', fault: 'emptyBody' },
  { endpoint: 'order/post', fault: 'status', status: 421 },
  { endpoint: 'order/post', fault: 'status', status: 307 },
  { endpoint: 'order/post', fault: 'status', status: 408 },
  { endpoint: 'order/post', fault: 'delay', when: 'after', ms: 2_500 },
];

describe('An unknown outcome', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite', {
      env: { EXCHANGE_TIMEOUT_MS: '800', EXCHANGE_API_KEYS: KEYS.join(',') },
      simulator: { keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])) },
    });
    // Only a list that was read before can show that a number is new.
    await desk.reconcile();
  });

  afterAll(() => desk.close());

  /** Each order has unique units. */
  let units = 1_000;

  const control = () => desk.exchange.exchange.control;
  const postsOf = (order: OrderBody): number =>
    control()
      .calls()
      .filter((call) => call.endpoint === 'order/post' && call.body.includes(order.orderRef))
      .length;
  const sequenceOf = async (order: OrderBody, type: string): Promise<number> => {
    const events = await desk.list<{ type: string; sequence: number }>(
      `/v1/orders/${order.id}/events`,
    );
    return events.find((event) => event.type === type)?.sequence ?? NaN;
  };
  /** The order numbers that it has at the exchange. */
  const ordersOf = (order: OrderBody): string[] =>
    control()
      .orders()
      .filter((seen) => seen.orderRef === order.orderRef)
      .map((seen) => seen.orderNumber);

  it.each(
    PROVE_NOTHING.map(
      (fault) =>
        [`${fault.fault} ${String('status' in fault ? fault.status : '')}`, fault] as const,
    ),
  )(
    'is Unknown with a break after %s, never a rejection, and ends as one order at the exchange (A1)',
    async (_, fault) => {
      control().queueFault(fault);
      units += 1;
      const { status, body } = await desk.post({ units: String(units) }, 3);
      expect(status).toBe(202);
      expect(body).toMatchObject({ status: 'New', reason: null });
      expect(body.pending).toMatchObject({ kind: 'Post', state: 'Unknown' });
      expect(body.evidence.certain).toBe(false);
      expect(body.openBreaks).toBe(1);
      const [found] = await desk.list<{ type: string }>(`/v1/breaks?orderId=${body.id}`);
      expect(found?.type).toBe('PostUnconfirmed');
      const order = await desk.until(body.id, (seen) => seen.pending === null);
      const isProven = order.evidence.number !== 'Inferred';
      expect(order).toMatchObject({ openBreaks: 0, evidence: { certain: isProven } });
      expect(['Posted', 'Open']).toContain(order.status);
      expect(postsOf(body)).toBeLessThanOrEqual(2);
      expect(ordersOf(body)).toEqual([order.orderNumber]);
    },
  );

  it('holds an indistinguishable post until the first one is resolved (A10)', async () => {
    control().queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const terms = { units: '4321', price: '12.40', accountNumber: 'TWIN' };
    const first = await desk.post(terms, 3);
    expect(first.body.pending).toMatchObject({ state: 'Unknown' });
    const second = await desk.post(terms, 0);
    expect(second.body.pending).toMatchObject({ kind: 'Post', state: 'Queued' });
    for (const { body } of [first, second]) {
      await desk.until(body.id, (seen) => seen.pending === null);
    }
    const known = await sequenceOf(first.body, 'ORDER_NUMBER_LINKED');
    expect(await sequenceOf(second.body, 'POST_SENT')).toBeGreaterThan(known);
    expect([...ordersOf(first.body), ...ordersOf(second.body)]).toHaveLength(2);
  });

  it('of a cancel is resolved by an enquiry that shows the order cancelled (C7)', async () => {
    const { body } = await desk.post({ units: '77' });
    control().queueFault({ endpoint: 'order/cancel', fault: 'lostReply' });
    const asked = await desk.cancel(body.id, {}, 3);
    expect(asked.status === 202 || asked.body.status === 'Cancelled').toBe(true);
    const order = await desk.until(body.id, (seen) => seen.status === 'Cancelled');
    expect(order).toMatchObject({ pending: null, openBreaks: 0 });
    expect(order.evidence).toEqual(expect.objectContaining({ grade: 'Enquired', certain: true }));
  });

  it('of an edit is resolved by an enquiry that shows the new units (C1)', async () => {
    const { body } = await desk.post({ units: '88' });
    control().queueFault({ endpoint: 'order/edit', fault: 'lostReply' });
    await desk.edit(body.id, { units: '99' });
    const order = await desk.until(body.id, (seen) => seen.status === 'Amended');
    expect(order).toMatchObject({ units: '99', pending: null, openBreaks: 0 });
  });

  it('of an edit lets a cancel overtake it (C6)', async () => {
    const { body } = await desk.post({ units: '111' });
    control().queueFault({ endpoint: 'order/edit', fault: 'lostRequest' });
    await desk.edit(body.id, { units: '222' });
    await desk.cancel(body.id);
    await desk.until(body.id, (seen) => seen.status === 'Cancelled' && seen.pending === null);
  });

  it('links the number of an acknowledgement without our reference only after an enquiry (A7)', async () => {
    control().queueFault({ endpoint: 'order/post', fault: 'fields', fields: { OrderRef: null } });
    const { body } = await desk.post({ units: '333' }, 3);
    const order = await desk.until(body.id, (seen) => seen.orderNumber !== null);
    expect(order.evidence.grade).not.toBe('Acknowledged');
    expect(order.openBreaks).toBe(0);
  });

  it.each(['echoOrderRef', 'postSuccess'] as const)(
    'does not come from an acknowledgement that echoes our reference in any spelling: %s',
    async (name) => {
      const spelled = { echoOrderRef: ['lower-case', 'yes'], postSuccess: ['text', 'boolean'] };
      const [odd, usual] = spelled[name];
      control().setParameters({ [name]: odd });
      const { body } = await desk.post({ units: '334' }, 3);
      expect(body).toMatchObject({ status: 'Posted', openBreaks: 0 });
      expect(body.evidence).toMatchObject({ grade: 'Acknowledged', certain: true });
      control().setParameters({ [name]: usual });
    },
  );

  it('links no acknowledgement that echoes another reference', async () => {
    control().queueFault({ endpoint: 'order/post', fault: 'wrongEcho' });
    const { body } = await desk.post({ units: '444' }, 3);
    expect(body).toMatchObject({ status: 'New', orderNumber: null });
    const breaks = await desk.list<{ type: string }>(`/v1/breaks?orderId=${body.id}`);
    expect(breaks.map((found) => found.type).sort()).toEqual([
      'IdentityMismatch',
      'PostUnconfirmed',
    ]);
  });

  it.each([402, 401, 429])(
    'does not come from a %d: the order stays queued, and nothing is rejected (A19)',
    async (status) => {
      control().queueFault({ endpoint: 'order/post', fault: 'status', status, body: '{}' });
      const { body } = await desk.post({ units: String(500 + status) }, 0);
      const order = await desk.until(body.id, (seen) => seen.status !== 'New', 12_000);
      expect(['Posted', 'Open']).toContain(order.status);
      expect(postsOf(body)).toBe(2);
    },
  );
});

describe('Several posts of unknown outcome', () => {
  /** Each of another security, so that they are distinguishable. */
  const ORDERS = [
    { accountNumber: 'C0012345', security: 'SD11PLC' },
    { accountNumber: 'C0012345', security: 'SDOKPALM', price: '38.50' },
    { accountNumber: 'C0054321', security: 'SD11PLC' },
    { accountNumber: 'C0099999', security: 'SD11PLC' },
  ];

  it('are searched for in one run, side by side, with one list per account', async () => {
    const desk = await Desk.open('sqlite', {
      env: { RECONCILE_INTERVAL_MS: '3000000', EXCHANGE_TIMEOUT_MS: '1500' },
    });
    const { control } = desk.exchange.exchange;
    await desk.reconcile();
    const ids: string[] = [];
    for (const order of ORDERS) {
      control.queueFault({ endpoint: 'order/post', fault: 'lostReply' });
      const { body } = await desk.post(order, 0);
      ids.push(body.id);
      await desk.until(body.id, ({ pending }) => pending?.state === 'Unknown');
    }
    await desk.pass(1_000);
    for (let slow = 0; slow < 3; slow += 1) {
      control.queueFault({ endpoint: 'shareholder/enquiry', fault: 'delay', ms: 800 });
    }
    await desk.reconcile();
    for (const id of ids) expect(await desk.order(id)).toMatchObject({ pending: null });
    const lists = control.calls().filter(({ endpoint }) => endpoint === 'shareholder/enquiry');
    expect(lists).toHaveLength(3);
    expect(lists[2]!.at - lists[0]!.at).toBeLessThan(800);
    await desk.close();
  });

  it('alike but for their clients are told apart by the lists of these, though no trade names them', async () => {
    const desk = await Desk.open('sqlite', {
      env: { EXCHANGE_TIMEOUT_MS: '800' },
      simulator: { parameters: { tradesAllHoldsRestingRows: 'no' } },
    });
    const { control } = desk.exchange.exchange;
    await desk.reconcile();
    const posted: OrderBody[] = [];
    for (const accountNumber of ['C0012345', 'C0054321', 'C0099999']) {
      control.queueFault({ endpoint: 'order/post', fault: 'lostReply' });
      const { body } = await desk.post({ accountNumber }, 0);
      await desk.until(body.id, ({ pending }) => pending?.state === 'Unknown');
      posted.push(body);
    }
    for (const { id, orderRef } of posted) {
      const { orderNumber } = await desk.until(id, ({ pending }) => pending === null);
      const there = control.orders().filter((one) => one.orderRef === orderRef);
      expect(there.map((one) => one.orderNumber)).toEqual([orderNumber]);
    }
    await desk.close();
  });
});

describe('A lost post, if the refusal of a duplicate is known to prove the first', () => {
  let desk: Desk;

  const open = async (
    parameters: Readonly<Record<string, string>> = {},
    isKnown = true,
  ): Promise<void> => {
    const path = join(temporaryFolder(), 'settings.json');
    const message = 'Duplicate order reference {orderRef}';
    const known = {
      duplicateReply: { value: 'distinct', detail: { message } },
      duplicateMakesOrder: { value: 'no' },
      refusedPostBurnsRef: { value: 'no' },
    };
    const answers = isKnown ? known : {};
    const takenAt = '2026-11-20T11:00:00.000Z';
    writeFileSync(path, JSON.stringify({ version: 1, takenAt, exchange: 'https://x', answers }));
    desk = await Desk.open('sqlite', {
      env: { EXCHANGE_SETTINGS_FILE: path, EXCHANGE_TIMEOUT_MS: '800' },
      simulator: { parameters },
    });
    await desk.reconcile();
  };
  const atExchange = ({ orderRef }: OrderBody) =>
    desk.exchange.exchange.control.orders().filter((seen) => seen.orderRef === orderRef);
  const postsOf = ({ orderRef }: OrderBody): string[] =>
    desk.exchange.exchange.control
      .calls()
      .filter((call) => call.endpoint === 'order/post' && call.body.includes(orderRef))
      .map(({ body }) => body);

  afterEach(() => desk.close());

  it('is resent and refused, after which its number is certain and a waiting cancel is sent', async () => {
    await open();
    const { control } = desk.exchange.exchange;
    control.queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body } = await desk.post({}, 1);
    await desk.cancel(body.id, {}, 0);
    const order = await desk.until(body.id, ({ status }) => status === 'Cancelled');
    expect(order).toMatchObject({ pending: null, evidence: { number: 'Shown', certain: true } });
    const posts = postsOf(order);
    expect(posts).toHaveLength(2);
    expect(posts[1]).toBe(posts[0]);
    const [only, ...others] = atExchange(order);
    expect(others).toEqual([]);
    expect(only?.orderNumber).toBe(order.orderNumber);
    expect(only?.status).toBe('Cancelled');
    expect(await desk.list(`/v1/breaks?orderId=${order.id}&status=Open`)).toEqual([]);
  });

  const lostAndFilled = async (
    tradeOrderNumbers: string,
    isProofKnown = true,
  ): Promise<OrderBody> => {
    await open({ tradeOrderNumbers, listsHoldClosedOrders: 'no' }, isProofKnown);
    const { control } = desk.exchange.exchange;
    control.queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body } = await desk.post({}, 1);
    const [sent] = atExchange(body);
    control.fill({ orderNumber: String(sent?.orderNumber), units: Number(body.units) });
    return body;
  };

  it('and fills at once has the number that its trades and an enquiry show', async () => {
    const { id } = await lostAndFilled('its-own');
    const order = await desk.until(id, ({ status }) => status === 'Filled');
    expect(order).toMatchObject({ pending: null, evidence: { number: 'Shown', certain: true } });
    expect(order.orderNumber).toBe(atExchange(order)[0]?.orderNumber);
  });

  it('and fills at once is left to people if trades have numbers of their own', async () => {
    const body = await lostAndFilled('child');
    await desk.pass(180_000);
    expect(postsOf(body)).toHaveLength(2);
    expect(await desk.order(body.id)).toMatchObject({
      orderNumber: null, pending: { state: 'Unknown' }, evidence: { certain: false },
    }); // prettier-ignore
    await desk.openBreak(`type=PostUnconfirmed&orderId=${body.id}`);
  });

  it('and fills at once has an inferred number that its trades and an enquiry show, where no refusal proves it', async () => {
    const { id } = await lostAndFilled('its-own', false);
    const order = await desk.until(id, ({ orderNumber }) => orderNumber !== null);
    expect(order).toMatchObject({
      pending: null,
      evidence: { number: 'Inferred', certain: false },
    });
    expect(order.orderNumber).toBe(atExchange(order)[0]?.orderNumber);
  });

  it('and fills at once has no number where trades have their own and no refusal proves it', async () => {
    const body = await lostAndFilled('child', false);
    await desk.pass(180_000);
    const number = String(Number(atExchange(body)[0]?.orderNumber) + 5_000_000);
    const enquiries = desk.exchange.exchange.control
      .calls()
      .filter((call) => call.endpoint === 'order/enquiry' && call.body.includes(number));
    expect(enquiries.length).toBeGreaterThan(0);
    expect(await desk.order(body.id)).toMatchObject({
      orderNumber: null, pending: { state: 'Unknown' }, evidence: { certain: false },
    }); // prettier-ignore
    await desk.openBreak(`type=PostUnconfirmed&orderId=${body.id}`);
  });

  it('that never arrived gets its own number, although another desk has entered the same order', async () => {
    await open();
    const { control } = desk.exchange.exchange;
    control.queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body } = await desk.post({}, 1);
    const { accountNumber, security, price, units } = desk.terms() as Record<string, string>;
    const twin = control.placeExternal({
      side: 'BUY',
      security: String(security),
      units: Number(units),
      price: Number(price),
      accountNumber: String(accountNumber),
      brokerCode: 'MARINA',
    });
    const order = await desk.until(body.id, ({ orderNumber }) => orderNumber !== null);
    expect(order.orderNumber).not.toBe(twin.orderNumber);
    expect(order).toMatchObject({ evidence: { number: 'Acknowledged', certain: true } });
    expect(atExchange(order)).toHaveLength(1);
  });
});
