import { describe, expect, it } from '@jest/globals';
import { PARAMETER_TABLE } from '../../simulator/parameters.js';
import { PRESET_NAMES, PRESETS } from '../../simulator/presets.js';
import { readParameters } from '../../simulator/read-parameters.js';
import { type Answer, Desk, KEY, numberIn, postBody, recordOf, rowsOf } from './desk.js';

function deskWith(parameters: Record<string, unknown>): Desk {
  return new Desk({ parameters, session: '10:00-14:30' });
}

function edit(desk: Desk, orderNumber: string, units: number, price = 12.5): Answer {
  return desk.send('order/edit', { orderNumber, brokerCode: 'MRNA', units, price });
}

function cancel(desk: Desk, orderNumber: string): Answer {
  return desk.send('order/cancel', { orderNumber });
}

function brokerList(desk: Desk, brokerCode = 'MRNA'): Record<string, unknown>[] {
  return rowsOf(desk.send('broker/order/enquiry', { brokerCode }));
}

function allRows(desk: Desk, orderStatus = 'All'): Answer {
  return desk.send('daily/trades', {
    tradeDate: desk.exchange.control.state().tradingDate,
    orderStatus,
  });
}

/** A buy of 1000 of which 400 are matched. */
function partFilled(desk: Desk): string {
  const orderNumber = desk.posts();
  desk.posts({ orderType: 'SELL', units: '400', brokerCode: 'SELR' });
  return orderNumber;
}

describe('The parameter table', () => {
  it('refuses names and values it does not hold', () => {
    expect(() => readParameters({ nothing: 'yes' })).toThrow('There is no parameter nothing');
    expect(() => readParameters({ duplicateReply: '418' })).toThrow(
      'duplicateReply is one of 409, 400',
    );
    expect(() => readParameters({ editDelayMs: -1 })).toThrow('whole number of milliseconds');
    expect(() => readParameters({ editDelayMs: '5' })).toThrow('whole number of milliseconds');
    expect(readParameters({ httpStatusOfPost: 201 }).httpStatusOfPost).toBe('201');
  });

  it('says of each parameter what it stands for, and has no value twice', () => {
    for (const entry of Object.values(PARAMETER_TABLE)) {
      expect(entry.standsFor.length).toBeGreaterThan(10);
      if (entry.kind === 'choice') expect(new Set(entry.values).size).toBe(entry.values.length);
    }
  });

  it('has at least eight presets that can be read and traded under', () => {
    expect(PRESET_NAMES.length).toBeGreaterThanOrEqual(8);
    for (const name of PRESET_NAMES) {
      const desk = deskWith(PRESETS[name]);
      expect([name, desk.post().json?.['success']]).toEqual([name, true]);
      const orderNumber = desk.exchange.control.orders()[0]?.orderNumber ?? '';
      desk.now += 20_000;
      expect(desk.send('order/enquiry', { orderNumber }).json?.['success']).toBe(true);
      expect(edit(desk, orderNumber, 500).json?.['success']).toBe(true);
    }
  });
});

describe('Parameters of references and refusals', () => {
  it.each([
    ['409', 409, true],
    ['400', 400, true],
    ['422', 422, true],
    ['success-false', 200, true],
    ['500-text', 500, false],
  ])('duplicateReply %s', (duplicateReply, status, isJson) => {
    const desk = deskWith({ duplicateReply });
    desk.post({ orderRef: 'R' });
    const again = desk.post({ orderRef: 'R' });
    expect([again.status, again.json !== null]).toEqual([status, isJson]);
    if (isJson) expect(again.json?.['success']).toBe(false);
  });

  it('duplicateCheck off lets a reference be used again', () => {
    const desk = deskWith({ duplicateCheck: 'off' });
    expect([desk.post({ orderRef: 'R' }).status, desk.post({ orderRef: 'R' }).status]).toEqual([
      200, 200,
    ]);
  });

  it.each([
    ['forever', 409, 409],
    ['day', 409, 200],
    ['broker', 200, 409],
  ])('duplicateScope %s', (duplicateScope, otherBroker, nextDay) => {
    const desk = deskWith({ duplicateScope });
    desk.post({ orderRef: 'R' });
    expect(desk.post({ orderRef: 'R', brokerCode: 'OTHR' }).status).toBe(otherBroker);
    desk.exchange.control.rollDay();
    expect(desk.post({ orderRef: 'R' }).status).toBe(nextDay);
  });

  it.each([
    ['no', 200],
    ['yes', 409],
  ])('refusedPostBurnsRef %s', (refusedPostBurnsRef, status) => {
    for (const wrong of [{ price: '99' }, { units: 'many' }]) {
      const desk = deskWith({ refusedPostBurnsRef });
      expect(desk.post({ orderRef: 'R', ...wrong }).status).toBe(400);
      expect(desk.post({ orderRef: 'R' }).status).toBe(status);
    }
  });

  it('echoOrderRef no leaves the reference out', () => {
    expect(recordOf(deskWith({ echoOrderRef: 'no' }).post())).not.toHaveProperty('OrderRef');
  });

  it.each([
    ['400', 400],
    ['422', 422],
    ['success-false', 200],
  ])('validationReply %s', (validationReply, status) => {
    const answer = deskWith({ validationReply }).get('vwap');
    expect([answer.status, answer.json?.['success']]).toEqual([status, false]);
  });

  it.each([
    ['400', 400],
    ['422', 422],
    ['success-false', 200],
  ])('orderRefusalReply %s', (orderRefusalReply, status) => {
    const answer = deskWith({ orderRefusalReply }).post({ price: '99' });
    expect([answer.status, answer.json?.['success']]).toEqual([status, false]);
  });

  it('orderRefusalReply success-rejected passes the refusal through', () => {
    const answer = deskWith({ orderRefusalReply: 'success-rejected' }).post({
      price: '99',
      orderRef: 'R',
    });
    expect(answer.json?.['success']).toBe(true);
    expect(recordOf(answer)).toMatchObject({ OrderNo: 0, Status: 'Rejected', OrderRef: 'R' });
  });

  it.each([
    ['404', 404],
    ['400', 400],
    ['success-false', 200],
    ['500', 500],
  ])('unknownOrderReply %s', (unknownOrderReply, status) => {
    for (const path of ['order/enquiry', 'order/cancel']) {
      const answer = deskWith({ unknownOrderReply }).send(path, { orderNumber: '42' });
      expect([answer.status, answer.json?.['success']]).toEqual([status, false]);
    }
  });

  it('unknownOrderReply data-null is a success without data', () => {
    const answer = deskWith({ unknownOrderReply: 'data-null' }).send('order/enquiry', {
      orderNumber: '42',
    });
    expect(answer.json).toMatchObject({ success: true, data: null });
  });

  it.each([
    ['404', 404, false],
    ['400', 400, false],
    ['success-false', 200, false],
    ['data-null', 200, true],
  ])('unknownSymbolReply %s', (unknownSymbolReply, status, success) => {
    const answer = deskWith({ unknownSymbolReply }).get('security/quote?symbol=NOWHERE');
    expect([answer.status, answer.json?.['success']]).toEqual([status, success]);
  });

  it.each([
    ['409', 409, false],
    ['400', 400, false],
    ['success-false', 200, false],
    ['success-other-status', 200, true],
  ])('notWorkingReply %s', (notWorkingReply, status, success) => {
    const desk = deskWith({ notWorkingReply });
    const orderNumber = desk.posts();
    cancel(desk, orderNumber);
    for (const answer of [cancel(desk, orderNumber), edit(desk, orderNumber, 5)]) {
      expect([answer.status, answer.json?.['success']]).toEqual([status, success]);
    }
  });

  it.each([
    ['empty', 200, []],
    ['404', 404, undefined],
    ['success-false', 200, undefined],
    ['data-null', 200, null],
  ])('emptyListReply %s', (emptyListReply, status, data) => {
    const answer = deskWith({ emptyListReply }).send('broker/order/enquiry', {
      brokerCode: 'NONE',
    });
    expect([answer.status, answer.data]).toEqual([status, data]);
  });

  it('refusalTexts vague says the same of everything', () => {
    const desk = deskWith({ refusalTexts: 'vague' });
    desk.post({ orderRef: 'R' });
    const texts = [
      desk.post({ orderRef: 'R' }),
      desk.post({ price: '99' }),
      cancel(desk, '42'),
    ].map((one) => one.json?.['message']);
    expect(new Set(texts).size).toBe(1);
  });

  it.each([
    ['401-json', 401, 'json'],
    ['401-html', 401, 'html'],
    ['401-empty', 401, ''],
    ['403', 403, 'json'],
  ])('keyReply %s', (keyReply, status, type) => {
    const desk = deskWith({ keyReply });
    desk.key = 'sk_test_wrong';
    const answer = desk.get('sectors');
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type'] ?? '').toContain(type);
  });

  it.each([
    ['json', 'json'],
    ['empty', ''],
    ['html', 'html'],
  ])('expiredReply and rateReply %s', (form, type) => {
    const desk = deskWith({ expiredReply: form, rateReply: form, rateRetryAfter: 'yes' });
    desk.exchange.control.expireKey(KEY);
    const expired = desk.get('sectors');
    for (let call = 0; call < 99; call += 1) desk.get('sectors');
    desk.now += 1000;
    const limited = desk.get('sectors');
    expect([expired.status, limited.status]).toEqual([402, 429]);
    for (const answer of [expired, limited])
      expect(answer.headers['content-type'] ?? '').toContain(type);
    expect(limited.headers['retry-after']).toBe('59');
  });

  it('rateRetryAfter is no unless told', () => {
    const desk = deskWith({});
    for (let call = 0; call < 100; call += 1) desk.get('sectors');
    expect(desk.get('sectors').headers).not.toHaveProperty('retry-after');
  });

  it.each([
    ['on', 400],
    ['off', 200],
  ])('contentTypeCheck %s', (contentTypeCheck, status) => {
    const reply = deskWith({ contentTypeCheck }).exchange.handle({
      method: 'POST',
      path: '/v2/vendor/order/post',
      headers: { Authorization: `Bearer ${KEY}` },
      body: JSON.stringify(postBody('R')),
    });
    expect(reply.status).toBe(status);
  });

  it.each([
    ['as-documented', [200, 404, 404, 404, 404, 404, 400]],
    ['any', [200, 200, 200, 200, 200, 200, 200]],
  ])('symbolCase %s', (symbolCase, statuses) => {
    const desk = deskWith({ symbolCase });
    const got = [
      'security/quote?symbol=',
      'company/data?symbol=',
      'market-depth/order-book?security=',
    ].flatMap((path) => [desk.get(`${path}%20SD11PLC`).status, desk.get(`${path}sd11plc`).status]);
    expect([...got, desk.post({ security: 'sd11plc' }).status]).toEqual(statuses);
  });

  it('pageLimitBeyond clamp and vwapLimitCap bound the limit', () => {
    const desk = deskWith({ pageLimitBeyond: 'clamp', vwapLimitCap: '200' });
    expect(desk.get('companies/metadata?limit=900').data).toMatchObject({
      pagination: { limit: 200 },
    });
    expect(rowsOf(desk.get('vwap?fromDate=2026-10-01&toDate=2026-11-20&limit=900'))).toHaveLength(
      200,
    );
    expect(
      deskWith({ vwapLimitCap: '500' }).get('vwap?fromDate=2026-10-01&toDate=2026-11-20&limit=501')
        .status,
    ).toBe(400);
  });
});

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

describe('Parameters of records', () => {
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

describe('Parameters of trades and quotes', () => {
  it('tradesAllHoldsRestingRows and restingRowMatchingId', () => {
    const rows = (parameters: Record<string, unknown>): unknown[] => {
      const desk = deskWith(parameters);
      partFilled(desk);
      return rowsOf(allRows(desk)).map((row) => row['TradingMatchingId']);
    };
    expect(rows({})).toEqual([null, 'TM000000001', 'TM000000001']);
    expect(rows({ restingRowMatchingId: 'empty' })[0]).toBe('');
    expect(rows({ restingRowMatchingId: 'missing' })[0]).toBeUndefined();
    expect(rows({ restingRowMatchingId: 'zero' })[0]).toBe('0');
    expect(rows({ tradesAllHoldsRestingRows: 'no' })).toHaveLength(2);
  });

  it('tradesOtherStatus', () => {
    const statuses = (parameters: Record<string, unknown>): [number, number] => {
      const desk = deskWith(parameters);
      partFilled(desk);
      const answer = allRows(desk, 'Weird');
      return [answer.status, Array.isArray(answer.data) ? answer.data.length : -1];
    };
    expect(statuses({})).toEqual([400, -1]);
    expect(statuses({ tradesOtherStatus: 'empty' })).toEqual([200, 0]);
    expect(statuses({ tradesOtherStatus: 'as-all' })).toEqual([200, 3]);
  });

  it('tradesHoldOtherBrokers no, matched or all', () => {
    const count = (tradesHoldOtherBrokers: string): number => {
      const desk = new Desk({
        parameters: { tradesHoldOtherBrokers },
        market: 'on',
        session: '10:00-14:30',
      });
      desk.exchange.control.fill({ orderNumber: desk.posts({ price: '12.40' }) });
      return rowsOf(allRows(desk)).length;
    };
    expect(count('no')).toBe(1);
    expect(count('matched')).toBeGreaterThan(10);
    expect(count('all')).toBeGreaterThan(count('matched') + 100);
  });

  it('tradeVolumeMeans and tradePendingMeans', () => {
    const quantities = (parameters: Record<string, unknown>): unknown[] => {
      const desk = deskWith(parameters);
      const orderNumber = desk.posts();
      for (const units of [400, 500]) desk.exchange.control.fill({ orderNumber, units });
      return desk
        .trades()
        .filter((row) => row['Broker_Code'] === 'MRNA')
        .map((row) => [row['Volume'], row['MatchedQuantity'], row['PendingQuantity']]);
    };
    expect(quantities({})).toEqual([
      [400, 400, 600],
      [500, 500, 100],
    ]);
    expect(quantities({ tradeVolumeMeans: 'cumulative' })).toEqual([
      [400, 400, 600],
      [500, 900, 100],
    ]);
    expect(quantities({ tradePendingMeans: 'now' })).toEqual([
      [400, 400, 100],
      [500, 500, 100],
    ]);
  });

  it('tradeMatchingIdMissing and tradeRowsRepeatId', () => {
    const ids = (parameters: Record<string, unknown>): unknown[] => {
      const desk = deskWith(parameters);
      for (const units of ['1', '2', '3'])
        desk.posts({ orderType: 'SELL', units, brokerCode: 'SELR' });
      desk.posts();
      const today = desk.trades();
      desk.exchange.control.rollDay();
      desk.posts({ orderType: 'SELL' });
      desk.posts();
      return [...today, ...desk.trades()]
        .filter((row) => row['OrderType'] === 'BUY')
        .map((row) => row['TradingMatchingId']);
    };
    const [one, two, three, four] = ['TM000000001', 'TM000000002', 'TM000000003', 'TM000000004'];
    expect(ids({})).toEqual([one, two, three, four]);
    expect(ids({ tradeMatchingIdMissing: 'yes' })).toEqual([null, null, null, null]);
    expect(ids({ tradeMatchingIdMissing: 'sometimes' })).toEqual([one, two, null, four]);
    expect(ids({ tradeRowsRepeatId: 'per-sweep' })).toEqual([one, one, one, four]);
    expect(ids({ tradeRowsRepeatId: 'per-day' })).toEqual([
      'M000001',
      'M000002',
      'M000003',
      'M000001',
    ]);
    expect(ids({ tradeRowsRepeatId: 'row-twice' })).toEqual([
      one,
      one,
      two,
      two,
      three,
      three,
      four,
      four,
    ]);
  });

  it.each([
    ['date', '2026-11-20'],
    ['date-time', '2026-11-20T00:00:00.000Z'],
    ['slashes', '20/11/2026'],
  ])('tradeDateForm %s', (tradeDateForm, text) => {
    const desk = deskWith({ tradeDateForm });
    partFilled(desk);
    expect(desk.trades()[0]?.['TradeDate']).toBe(text);
  });

  it('quoteBeforeTrades and untradedPrices', () => {
    const desk = deskWith({ quoteBeforeTrades: 'last-close', untradedPrices: 'null' });
    expect(recordOf(desk.get('security/quote?symbol=SD11PLC'))).toMatchObject({
      lastPrice: 12.5,
      volume: 0,
    });
    expect(recordOf(desk.get('security/quote?symbol=SDVACCINE'))['lastPrice']).toBeNull();
    expect(recordOf(desk.get('company/data?symbol=SDVACCINE'))['CurrentPrice']).toBeNull();
    expect(recordOf(deskWith({}).get('company/data?symbol=SDVACCINE'))['CurrentPrice']).toBe(0);
  });
});
