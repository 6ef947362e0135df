import { tradingDateOf } from '../../../src/market/trading-calendar/trading-day.js';
import { freshDatabase } from '../../support/databases/databases.js';
import { Desk, type Answer } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

const FRIDAY = '2026-11-20';
const HOLIDAY = { kind: 'Holiday', name: 'Eid al-Fitr' };
const HALF_DAY = { kind: 'HalfDay', session: '10:00-12:00', name: 'Eve of the feast' };

let desk: Desk;

const open = async (): Promise<void> => {
  desk = await Desk.open('sqlite', {
    clock: new VirtualClock(Date.parse('2026-11-19T15:00:00+01:00')),
    env: { TRADING_SESSION: '10:00-14:30' },
  });
};
const enter = (date: string, body: unknown): Promise<Answer> =>
  desk.call('PUT', `/v1/trading-calendar/${date}`, { body });
const takeBack = (date: string): Promise<Answer> =>
  desk.call('DELETE', `/v1/trading-calendar/${date}`);

describe('The trading calendar', () => {
  afterEach(() => desk.close());

  it('is maintained by people, and each change names its actor (F4)', async () => {
    await open();
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
  });

  it('entered at one instance counts at the other at once (F4)', async () => {
    const databaseUrl = await freshDatabase('postgres');
    const env = { TRADING_SESSION: '00:00-23:59' };
    const one = await Desk.open('postgres', { databaseUrl, env });
    const { exchange, clock } = one;
    const two = await Desk.open('postgres', { databaseUrl, env, exchange, clock });
    desk = one;
    const today = tradingDateOf(clock.now());
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
    await two.stop();
  });

  it('rejects an invalid calendar, names the field, and stores nothing of it', async () => {
    await open();
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
  });
});
