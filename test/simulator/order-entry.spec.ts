import { Desk, numberIn, recordOf, rowsOf } from './desk.js';

describe('Order entry', () => {
  it('acknowledges a post with its number, Posted, a message and the same orderRef', () => {
    const answer = new Desk().post({ orderRef: 'ABC1' });
    expect(answer.status).toBe(200);
    expect(answer.json?.['success']).toBe(true);
    expect(recordOf(answer)).toEqual({
      OrderNo: 700001,
      Status: 'Posted',
      Message: 'Order posted successfully',
      OrderRef: 'ABC1',
    });
  });

  it('refuses units or price of a post that are numbers, and of an edit that are strings', () => {
    const desk = new Desk();
    expect(desk.post({ units: 1000 }).status).toBe(400);
    expect(desk.post({ price: 12.5 }).status).toBe(400);
    const orderNumber = desk.posts();
    const edit = { orderNumber, brokerCode: 'MRNA', units: 500, price: 12.4 };
    expect(desk.send('order/edit', { ...edit, units: '500' }).status).toBe(400);
    expect(desk.send('order/edit', { ...edit, price: '12.40' }).status).toBe(400);
    expect(desk.send('order/edit', { ...edit, orderNumber: Number(orderNumber) }).status).toBe(400);
    expect(recordOf(desk.send('order/edit', edit))['Status']).toBe('Amended');
    expect(desk.enquire(orderNumber)).toMatchObject({
      Quantity: 500,
      BasePrice: 12.4,
      Status: 'Open',
    });
  });

  it.each([
    'orderType',
    'security',
    'timeInForce',
    'accountNumber',
    'brokerCode',
    'units',
    'price',
    'clientName',
    'orderRef',
  ])('requires %s of a post', (field) => {
    const desk = new Desk();
    expect(desk.post({ [field]: undefined }).status).toBe(400);
    expect(desk.post({ [field]: '' }).status).toBe(400);
    expect(desk.post({ [field]: 7 }).status).toBe(400);
    expect(desk.exchange.control.orders()).toHaveLength(0);
  });

  it('refuses a second order with the same orderRef', () => {
    const desk = new Desk();
    desk.posts({ orderRef: 'ONCE' });
    const again = desk.post({ orderRef: 'ONCE', units: '5' });
    expect(again.status).toBe(409);
    expect(again.json).toEqual({ success: false, message: 'Duplicate order reference ONCE' });
    expect(desk.exchange.control.orders()).toHaveLength(1);
  });

  it('cancels a working order once', () => {
    const desk = new Desk();
    const orderNumber = desk.posts();
    expect(recordOf(desk.send('order/cancel', { orderNumber }))['Status']).toBe('Cancelled');
    expect(desk.send('order/cancel', { orderNumber }).status).toBe(409);
    expect(desk.enquire(orderNumber)['Status']).toBe('Cancelled');
    expect(rowsOf(desk.send('broker/order/enquiry', { brokerCode: 'MRNA' }))).toEqual([]);
  });

  it('edits only for the broker that posted', () => {
    const desk = new Desk();
    const orderNumber = desk.posts();
    const edit = { orderNumber, brokerCode: 'OTHR', units: 500, price: 12.4 };
    expect(desk.send('order/edit', edit).status).toBe(404);
  });

  it('refuses an unlisted security, a strange duration and a price outside the daily band', () => {
    const desk = new Desk();
    expect(desk.post({ security: 'NOWHERE' }).status).toBe(400);
    expect(desk.post({ timeInForce: 'Whenever' }).status).toBe(400);
    expect(desk.post({ price: '13.75' }).status).toBe(200);
    expect(desk.post({ price: '13.76' }).status).toBe(400);
    expect(desk.post({ price: '11.25' }).status).toBe(200);
    expect(desk.post({ price: '11.24' }).status).toBe(400);
    expect(desk.post({ price: '12.505' }).status).toBe(400);
  });

  it('lists an order for its broker and its shareholder, and shows it among All of the day', () => {
    const desk = new Desk();
    const orderNumber = Number(numberIn(desk.post()));
    const list = {
      OrderNo: orderNumber,
      Company: 'SD11PLC',
      OrderType: 'BUY',
      Quantity: 1000,
      Status: 'Open',
    };
    expect(rowsOf(desk.send('broker/order/enquiry', { brokerCode: 'MRNA' }))).toEqual([
      { ...list, Broker_Code: 'MRNA' },
    ]);
    expect(rowsOf(desk.send('shareholder/enquiry', { shareholderAccount: 'CDS0001' }))).toEqual([
      list,
    ]);
    const all = desk.send('daily/trades', { tradeDate: '2026-11-20', orderStatus: 'All' });
    expect(rowsOf(all)).toEqual([
      {
        TradeDate: '2026-11-20',
        SecurityId: 'SD11PLC',
        TimeInForce: 'Day Order (DO)',
        Broker_Code: 'MRNA',
        Price: 12.5,
        OrderNo: orderNumber,
        Volume: 0,
        MatchedQuantity: 0,
        PendingQuantity: 1000,
        TradingMatchingId: null,
        ClientName: 'Ada Client',
        Shareholder: 'CDS0001',
        OrderType: 'BUY',
      },
    ]);
  });
});
