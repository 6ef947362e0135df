import type { ExchangeParameters } from '../../../simulator/control/parameters.js';
import { startSimulator } from '../../../simulator/server.js';
import { Desk, type OrderBody } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

/** An exchange that gives the first order of each day the same number (B10). */
const lagos = (time: string): number => Date.parse(`${time}:00+01:00`);
const SESSION = '10:00-14:30';
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d'];
const AFTER_GRACE = lagos('2026-11-20T14:41');
const NEXT_OPEN = lagos('2026-11-23T10:11');
const TERMS = { security: 'SD11PLC', price: 12.5, accountNumber: 'C0099999', brokerCode: 'MARINA' };

let desk: Desk;
let clock: VirtualClock;

const open = async (parameters: Partial<ExchangeParameters> = {}): Promise<void> => {
  clock = new VirtualClock(lagos('2026-11-20T14:00'));
  const exchange = await startSimulator({
    seed: 'numbers again',
    market: 'off',
    clock,
    session: SESSION,
    parameters: { orderNumbersResetDaily: 'yes', dayOrdersAtClose: 'removed', ...parameters },
    keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])),
  });
  desk = await Desk.open('sqlite', {
    exchange,
    clock,
    env: {
      TRADING_SESSION: SESSION,
      EXCHANGE_API_KEYS: KEYS.join(','),
      EXCHANGE_TIMEOUT_MS: '600',
    },
  });
  await desk.reconcile();
};
const control = () => desk.exchange.exchange.control;
const passes = async (count: number): Promise<void> => {
  for (let pass = 0; pass < count; pass += 1) await desk.reconcile();
};
const posted = async (units: string): Promise<OrderBody> => {
  const { body } = await desk.post({ units });
  return desk.until(body.id, (order) => order.status === 'Open');
};
const sent = (endpoint: string, text: string): number =>
  control()
    .calls()
    .filter((call) => call.endpoint === endpoint && call.body.includes(text)).length;
const breaksOf = async (filter: string): Promise<readonly string[]> =>
  (await desk.list<{ type: string }>(`/v1/breaks?open=true&${filter}`)).map(({ type }) => type);
/** An order of Friday that has expired, and Monday morning. */
const expired = async (units: string): Promise<OrderBody> => {
  const order = await posted(units);
  clock.jumpTo(AFTER_GRACE);
  await passes(4);
  clock.jumpTo(NEXT_OPEN);
  await passes(2);
  const ended = await desk.order(order.id);
  expect(ended.status).toBe('Expired');
  return ended;
};

describe('An order number that the exchange gives again', () => {
  afterEach(() => desk.close());

  it('is linked to the post whose reply was lost, which is not resent (A1, B10)', async () => {
    await open();
    const friday = await expired('1000');
    control().queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body } = await desk.post({ units: '700' }, 0);
    const monday = await desk.until(body.id, (order) => order.orderNumber !== null, 20_000);
    expect(monday.orderNumber).toBe(friday.orderNumber);
    expect(sent('order/post', monday.orderRef)).toBe(1);
    await passes(2);
    expect(await desk.order(monday.id)).toMatchObject({ status: 'Open', openBreaks: 0 });
    expect(await desk.order(friday.id)).toMatchObject({ status: 'Expired', openBreaks: 0 });
  });

  it.each(['700', '1000'])(
    'is linked to the post whose reply was lost although lists show closed orders: %s units (A1, B10)',
    async (units) => {
      await open({ listsHoldClosedOrders: 'yes', listsHoldEarlierDays: 'yes' });
      const friday = await posted('1000');
      await desk.cancel(friday.id);
      clock.jumpTo(NEXT_OPEN);
      await passes(2);
      control().queueFault({ endpoint: 'order/post', fault: 'lostReply' });
      const { body } = await desk.post({ units }, 0);
      // Long enough for the second search, after which a post that is not found is resent.
      for (let second = 0; second < 5; second += 1) {
        await desk.pass(1_000);
        await desk.reconcile();
      }
      expect(sent('order/post', body.orderRef)).toBe(1);
      expect((await desk.order(body.id)).orderNumber).toBe(
        units === '700' ? friday.orderNumber : null,
      );
      expect(await desk.order(friday.id)).toMatchObject({ status: 'Cancelled', openBreaks: 0 });
      expect(await breaksOf('type=UnknownAtExchange')).toEqual([]);
    },
  );

  it.each([
    ['with terms of its own', '700'],
    ['with the very same terms', '1000'],
  ] as const)(
    'does not reopen the order of the day before when another order of ours has it now, %s (B10)',
    async (_how, units) => {
      await open();
      const friday = await expired('1000');
      const monday = await posted(units);
      expect(monday.orderNumber).toBe(friday.orderNumber);
      control().fill({ orderNumber: String(monday.orderNumber), units: 300 });
      await passes(3);
      expect(await desk.order(friday.id)).toMatchObject({ status: 'Expired', matchedUnits: '0', openBreaks: 0 });
      expect(await desk.order(monday.id)).toMatchObject({ matchedUnits: '300', openBreaks: 0 });
      expect(await breaksOf('type=UnknownAtExchange')).toEqual([]);
    },
  ); // prettier-ignore

  it('opens a break but reopens no order when another desk has it now (B10, H1)', async () => {
    await open();
    const friday = await expired('1000');
    const { orderNumber } = control().placeExternal({ ...TERMS, side: 'BUY', units: 450 });
    expect(orderNumber).toBe(friday.orderNumber);
    control().fill({ orderNumber, units: 200 });
    await passes(3);
    expect(await desk.order(friday.id)).toMatchObject({ status: 'Expired', matchedUnits: '0', openBreaks: 0 });
    expect(await breaksOf(`orderNumber=${orderNumber}`)).toContain('UnknownAtExchange');
  }); // prettier-ignore

  it('ends the earlier order, whose end nobody saw, and its cancel is not sent (B10, C9)', async () => {
    await open();
    const friday = await posted('1000');
    control().queueFault({ endpoint: '*', fault: 'error500Before', times: 0 });
    clock.jumpTo(AFTER_GRACE);
    await passes(2);
    clock.jumpTo(NEXT_OPEN);
    const { body } = await desk.cancel(friday.id, {}, 1);
    expect(body.pending).toMatchObject({ kind: 'Cancel', state: 'Queued' });
    control().clearFaults();
    const monday = await posted('700');
    expect(monday.orderNumber).toBe(friday.orderNumber);
    await passes(6);
    expect(sent('order/cancel', String(friday.orderNumber))).toBe(0);
    expect(await desk.order(friday.id)).toMatchObject({ status: 'Expired', pending: null });
    expect(await desk.order(monday.id)).toMatchObject({ status: 'Open', units: '700' });
  });

  it('is used for an order that still works the next day once a list of that day shows it', async () => {
    await open({ dayOrdersAtClose: 'still-open', orderNumbersResetDaily: 'no' });
    const friday = await posted('1000');
    control().queueFault({ endpoint: 'broker/order/enquiry', fault: 'error500Before', times: 0 });
    control().queueFault({ endpoint: 'order/enquiry', fault: 'error500Before', times: 0 });
    clock.jumpTo(NEXT_OPEN);
    const { body } = await desk.cancel(friday.id, {}, 1);
    expect(body.pending).toMatchObject({ kind: 'Cancel', state: 'Queued' });
    control().clearFaults();
    await passes(2);
    await desk.until(friday.id, (order) => order.status === 'Cancelled');
    expect(sent('order/cancel', String(friday.orderNumber))).toBe(1);
  });
});

describe('A number that people name for a day order, and that another order has the next day', () => {
  const WHY = { reasonCode: 'ConfirmedByExchange', text: 'They said so on the telephone.' };
  const SCOPES = ['recon:read', 'recon:write', 'recon:approve'];
  const SELL = { side: 'SELL', price: '13', accountNumber: 'C0010002' };

  interface BreakBody {
    readonly id: string;
    readonly approvals: readonly { readonly id: string }[];
  }

  let keys: readonly string[] = [];

  afterEach(() => desk.close());

  /** An order of the last minute of Friday: its acknowledgement says nothing that is known, and no list has shown it. */
  const unknown = async (): Promise<OrderBody> => {
    await open({ postAckStatus: 'Accepted', closedOrderEnquiry: 'unknown' });
    const made = ['ada', 'bola'].map((name) =>
      desk.call<{ secret: string }>('POST', '/v1/api-keys', { body: { name, scopes: SCOPES } }),
    );
    keys = (await Promise.all(made)).map(({ body }) => body.secret);
    clock.jumpTo(lagos('2026-11-20T14:29') + 50_000);
    for (const endpoint of ['order/enquiry', 'broker/order/enquiry', 'daily/trades'] as const)
      control().queueFault({ endpoint, fault: 'error500Before', times: 0 });
    const { body } = await desk.post({ units: '1000' }, 1);
    clock.jumpTo(AFTER_GRACE);
    control().clearFaults();
    await passes(2);
    expect(await breaksOf(`orderId=${body.id}`)).toEqual(['PostUnconfirmed']);
    return desk.order(body.id);
  };
  const atExchange = (orderRef: string): string => {
    const { ledger } = desk.exchange.exchange.venue.floor;
    return String(ledger.all().find(({ terms }) => terms.orderRef === orderRef)?.orderNumber);
  };
  const propose = async (filter: string, decision: object) => {
    const { id } = await desk.openBreak<BreakBody>(filter);
    const body = { ...WHY, ...decision };
    return desk.call<BreakBody & { errors?: unknown }>('POST', `/v1/breaks/${id}/resolve`, { body, key: String(keys[0]) });
  }; // prettier-ignore
  const decide = async (filter: string, decision: object): Promise<void> => {
    const { status, body } = await propose(filter, decision);
    expect(status).toBe(202);
    const approval = String(body.approvals.at(-1)?.id);
    const key = String(keys[1]);
    const approved = await desk.call('POST', `/v1/approvals/${approval}/approve`, { body: {}, key });
    expect(approved.status).toBe(200);
  }; // prettier-ignore
  /** On Monday the exchange gives its number to an order of the other side. */
  const givenAgain = async (orderNumber: string): Promise<void> => {
    clock.jumpTo(NEXT_OPEN);
    await passes(1);
    const { body } = await desk.post({ ...SELL, units: '700' }, 0);
    await desk.until(body.id, ({ pending }) => pending?.state !== 'Queued');
    expect(atExchange(body.orderRef)).toBe(orderNumber);
    await passes(2);
  };

  it("stays the day order's, which people end (B10, H3)", async () => {
    const friday = await unknown();
    const orderNumber = atExchange(friday.orderRef);
    await decide(`orderId=${friday.id}`, { resolution: 'link-number', orderNumber });
    await givenAgain(orderNumber);
    expect(await desk.order(friday.id)).toMatchObject({
      orderNumber, status: 'Posted', evidence: { number: 'Doubtful', certain: false },
    }); // prettier-ignore
    await decide(`orderId=${friday.id}&type=IdentityMismatch`, { resolution: 'has-expired' });
    await passes(2);
    expect(await desk.order(friday.id)).toMatchObject({ orderNumber, status: 'Expired' });
    expect(await breaksOf(`orderId=${friday.id}`)).toEqual(['MissingAtExchange']);
  });

  it('can be named on that day still, by whoever accepts what it shows (B10, H3)', async () => {
    const friday = await unknown();
    const orderNumber = atExchange(friday.orderRef);
    await givenAgain(orderNumber);
    const named = { resolution: 'link-number', orderNumber };
    const unlike = await propose(`orderId=${friday.id}`, named);
    expect(unlike.status).toBe(422);
    expect(unlike.body.errors).toMatchObject([{ field: 'acceptDifferences' }]);
    await decide(`orderId=${friday.id}`, { ...named, acceptDifferences: true });
    await passes(2);
    expect(await desk.order(friday.id)).toMatchObject({ orderNumber, status: 'Posted' });
  });
});
