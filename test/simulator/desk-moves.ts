import { type Answer, Desk, rowsOf } from './desk.js';

/** Moves shared by several tests; the session is that of a Friday at noon. */
export function deskWith(parameters: Record<string, unknown>): Desk {
  return new Desk({ parameters, session: '10:00-14:30' });
}

export function edit(desk: Desk, orderNumber: string, units: number, price = 12.5): Answer {
  return desk.send('order/edit', { orderNumber, brokerCode: 'MRNA', units, price });
}

export function cancel(desk: Desk, orderNumber: string): Answer {
  return desk.send('order/cancel', { orderNumber });
}

export function brokerList(desk: Desk, brokerCode = 'MRNA'): Record<string, unknown>[] {
  return rowsOf(desk.send('broker/order/enquiry', { brokerCode }));
}

export function allRows(desk: Desk, orderStatus = 'All'): Answer {
  return desk.send('daily/trades', {
    tradeDate: desk.exchange.control.state().tradingDate,
    orderStatus,
  });
}

/** A buy of 1000 units with 400 matched. */
export function partFilled(desk: Desk): string {
  const orderNumber = desk.posts();
  desk.posts({ orderType: 'SELL', units: '400', brokerCode: 'SELR' });
  return orderNumber;
}
