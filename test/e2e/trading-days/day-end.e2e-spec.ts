import type { ExchangeParameters } from '../../../simulator/control/parameters.js';
import { startSimulator } from '../../../simulator/server.js';
import { Desk, type OrderBody } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

/** The exchange does not announce the end of a day: what becomes of day orders. */
const lagos = (time: string): number => Date.parse(`${time}:00+01:00`);
const SESSION = '10:00-14:30';
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d'];
const CLOSED = lagos('2026-11-20T14:31');
const AFTER_GRACE = lagos('2026-11-20T14:41');
const NEXT_EARLY = lagos('2026-11-23T09:00');
const NEXT_OPEN = lagos('2026-11-23T10:11');
const HOUR_LATER = lagos('2026-11-23T11:00');

let desk: Desk;
let clock: VirtualClock;

const open = async (parameters: Partial<ExchangeParameters>): Promise<void> => {
  clock = new VirtualClock(lagos('2026-11-20T14:20'));
  const exchange = await startSimulator({
    seed: 'day end',
    market: 'off',
    clock,
    session: SESSION,
    parameters,
    keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])),
  });
  desk = await Desk.open('sqlite', {
    exchange,
    clock,
    env: { TRADING_SESSION: SESSION, EXCHANGE_API_KEYS: KEYS.join(',') },
  });
};
const control = () => desk.exchange.exchange.control;
const passes = async (count: number): Promise<void> => {
  for (let pass = 0; pass < count; pass += 1) await desk.reconcile();
};
const posted = async (units: string): Promise<OrderBody> => {
  const { body } = await desk.post({ units });
  return desk.until(body.id, (order) => order.status === 'Open');
};
const breaksOf = async (order: OrderBody): Promise<readonly string[]> =>
  (await desk.list<{ type: string }>(`/v1/breaks?open=true&orderId=${order.id}`)).map(
    (found) => found.type,
  );

/** One person proposes a resolution of the order's open break, and another approves it. */
const decided = async (order: OrderBody, resolution: string): Promise<string> => {
  const { id, type } = await desk.openBreak<{ id: string; type: string }>(`orderId=${order.id}`);
  const said = { resolution, reasonCode: 'ConfirmedByExchange', text: 'By telephone.' };
  const proposed = await desk.call<{ approvals: { id: string }[] }>(
    'POST',
    `/v1/breaks/${id}/resolve`,
    { body: said, key: await person('ada') },
  );
  const approval = String(proposed.body.approvals.at(-1)?.id);
  const approved = await desk.call('POST', `/v1/approvals/${approval}/approve`, {
    body: {},
    key: await person('bola'),
  });
  expect([proposed.status, approved.status]).toEqual([202, 200]);
  return type;
};
const person = async (name: string): Promise<string> => {
  const scopes = ['recon:read', 'recon:write', 'recon:approve'];
  const { body } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
    body: { name, scopes },
  });
  return body.secret;
};

describe('A day order at the end of its day', () => {
  afterEach(() => desk.close());

  it.each([
    [{ dayOrdersAtClose: 'removed' }],
    [{ dayOrdersAtClose: 'removed', unknownOrderReply: 'data-null' }],
    [{ dayOrdersAtClose: 'expired' }],
    [{ dayOrdersAtClose: 'expired', statusWords: 'matched' }],
    [{ dayOrdersAtClose: 'expired', listsHoldClosedOrders: 'yes' }],
    [{ dayOrdersAtClose: 'expired', listsHoldClosedOrders: 'yes', statusWords: 'matched' }],
  ] as const)(
    'expires by itself once the trades of the day are read: %j (F1)',
    async (parameters) => {
      await open(parameters);
      const order = await posted('1000');
      control().fill({ orderNumber: String(order.orderNumber), units: 300 });
      clock.jumpTo(CLOSED);
      await passes(5);
      expect(await desk.order(order.id)).toMatchObject({ status: 'Open', matchedUnits: '300' });
      clock.jumpTo(AFTER_GRACE);
      await passes(4);
      expect(await desk.order(order.id)).toMatchObject({
        status: 'Expired',
        matchedUnits: '300',
        evidence: { grade: 'Calendar', certain: true },
        openBreaks: 0,
      });
    },
  );

  it('is watched at the pace of the session until its last trades are published (F1)', async () => {
    await open({ dayOrdersAtClose: 'still-open' });
    await posted('1000');
    const lists = () =>
      control()
        .calls()
        .filter(({ endpoint }) => endpoint === 'broker/order/enquiry').length;
    const listsIn = async (minutes: number): Promise<number> => {
      const before = lists();
      await clock.pass(minutes * 60_000);
      return lists() - before;
    };
    clock.jumpTo(CLOSED);
    await passes(1);
    expect(await listsIn(1)).toBeGreaterThan(3);
    clock.jumpTo(AFTER_GRACE);
    await passes(1);
    expect(await listsIn(3)).toBeLessThan(6);
  });

  it('expires in the morning if the exchange refuses empty lists: no list was complete that night (F1)', async () => {
    await open({ dayOrdersAtClose: 'removed', emptyListReply: 'success-false' });
    const order = await posted('1000');
    clock.jumpTo(AFTER_GRACE);
    await passes(5);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Open', openBreaks: 0 });
    clock.jumpTo(NEXT_OPEN);
    await passes(4);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Expired', openBreaks: 0 });
  });

  it('that is still listed does not expire by an unknown status word, and has a break in the morning (F1, F3)', async () => {
    await open({ dayOrdersAtClose: 'still-open', statusWords: 'partial' });
    const order = await posted('1000');
    control().fill({ orderNumber: String(order.orderNumber), units: 300 });
    await passes(2);
    clock.jumpTo(AFTER_GRACE);
    await passes(5);
    expect((await desk.order(order.id)).status).toBe('Open');
    clock.jumpTo(NEXT_OPEN);
    await passes(2);
    expect((await desk.order(order.id)).status).toBe('Open');
    expect(await breaksOf(order)).toContain('OpenAfterClose');
  });

  it('that the exchange never shows as gone has a break in the morning (F1)', async () => {
    await open({ dayOrdersAtClose: 'removed', unknownOrderReply: '500' });
    const order = await posted('1000');
    clock.jumpTo(AFTER_GRACE);
    await passes(5);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Open', openBreaks: 0 });
    clock.jumpTo(NEXT_OPEN);
    await passes(5);
    expect((await desk.order(order.id)).status).toBe('Open');
    expect(await breaksOf(order)).toEqual(['MissingAtExchange']);
  });

  it('is Cancelled if the exchange says so (F1)', async () => {
    await open({ dayOrdersAtClose: 'cancelled' });
    const order = await posted('1000');
    clock.jumpTo(AFTER_GRACE);
    await passes(4);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Cancelled' });
  });

  it.each(['daily/trades', 'order/enquiry', '*'])(
    'does not expire while %s fails, and expires when it answers (F1, D4)',
    async (endpoint) => {
      await open({ dayOrdersAtClose: 'removed' });
      const order = await posted('1000');
      clock.jumpTo(AFTER_GRACE);
      control().queueFault({ endpoint, fault: 'error500Before', times: 0 });
      await passes(5);
      expect((await desk.order(order.id)).status).toBe('Open');
      control().clearFaults();
      clock.jumpTo(AFTER_GRACE + 300_000);
      await passes(6);
      expect((await desk.order(order.id)).status).toBe('Expired');
    },
  );

  it('is Open all night if the exchange says so, and expires when it is gone in the morning (F3)', async () => {
    await open({ dayOrdersAtClose: 'open-until-roll' });
    const order = await posted('1000');
    clock.jumpTo(AFTER_GRACE);
    await passes(5);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Open', openBreaks: 0 });
    clock.jumpTo(NEXT_EARLY);
    await passes(5);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Expired', openBreaks: 0 });
  });

  it('that still works in the next session has not expired, and has a break (F3)', async () => {
    await open({ dayOrdersAtClose: 'still-open' });
    const order = await posted('1000');
    clock.jumpTo(NEXT_EARLY);
    await passes(3);
    expect(await breaksOf(order)).toEqual([]);
    clock.jumpTo(NEXT_OPEN);
    await passes(3);
    expect((await desk.order(order.id)).status).toBe('Open');
    expect(await breaksOf(order)).toEqual(['OpenAfterClose']);
  });

  it('whose break people closed is enquired again, and ends by their decision (F1, H3)', async () => {
    await open({ dayOrdersAtClose: 'expired', recordSides: 'letter' });
    const { body } = await desk.post({});
    const order = await desk.until(body.id, ({ orderNumber }) => orderNumber !== null);
    clock.jumpTo(AFTER_GRACE);
    await passes(5);
    clock.jumpTo(HOUR_LATER);
    await passes(3);
    expect(await decided(order, 'close')).toBe('IdentityMismatch');
    for (const minutes of [20, 40, 61]) {
      clock.jumpTo(HOUR_LATER + minutes * 60_000);
      await passes(1);
    }
    expect(await desk.order(order.id)).toMatchObject({ status: 'Posted' });
    expect(await breaksOf(order)).toContain('OpenAfterClose');
    expect(await decided(order, 'has-expired')).toBe('OpenAfterClose');
    expect(await desk.order(order.id)).toMatchObject({
      status: 'Expired',
      evidence: { grade: 'Operator' },
    });
    expect(await breaksOf(order)).toEqual([]);
  });

  it('is filled by trades that show only after it has expired (F2, E9)', async () => {
    await open({ dayOrdersAtClose: 'removed', tradesLagMs: 30 * 60_000 });
    const order = await posted('1000');
    control().fill({ orderNumber: String(order.orderNumber), units: 400 });
    clock.jumpTo(AFTER_GRACE);
    await passes(4);
    expect((await desk.order(order.id)).status).toBe('Expired');
    clock.jumpTo(AFTER_GRACE + 60 * 60_000);
    await passes(1);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Expired', matchedUnits: '400' });
  });
});
