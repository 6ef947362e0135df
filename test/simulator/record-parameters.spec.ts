import { recordOf } from './desk.js';
import { brokerList, cancel, deskWith, edit, partFilled } from './desk-moves.js';

describe('Parameters of records', () => {
  it.each([
    ['plain', 1000, 'Cancelled'],
    ['no-status', 1000, ''],
    ['null-status', 1000, null],
    ['no-units', '', 'Cancelled'],
    ['null-units', null, 'Cancelled'],
    ['grouped', '1,000.00', 'Cancelled'],
  ])('endedRecords %s', (endedRecords, units, word) => {
    const desk = deskWith({ endedRecords });
    const [works, ended] = [desk.posts(), desk.posts()];
    cancel(desk, ended);
    expect(desk.enquire(ended)).toMatchObject({ Quantity: units, Status: word });
    expect(desk.enquire(works)).toMatchObject({ Quantity: 1000, Status: 'Open' });
  });

  it.each([
    ['zero', 0],
    ['left', 600],
  ])('cancelledPending %s', (cancelledPending, pending) => {
    const desk = deskWith({ cancelledPending });
    const ended = partFilled(desk);
    cancel(desk, ended);
    expect(desk.enquire(ended)).toMatchObject({ MatchedQuantity: 400, PendingQuantity: pending });
  });

  it.each([
    ['plain', ['Open', 'Open', 'Filled', 'Cancelled', 'Expired']],
    ['documented', ['Open', 'Open', 'Open', 'Cancelled', 'Cancelled']],
    ['partial', ['Open', 'Partially Filled', 'Filled', 'Cancelled', 'Expired']],
    ['matched', ['Open', 'Partially Matched', 'Matched', 'Cancelled', 'Lapsed']],
    ['executed', ['Open', 'Part Executed', 'Executed', 'Canceled', 'Expired']],
    ['upper', ['OPEN', 'PARTIALLY FILLED', 'FILLED', 'CANCELLED', 'EXPIRED']],
    ['codes', ['O', 'PF', 'F', 'C', 'X']],
    ['posted-amended', ['Posted', 'Open', 'Filled', 'Cancelled', 'Expired']],
  ])('statusWords %s', (statusWords, words) => {
    const desk = deskWith({ statusWords });
    const [open, partly, filled, cancelled] = [
      desk.posts(),
      desk.posts(),
      desk.posts(),
      desk.posts(),
    ];
    desk.exchange.control.fill({ orderNumber: partly, units: 1 });
    desk.exchange.control.fill({ orderNumber: filled });
    cancel(desk, cancelled);
    const seen = [open, partly, filled, cancelled].map((one) => desk.enquire(one)['Status']);
    desk.exchange.control.closeSession();
    expect([...seen, desk.enquire(open)['Status']]).toEqual(words);
  });

  it.each([
    ['as-posted', 'SD11PLC', 'MRNA'],
    ['lower', 'sd11plc', 'mrna'],
    ['padded', 'SD11PLC  ', 'MRNA  '],
  ])('recordCodes %s', (recordCodes, Company, Broker_Code) => {
    const desk = deskWith({ recordCodes });
    const number = desk.posts();
    expect(desk.enquire(number)).toMatchObject({ Company });
    const listed = brokerList(desk);
    expect(listed).toMatchObject([{ Company, Broker_Code }]);
  });

  it('ackSpelling, recordSides and orderNumbersAsStrings', () => {
    const desk = deskWith({
      ackSpelling: 'upper',
      recordSides: 'title',
      orderNumbersAsStrings: 'padded',
    });
    expect(recordOf(desk.post())).toMatchObject({ Status: 'POSTED', OrderNo: '00700001' });
    expect(desk.enquire('00700001')).toMatchObject({
      Status: 'Open',
      OrderType: 'Buy',
      OrderNo: '00700001',
    });
    expect(recordOf(deskWith({ orderNumbersAsStrings: 'yes' }).post())['OrderNo']).toBe('700001');
  });

  it('orderNumberToken spells the same number in other ways', () => {
    expect(deskWith({ orderNumberToken: 'decimal-point' }).post().text).toContain(
      '"OrderNo":700001.0,',
    );
    const long = deskWith({ orderNumberToken: 'exponent', orderNumberStart: 'nineteen-digits' });
    expect(long.post().text).toContain('"OrderNo":7.205759403792793601e18,');
  });

  it.each([
    ['current-limit', 12.3],
    ['original-limit', 12.4],
    ['reference-price', 12.5],
  ])('basePriceMeans %s', (basePriceMeans, price) => {
    const desk = deskWith({ basePriceMeans });
    const orderNumber = desk.posts({ price: '12.40' });
    edit(desk, orderNumber, 1000, 12.3);
    expect(desk.enquire(orderNumber)['BasePrice']).toBe(price);
  });

  it('basePriceShown zero', () => {
    const desk = deskWith({ basePriceShown: 'zero' });
    expect(desk.enquire(desk.posts())['BasePrice']).toBe(0);
  });

  it('closedOrderEnquiry unknown', () => {
    const desk = deskWith({ closedOrderEnquiry: 'unknown' });
    const orderNumber = desk.posts();
    cancel(desk, orderNumber);
    expect(desk.send('order/enquiry', { orderNumber }).status).toBe(404);
  });

  it('listsHoldClosedOrders, listsHoldEarlierDays, listOrder and listCap', () => {
    const lists = (parameters: Record<string, unknown>): unknown[] => {
      const desk = deskWith(parameters);
      cancel(desk, desk.posts());
      desk.exchange.control.rollDay();
      cancel(desk, desk.posts());
      desk.posts();
      return brokerList(desk).map((row) => row['OrderNo']);
    };
    expect(lists({})).toEqual([700003]);
    expect(lists({ listsHoldClosedOrders: 'yes' })).toEqual([700002, 700003]);
    expect(lists({ listsHoldClosedOrders: 'yes', listsHoldEarlierDays: 'yes' })).toEqual([
      700001, 700002, 700003,
    ]);
    expect(lists({ listsHoldClosedOrders: 'yes', listOrder: 'newest-first' })).toEqual([
      700003, 700002,
    ]);
    const capped = deskWith({ listCap: '50' });
    for (let order = 0; order < 60; order += 1) capped.posts();
    expect(brokerList(capped)).toHaveLength(50);
  });

  it('brokerListHoldsOtherCodes yes', () => {
    const desk = deskWith({ brokerListHoldsOtherCodes: 'yes' });
    desk.posts();
    desk.posts({ brokerCode: 'OTHR' });
    expect(brokerList(desk).map((row) => row['Broker_Code'])).toEqual(['MRNA', 'OTHR']);
  });

  it('enquiryLagMs, listLagMs and tradesLagMs answer with the past', () => {
    const desk = deskWith({ enquiryLagMs: 1000, listLagMs: 2000, tradesLagMs: 3000 });
    const orderNumber = partFilled(desk);
    expect(desk.send('order/enquiry', { orderNumber }).status).toBe(404);
    desk.now += 1000;
    expect(desk.enquire(orderNumber)['MatchedQuantity']).toBe(400);
    expect(brokerList(desk)).toEqual([]);
    desk.now += 1000;
    expect(brokerList(desk)).toHaveLength(1);
    expect(desk.trades()).toEqual([]);
    desk.now += 1000;
    expect(desk.trades()).toHaveLength(2);
  });

  it('extraFields and nullFields', () => {
    const extra = deskWith({ extraFields: 'some', nullFields: 'null' });
    expect(extra.enquire(extra.posts())).toMatchObject({
      Channel: 'API',
      BasePrice: null,
      MatchedQuantity: null,
    });
    const missing = deskWith({ nullFields: 'missing' });
    expect(missing.enquire(missing.posts())).not.toHaveProperty('BasePrice');
  });
});
