import { Desk, rowsOf } from './desk.js';

const HOURS = '10:00-14:30';

function at(instant: string): number {
  return Date.parse(instant);
}

function allRows(desk: Desk, tradeDate: string): Record<string, unknown>[] {
  return rowsOf(desk.send('daily/trades', { tradeDate, orderStatus: 'All' }));
}

describe('The trading day in Lagos', () => {
  it.each([
    ['2026-11-20T08:59:59.999Z', '2026-11-20', 'closed'],
    ['2026-11-20T09:00:00.000Z', '2026-11-20', 'open'],
    ['2026-11-20T13:29:59.999Z', '2026-11-20', 'open'],
    ['2026-11-20T13:30:00.000Z', '2026-11-20', 'closed'],
    ['2026-11-21T11:00:00.000Z', '2026-11-20', 'closed'],
    ['2026-11-22T22:59:59.999Z', '2026-11-20', 'closed'],
    ['2026-11-22T23:00:00.000Z', '2026-11-23', 'closed'],
    ['2026-12-31T23:30:00.000Z', '2027-01-01', 'closed'],
  ])('at %s the trading date is %s and the session %s', (instant, tradingDate, session) => {
    const fresh = new Desk({ session: HOURS, startAt: at(instant) });
    expect(fresh.exchange.control.state()).toMatchObject({ tradingDate, session });
    const arrived = new Desk({ session: HOURS, startAt: at('2026-11-18T06:00:00.000Z') });
    arrived.now = at(instant);
    expect(arrived.exchange.control.state()).toMatchObject({ tradingDate, session });
  });

  it('skips holidays', () => {
    const desk = new Desk({ session: HOURS, holidays: ['2026-11-23'] });
    desk.exchange.control.rollDay();
    expect(desk.exchange.control.state().tradingDate).toBe('2026-11-24');
  });

  it('closes early on a date with hours of its own, and trades on a Saturday that has some', () => {
    const desk = new Desk({ session: HOURS });
    const { control } = desk.exchange;
    const orderNumber = desk.posts();
    control.setHours('2026-11-20', '10:00-12:30');
    control.setHours('2026-11-21', '11:00-12:00');
    desk.now = at('2026-11-20T11:29:59.999Z');
    expect(control.state().session).toBe('open');
    desk.now = at('2026-11-20T11:30:00.000Z');
    expect(control.state().session).toBe('closed');
    expect(control.order(orderNumber).status).toBe('Expired');
    desk.now = at('2026-11-21T10:00:00.000Z');
    expect(control.state()).toMatchObject({ tradingDate: '2026-11-21', session: 'open' });
  });

  it('ends at once on a day that becomes a holiday, and goes on when it is as usual again', () => {
    const desk = new Desk({ session: HOURS, parameters: { dayOrdersAtClose: 'still-open' } });
    const { control } = desk.exchange;
    control.setHours('2026-11-20', 'holiday');
    expect(control.state().session).toBe('closed');
    expect(desk.post().status).toBe(400);
    control.setHours('2026-11-20', 'usual');
    expect(control.state().session).toBe('open');
    expect(desk.post().status).toBe(200);
    control.setHours('2026-11-23', 'holiday');
    desk.now = at('2026-11-23T10:00:00.000Z');
    expect(control.state()).toMatchObject({ tradingDate: '2026-11-20', session: 'closed' });
    control.setHours('2026-11-23', 'usual');
    expect(control.state()).toMatchObject({ tradingDate: '2026-11-23', session: 'open' });
  });

  it.each([
    ['expired', 'Expired', 'Expired', 200],
    ['cancelled', 'Cancelled', 'Cancelled', 200],
    ['removed', 'Removed', 'Removed', 404],
    ['open-until-roll', 'Working', 'Expired', 200],
    ['still-open', 'Working', 'Working', 200],
  ])('a day order at the close is %s', (dayOrdersAtClose, afterClose, nextDay, enquiry) => {
    const desk = new Desk({ session: HOURS, parameters: { dayOrdersAtClose } });
    const orderNumber = desk.posts();
    desk.now = at('2026-11-20T13:30:00.000Z');
    expect(desk.exchange.control.order(orderNumber).status).toBe(afterClose);
    expect(desk.send('order/enquiry', { orderNumber }).status).toBe(enquiry);
    desk.now = at('2026-11-23T09:30:00.000Z');
    expect(desk.exchange.control.order(orderNumber).status).toBe(nextDay);
    desk.posts({ orderType: 'SELL' });
    expect(desk.exchange.control.order(orderNumber).matchedUnits).toBe(
      nextDay === 'Working' ? 1000 : 0,
    );
  });

  it('keeps an order that is good till cancelled over the night', () => {
    const desk = new Desk({ session: HOURS, parameters: { timesInForce: 'several' } });
    const orderNumber = desk.posts({ timeInForce: 'Good Till Cancelled (GTC)' });
    desk.exchange.control.rollDay();
    expect(desk.exchange.control.order(orderNumber).status).toBe('Working');
  });

  it('refuses a post outside the session, unless told', () => {
    const evening = at('2026-11-20T18:00:00.000Z');
    expect(new Desk({ session: HOURS, startAt: evening }).post().status).toBe(400);
  });

  it('takes a post of the evening for the next trading day', () => {
    const parameters = { closedSessionPost: 'next-day' };
    const desk = new Desk({ session: HOURS, startAt: at('2026-11-20T18:00:00.000Z'), parameters });
    const [buy, sell] = [desk.posts(), desk.posts({ orderType: 'SELL' })];
    expect([allRows(desk, '2026-11-20').length, allRows(desk, '2026-11-23').length]).toEqual([
      0, 2,
    ]);
    desk.now = at('2026-11-23T08:59:00.000Z');
    expect(desk.exchange.control.order(buy)).toMatchObject({
      tradeDate: '2026-11-23',
      status: 'Working',
      matchedUnits: 0,
    });
    desk.now = at('2026-11-23T09:00:00.000Z');
    expect(desk.exchange.control.order(sell)).toMatchObject({ status: 'Filled' });
    expect(allRows(desk, '2026-11-23')).toHaveLength(2);
  });

  it('takes a post of the evening for the day that is over, and ends it at midnight', () => {
    const parameters = { closedSessionPost: 'accept' };
    const desk = new Desk({ session: HOURS, startAt: at('2026-11-20T18:00:00.000Z'), parameters });
    const orderNumber = desk.posts();
    expect(desk.exchange.control.order(orderNumber)).toMatchObject({
      tradeDate: '2026-11-20',
      status: 'Working',
    });
    desk.now = at('2026-11-22T23:00:00.000Z');
    expect(desk.exchange.control.order(orderNumber).status).toBe('Expired');
  });

  it('takes a post of the early morning for the same day', () => {
    const parameters = { closedSessionPost: 'next-day' };
    const desk = new Desk({ session: HOURS, startAt: at('2026-11-20T07:00:00.000Z'), parameters });
    expect(desk.exchange.control.order(desk.posts()).tradeDate).toBe('2026-11-20');
  });

  it('measures the band of the next day from the last price', () => {
    const desk = new Desk({ session: HOURS });
    desk.posts({ orderType: 'SELL', price: '13.50' });
    desk.posts({ price: '13.50' });
    desk.exchange.control.rollDay();
    expect(desk.post({ price: '14.85' }).status).toBe(200);
    expect(desk.post({ price: '14.86' }).status).toBe(400);
    const rows = rowsOf(desk.get('vwap?fromDate=2026-11-20&toDate=2026-11-20'));
    expect(rows).toEqual([
      expect.objectContaining({ Security: 'SD11PLC', closeprice: 13.5, volume: 1000, count: 1 }),
    ]);
  });

  it('keeps the trades of earlier days under their date', () => {
    const desk = new Desk({ session: HOURS });
    desk.posts({ orderType: 'SELL' });
    desk.posts();
    desk.exchange.control.rollDay();
    expect(allRows(desk, '2026-11-20')).toHaveLength(2);
    expect(allRows(desk, '2026-11-23')).toEqual([]);
    expect(desk.send('daily/trades', { tradeDate: '23/11/2026', orderStatus: 'All' }).status).toBe(
      400,
    );
  });

  it('always open, a day ends at midnight in Lagos', () => {
    const desk = new Desk();
    const orderNumber = desk.posts();
    desk.now = at('2026-11-20T22:59:59.999Z');
    expect(desk.exchange.control.order(orderNumber).status).toBe('Working');
    desk.now = at('2026-11-20T23:00:00.000Z');
    expect(desk.exchange.control.order(orderNumber).status).toBe('Expired');
    expect(desk.exchange.control.state()).toMatchObject({
      tradingDate: '2026-11-21',
      session: 'open',
    });
  });
});
