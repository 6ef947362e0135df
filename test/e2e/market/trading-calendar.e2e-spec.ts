import type { ExchangeParameters } from '../../../simulator/control/parameters.js';
import { startSimulator } from '../../../simulator/server.js';
import { Desk, type Answer, type OrderBody } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

/** Holidays and half days, whether or not the exchange has the same calendar as ours. */
const lagos = (time: string): number => Date.parse(`${time}:00+01:00`);
const SESSION = '10:00-14:30';
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d'];
const THURSDAY_EVENING = lagos('2026-11-19T15:00');
const FRIDAY = '2026-11-20';
const MONDAY = '2026-11-23';
const HOLIDAY = { kind: 'Holiday', name: 'Eid al-Fitr' };
const HALF_DAY = { kind: 'HalfDay', session: '10:00-12:00', name: 'Eve of the feast' };

let desk: Desk;
let clock: VirtualClock;

const open = async (
  startAt: number,
  parameters: Partial<ExchangeParameters> = {},
): Promise<void> => {
  clock = new VirtualClock(startAt);
  const exchange = await startSimulator({
    seed: 'calendar',
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
const enter = (date: string, body: unknown): Promise<Answer> =>
  desk.call('PUT', `/v1/trading-calendar/${date}`, { body });
const takeBack = (date: string): Promise<Answer> =>
  desk.call('DELETE', `/v1/trading-calendar/${date}`);
const passes = async (count: number): Promise<void> => {
  for (let pass = 0; pass < count; pass += 1) await desk.reconcile();
};
const posted = async (): Promise<OrderBody> => {
  await desk.reconcile();
  const { body } = await desk.post();
  return desk.until(body.id, (order) => order.status === 'Open', 15_000);
};
const sendsOf = (order: OrderBody): number =>
  control()
    .calls()
    .filter(({ endpoint, body }) => endpoint === 'order/post' && body.includes(order.orderRef))
    .length;
/** Longer than the dispatcher takes to send. */
const aMoment = (): Promise<void> => desk.pass(800);

describe('A holiday', () => {
  afterEach(() => desk.close());

  it('has no posts: an order accepted on it is for the next trading day, and one accepted for it expires unsent (F4)', async () => {
    await open(THURSDAY_EVENING);
    const before = (await desk.post({}, 0)).body;
    expect(before.tradingDate).toBe(FRIDAY);
    expect((await enter(FRIDAY, HOLIDAY)).status).toBe(200);
    control().setHours(FRIDAY, 'holiday');
    clock.jumpTo(lagos(`${FRIDAY}T11:00`));
    const during = (await desk.post({}, 0)).body;
    expect(during).toMatchObject({
      tradingDate: MONDAY,
      pending: { kind: 'Post', state: 'Queued' },
    });
    const notBefore = Date.parse(during.pending?.notBefore ?? '');
    expect(notBefore).toBeGreaterThan(lagos(`${MONDAY}T09:59`));
    await passes(1);
    await aMoment();
    expect(await desk.order(before.id)).toMatchObject({ status: 'New', tradingDate: FRIDAY });
    expect(sendsOf(before) + sendsOf(during)).toBe(0);
    const status = await desk.call('GET', '/v1/ops/status');
    expect(status.body).toMatchObject({
      session: { open: false, opensAt: '2026-11-23T09:00:00.000Z' },
    });

    clock.jumpTo(lagos(`${MONDAY}T10:01`));
    await passes(1);
    await desk.until(during.id, (order) => order.orderNumber !== null);
    expect(await desk.until(before.id, (order) => order.status === 'Expired')).toMatchObject({
      tradingDate: FRIDAY,
      evidence: { grade: 'Calendar', certain: true },
    });
    expect([sendsOf(before), sendsOf(during)]).toEqual([0, 1]);
  });

  it('that is removed in time releases what waits for it, and moves no order to another day (F4)', async () => {
    await open(THURSDAY_EVENING);
    await enter(FRIDAY, HOLIDAY);
    const during = (await desk.post({}, 0)).body;
    expect(during.tradingDate).toBe(MONDAY);
    expect((await takeBack(FRIDAY)).status).toBe(204);
    const after = (await desk.post({}, 0)).body;
    expect(after.tradingDate).toBe(FRIDAY);
    await enter(FRIDAY, HOLIDAY);
    clock.jumpTo(lagos(`${FRIDAY}T10:30`));
    await passes(1);
    await aMoment();
    expect(sendsOf(after)).toBe(0);
    await takeBack(FRIDAY);
    await desk.until(after.id, (order) => order.orderNumber !== null);
    expect(await desk.order(during.id)).toMatchObject({ status: 'New', tradingDate: MONDAY });
    expect(sendsOf(during)).toBe(0);
  });

  it('that begins during a session stops posts and edits, but not cancels, and ends no order by itself (F4)', async () => {
    await open(lagos(`${FRIDAY}T11:00`), { dayOrdersAtClose: 'still-open' });
    const [first, second] = [await posted(), await posted()];
    await enter(FRIDAY, HOLIDAY);
    const held = (await desk.post({}, 1)).body;
    expect(held).toMatchObject({ status: 'New', tradingDate: MONDAY });
    expect((await desk.edit(first.id, { price: '12.40' }, { prefer: 'wait=1' })).status).toBe(202);
    expect((await desk.cancel(second.id)).body.status).toBe('Cancelled');
    clock.jumpTo(lagos(`${FRIDAY}T18:00`));
    await passes(5);
    expect(await desk.order(first.id)).toMatchObject({ status: 'Open', tradingDate: FRIDAY });
  });
});

describe('Several holidays in a row', () => {
  afterEach(() => desk.close());

  it('do not hide that an expired order from before them works after them (F3, F4)', async () => {
    await open(lagos('2026-11-18T14:00'), { dayOrdersAtClose: 'still-open' });
    for (const date of ['2026-11-19', FRIDAY, MONDAY]) {
      await enter(date, HOLIDAY);
      control().setHours(date, 'holiday');
    }
    const order = await posted();
    control().hide(String(order.orderNumber), true);
    clock.jumpTo(lagos('2026-11-18T14:45'));
    await passes(5);
    expect((await desk.order(order.id)).status).toBe('Expired');
    control().hide(String(order.orderNumber), false);
    clock.jumpTo(lagos('2026-11-24T10:15'));
    await passes(3);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Open', tradingDate: '2026-11-18' });
    expect((await desk.order(order.id)).openBreaks).toBeGreaterThan(0);
  });
});

describe('A half day', () => {
  afterEach(() => desk.close());

  it.each([
    [{ dayOrdersAtClose: 'removed' }],
    [{ dayOrdersAtClose: 'removed', unknownOrderReply: 'data-null' }],
    [{ dayOrdersAtClose: 'expired' }],
    [{ dayOrdersAtClose: 'expired', statusWords: 'matched' }],
  ] as const)(
    'ends at its own close: its day orders expire, and later ones are for the next day: %j (F4)',
    async (parameters) => {
      await open(lagos(`${FRIDAY}T11:40`), parameters);
      await enter(FRIDAY, HALF_DAY);
      control().setHours(FRIDAY, HALF_DAY.session);
      const order = await posted();
      clock.jumpTo(lagos(`${FRIDAY}T12:05`));
      expect((await desk.post({}, 0)).body.tradingDate).toBe(MONDAY);
      await passes(4);
      expect((await desk.order(order.id)).status).toBe('Open');
      clock.jumpTo(lagos(`${FRIDAY}T12:11`));
      await passes(4);
      expect(await desk.order(order.id)).toMatchObject({
        status: 'Expired',
        evidence: { grade: 'Calendar', certain: true },
        openBreaks: 0,
      });
    },
  );

  it.each(['removed', 'expired', 'cancelled', 'open-until-roll', 'still-open'] as const)(
    'that only our calendar has ends no order that still works at the exchange, and its trades are booked: %s (F4)',
    async (dayOrdersAtClose) => {
      await open(lagos(`${FRIDAY}T11:40`), { dayOrdersAtClose });
      const order = await posted();
      await enter(FRIDAY, HALF_DAY);
      clock.jumpTo(lagos(`${FRIDAY}T12:15`));
      await passes(5);
      expect(await desk.order(order.id)).toMatchObject({ status: 'Open', openBreaks: 0 });
      control().fill({ orderNumber: String(order.orderNumber), units: 300 });
      await passes(2);
      expect(await desk.order(order.id)).toMatchObject({ status: 'Open', matchedUnits: '300' });
      const held = (await desk.post({}, 1)).body;
      expect(held).toMatchObject({ status: 'New', tradingDate: MONDAY });
      expect(sendsOf(held)).toBe(0);
    },
  );

  it('that only the exchange has ends nothing before the close that our calendar has (F4)', async () => {
    await open(lagos(`${FRIDAY}T11:40`), { dayOrdersAtClose: 'removed' });
    const order = await posted();
    control().setHours(FRIDAY, HALF_DAY.session);
    clock.jumpTo(lagos(`${FRIDAY}T12:15`));
    await passes(5);
    expect((await desk.order(order.id)).status).toBe('Open');
    await enter(FRIDAY, HALF_DAY);
    await passes(4);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Expired' });
  });
});

describe('A day whose close the calendar has moved', () => {
  afterEach(() => desk.close());

  it('cannot be signed before its new close, even if everything was settled by the old one (F4, F6)', async () => {
    await open(lagos(`${FRIDAY}T11:40`), { dayOrdersAtClose: 'removed' });
    await enter(FRIDAY, HALF_DAY);
    const order = await posted();
    control().fill({ orderNumber: String(order.orderNumber), units: 1000 });
    clock.jumpTo(lagos(`${FRIDAY}T12:11`));
    await passes(2);
    expect((await desk.order(order.id)).status).toBe('Filled');
    const day = `/v1/trading-days/${FRIDAY}`;
    expect((await desk.call('GET', day)).body).toMatchObject({ status: 'Ready' });
    await takeBack(FRIDAY);
    const { body } = await desk.call<{ reportHash: string }>('GET', day);
    expect(body).toMatchObject({
      status: 'Unsettled',
      report: {
        unsettled: ['the day is not over', expect.stringMatching(/^the trades of the day/)],
      },
    });
    const signed = await desk.call('POST', `${day}/sign-offs`, {
      body: { reportHash: body.reportHash },
    });
    expect(signed).toMatchObject({ status: 409, body: { code: 'day-not-settled' } });
  });
});
