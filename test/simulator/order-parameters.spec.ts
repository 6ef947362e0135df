import { numberIn, recordOf } from './desk.js';
import { brokerList, cancel, deskWith, edit, partFilled } from './desk-moves.js';

describe('Parameters of posts, edits and cancels', () => {
  it('httpStatusOfPost, postAckStatus and cancelAckStatus', () => {
    const desk = deskWith({
      httpStatusOfPost: '201',
      postAckStatus: 'Accepted',
      cancelAckStatus: 'Pending Cancel',
    });
    const posted = desk.post();
    expect([posted.status, recordOf(posted)['Status']]).toEqual([201, 'Accepted']);
    expect(recordOf(cancel(desk, numberIn(posted)))['Status']).toBe('Pending Cancel');
  });

  it('newNumberShown no', () => {
    const desk = deskWith({ editKeepsOrderNumber: 'no', newNumberShown: 'no' });
    const orderNumber = desk.posts();
    expect(numberIn(edit(desk, orderNumber, 700))).toBe(orderNumber);
    expect(desk.exchange.control.orders()).toMatchObject([
      { orderNumber, status: 'Replaced' },
      { replaces: orderNumber, status: 'Working', units: 700 },
    ]);
  });

  it('refusedTakenAfterMs books what was refused only later', () => {
    const desk = deskWith({ takenPostReply: 'refused', refusedTakenAfterMs: 2000 });
    desk.post();
    desk.now += 1999;
    expect(desk.exchange.control.orders()).toEqual([]);
    desk.now += 1;
    expect(desk.exchange.control.orders()).toMatchObject([{ status: 'Working' }]);
  });

  it('postDelayMs keeps a post out of the book for a while', () => {
    const desk = deskWith({ postDelayMs: 2000 });
    desk.exchange.control.placeExternal({
      side: 'SELL',
      security: 'SD11PLC',
      units: 1000,
      price: 12.5,
      accountNumber: 'X',
      brokerCode: 'X',
    });
    desk.now += 2000;
    const orderNumber = desk.posts();
    desk.now += 1999;
    expect(desk.enquire(orderNumber)['Status']).toBe('Open');
    desk.now += 1;
    expect(desk.enquire(orderNumber)['Status']).toBe('Filled');
  });

  it('editDelayMs and cancelDelayMs acknowledge before they apply', () => {
    const desk = deskWith({ editDelayMs: 2000, cancelDelayMs: 3000 });
    const orderNumber = desk.posts();
    expect(recordOf(edit(desk, orderNumber, 700))['Status']).toBe('Amended');
    expect(recordOf(cancel(desk, orderNumber))['Status']).toBe('Cancelled');
    desk.now += 1999;
    expect(desk.enquire(orderNumber)).toMatchObject({ Quantity: 1000, Status: 'Open' });
    desk.now += 1;
    expect(desk.enquire(orderNumber)).toMatchObject({ Quantity: 700, Status: 'Open' });
    desk.now += 1000;
    expect(desk.enquire(orderNumber)['Status']).toBe('Cancelled');
  });

  it('a fill can come between the acknowledgement of a cancel and the cancel', () => {
    const desk = deskWith({ cancelDelayMs: 3000 });
    const orderNumber = desk.posts();
    cancel(desk, orderNumber);
    desk.exchange.control.fill({ orderNumber, units: 300 });
    desk.now += 3000;
    expect(desk.enquire(orderNumber)).toMatchObject({
      Status: 'Cancelled',
      MatchedQuantity: 300,
      PendingQuantity: 0,
    });
  });

  it.each([
    ['total', 700, 300],
    ['remaining', 1100, 700],
  ])('editUnitsMean %s', (editUnitsMean, quantity, pending) => {
    const desk = deskWith({ editUnitsMean });
    const orderNumber = partFilled(desk);
    edit(desk, orderNumber, 700);
    expect(desk.enquire(orderNumber)).toMatchObject({
      Quantity: quantity,
      MatchedQuantity: 400,
      PendingQuantity: pending,
    });
  });

  it('editKeepsOrderNumber no opens another order for the rest', () => {
    const desk = deskWith({ editKeepsOrderNumber: 'no' });
    const before = partFilled(desk);
    const after = numberIn(edit(desk, before, 900, 12.6));
    expect(after).not.toBe(before);
    expect(desk.enquire(before)).toMatchObject({
      Status: 'Cancelled',
      MatchedQuantity: 400,
      PendingQuantity: 0,
    });
    expect(desk.enquire(after)).toMatchObject({ Status: 'Open', Quantity: 500, BasePrice: 12.6 });
    expect(desk.exchange.control.order(after).replaces).toBe(before);
  });

  it('replacedRecord as-it-was', () => {
    const desk = deskWith({ editKeepsOrderNumber: 'no', replacedRecord: 'as-it-was' });
    const before = desk.posts();
    const after = numberIn(edit(desk, before, 900));
    expect(desk.enquire(before)).toMatchObject({
      Status: 'Open',
      Quantity: 1000,
      PendingQuantity: 1000,
    });
    expect(brokerList(desk)).toMatchObject([{ Quantity: 1000 }, { Quantity: 900 }]);
    expect(edit(desk, before, 800).status).toBe(409);
    expect(desk.exchange.control.order(after)).toMatchObject({ status: 'Working', units: 900 });
  });

  it('replacedRecord in-enquiries', () => {
    const desk = deskWith({ editKeepsOrderNumber: 'no', replacedRecord: 'in-enquiries' });
    const before = desk.posts();
    edit(desk, before, 900);
    expect(desk.enquire(before)).toMatchObject({ Status: 'Open', Quantity: 1000 });
    expect(brokerList(desk)).toMatchObject([{ Quantity: 900 }]);
  });

  it('editBelowMatched refuse or close', () => {
    const refusing = deskWith({});
    expect(edit(refusing, partFilled(refusing), 400).status).toBe(400);
    const closing = deskWith({ editBelowMatched: 'close' });
    const orderNumber = partFilled(closing);
    expect(edit(closing, orderNumber, 300).status).toBe(200);
    expect(closing.enquire(orderNumber)).toMatchObject({
      Quantity: 400,
      MatchedQuantity: 400,
      Status: 'Filled',
    });
  });

  it('partFilledEdit refuse', () => {
    const desk = deskWith({ partFilledEdit: 'refuse' });
    expect(edit(desk, partFilled(desk), 900).status).toBe(400);
    expect(edit(desk, desk.posts({ price: '12.40' }), 900).status).toBe(200);
  });

  it.each([
    ['reachable', 200],
    ['unknown', 404],
  ])('otherBrokersOrders %s', (otherBrokersOrders, status) => {
    const desk = deskWith({ otherBrokersOrders });
    const other = {
      side: 'SELL',
      security: 'SD11PLC',
      units: 5,
      price: 12.6,
      accountNumber: 'X',
      brokerCode: 'X',
    } as const;
    const { orderNumber } = desk.exchange.control.placeExternal(other);
    expect(desk.send('order/enquiry', { orderNumber }).status).toBe(status);
    expect(cancel(desk, orderNumber).status).toBe(status);
  });

  it('timesInForce and priceBand', () => {
    const gtc = { timeInForce: 'Good Till Cancelled (GTC)' };
    expect(deskWith({}).post(gtc).status).toBe(400);
    expect(deskWith({ timesInForce: 'several' }).post(gtc).status).toBe(200);
    expect(deskWith({ timesInForce: 'several' }).post({ timeInForce: 'Whenever' }).status).toBe(
      400,
    );
    expect(deskWith({ timesInForce: 'any' }).post({ timeInForce: 'Whenever' }).status).toBe(200);
    expect(deskWith({ priceBand: 'ignore' }).post({ price: '99' }).status).toBe(200);
  });

  it.each([
    ['small', '700001'],
    ['above-2-53', '9007199254740993'],
    ['nineteen-digits', '7205759403792793601'],
  ])('orderNumberStart %s writes every digit', (orderNumberStart, first) => {
    const desk = deskWith({ orderNumberStart });
    expect(desk.post().text).toContain(`"OrderNo":${first},`);
    expect(desk.post().text).toContain(`"OrderNo":${BigInt(first) + 1n},`);
    expect(desk.send('order/enquiry', { orderNumber: first }).text).toContain(
      `"OrderNo":${first},`,
    );
    expect(cancel(desk, first).text).toContain(`"OrderNo":${first},`);
    expect(desk.exchange.control.order(first).status).toBe('Cancelled');
  });

  it('orderNumbersResetDaily uses numbers again, for the newest order', () => {
    const desk = deskWith({ orderNumbersResetDaily: 'yes' });
    const yesterday = desk.posts();
    desk.exchange.control.rollDay();
    expect(desk.posts({ units: '77' })).toBe(yesterday);
    expect(desk.enquire(yesterday)).toMatchObject({ Quantity: 77, Status: 'Open' });
  });
});
