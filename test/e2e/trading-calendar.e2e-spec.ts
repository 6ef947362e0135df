import { afterEach, describe, expect, it } from '@jest/globals';
import type { ExchangeParameters } from '../../simulator/parameters.js';
import { startSimulator } from '../../simulator/server.js';
import { Desk, type Answer, type OrderBody } from '../support/desk.js';
import { tradingDateOf } from '../../src/market/trading-day.js';
import { freshDatabase } from '../support/databases.js';
import { JumpingClock } from '../support/jumping-clock.js';

/** Holidays and half days, where the exchange keeps the same calendar as ours, and where it does not. */
const lagos = (time: string): number => Date.parse(`${time}:00+01:00`);
const SESSION = '10:00-14:30';
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d'];
const THURSDAY_EVENING = lagos('2026-11-19T15:00');
const FRIDAY = '2026-11-20';
const MONDAY = '2026-11-23';
const HOLIDAY = { kind: 'Holiday', name: 'Eid al-Fitr' };
const HALF_DAY = { kind: 'HalfDay', session: '10:00-12:00', name: 'Eve of the feast' };

let desk: Desk;
let clock: JumpingClock;

const open = async (
  startAt: number,
  parameters: Partial<ExchangeParameters> = {},
): Promise<void> => {
  clock = new JumpingClock(startAt);
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
  return desk.until(body.id, (order) => order.status === 'Open');
};
const sendsOf = (order: OrderBody): number =>
  control()
    .calls()
    .filter(({ endpoint, body }) => endpoint === 'order/post' && body.includes(order.orderRef))
    .length;
/** Longer than the dispatcher needs to send what it may. */
const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 800));

describe('A holiday', () => {
  afterEach(() => desk.close());

  it('sees no post: an order taken on it is for the next trading day, one taken for it before expires unsent (F4)', async () => {
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
    expect(Date.parse(during.pending?.notBefore ?? '')).toBeGreaterThanOrEqual(
      lagos(`${MONDAY}T10:00`),
    );
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
  }, 25_000);

  it('that is taken back in time lets go what waits for it, and moves no order to another day (F4)', async () => {
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
  }, 25_000);

  it('that begins in the middle of a session stops posts and edits, not cancels, and ends no order by itself (F4)', async () => {
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
  }, 25_000);
});

describe('Several holidays in a row', () => {
  afterEach(() => desk.close());

  it('do not make the desk forget what expired before them, should it work after them (F3, F4)', async () => {
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
  }, 25_000);
});

describe('A half day', () => {
  afterEach(() => desk.close());

  it.each([
    [{ dayOrdersAtClose: 'removed' }],
    [{ dayOrdersAtClose: 'removed', unknownOrderReply: 'data-null' }],
    [{ dayOrdersAtClose: 'expired' }],
    [{ dayOrdersAtClose: 'expired', statusWords: 'matched' }],
  ] as const)(
    'ends at its own close: its day orders expire, the next ones are for the next day: %j (F4)',
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
    25_000,
  );

  it.each(['removed', 'expired', 'cancelled', 'open-until-roll', 'still-open'] as const)(
    'that only our calendar has ends nothing that the exchange still works, and books what it trades: %s (F4)',
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
    25_000,
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
  }, 25_000);
});

describe('The trading calendar', () => {
  afterEach(() => desk.close());

  it('is a list that people keep, each change with its actor (F4)', async () => {
    await open(THURSDAY_EVENING);
    const entered = await enter(FRIDAY, HALF_DAY);
    expect(entered.body).toMatchObject({ date: FRIDAY, ...HALF_DAY, changedBy: 'key:admin' });
    await enter('2026-12-25', { ...HOLIDAY, session: null, name: 'Christmas' });
    const day = await desk.call('GET', `/v1/trading-calendar/${FRIDAY}`);
    expect(day.body).toEqual(entered.body);
    const dates = async (query: string): Promise<readonly string[]> =>
      (await desk.list<{ date: string }>(`/v1/trading-calendar${query}`)).map(({ date }) => date);
    expect(await dates('')).toEqual([FRIDAY, '2026-12-25']);
    expect(await dates('?from=2026-11-21')).toEqual(['2026-12-25']);
    expect(await dates('?to=2026-11-21')).toEqual([FRIDAY]);
    const first = await desk.call<{ page: { nextCursor: string } }>(
      'GET',
      '/v1/trading-calendar?limit=1',
    );
    expect(await dates(`?limit=1&cursor=${first.body.page.nextCursor}`)).toEqual(['2026-12-25']);
    await takeBack(FRIDAY);
    expect((await takeBack(FRIDAY)).status).toBe(404);
    expect((await desk.call('GET', `/v1/trading-calendar/${FRIDAY}`)).status).toBe(404);
    const events = await desk.list<{ type: string; actor: string }>('/v1/audit/events?limit=200');
    expect(
      events
        .filter(({ type }) => type.startsWith('CALENDAR_'))
        .map(({ type, actor }) => [type, actor]),
    ).toEqual([
      ['CALENDAR_DAY_SET', 'key:admin'],
      ['CALENDAR_DAY_SET', 'key:admin'],
      ['CALENDAR_DAY_REMOVED', 'key:admin'],
    ]);
    expect((await desk.call('POST', '/v1/audit/verifications')).body).toMatchObject({
      valid: true,
    });
  }, 25_000);

  it('entered at one instance counts at the other at once (F4)', async () => {
    const databaseUrl = await freshDatabase('postgres');
    const env = { TRADING_SESSION: '00:00-23:59' };
    const one = await Desk.open('postgres', { databaseUrl, env });
    const two = await Desk.open('postgres', { databaseUrl, env, exchange: one.exchange });
    desk = one;
    const today = tradingDateOf(Date.now());
    const isOpen = async (): Promise<unknown> =>
      (await two.call<{ session: { open: boolean } }>('GET', '/v1/ops/status')).body.session.open;
    // Whatever day of the week it is.
    await enter(today, { ...HALF_DAY, session: env.TRADING_SESSION });
    expect(await isOpen()).toBe(true);
    expect((await two.post()).body).toMatchObject({ tradingDate: today, pending: null });
    await enter(today, HOLIDAY);
    expect(await isOpen()).toBe(false);
    const held = (await two.post({}, 1)).body;
    expect(held).toMatchObject({ status: 'New', pending: { state: 'Queued' } });
    expect(held.tradingDate > today).toBe(true);
    await two.service.app.close();
  }, 40_000);

  it('refuses what is no calendar, names the field, and keeps nothing of it', async () => {
    await open(THURSDAY_EVENING);
    const refused: readonly (readonly [string, unknown, number, string])[] = [
      ['2026-02-30', HOLIDAY, 400, 'date'],
      ['2026-11-18', HOLIDAY, 422, 'date'],
      [FRIDAY, { ...HOLIDAY, kind: 'Feast' }, 400, 'kind'],
      [FRIDAY, { kind: 'Holiday' }, 400, 'name'],
      [FRIDAY, { ...HOLIDAY, session: '10:00-12:00' }, 400, 'session'],
      [FRIDAY, { ...HALF_DAY, session: null }, 400, 'session'],
      [FRIDAY, { ...HALF_DAY, session: '12:00-10:00' }, 400, 'session'],
      [FRIDAY, { ...HALF_DAY, session: '24:00-25:00' }, 400, 'session'],
      [FRIDAY, { ...HALF_DAY, session: '08:00-10:00' }, 422, 'session'],
      [FRIDAY, { ...HOLIDAY, remark: 'x' }, 400, 'remark'],
    ];
    for (const [date, body, status, field] of refused) {
      expect([date, body, await enter(date, body)]).toMatchObject([
        date,
        body,
        { status, body: { errors: [{ field }] } },
      ]);
    }
    expect(await takeBack('2026-11-18')).toMatchObject({ status: 422 });
    expect(await desk.list('/v1/trading-calendar')).toEqual([]);
  }, 25_000);
});
